"""The semi-character index: words behind jumbled, missing and superfluous letters, by look-up.

The key of a word is its first letter, the letters inside in any order, and its last letter. A
jumble has the key of its word. A word with a letter missing has the key of its word once that
letter is added inside, one with a letter too many once that letter is taken away. Keys are summed
hashes of letters, so that adding and taking away is one operation, and an index is nothing but a
number for each word. Where the extension is installed, it does the same, faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.recognition.noise import KINDS
from syntacticdiff.recognition.semicharacter import FIRST, INSIDE, LAST, Condition, find_condition

if TYPE_CHECKING:
    from syntacticdiff import _native

MOST_LETTERS = 1 << 16  # of a word that is looked up; a longer one is no word
_CHUNK = 1 << 16  # words hashed at a time

Hashes = NDArray[np.uint64]


class SemicharacterIndex:
    """Finds the words that may be meant by a spelling.

    Parameters
    ----------
    words : sequence of str
        Distinct words, in descending order of preference.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters may be jumbled.
    native : bool, default True
        Use the extension, if it is installed.
    hashes : array of uint64, optional
        What `word_hashes` gives for the words, if it is known already.
    letters : str, optional
        The letters of the words that may be jumbled, if they are known already.

    Examples
    --------
    >>> index = SemicharacterIndex(["from", "research", "University", "form"])
    >>> index.behind("Uinervtisy"), index.behind("rsearch"), index.behind("reesearch")
    (['University'], ['research'], ['research'])
    >>> index.jumbled("form")
    ['from', 'form']
    """

    def __init__(
        self,
        words: Sequence[str],
        condition: str = "INT",
        native: bool = True,
        *,
        hashes: Hashes | None = None,
        letters: str | None = None,
    ) -> None:
        self.words, self.condition = words, find_condition(condition)
        self.hashes = word_hashes(words, condition) if hashes is None else hashes
        self.letters = jumbled_letters(words, self.condition) if letters is None else letters
        self._native = self._native_index() if native else None

    def jumbled(self, word: str) -> list[str]:
        """Words with the same letters, those that may be jumbled in another order or the same.

        Parameters
        ----------
        word : str
            The spelling to look up.

        Returns
        -------
        list of str
            In descending order of preference.
        """
        return [self.words[number] for number in self.numbers(word)[0]]

    def missing(self, word: str) -> list[str]:
        """Words that have one letter more among those that may be jumbled.

        Parameters
        ----------
        word : str
            The spelling to look up.

        Returns
        -------
        list of str
            In descending order of preference.
        """
        return [self.words[number] for number in self.numbers(word)[1]]

    def superfluous(self, word: str) -> list[str]:
        """Words that have one letter less among those that may be jumbled.

        Parameters
        ----------
        word : str
            The spelling to look up.

        Returns
        -------
        list of str
            In descending order of preference.
        """
        return [self.words[number] for number in self.numbers(word)[2]]

    def behind(self, word: str) -> list[str]:
        """All of these: the jumbled ones first, then the others.

        Parameters
        ----------
        word : str
            The spelling to look up.

        Returns
        -------
        list of str
            Each part in descending order of preference.
        """
        same, more, less = self.numbers(word)
        others = sorted({*more, *less}) if more and less else more or less
        return [self.words[number] for number in (*same, *others)]

    def numbers(self, word: str) -> Sequence[Sequence[int]]:
        """The places of those words in `words`: jumbled, a letter missing, a letter too many."""
        if len(word) > MOST_LETTERS:
            return (), (), ()
        if self._native is not None:
            return self._native.behind(word.encode("utf-32-le", "surrogatepass"))
        return [self._equal(hashes) for hashes in self._looked_up(word)]

    def replaced(self, word: str) -> Sequence[int]:
        """The places of words that have another letter in the place of one that may be jumbled.

        Parameters
        ----------
        word : str
            The spelling to look up.
        """
        if len(word) > MOST_LETTERS:
            return ()
        if self._native is not None:
            return self._native.replaced(word.encode("utf-32-le", "surrogatepass"))
        [own], _, without = self._looked_up(word)
        changed = (without[:, None] + self._letter_hashes).ravel()
        return self._equal(changed[changed != own])

    def _looked_up(self, word: str) -> tuple[Hashes, Hashes, Hashes]:
        """The hashes of the keys that a word is looked up by, for each kind of noise."""
        [own] = word_hashes([word], self.condition.name)
        more = self._letter_hashes if len(word) > 1 else self._letter_hashes[:0]
        letters = jumbled_letters([word] if len(word) > 2 else [], self.condition)
        less = _letter_hashes(_code_points(letters), self.condition.parts[INSIDE])
        return np.array([own], np.uint64), own + more, own - less

    def _equal(self, hashes: Hashes) -> list[int]:
        starts = np.searchsorted(self._sorted, hashes, "left")
        ends = np.searchsorted(self._sorted, hashes, "right")
        found = {
            int(self._order[place])
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
            for place in range(start, end)
        }
        return sorted(found)

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self.hashes, kind="stable")

    @cached_property
    def _sorted(self) -> Hashes:
        return self.hashes[self._order]

    @cached_property
    def _letter_hashes(self) -> Hashes:
        return _letter_hashes(_code_points(self.letters), self.condition.parts[INSIDE])

    def _native_index(self) -> _native.SemicharacterIndex | None:
        try:
            from syntacticdiff import _native
        except ImportError:
            return None
        return _native.SemicharacterIndex(
            self.hashes, _code_points(self.letters), self.condition.parts
        )


assert tuple(KINDS) == ("jumble", "delete", "insert")  # the order of `numbers`


def word_hashes(words: Sequence[str], condition: str = "INT") -> Hashes:
    """A number for each word, the same for all words with the same key.

    It is a sum over the letters, in each of which the letter and the part in which it is counted
    are mixed to 64 bits. Two of a million keys are the same by chance once in 40 million times.
    """
    parts = find_condition(condition).parts
    result = np.zeros(len(words), np.uint64)
    for start in range(0, len(words), _CHUNK):
        chunk = words[start : start + _CHUNK]
        lengths = np.fromiter(map(len, chunk), np.int64, len(chunk))
        points = _code_points("".join(chunk))
        ends = np.cumsum(lengths)
        role = np.full(len(points), parts[INSIDE], np.uint64)
        role[ends[lengths > 1] - 1] = parts[LAST]
        role[(ends - lengths)[lengths > 0]] = parts[FIRST]
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_mixed(points, role))])
        result[start : start + len(chunk)] = sums[ends] - sums[ends - lengths]
    return result


def jumbled_letters(words: Iterable[str], condition: Condition) -> str:
    """The distinct letters of words that may be jumbled, in order: those that may be missing."""
    found: set[str] = set()
    for word in words:
        found.update(word[condition.jumbled(word)])
    return "".join(sorted(found))


def _letter_hashes(points: NDArray[np.uint32], part: int) -> Hashes:
    return _mixed(points, np.full(len(points), part, np.uint64))


def _mixed(points: NDArray[np.uint32], part: NDArray[np.uint64]) -> Hashes:
    """The finaliser of SplitMix64; native/semicharacter.cpp has the same."""
    x = (points.astype(np.uint64) * np.uint64(4) + part + np.uint64(1)) * np.uint64(
        0x9E3779B97F4A7C15
    )
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
