"""Words behind a spelling, of whatever kind its faults are, the nearest first.

Two indexes are pooled: the semi-character index, for which a jumble is one fault however many
letters it moves, and the index of spellings, for which each letter that is added, missing, replaced
or swapped with its neighbour is one.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from syntacticdiff.recognition.index import SemicharacterIndex
from syntacticdiff.text.spelling import SpellingIndex, damerau_levenshtein

MOST_FAULTS = 2
MOST_WORDS = 10
TRIED = 4 * MOST_WORDS  # words of the index of spellings: some are nearer by the other index


class Near(NamedTuple):
    """A word that may be meant.

    Parameters
    ----------
    word : str
        The word.
    faults : int
        How many faults would have turned it into the spelling.
    """

    word: str
    faults: int


class WordPool:
    """Finds words within two faults of a spelling.

    Parameters
    ----------
    index : SemicharacterIndex
        Words in descending order of preference.
    native : bool, default True
        Use the extension for the index of spellings, if it is installed.

    Examples
    --------
    >>> pool = WordPool(SemicharacterIndex(["research", "university", "searches"]))
    >>> pool.nearest("rscheearch")
    []
    >>> pool.nearest("rsceaerh"), pool.nearest("rsaercch")
    ([Near(word='research', faults=1)], [Near(word='research', faults=2)])
    """

    def __init__(self, index: SemicharacterIndex, native: bool = True) -> None:
        self.index, self._use_native = index, native

    def nearest(self, word: str, most: int = MOST_WORDS) -> list[Near]:
        """The nearest words, those with as many faults in order of preference.

        Parameters
        ----------
        word : str
            The spelling to look up.
        most : int, default 10
            How many words at most.
        """
        same, more, less = self.index.numbers(word)
        faults: dict[int, int] = {}
        for number in self._spelled(word):
            faults[number] = damerau_levenshtein(word, self._words[number])
        for number in {*more, *less, *self.index.replaced(word)} - faults.keys():
            faults[number] = MOST_FAULTS  # the letter, and a jumble
        for number in same:
            faults[number] = min(1, faults.get(number, 1))
        ranked = sorted((count, number) for number, count in faults.items())[:most]
        return [Near(self._words[number], count) for count, number in ranked]

    def _spelled(self, word: str) -> list[int]:
        found = self._spellings.nearest(word, MOST_FAULTS, TRIED)
        return [self._numbers[each] for each in found]

    @cached_property
    def _words(self) -> list[str]:
        return list(self.index.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._words)}

    @cached_property
    def _spellings(self) -> SpellingIndex:
        return SpellingIndex(self._words, self._use_native)
