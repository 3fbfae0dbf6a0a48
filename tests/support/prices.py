"""Weights for cues, drawn by chance, so that prices can be compared without anything learned."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights


def drawn_weights(hashes: Iterable[int], seed: int = 0, classes: int = 1) -> PackedWeights:
    """A weight for each cue, most of them under one bit."""
    distinct = np.unique(np.fromiter(hashes, np.uint64))
    values = np.random.default_rng(seed).normal(0.0, 0.7, len(distinct))
    columns = np.ones(len(distinct), np.uint32), np.zeros(len(distinct), np.uint8)
    learned = LearnedWeights(distinct, *columns, values).largest(len(distinct))
    return PackedWeights.pack(learned, classes, unit=2.0**-10)
