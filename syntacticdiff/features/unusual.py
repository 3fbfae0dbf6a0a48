"""What a reference finds unusual in a document, beyond the edits that a reader would agree with.

Two things are counted, in bits: the edits of a sweep, which describe every place where the
reference would rather have another word, and the words that it did not expect, by the function
words and parts of speech around them. `features.grammar` gives them their place in a row.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.ways import DESCRIPTIVE
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.features.kinds import mask
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, ONE_BIT
from syntacticdiff.text.word_classes import EDGE

_MOST_BITS = 20.0  # of a word: an unknown one is not worth more


class Unusual:
    """Sweeps sentences, and scores their words.

    Parameters
    ----------
    model : ReferenceModel
        The reference.
    """

    def __init__(self, model: ReferenceModel) -> None:
        self.model = model
        self._differ = SyntacticDiff(model, **DESCRIPTIVE)

    def edits(self, sentences: Sequence[Diff]) -> list[list[tuple[Edit, float]]]:
        """The edits of a sweep over each sentence, with about the bits that each saves."""
        swept = self._differ.document([diff.tokens for diff in sentences])
        # A gain is per token, the end included.
        return [[(e, e.gain * (len(diff.tokens) + 1)) for e in diff.edits] for diff in swept]

    def word_bits(self, diff: Diff) -> list[float]:
        """The bits of each token of a sentence, and of its end."""
        lexicon = self.model.lexicon
        ids = [*map(lexicon.id, diff.tokens), END]
        scored = ScoredSentence(self.model.scorer, ids)
        return [min(bits / ONE_BIT, _MOST_BITS) for bits in scored.bits]


def masked_tokens(tokens: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Function words as they are, content words as their part of speech, `{NN}`."""
    return [
        mask(token, tag) or (f"\\{token}" if token.startswith(("{", "\\", EDGE)) else token)
        for token, tag in zip(tokens, tags, strict=True)
    ]


def unlikely(words: Sequence[str], bits: Sequence[float]) -> Iterable[tuple[str, float]]:
    """The bits of each word and of the end, by two and by three masked words that end there.

    Examples
    --------
    >>> list(unlikely(["in", "{NN}"], [5.0, 9.0, 2.0]))[1:3]
    [('bits(in {NN})', 9.0), ('bits(^ in {NN})', 9.0)]
    """
    beyond = [EDGE, *words, EDGE]
    for place, value in enumerate(bits, 1):
        pair = f"{beyond[place - 1]} {beyond[place]}"
        yield f"bits({pair})", value
        if place > 1:
            yield f"bits({beyond[place - 2]} {pair})", value


def of_length_one(values: Mapping[str, float]) -> dict[str, float]:
    """Values divided so that their squares add up to 1."""
    length = math.sqrt(math.fsum(value * value for value in values.values())) or 1.0
    return {name: value / length for name, value in values.items()}


def summed(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Values added up by name."""
    found: defaultdict[str, float] = defaultdict(float)
    for name, value in pairs:
        found[name] += value
    return found
