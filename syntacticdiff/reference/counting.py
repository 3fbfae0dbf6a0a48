"""Counting the n-grams of a text, in arrays only.

An n-gram is named by its index among the n-grams of its order, and found by (index of its first
n-1 words, last word): one 64-bit key whatever the order. Sorting those keys gives the order in
which a model stores them. What the counts mean for a probability is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.reference.scorer import BEGIN, END

Ints = NDArray[np.int64]

ABSENT = -1


@dataclass(frozen=True)
class Text:
    """Sentences as one array of word ids: the words without markers, and each sentence's length."""

    words: NDArray[np.uint32]
    lengths: Ints

    def select(self, chosen: NDArray[np.bool_]) -> Text:
        """Only the chosen sentences."""
        return Text(self.words[np.repeat(chosen, self.lengths)], self.lengths[chosen])

    def with_markers(self) -> tuple[Ints, Ints]:
        """The ids of `<s> w1 .. wm </s>` of all sentences, and each one's position in its own."""
        ends = np.cumsum(self.lengths + 2)
        starts = ends - self.lengths - 2
        ids = np.full(int(ends[-1]) if len(ends) else 0, END, np.int64)
        position = np.arange(len(ids)) - np.repeat(starts, self.lengths + 2)
        ids[starts] = BEGIN
        inside = np.ones(len(ids), np.bool_)
        inside[starts] = inside[ends - 1] = False
        ids[inside] = self.words
        return ids, position


@dataclass(frozen=True)
class Counts:
    """The n-grams of one order, sorted by (context, word), and how often each occurs.

    `context` and `suffix` are indices, in the order below, of the first and of the last n-1 words.
    For single words both are 0, the empty n-gram, and every word id is listed; `<s>` counts 0
    there, since it is never predicted. `sorted_last` is the n-gram that `lmplz` sorts last, or
    ABSENT; see `kneser_ney`.
    """

    words: Ints
    context: Ints
    suffix: Ints
    count: Ints
    begins: NDArray[np.bool_]  # does it begin with <s>?
    sorted_last: int

    def __len__(self) -> int:
        return len(self.words)


def count_ngrams(text: Text, vocabulary: int, order: int) -> tuple[Counts, ...]:
    """Count all n-grams of 1 to `order` words; `vocabulary` is the number of word ids."""
    ids, position = text.with_markers()
    last = _sorted_last(ids, position, order)
    levels = [_count_words(ids, vocabulary, int(ids[last]))]
    ending = ids  # for each token, the index of the (k-1)-gram that ends there
    for k in range(2, order + 1):
        here = np.flatnonzero(position >= k - 1)
        keys, found, count = np.unique(
            ending[here - 1] * vocabulary + ids[here], return_inverse=True, return_counts=True
        )
        context, words = np.divmod(keys, vocabulary)
        suffix = np.empty(len(keys), np.int64)
        suffix[found] = ending[here]
        ending = np.full(len(ids), ABSENT)
        ending[here] = found
        begins = levels[-1].begins[context]
        levels.append(Counts(words, context, suffix, count, begins, int(ending[last])))
    return tuple(levels)


def _count_words(ids: Ints, vocabulary: int, sorted_last: int) -> Counts:
    words = np.arange(vocabulary)
    count = np.bincount(ids, minlength=vocabulary)
    count[BEGIN] = 0
    empty = np.zeros(vocabulary, np.int64)
    return Counts(words, empty, empty, count, words == BEGIN, sorted_last)


def _sorted_last(ids: Ints, position: Ints, order: int) -> int:
    """A token at which the last n-gram ends, if they are sorted as `lmplz` sorts them.

    By their last words, then the words before; words in the order in which they first occur, after
    the markers; before a sentence stand as many `<s>` as are needed.
    """
    rank = np.arange(max(int(ids.max()), END) + 1)
    seen, first = np.unique(ids, return_index=True)
    words = seen > END
    rank[seen[words]] = END + 1 + np.argsort(np.argsort(first[words]))
    last = np.flatnonzero(position > 0)
    for back in range(order):
        inside = position[last] >= back
        ranks = np.where(inside, rank[ids[np.where(inside, last - back, 0)]], BEGIN)
        last = last[ranks == ranks.max()]
    return int(last[0])


def adjusted_counts(levels: Sequence[Counts]) -> list[Ints]:
    """Kneser-Ney's counts: of how many different words does one precede this n-gram?

    The highest order keeps its true counts, and so does what begins with `<s>`, which nothing
    precedes.
    """
    adjusted = []
    for level, above in pairwise(levels):
        before = np.bincount(above.suffix, minlength=len(level))
        adjusted.append(np.where(level.begins, level.count, before))
    return [*adjusted, levels[-1].count]


def locate(
    contexts: Sequence[Ints], words: Sequence[Ints], ids: Ints, position: Ints
) -> list[Ints]:
    """For each order, the index of the n-gram that ends at each token, or ABSENT.

    `contexts` and `words` are those of each order's n-grams; `ids` and `position` come from
    `Text.with_markers`.
    """
    vocabulary = len(words[0])
    ending = [ids]
    for k in range(2, len(words) + 1):
        keys = contexts[k - 1] * vocabulary + words[k - 1]
        before = np.full(len(ids), ABSENT)
        before[1:] = ending[-1][:-1]
        wanted = before * vocabulary + ids
        found = np.searchsorted(keys, wanted)
        hit = (position >= k - 1) & (before != ABSENT)
        hit[hit] = found[hit] < len(keys)
        hit[hit] = keys[found[hit]] == wanted[hit]
        ending.append(np.where(hit, found, ABSENT))
    return ending
