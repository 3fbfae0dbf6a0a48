"""Values of a model rounded to a few levels, so that each needs one or two bytes.

The levels of each array start as an even grid and are then moved to lower the squared error, by
Lloyd's algorithm in one dimension. Bins of equal mass are no good start: where values are rare, at
both ends, they leave errors that no number of rounds removes. Numbers that mean something by
themselves keep their value: a back-off of 1, a probability of 0, and the mark of n-grams that have
none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.interpolation import ZERO
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level
from syntacticdiff.reference.scorer import LOG2_10

BITS = (8, 16)

_KEPT = np.array([PREFIX_ONLY, ZERO, 0.0], np.float32)
_MOST_ROUNDS = 200


def checked_bits(bits: int) -> int:
    """How many bits a value gets."""
    if isinstance(bits, bool) or bits not in BITS:
        raise UsageError(f"bits: must be 8 or 16, not {bits!r}")
    return bits


def quantised(levels: Sequence[Level], bits: int) -> tuple[tuple[Level, ...], float]:
    """The model with at most 2^bits different values in each array, and what a look-up may lose.

    The second is the most by which -log2 p of a word can change: a look-up adds the back-offs of
    the contexts that it gives up to one probability, each with an error of its own.
    """
    result, errors = [], []
    for level in levels:
        log10, backoff = _rounded(level.log10, bits), _rounded(level.backoff, bits)
        result.append(replace(level, log10=log10, backoff=backoff))
        errors.append((_largest_error(level.log10, log10), _largest_error(level.backoff, backoff)))
    bound = most = 0.0
    for probability, context in reversed(errors):
        most += context  # of the back-offs from the longest context down to this one
        bound = max(bound, probability + most)
    return tuple(result), bound * LOG2_10


def _largest_error(before: NDArray[np.float32], after: NDArray[np.float32]) -> float:
    finite = np.isfinite(before)
    difference = before[finite].astype(np.float64) - after[finite]
    return float(np.abs(difference).max(initial=0.0))


def _rounded(numbers: NDArray[np.float32], bits: int) -> NDArray[np.float32]:
    """Each number's nearest level."""
    distinct, index, count = np.unique(numbers, return_inverse=True, return_counts=True)
    if len(distinct) <= 1 << bits:
        return numbers
    kept = np.isin(distinct, _KEPT) | ~np.isfinite(distinct)
    wanted = (1 << bits) - int(kept.sum())
    nearest = distinct.copy()
    nearest[~kept] = _nearest_levels(distinct[~kept], count[~kept], wanted)
    return nearest[index]


def _nearest_levels(
    numbers: NDArray[np.float32], weight: NDArray[np.int64], wanted: int
) -> NDArray[np.float32]:
    """Of each of some rising numbers the nearest of `wanted` levels, chosen for these weights."""
    values = numbers.astype(np.float64)
    mass = np.concatenate(([0.0], np.cumsum(weight.astype(np.float64))))
    moment = np.concatenate(([0.0], np.cumsum(weight * values)))

    def means(edges: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.diff(moment[edges]) / np.diff(mass[edges])

    steps = np.linspace(values[0], values[-1], wanted + 1)[1:-1]
    edges = np.unique(np.concatenate(([0], np.searchsorted(values, steps), [len(values)])))
    for _ in range(_MOST_ROUNDS):
        levels = means(edges)
        between = np.searchsorted(values, (levels[1:] + levels[:-1]) / 2)
        nearer = np.unique(np.concatenate(([0], between, [len(values)])))
        if np.array_equal(nearer, edges):
            break
        edges = nearer
    return np.repeat(means(edges).astype(np.float32), np.diff(edges))
