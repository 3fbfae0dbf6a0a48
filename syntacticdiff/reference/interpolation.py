"""From counts to an n-gram model: what the smoothing methods have in common.

Both methods take something from every n-gram that was seen and give it to the words that were not
seen in its context, through the context's back-off. They differ only in how much they take. Here
the n-grams are pruned, the orders are mixed from the lowest up and the result becomes a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.reference.counting import Counts, Ints
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import BEGIN, UNKNOWN

Floats = NDArray[np.float64]

MOST_WORDS = 5  # the longest n-grams that a model may have

# log10 of a probability or back-off that is 0, and of <s>, which is never predicted.
ZERO = -99.0

PRUNED = -1


@dataclass(frozen=True)
class Mass:
    """One order's counts, and how much of each count goes to the context's unseen words."""

    count: Floats
    freed: Floats


@dataclass(frozen=True)
class Distribution:
    """One order of a model before its numbers are rounded.

    `backoff` is the share of each n-gram, as a context, that goes to the order below; 1 where
    nothing follows it in the model.
    """

    words: Ints
    context: Ints
    probability: Floats
    backoff: Floats

    def __len__(self) -> int:
        return len(self.words)


def pruning(prune: Sequence[int] | None, order: int) -> tuple[int, ...]:
    """The thresholds of every order; the last one given holds for the orders above it, too."""
    given = tuple(prune or (0,))
    described = f"prune {list(given)}"
    if any(isinstance(t, bool) or not isinstance(t, int) or t < 0 for t in given):
        raise UsageError(f"{described}: thresholds are whole numbers from 0 on")
    if len(given) > order:
        raise UsageError(f"{described}: {len(given)} thresholds for a model of order {order}")
    if given[0] != 0:
        raise UsageError(f"{described}: single words are never pruned; the first must be 0")
    if list(given) != sorted(given):
        raise UsageError(f"{described}: a threshold must not be lower than the one before it")
    return given + given[-1:] * (order - len(given))


def interpolate(
    counts: Sequence[Counts], masses: Sequence[Mass], prune: Sequence[int]
) -> tuple[Distribution, ...]:
    """Mix each order with the one below it; the lowest with the uniform distribution.

    With c a count, d what is freed of it and c(h) the sum over a context,
    p(w|h) = (c - d) / c(h) + backoff(h) * p(w|h'), where backoff(h) is the freed share of c(h).
    A pruned n-gram is freed whole, so that a context's probabilities still sum to 1. Thresholds
    must not fall with the order: then whatever an n-gram begins or ends with stays, too.
    """
    uniform = 1.0 / (len(counts[0]) - 1)  # every word but <s>
    levels: list[Distribution] = []
    place = np.zeros(1, np.int64)  # where an n-gram of the order below stands after pruning
    lower = np.array([uniform])
    for k, (level, mass) in enumerate(zip(counts, masses, strict=True)):
        keep = np.ones(len(level), np.bool_) if k == 0 else level.count > prune[k]
        contexts = len(counts[k - 1]) if k else 1
        total = np.bincount(level.context, mass.count, contexts)
        freed = np.bincount(level.context, np.where(keep, mass.freed, mass.count), contexts)
        backoff = np.divide(freed, total, out=np.ones(contexts), where=total > 0)
        context, suffix = level.context[keep], place[level.suffix[keep]]
        probability = (mass.count - mass.freed)[keep] / total[context]
        probability += backoff[context] * lower[suffix]
        if k == 0:
            probability[BEGIN] = 0.0
        else:
            below = levels[-1]
            levels[-1] = Distribution(
                below.words, below.context, below.probability, backoff[place != PRUNED]
            )
        words, context = level.words[keep], place[context]
        levels.append(Distribution(words, context, probability, np.empty(0)))
        place, lower = np.where(keep, np.cumsum(keep) - 1, PRUNED), probability
    return tuple(levels)


def rounded(levels: Sequence[Distribution], unknown_words: int = 0) -> tuple[Level, ...]:
    """The model as it is stored: float32 log10, and each context's children as a range.

    Words that were cut from the vocabulary share the probability of `<unk>`: what is stored is the
    probability of each of them.
    """
    stored = []
    for level, above in zip(levels, [*levels[1:], None], strict=True):
        children = np.empty(0, np.int64)
        if above is not None:
            children = np.searchsorted(above.context, np.arange(len(level) + 1))
        probability = level.probability
        if unknown_words > 1:
            unknown = level.words == UNKNOWN
            probability = np.where(unknown, probability / unknown_words, probability)
        stored.append(
            Level(
                words=level.words.astype(np.uint32),
                log10=log10_of(probability),
                backoff=log10_of(level.backoff),
                children=children.astype(np.uint32),
            )
        )
    return tuple(stored)


def contexts_of(levels: Sequence[Level]) -> list[Ints]:
    """For each level, every n-gram's context as an index in the level below (0 in the first)."""
    contexts = [np.zeros(len(levels[0]), np.int64)]
    for level, above in pairwise(levels):
        children = level.children.astype(np.int64)
        if (children[1:] < children[:-1]).any() or children[0] or children[-1] != len(above):
            raise ModelError("the model is damaged: its n-grams have no order; make it again")
        contexts.append(np.repeat(np.arange(len(level)), children[1:] - children[:-1]))
    return contexts


def log10_of(values: Floats) -> NDArray[np.float32]:
    """Probabilities or back-offs as they are stored."""
    logs = np.log10(values, out=np.full(len(values), ZERO), where=values > 0)
    return np.clip(logs, ZERO, 0.0).astype(np.float32)
