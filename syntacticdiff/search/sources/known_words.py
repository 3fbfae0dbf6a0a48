"""The words of a reference that are common enough to be put into a text."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from weakref import WeakSet

import numpy as np

from syntacticdiff.parameters import whole_number
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS, UNKNOWN
from syntacticdiff.text.languages import ENGLISH

_told_without_counts: WeakSet[Lexicon] = WeakSet()  # references whose user was told already


class KnownWords:
    """The part of a lexicon that may be put into a text.

    Parameters
    ----------
    lexicon : Lexicon
        The reference's words.
    min_count : int
        Rarer words are left out. Not applied where the reference has no counts.
    language : str, default "en"
        The language of the reference.
    """

    def __init__(self, lexicon: Lexicon, min_count: int, language: str = ENGLISH) -> None:
        self.lexicon, self.min_count = lexicon, whole_number("min_count", min_count, 0)
        self.language = language
        if lexicon.counts is None and lexicon not in _told_without_counts:
            _told_without_counts.add(lexicon)
            warnings.warn(
                "the reference has no word counts: min_count is not applied, and frequent:N ranks "
                "by unigram probability",
                stacklevel=3,
            )

    def __contains__(self, word: str) -> bool:
        number = self.lexicon.id(word)
        if number == UNKNOWN:
            return False
        counts = self.lexicon.counts
        return counts is None or bool(counts[number] >= self.min_count)

    def __iter__(self) -> Iterator[str]:
        """All of them, the commonest first."""
        counts = self.lexicon.counts
        numbers: Iterable[int] = range(len(MARKERS), len(self.lexicon))
        if counts is not None:
            numbers = len(MARKERS) + np.flatnonzero(counts[len(MARKERS) :] >= self.min_count)
        return map(self.lexicon.word, map(int, numbers))


def has_letter(word: str) -> bool:
    """Whether a word is more than digits and punctuation."""
    return any(map(str.isalpha, word))
