"""Linear interpolation of the orders with fixed weights: P = l0/V + l1*P1 + ... + ln*Pn.

P1..Pn are relative frequencies; the uniform distribution below them makes every word possible. A
level whose context was never seen is left out and the other weights are scaled up. That is the
same as deciding level by level, from the highest seen down, whether to stop there: with
probability lambda_k = l_k / (l_0 + ... + l_k). In these terms the weights form a back-off model,
and the EM step that fits them to held-out text has a closed form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.counting import ABSENT, Counts, Text, locate
from syntacticdiff.reference.interpolation import Distribution, Floats, Mass, interpolate

MOST_STEPS = 200
SMALLEST_GAIN = 1e-7  # of bits per token; EM stops below it


def checked_weights(weights: Sequence[float], order: int) -> tuple[float, ...]:
    """The weights l0..ln as given, or an error that says what is wrong with them."""
    given = tuple(float(weight) for weight in weights)
    described = "weights " + " ".join(f"{weight:g}" for weight in given)
    if len(given) != order + 1:
        raise UsageError(
            f"{described}: order {order} needs {order + 1} numbers, the uniform level's first"
        )
    if not all(math.isfinite(weight) and weight >= 0 for weight in given):
        raise UsageError(f"{described}: each must be 0 or more")
    if abs(sum(given) - 1) > 1e-6:
        raise UsageError(f"{described}: they must sum to 1, not {sum(given):g}")
    return given


def stopping(weights: Sequence[float]) -> Floats:
    """lambda_1..lambda_n; 0 where neither the level nor any below it has weight."""
    up_to = np.cumsum(weights)[1:]
    stop: Floats = np.divide(weights[1:], up_to, out=np.zeros(len(up_to)), where=up_to > 0)
    return stop


def weights_of(stop: Floats) -> tuple[float, ...]:
    """l0..ln from lambda_1..lambda_n."""
    passing = np.cumprod((1 - stop)[::-1])[::-1]  # the chance to get below each level
    reaching = np.append(passing[1:], 1.0)
    return (float(passing[0]), *map(float, stop * reaching))


def linear(
    counts: Sequence[Counts], weights: Sequence[float], prune: Sequence[int]
) -> tuple[Distribution, ...]:
    """The unrounded model with weights l0..ln."""
    masses = []
    for level, stop in zip(counts, stopping(weights), strict=True):
        count = level.count.astype(np.float64)
        masses.append(Mass(count, (1 - stop) * count))
    return interpolate(counts, masses, prune)


@dataclass(frozen=True)
class Fit:
    """Weights that EM found, and the held-out text's bits per token before every step."""

    weights: tuple[float, ...]
    bits: tuple[float, ...]


def fit_weights(counts: Sequence[Counts], held_out: Text) -> Fit:
    """The weights under which held-out text is most likely, by expectation maximisation.

    Each token was drawn from one hidden level. The expected number of tokens that stop at level
    k, over the expected number that come to it, is the new lambda_k. Pruning plays no part here.
    """
    frequencies, seen = _frequencies(counts, held_out)
    order, tokens = len(counts), frequencies.shape[1]
    stop = np.full(order, 0.5)
    bits: list[float] = []
    while True:
        mixed = np.empty((order + 1, tokens))  # P^(k): level k mixed with all below it
        mixed[0] = 1.0 / (len(counts[0]) - 1)
        for k in range(order):
            own = stop[k] * frequencies[k] + (1 - stop[k]) * mixed[k]
            mixed[k + 1] = np.where(seen[k], own, mixed[k])
        bits.append(float(-np.mean(np.log2(mixed[order]))))
        if len(bits) > MOST_STEPS or (len(bits) > 1 and bits[-2] - bits[-1] < SMALLEST_GAIN):
            return Fit(weights_of(stop), tuple(bits))
        comes = np.ones(tokens)  # the chance that the token was drawn from level k or below
        for k in range(order - 1, -1, -1):
            stops = np.where(seen[k], comes * stop[k] * frequencies[k] / mixed[k + 1], 0.0)
            expected = float(np.sum(comes[seen[k]]))
            if expected > 0:
                stop[k] = min(float(np.sum(stops)) / expected, 1.0)
            comes = np.maximum(comes - stops, 0.0)


def _frequencies(counts: Sequence[Counts], text: Text) -> tuple[Floats, NDArray[np.bool_]]:
    """For each order and token, P_k of the token in its context, and whether that was seen."""
    ids, position = text.with_markers()
    contexts, words = [level.context for level in counts], [level.words for level in counts]
    ending = locate(contexts, words, ids, position)
    scored = np.flatnonzero(position > 0)  # all but <s>
    frequencies = np.zeros((len(counts), len(scored)))
    seen = np.zeros(frequencies.shape, np.bool_)
    for k, level in enumerate(counts):
        found = ending[k][scored]
        context = ending[k - 1][scored - 1] if k else np.zeros(len(scored), np.int64)
        total = np.bincount(level.context, level.count, len(counts[k - 1]) if k else 1)
        seen[k] = (context != ABSENT) & (position[scored] >= k) & (total[context] > 0)
        hit = found != ABSENT
        frequencies[k][hit] = level.count[found[hit]] / total[context[hit]]
    return frequencies, seen
