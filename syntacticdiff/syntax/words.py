"""What the tagger and the parser see of a word: hashes of its spelling and of parts of it.

Both engines get these numbers, so that the native core need not know about Unicode.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.syntax.hashing import NOTHING, text_hash

_DIGITS = re.compile(r"\d")
_STRAIGHT = str.maketrans("‘’´“”", "'''\"\"")  # treebanks have typewriter marks
_LONGEST = 64  # of a longer word, only so many characters count, half of them at either end


class WordLook(NamedTuple):
    """The tagger's view of a word; native/tagger.hpp has the same fields in the same order."""

    word: int
    lower: int
    suffix1: int
    suffix2: int
    suffix3: int
    suffix4: int
    prefix1: int
    prefix2: int
    prefix3: int
    shape: int


OUTSIDE = WordLook(*(NOTHING,) * len(WordLook._fields))


@lru_cache(1 << 16)
def word_look(word: str) -> WordLook:
    """A word's look: digits are all alike, affixes are of the lower-cased word."""
    word = _plain(word)
    lower = word.lower()
    return WordLook(
        word=text_hash(word),
        lower=text_hash(lower),
        suffix1=text_hash(lower[-1:]),
        suffix2=text_hash(lower[-2:]),
        suffix3=text_hash(lower[-3:]),
        suffix4=text_hash(lower[-4:]),
        prefix1=text_hash(lower[:1]),
        prefix2=text_hash(lower[:2]),
        prefix3=text_hash(lower[:3]),
        shape=text_hash(word_shape(word)),
    )


def word_shape(word: str) -> str:
    """Runs of capitals, small letters and digits, each as one letter: `Xx`, `0-x`, `X.X.`."""
    shape: list[str] = []
    for character in word:
        if character.isupper():
            kind = "X"
        elif character.isalpha():
            kind = "x"
        elif character.isdigit():
            kind = "0"
        else:
            kind = character
        # A capital that stands alone differs from a run of them.
        if shape[-2:] != [kind, kind] if kind == "X" else shape[-1:] != [kind]:
            shape.append(kind)
    return "".join(shape)


@lru_cache(1 << 16)
def word_hash(word: str) -> int:
    """The parser's view of a word: lower-cased, digits all alike."""
    return text_hash(_plain(word).lower())


def _plain(word: str) -> str:
    if len(word) > _LONGEST:
        word = word[: _LONGEST // 2] + word[-_LONGEST // 2 :]
    return _DIGITS.sub("0", word.translate(_STRAIGHT))


def sentence_ends(sentences: Sequence[Sequence[object]]) -> NDArray[np.uint32]:
    """Where each sentence ends in the column of all their tokens."""
    return np.fromiter(accumulate(map(len, sentences)), np.uint32, len(sentences))
