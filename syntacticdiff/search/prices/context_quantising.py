"""A trained context network in small integers: eight bits a weight, a scale for each row; and back.

What the integers mean is in `context_arithmetic`. Nothing is learned here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.search.prices.context_arithmetic import SCALE_BITS, STATE_BITS, VECTOR_BITS
from syntacticdiff.search.prices.context_file import (
    LARGEST_BIAS,
    LARGEST_SCALE,
    LAYERS,
    STATE_ONE,
    TABLE,
    Layer,
    NetworkArrays,
)

Floats = NDArray[np.float64]
Weights = Mapping[str, NDArray[Any]]

VECTOR_UNIT = 11  # a vector's numbers are in units of 2^-11 when they are used
VALUE_BITS = 10  # what a layer gives is in units of 2^-10
_LARGEST = 127  # of a weight
# Shares of a row's largest weight that are tried as the largest that is kept.
_CUTS = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7)

# The names that torch gives to the weights and biases of each layer.
TORCH_NAMES = {
    "forward.words": ("gru.weight_ih_l0", "gru.bias_ih_l0"),
    "forward.states": ("gru.weight_hh_l0", "gru.bias_hh_l0"),
    "backward.words": ("gru.weight_ih_l0_reverse", "gru.bias_ih_l0_reverse"),
    "backward.states": ("gru.weight_hh_l0_reverse", "gru.bias_hh_l0_reverse"),
    "word.hidden": ("word_hidden.weight", "word_hidden.bias"),
    "word.out": ("word_out.weight", "word_out.bias"),
    "gap.hidden": ("gap_hidden.weight", "gap_hidden.bias"),
    "gap.out": ("gap_out.weight", "gap_out.bias"),
}


def quantised_network(
    weights: Weights,
    words: Sequence[str],
    unknown_classes: Sequence[str],
    gap_words: Sequence[str],
) -> NetworkArrays:
    """The network as integers, from the weights as torch names them."""
    vectors = weights["vectors.weight"].astype(np.float64)
    stored, steps = _rounded_rows(vectors)
    scales = np.rint(steps * 2 ** (VECTOR_UNIT + VECTOR_BITS))
    if np.any(scales > np.iinfo(np.uint16).max):
        raise UsageError("vectors: numbers of 16 and more do not fit")
    points = np.arange(-TABLE // 2, TABLE // 2) / 2**VALUE_BITS
    return NetworkArrays(
        words=tuple(words),
        unknown_classes=tuple(unknown_classes),
        gap_words=tuple(gap_words),
        outputs=len(weights["word_out.bias"]),
        vector=vectors.shape[1],
        units=weights["gru.weight_hh_l0"].shape[1],
        word_units=weights["word_hidden.weight"].shape[0],
        gap_units=weights["gap_hidden.weight"].shape[0],
        vectors=stored.reshape(-1),
        vector_scales=scales.astype(np.uint16),
        layers={name: _layer(name, weights) for name in LAYERS},
        sigmoid=np.rint(STATE_ONE / (1 + np.exp(-points))).astype(np.int16),
        tanh=np.rint(STATE_ONE * np.tanh(points)).astype(np.int16),
    )


def floating_weights(network: NetworkArrays) -> dict[str, Floats]:
    """The weights of a network of integers as torch names them, to go on learning from.

    Parameters
    ----------
    network : NetworkArrays
        The network; its weights come back as they were rounded.
    """
    steps = network.vector_scales / 2.0 ** (VECTOR_UNIT + VECTOR_BITS)
    found = {
        "vectors.weight": network.vectors.reshape(-1, network.vector) * steps[:, None],
    }
    for name, layer in network.layers.items():
        weight, bias = TORCH_NAMES[name]
        unit, factor = _units(name)
        steps = layer.scales / factor / 2.0 ** (SCALE_BITS - unit)
        found[weight] = layer.weights.reshape(network.shape(name)) * steps[:, None]
        found[bias] = layer.bias / factor
    return found


def _units(name: str) -> tuple[int, float]:
    """In what units a layer's input is, and what its output is multiplied by."""
    unit = VECTOR_UNIT if name.endswith(".words") else STATE_BITS
    # Logits are in bits, and torch's are natural.
    return unit, 2**VALUE_BITS / (math.log(2) if name.endswith(".out") else 1.0)


def _layer(name: str, weights: Weights) -> Layer:
    matrix, bias = (weights[part].astype(np.float64) for part in TORCH_NAMES[name])
    stored, steps = _rounded_rows(matrix)
    unit, factor = _units(name)
    scales = np.rint(steps * factor * 2.0 ** (SCALE_BITS - unit))
    biases = np.rint(bias * factor)
    if np.any(scales >= LARGEST_SCALE) or np.any(np.abs(biases) > LARGEST_BIAS):
        raise UsageError(f"{name}: its weights or biases are too large")
    return Layer(stored.reshape(-1), scales.astype(np.int32), biases.astype(np.int32))


def _rounded_rows(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Rows as integers of eight bits, and the step of each row, with the least squared error."""
    largest = np.maximum(np.abs(matrix).max(axis=1), 1e-9)
    best = np.full(len(matrix), np.inf)
    steps = largest / _LARGEST
    for cut in _CUTS:
        tried = largest * cut / _LARGEST
        error = np.square(_integers(matrix, tried) * tried[:, None] - matrix).sum(axis=1)
        steps = np.where(error < best, tried, steps)
        best = np.minimum(best, error)
    return _integers(matrix, steps).astype(np.int8), steps


def _integers(matrix: Floats, steps: Floats) -> Floats:
    return np.clip(np.rint(matrix / steps[:, None]), -_LARGEST, _LARGEST)
