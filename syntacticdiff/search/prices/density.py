"""How many errors a text has: what all its sentences say together about each of its edits.

A price says how likely an edit is right in a text of middling quality. But errors come together:
in the text of a writer who makes many, the same doubtful place is more likely one of them, and in
that of a native writer it is hardly ever. So a text is searched twice. The first time, prices are
as they were learned, and the evidence of errors is summed: the third power of the probability of
every edit, because sure edits tell a learner's text from a native's and doubtful ones are found in
both. The second time, every edit is cheaper or dearer by the level

    slope * log2((weight * prior + evidence) / (weight + tokens) / usual)  bits,

within bounds. `usual` is the evidence in a token of text at which prices stay as they are, `prior`
the evidence in a token that a text is thought to have before it is seen, and `weight` says how many
tokens that counts as. The level is the same for all edits of a text, so that they keep their order.

Punctuation marks that are put in and changes of capitals do not count: who writes in haste leaves
them out, whatever their command of the language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search.hypothesis import Sentence

LEADING = 4096  # the level of a longer text is that of its first sentences with so many tokens
_STEPS = 64  # in a bit; levels are rounded to one of them, which sums of probabilities reach alike
_MOST_BITS = 16.0


@dataclass(frozen=True)
class Density:
    """How the evidence of errors in a text changes its prices.

    Parameters
    ----------
    usual : float
        The evidence in a token of text at which prices stay as they are.
    prior : float
        The evidence in a token that a text is thought to have before it is seen.
    weight : float
        How many tokens that counts as.
    slope : float
        The bits by which prices change if there is twice as much evidence.
    least, most : float
        The lowest and the highest level, in bits.
    """

    usual: float
    prior: float
    weight: float
    slope: float
    least: float
    most: float

    def __post_init__(self) -> None:
        values = self.usual, self.prior, self.weight, self.slope, self.least, self.most
        fine = (
            all(map(math.isfinite, values))
            and 0.0 < self.usual <= 1.0
            and 0.0 < self.prior <= 1.0
            and 0.0 < self.weight <= ONE_BIT
            and 0.0 < self.slope <= _MOST_BITS
            and -_MOST_BITS <= self.least <= 0.0 <= self.most <= _MOST_BITS
        )
        if not fine:
            raise UsageError("prices: a density of errors whose numbers make no sense")

    def level(self, evidence: float, tokens: int) -> int:
        """What the price of every edit of a text changes by, in units of 2^-20 bit.

        Parameters
        ----------
        evidence : float
            What `evidence_of` gives for the edits of the text that count, with prices as they were
            learned, in all.
        tokens : int
            The number of its tokens.
        """
        rate = (self.weight * self.prior + evidence) / (self.weight + tokens)
        bits = min(max(self.slope * math.log2(rate / self.usual), self.least), self.most)
        return -math.floor(bits * _STEPS + 0.5) * (ONE_BIT // _STEPS)


def evidence_of(expected: float) -> float:
    """How much an edit says about the writer, by how often it is expected.

    Parameters
    ----------
    expected : float
        The probability of the edit.

    Examples
    --------
    >>> evidence_of(0.5)
    0.125
    """
    return expected * expected * expected


def counts(target: str) -> bool:
    """Whether an edit says how well somebody writes, by what it puts in.

    Parameters
    ----------
    target : str
        What is put in; empty for a removal.

    Examples
    --------
    >>> [counts(target) for target in ("goes", "", ".", "I")]
    [True, True, False, False]
    """
    return not target or (target == target.lower() and any(map(str.isalnum, target)))


def density_of(pricing: object) -> Density | None:
    """How prices follow the density of errors in a text; None if they do not.

    Parameters
    ----------
    pricing : object
        A `Pricing`, or None.
    """
    found = getattr(pricing, "density", None)
    return found if isinstance(found, Density) else None


def leading(text: Sequence[Sentence]) -> int:
    """How many of a text's sentences its level is found from.

    Parameters
    ----------
    text : sequence of Sentence
        The text.
    """
    tokens = 0
    for number, sentence in enumerate(text, 1):
        tokens += len(sentence)
        if tokens >= LEADING:
            return number
    return len(text)


def in_texts(sentences: Sequence[Sentence], sizes: Sequence[int]) -> list[Sequence[Sentence]]:
    """The sentences of each text, given how many each text has.

    Parameters
    ----------
    sentences : sequence of Sentence
        The sentences of all texts.
    sizes : sequence of int
        How many are of each text.
    """
    if sum(sizes) != len(sentences):
        raise UsageError("texts: their sizes do not add up to the number of sentences")
    texts, start = [], 0
    for size in sizes:
        texts.append(sentences[start : start + size])
        start += size
    return texts
