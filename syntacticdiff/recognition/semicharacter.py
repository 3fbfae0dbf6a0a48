"""What a reader of jumbled words has to go by: the first letter, the last, and which are between.

A word is three counts over an alphabet: its first letter, the letters inside, its last letter
(Sakaguchi, Duh, Post & Van Durme 2017). How many letters are inside counts, their order does not.
A condition says which of the three are put together, as if also the end or the beginning of words
were jumbled.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.parameters import one_of

ALPHABET = string.ascii_uppercase + string.ascii_lowercase + ".,:;'*!?`$%&(){}[]-/\\@_#"
WITH_DIGIT = "@"  # stands for any word with a digit, in all three parts
OTHER = "_"  # stands for a character that the alphabet does not have
FIRST, INSIDE, LAST = 0, 1, 2

_APOSTROPHE = "\u2019"
_CODES = np.full(128, ALPHABET.index(OTHER), np.int64)
_CODES[list(map(ord, ALPHABET))] = np.arange(len(ALPHABET))


@dataclass(frozen=True)
class Condition:
    """Which letters of a word are counted together.

    Parameters
    ----------
    name : str
        `INT`, `END`, `BEG` or `ALL`.
    parts : tuple of int
        The part of the vector in which the first letter, those inside and the last are counted.
    help : str
        Which letters may be jumbled.
    """

    name: str
    parts: tuple[int, int, int]
    help: str

    @property
    def width(self) -> int:
        """How many numbers a word is."""
        return len(ALPHABET) * (1 + max(self.parts))

    def jumbled(self, word: str) -> slice:
        """The letters of a word whose order does not matter."""
        if len(set(self.parts)) == 1:
            return slice(0, len(word))
        start = 0 if self.parts[FIRST] == self.parts[INSIDE] else min(1, len(word))
        end = len(word) if self.parts[LAST] == self.parts[INSIDE] else len(word) - 1
        return slice(start, max(start, end))


CONDITIONS = {
    condition.name: condition
    for condition in (
        Condition("INT", (0, 1, 2), "the letters inside a word"),
        Condition("END", (0, 1, 1), "all letters but the first"),
        Condition("BEG", (0, 0, 1), "all letters but the last"),
        Condition("ALL", (0, 0, 0), "all letters"),
    )
}


def find_condition(name: str) -> Condition:
    """A condition by its name, or an error that lists the names."""
    return CONDITIONS[one_of("condition", name, CONDITIONS)]


def semicharacter_key(word: str, condition: str = "INT") -> str:
    """What all jumbles of a word have in common: the word with the letters inside in order.

    Parameters
    ----------
    word : str
        Any word, with its capitals.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters may be jumbled.

    Returns
    -------
    str

    Examples
    --------
    >>> semicharacter_key("Cmabrigde") == semicharacter_key("Cambridge") == "Cabdgimre"
    True
    >>> semicharacter_key("from", "ALL")
    'fmor'
    """
    place = find_condition(condition).jumbled(word)
    return word[: place.start] + "".join(sorted(word[place])) + word[place.stop :]


def semicharacter_vectors(words: Sequence[str], condition: str = "INT") -> NDArray[np.uint8]:
    """Words as counts of letters, one row for each.

    Parameters
    ----------
    words : sequence of str
        Any words.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters are counted together.

    Returns
    -------
    array of uint8, shape (words, 76 x number of parts)
        Counts above 255 are 255. A word of one letter has no last letter; a word with a digit is
        `@` in every part; an empty word is nothing.

    Examples
    --------
    >>> first, inside, last = semicharacter_vectors(["University"]).reshape(3, -1)
    >>> {ALPHABET[i]: int(n) for i, n in enumerate(inside) if n}
    {'e': 1, 'i': 2, 'n': 1, 'r': 1, 's': 1, 't': 1, 'v': 1}
    """
    chosen = find_condition(condition)
    rows, places = letter_places(words, chosen)
    counts = np.bincount(rows * chosen.width + places, minlength=len(words) * chosen.width)
    return np.minimum(counts, 255).astype(np.uint8).reshape(len(words), chosen.width)


def letter_places(
    words: Sequence[str], condition: Condition
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each letter of each word, the number of its word and where it is counted."""
    spelled = [WITH_DIGIT * 3 if has_digit(word) else word for word in words]
    lengths = np.fromiter(map(len, spelled), np.int64, len(spelled))
    codes = letter_codes("".join(spelled))
    rows = np.repeat(np.arange(len(spelled)), lengths)
    ends = np.cumsum(lengths)
    role = np.full(len(codes), INSIDE)
    role[ends[lengths > 1] - 1] = LAST
    role[(ends - lengths)[lengths > 0]] = FIRST
    parts: NDArray[Any] = np.array(condition.parts)
    return rows, parts[role] * len(ALPHABET) + codes


def letter_codes(text: str) -> NDArray[np.int64]:
    """Places in the alphabet, one for each character."""
    text = text.replace(_APOSTROPHE, "'")
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.where(points < 128, _CODES[np.minimum(points, 127)], ALPHABET.index(OTHER))


def has_digit(word: str) -> bool:
    """Whether a word is treated like all others with digits."""
    return any(map(str.isdigit, word))
