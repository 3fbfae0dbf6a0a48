"""Pruning by relative entropy (Stolcke 1998): the n-grams go that the model misses least.

Dropping an n-gram changes its probability to the one that backing off gives, and with it the
back-off of its context. The threshold is for the share by which perplexity rises from that alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.backoff import (
    LEAST_LEFT,
    Ngrams,
    left_over,
    occurrences,
    packed_levels,
    rebuilt,
    unpacked_levels,
)
from syntacticdiff.reference.counting import Ints
from syntacticdiff.reference.interpolation import Floats
from syntacticdiff.reference.ngrams import Level
from syntacticdiff.reference.scorer import BEGIN, END

Bools = NDArray[np.bool_]


def prune_by_entropy(
    levels: Sequence[Level],
    threshold: float,
    *,
    unknown_words: int = 0,
    counts: NDArray[np.uint64] | None = None,
) -> tuple[Level, ...]:
    """Drop every n-gram without which perplexity rises by a share of `threshold` or less.

    An n-gram that a longer one begins or ends with stays. `counts` say how often a context's first
    word occurs; without them the model's own unigrams do, which Kneser-Ney makes no frequencies.
    """
    if not (math.isfinite(threshold) and threshold >= 0):
        raise UsageError(f"threshold {threshold}: must be a number from 0 on, such as 1e-8")
    orders = unpacked_levels(levels)
    weights = _context_weights(orders, unknown_words, counts)
    kept = [np.ones(len(orders[0]), np.bool_)]
    needed = np.zeros(len(orders[-1]), np.bool_)
    for k in range(len(orders) - 1, 0, -1):
        rise = _entropy_rise(orders[k - 1], orders[k], weights[k - 1], unknown_words)
        chosen = needed | (np.expm1(rise) > threshold)
        kept.insert(1, chosen)
        needed = np.zeros(len(orders[k - 1]), np.bool_)
        needed[orders[k].context[chosen]] = needed[orders[k].suffix[chosen]] = True
    return packed_levels(rebuilt(orders, kept), unknown_words)


def _context_weights(
    orders: Sequence[Ngrams], unknown_words: int, counts: NDArray[np.uint64] | None
) -> list[Floats]:
    """How often text is in each context: the product of the probabilities of its words."""
    first = orders[0].probability * occurrences(orders[0].words, unknown_words)
    if counts is not None and counts.any():
        first = counts / counts.sum()
    first[BEGIN] = first[END]  # as many sentences begin as end
    weights = [first]
    for ngrams in orders[1:-1]:
        times = occurrences(ngrams.words, unknown_words)
        weights.append(weights[-1][ngrams.context] * times * ngrams.probability)
    return weights


def _entropy_rise(below: Ngrams, ngrams: Ngrams, weight: Floats, unknown_words: int) -> Floats:
    """D(p || p') in nats if one n-gram goes, for each: equation 5 of Stolcke."""
    times = occurrences(ngrams.words, unknown_words)
    seen, backed_off = ngrams.probability, below.probability[ngrams.suffix]
    left, lower = (part[ngrams.context] for part in left_over(below, ngrams, unknown_words))
    old = _log(left) - _log(lower)
    new = _log(left + times * seen) - _log(lower + times * backed_off)
    change = times * seen * (_log(backed_off) + new - _log(seen)) + left * (new - old)
    rise: Floats = -weight[ngrams.context] * change
    return rise


def _log(values: Floats | Ints) -> Floats:
    return np.log(np.maximum(values, LEAST_LEFT))
