"""Learned weights of cues as prices hold them, and back."""

from __future__ import annotations

import numpy as np

from syntacticdiff.search.prices.calibrated import UNIT
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.tuning.conditional import CueWeights

BUCKETS = 1 << 16  # always as many, so that the weights of any two files can be added
LEAST_BITS = 0.02  # smaller weights are left out
MOST_BITS = 60.0  # of a weight, so that sums of many stay small integers
MOST_WEIGHTS = 400_000

_HIGH, _LOW = np.uint64(48), np.uint64(16)


def packed(weights: CueWeights, most: int = MOST_WEIGHTS) -> PackedWeights:
    """The largest weights, in units of 2^-10 bit.

    Parameters
    ----------
    weights : CueWeights
        The weights.
    most : int, default 400000
        How many are kept at most.
    """
    kept = np.abs(weights.bits) >= LEAST_BITS
    keys = weights.keys[kept].astype(np.uint64)
    hashes = (keys >> _LOW << _HIGH) | (keys & np.uint64(0xFFFF))
    bits, size = np.clip(weights.bits[kept], -MOST_BITS, MOST_BITS), len(hashes)
    learned = LearnedWeights(hashes, np.ones(size, np.uint32), np.zeros(size, np.uint8), bits)
    return PackedWeights.pack(learned.largest(most), 1, unit=1.0 / UNIT, buckets=BUCKETS)


def unpacked(weights: PackedWeights) -> CueWeights:
    """The weights that were packed, as exact as they were kept.

    Parameters
    ----------
    weights : PackedWeights
        What `packed` has made.
    """
    found = weights.unpacked()
    keys = (found.hashes >> _HIGH << _LOW) | (found.hashes & np.uint64(0xFFFF))
    order = np.argsort(keys)
    return CueWeights(keys[order].astype(np.uint32), found.values[order] / UNIT)
