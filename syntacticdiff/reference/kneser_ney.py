"""Interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998), with `lmplz`'s estimates.

What an n-gram gives up depends on its count alone: a discount for 1, for 2 and for 3 or more,
estimated per order from how many n-grams occur once, twice, three and four times.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.reference.counting import ABSENT, Counts, Ints, adjusted_counts
from syntacticdiff.reference.interpolation import Distribution, Floats, Mass, interpolate

FALLBACK = (0.5, 1.0, 1.5)


def discounts(adjusted: Ints | NDArray[np.uint32]) -> tuple[float, float, float]:
    """D1, D2 and D3+ of one order: equation 26 of Chen and Goodman.

    Texts that are small or made by a machine may lack n-grams of some count, or give a discount
    outside 0..count; then the order gets the fallback.
    """
    n1, n2, n3, n4 = (int(np.count_nonzero(adjusted == j)) for j in (1, 2, 3, 4))
    if not (n1 and n2 and n3):
        return FALLBACK
    y = n1 / (n1 + 2 * n2)
    d1, d2, d3 = 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3
    if not (0 <= d1 <= 1 and 0 <= d2 <= 2 and 0 <= d3 <= 3):
        return FALLBACK
    return d1, d2, d3


def kneser_ney(counts: Sequence[Counts], prune: Sequence[int]) -> tuple[Distribution, ...]:
    """The unrounded model. Discounts come from the counts before pruning."""
    masses = []
    for level, adjusted in zip(counts, adjusted_counts(counts), strict=True):
        # An oddity of lmplz: of the n-gram that its sort puts last, the true count goes into the
        # statistics. Without it small texts would get other discounts than from lmplz.
        observed = adjusted.copy()
        if level.sorted_last != ABSENT:
            observed[level.sorted_last] = level.count[level.sorted_last]
        discount: Floats = np.array((0.0, *discounts(observed)))
        masses.append(Mass(adjusted.astype(np.float64), discount[np.minimum(adjusted, 3)]))
    return interpolate(counts, masses, prune)
