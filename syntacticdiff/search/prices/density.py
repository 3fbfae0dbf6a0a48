"""How many errors a text has: what all its sentences say together about each of its edits.

A price says how likely an edit is right in a text of middling quality. But errors come together:
in the text of a writer who makes many, the same doubtful place is more likely one of them, and in
that of a native writer it is hardly ever. So a text is searched twice. The first time, prices are
as they were learned, and the number of edits that are expected in it is summed; the second time,
every edit is cheaper or dearer by the level

    power * log2((weight * prior + expected) / (weight + rate * tokens))  bits,

where `rate` is the number of edits in a token of the text that prices were learned from, `prior`
the share of that which is expected of a text before it is seen, and `weight` says how many edits of
evidence that counts as. The level is the same for all edits of a text, so that they keep their
order.
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
_MOST_POWER = 16.0


@dataclass(frozen=True)
class Density:
    """How the number of expected edits of a text changes its prices.

    Parameters
    ----------
    rate : float
        Edits in a token of the text that prices were learned from.
    prior : float
        The share of that rate which a text is expected to have before it is seen.
    weight : float
        How many edits of evidence that counts as.
    power : float
        How strongly the level follows; 1 is one step of estimating the density of errors, and more
        stands for going on with that.
    least, most : float
        The lowest and the highest level, in bits.
    """

    rate: float
    prior: float
    weight: float
    power: float
    least: float
    most: float

    def __post_init__(self) -> None:
        values = self.rate, self.prior, self.weight, self.power, self.least, self.most
        fine = (
            all(map(math.isfinite, values))
            and 0.0 < self.rate <= 1.0
            and 0.0 < self.prior <= 1.0
            and 0.0 < self.weight <= ONE_BIT
            and 0.0 <= self.power <= _MOST_POWER
            and -_MOST_BITS <= self.least <= 0.0 <= self.most <= _MOST_BITS
        )
        if not fine:
            raise UsageError("prices: a density of errors whose numbers make no sense")

    def level(self, expected: float, tokens: int) -> int:
        """What the price of every edit of a text changes by, in units of 2^-20 bit.

        Parameters
        ----------
        expected : float
            The number of edits that are expected in the text with prices as they were learned.
        tokens : int
            The number of its tokens.
        """
        ratio = (self.weight * self.prior + expected) / (self.weight + self.rate * tokens)
        bits = min(max(self.power * math.log2(ratio), self.least), self.most)
        return -math.floor(bits * _STEPS + 0.5) * (ONE_BIT // _STEPS)


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
