"""An n-gram model as plain arrays, and the scorer that reads them.

The n-grams of each order stand in one level, sorted by (context, word), where the context of an
n-gram is the index of its first n-1 words in the level below: a trie without pointers. Word ids
rise as words get rarer, so the common words stand at the front of every context.

A `Level` has one number for each n-gram in each array: what training and ARPA files give. A
`StoredLevel` has the same numbers in fewer bytes: what a model file holds and look-ups read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.reference.compact import Offsets, Values
from syntacticdiff.reference.scorer import BEGIN

# Stored in place of log10 p for an n-gram that is there only because longer ones begin with it.
PREFIX_ONLY = float("inf")

ABSENT = -1

# For each context length 0..order-1, the index of the words so far in that level, or ABSENT.
NgramState = tuple[int, ...]


def id_type(vocabulary: int) -> type[np.uint16] | type[np.uint32]:
    """The narrowest type for the ids of so many words."""
    return np.uint16 if vocabulary <= 1 << 16 else np.uint32


@dataclass(frozen=True)
class Level:
    """The n-grams of one order. The highest order has neither back-offs nor children.

    Parameters
    ----------
    words : array of uint32
        The last word of each n-gram.
    log10 : array of float32
        log10 of its probability.
    backoff : array of float32
        log10 of its back-off.
    children : array of uint32
        Where the n-grams one order above that begin with it start; one more than there are n-grams.
    """

    words: NDArray[np.uint32]
    log10: NDArray[np.float32]
    backoff: NDArray[np.float32]
    children: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True)
class StoredLevel:
    """The n-grams of one order as a model file holds them; word ids have two or four bytes."""

    words: NDArray[np.unsignedinteger[Any]]
    log10: Values
    backoff: Values
    children: Offsets

    @classmethod
    def of(cls, level: Level | StoredLevel) -> StoredLevel:
        """The level as it is: nothing is packed yet."""
        if isinstance(level, StoredLevel):
            return level
        return cls(level.words, Values(level.log10), Values(level.backoff), Offsets(level.children))

    def packed(self, vocabulary: int) -> StoredLevel:
        """The same numbers in as few bytes as they need."""
        return StoredLevel(
            self.words.astype(id_type(vocabulary)),
            Values.packed(self.log10.array()),
            Values.packed(self.backoff.array()),
            Offsets.packed(self.children.array()),
        )

    def plain(self) -> Level:
        """One number for each n-gram again."""
        return Level(
            self.words.astype(np.uint32),
            self.log10.array(),
            self.backoff.array(),
            self.children.array(),
        )

    def __len__(self) -> int:
        return len(self.words)


class NgramScorer:
    """Look-ups in the levels: back-off by the longest context that was seen.

    Arrays are read through memory views, whose items are plain Python numbers. Indices from the
    file are checked before use, since a damaged file must not crash the process.
    """

    def __init__(self, levels: Sequence[Level | StoredLevel]) -> None:
        stored = [StoredLevel.of(level) for level in levels]
        self.order, self._levels = len(levels), levels
        self._words = [level.words.data for level in stored]
        self._log10 = [level.log10.reader() for level in stored]
        self._backoff = [level.backoff.reader() for level in stored]
        self._children = [level.children.pair_reader() for level in stored]

    def truncated(self, order: int) -> NgramScorer:
        """The model of this lower order that an ARPA file of the shorter n-grams would be."""
        return NgramScorer(self._levels[:order])

    def nothing(self) -> NgramState:
        """The state in which nothing is known of the words before."""
        return (0,) + (ABSENT,) * (self.order - 1)

    def begin(self) -> NgramState:
        return self.advance(self.nothing(), BEGIN)[1]

    def advance(self, state: NgramState, word: int) -> tuple[float, NgramState]:
        found = [word]  # for each context length, the n-gram that ends here
        for length in range(1, self.order):
            context = state[length]
            found.append(ABSENT if context == ABSENT else self._child(length, context, word))
        log10 = 0.0
        for length in range(self.order - 1, -1, -1):
            if found[length] != ABSENT:
                stored = self._log10[length](found[length])
                if stored != PREFIX_ONLY:
                    log10 += stored
                    break
            if length and state[length] != ABSENT:
                log10 += self._backoff[length - 1](state[length])
        return log10, (0, *found[:-1])

    def _child(self, length: int, context: int, word: int) -> int:
        """Index, among the n-grams of `length` + 1 words, of `context` followed by `word`."""
        words = self._words[length]
        start, end = self._children[length - 1](context)
        end = min(end, len(words))
        found = bisect_left(words, word, min(start, end), end)
        return found if found < end and words[found] == word else ABSENT
