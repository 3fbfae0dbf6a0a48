"""Known words that are spelled like an unknown one.

The exact, unrestricted Damerau-Levenshtein distance is computed only for the few words that lengths
and letter counts cannot rule out. Words that differ only in case, hyphens and apostrophes are
looked up directly. Other modules decide which words to correct. Where the extension is installed,
it does the same, faster.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from syntacticdiff import _native

_BUCKETS = 32  # letters are counted by code point modulo this: exact for a to z, sound for others
_CHUNK = 1 << 16  # words whose letters are counted at a time
_JOINTS = dict.fromkeys(
    map(ord, "-\u2010\u2011'\u2019")
)  # characters that join the parts of a word
MOST_LETTERS = 100  # for longer words, only the lengths are compared


class SpellingIndex:
    """Finds the known words that are closest to a spelling.

    Parameters
    ----------
    words : sequence of str
        The known words, in descending order of preference.
    native : bool, default=True
        Use the extension, if it is installed.

    Examples
    --------
    >>> index = SpellingIndex(["receive", "relieve", "well-known"])
    >>> index.nearest("recieve", distance=2, most=5)
    ['receive', 'relieve']
    >>> index.variants("wellknown")
    ['well-known']
    """

    def __init__(self, words: Sequence[str], native: bool = True) -> None:
        self.words = words
        self._native = _native_index(words) if native else None
        self._variants: dict[str, list[str]] = defaultdict(list)
        for word in words:
            self._variants[letters_of(word)].append(word)

    def variants(self, word: str) -> list[str]:
        """Known words that differ from `word` only in case, hyphens and apostrophes.

        Parameters
        ----------
        word : str
            The spelling to look up.

        Returns
        -------
        list of str
            In descending order of preference, without `word` itself.
        """
        letters = letters_of(word)
        return [other for other in self._variants.get(letters, ()) if letters and other != word]

    def nearest(self, word: str, distance: int, most: int) -> list[str]:
        """Known words within a distance of a spelling.

        Parameters
        ----------
        word : str
            The spelling to look up.
        distance : int
            The largest Damerau-Levenshtein distance.
        most : int
            The largest number of words to return.

        Returns
        -------
        list of str
            The closest words first; at equal distance, in order of preference.
        """
        if self._native is not None:
            numbers = self._native.nearest(_code_points(word), distance, most)
            return [self.words[number] for number in numbers]
        found = []
        for number in self._rows.plausible(word, distance):
            exact = damerau_levenshtein(word, self.words[number])
            if exact <= distance:
                found.append((exact, number))
        return [self.words[number] for _, number in sorted(found)[:most]]

    @cached_property
    def _rows(self) -> _Rows:
        return _Rows(self.words)


class _Rows:
    """The lengths and letters of words, in rows that are sorted by length."""

    def __init__(self, words: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        self._numbers = np.argsort(lengths)
        self._lengths = lengths[self._numbers]
        self._letters = _letter_counts([words[number] for number in self._numbers])

    def plausible(self, word: str, distance: int) -> list[int]:
        """The numbers of words that may be within `distance`.

        An edit changes the length by at most 1, and removes or adds at most one letter. Let `more`
        be the number of letters that only the first word has, and `less` those that only the second
        has; then the distance is at least max(more, less) = (more + less + |more - less|) / 2.
        """
        length = len(word)
        first, last = np.searchsorted(self._lengths, [length - distance, length + distance + 1])
        if first == last:
            return []
        rows = self._letters[first:last]
        differing = np.abs(rows - _letter_counts([word])).sum(axis=1, dtype=np.int64)
        differing += np.abs(self._lengths[first:last] - length)
        found: list[int] = self._numbers[first + np.flatnonzero(differing <= 2 * distance)].tolist()
        return found


def _native_index(words: Sequence[str]) -> _native.SpellingIndex | None:
    """The same words for the extension; None where there is none."""
    try:
        from syntacticdiff import _native
    except ImportError:
        return None
    lengths = np.fromiter(map(len, words), np.uint32, len(words))
    return _native.SpellingIndex(_code_points("".join(words)), lengths)


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _letter_counts(words: Sequence[str]) -> NDArray[np.int8]:
    """How often each bucket of letters occurs in each word, with one row per word."""
    counts = np.zeros((len(words), _BUCKETS), np.int8)
    for start in range(0, len(words), _CHUNK):
        chunk = words[start : start + _CHUNK]
        encoded = "".join(chunk).encode("utf-32-le", "surrogatepass")
        buckets = np.frombuffer(encoded, np.uint32).astype(np.int64) % _BUCKETS
        owners = np.repeat(np.arange(len(chunk)), [len(word) for word in chunk])
        found = np.bincount(owners * _BUCKETS + buckets, minlength=len(chunk) * _BUCKETS)
        # Counts and their differences may overflow, which only makes words look closer.
        counts[start : start + len(chunk)] = found.reshape(-1, _BUCKETS).astype(np.int8)
    return counts


def letters_of(word: str) -> str:
    """A word without its case, hyphens and apostrophes.

    Examples
    --------
    >>> letters_of("Well-known") == letters_of("wellknown")
    True
    """
    return word.translate(_JOINTS).lower()


def letters_between(first: str, second: str) -> int:
    """By how many letters two words differ, ignoring case, hyphens and apostrophes.

    Examples
    --------
    >>> letters_between("recieve", "receive"), letters_between("wellknown", "well-known")
    (1, 0)
    """
    first, second = letters_of(first), letters_of(second)
    if max(len(first), len(second)) > MOST_LETTERS:
        return min(max(abs(len(first) - len(second)), first != second), MOST_LETTERS)
    return damerau_levenshtein(first, second)


def damerau_levenshtein(first: str, second: str) -> int:
    """The smallest number of insertions, removals, replacements and swaps of adjacent letters.

    The distance is unrestricted: swapped letters may be edited again (`ca` -> `abc` takes 2).

    Parameters
    ----------
    first, second : str
        The two words.

    Returns
    -------
    int
        Their distance.

    Examples
    --------
    >>> damerau_levenshtein("recieve", "receive"), damerau_levenshtein("ca", "abc")
    (1, 2)
    """
    far = len(first) + len(second)
    last_row: dict[str, int] = {}  # where each letter was last seen in `first`
    # rows[i + 1][j + 1] is the distance between first[:i] and second[:j]; the border is `far`
    rows: list[list[int]] = [[far] * (len(second) + 2), [far, *range(len(second) + 1)]]
    for i, letter in enumerate(first, 1):
        above, row = rows[i], [far, i]
        last_column = 0  # where `letter` was last seen in `second`
        for j, other in enumerate(second, 1):
            swapped_row, swapped_column = last_row.get(other, 0), last_column
            between = (i - swapped_row - 1) + (j - swapped_column - 1)
            row.append(
                min(
                    above[j] + (letter != other),
                    above[j + 1] + 1,
                    row[j] + 1,
                    rows[swapped_row][swapped_column] + between + 1,
                )
            )
            if letter == other:
                last_column = j
        rows.append(row)
        last_row[letter] = i
    return rows[-1][-1]
