"""Back-off models as arrays to compute with: mixing and pruning take them apart and rebuild them.

What is computed here needs probabilities and the places of n-grams only; how these were estimated
does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.reference.counting import Ints
from syntacticdiff.reference.interpolation import ZERO, Floats, contexts_of, log10_of
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level
from syntacticdiff.reference.scorer import BEGIN, UNKNOWN

LEAST_LEFT = 1e-9  # of a distribution; what is below is rounding


@dataclass(frozen=True)
class Ngrams:
    """The n-grams of one order, sorted by (context, word), with their probabilities.

    `context` and `suffix` are indices, in the order below, of the first and of the last n-1 words.
    """

    words: Ints
    context: Ints
    suffix: Ints
    probability: Floats

    def __len__(self) -> int:
        return len(self.words)

    def chosen(self, chosen: NDArray[np.bool_], place: Ints) -> Ngrams:
        """Some of the n-grams; `place` says where the n-grams of the order below have gone."""
        return Ngrams(
            self.words[chosen],
            place[self.context[chosen]],
            place[self.suffix[chosen]],
            self.probability[chosen],
        )


def suffixes(words: Sequence[Ints], contexts: Sequence[Ints]) -> list[Ints]:
    """For each order, the index of every n-gram's last n-1 words in the order below."""
    found = [np.zeros(len(words[0]), np.int64)]
    if len(words) > 1:
        found.append(words[1])
    for k in range(2, len(words)):
        keys = contexts[k - 1] * len(words[0]) + words[k - 1]
        wanted = found[k - 1][contexts[k]] * len(words[0]) + words[k]
        suffix = np.searchsorted(keys, wanted)
        known = suffix < len(keys)
        known[known] = keys[suffix[known]] == wanted[known]
        if not known.all():
            raise ModelError(
                "an n-gram's last words are not in the model, as they are in models trained here; "
                "it cannot be mixed or pruned"
            )
        found.append(suffix)
    return found


def unpacked_levels(levels: Sequence[Level]) -> list[Ngrams]:
    """The probabilities of a model, and where they belong."""
    if any((level.log10 == PREFIX_ONLY).any() for level in levels):
        raise ModelError(
            "n-grams without a probability of their own, as in some ARPA files; the model cannot "
            "be mixed or pruned"
        )
    contexts, words = contexts_of(levels), [level.words.astype(np.int64) for level in levels]
    numbers = [np.power(10.0, level.log10.astype(np.float64)) for level in levels]
    numbers[0][BEGIN] = 0.0
    columns = zip(words, contexts, suffixes(words, contexts), numbers, strict=True)
    return [Ngrams(*column) for column in columns]


def packed_levels(orders: Sequence[Ngrams], unknown_words: int) -> tuple[Level, ...]:
    """The model with these probabilities, and with back-offs under which every context sums to 1.

    `<unk>` counts as often as words were cut. Other than in a model that was trained, a back-off
    may be above 1: a context may leave less to its seen words than the order below gives them.
    """
    levels = []
    for below, above in pairwise(orders):
        left, lower = left_over(below, above, unknown_words)
        # Where nothing is left in the order below, every word was seen, and nothing is looked up.
        backoff = np.divide(left, lower, out=np.ones(len(below)), where=lower > LEAST_LEFT)
        children = np.searchsorted(above.context, np.arange(len(below) + 1))
        logs = np.log10(np.maximum(backoff, 10.0**ZERO)).astype(np.float32)
        levels.append(
            Level(
                below.words.astype(np.uint32),
                log10_of(below.probability),
                logs,
                children.astype(np.uint32),
            )
        )
    top = orders[-1]
    none = np.empty(0, np.float32), np.empty(0, np.uint32)
    return (*levels, Level(top.words.astype(np.uint32), log10_of(top.probability), *none))


def left_over(below: Ngrams, above: Ngrams, unknown_words: int) -> tuple[Floats, Floats]:
    """What each context leaves to words not seen in it, and what the order below gives these."""
    times = occurrences(above.words, unknown_words)
    backed_off = below.probability[above.suffix]
    left = 1.0 - np.bincount(above.context, times * above.probability, len(below))
    lower = 1.0 - np.bincount(above.context, times * backed_off, len(below))
    return left.astype(np.float64, copy=False), lower.astype(np.float64, copy=False)


def occurrences(words: Ints, unknown_words: int) -> Floats:
    """How often each word counts in sums over the vocabulary."""
    return np.where(words == UNKNOWN, float(max(unknown_words, 1)), 1.0)


def places(chosen: NDArray[np.bool_]) -> Ints:
    """Where each item goes if only the chosen ones are kept."""
    return np.cumsum(chosen) - 1


def rebuilt(orders: Sequence[Ngrams], chosen: Iterable[NDArray[np.bool_]]) -> list[Ngrams]:
    """Only the chosen n-grams of each order."""
    result, place = [], np.zeros(1, np.int64)
    for ngrams, kept in zip(orders, chosen, strict=True):
        result.append(ngrams.chosen(kept, place))
        place = places(kept)
    return result
