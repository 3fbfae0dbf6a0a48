"""The `.sdparse` file: tagger, parser and what else was learned from a treebank, in one container.

docs/format.md defines the container; `weights` says what a perceptron's sections mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Container, Kind
from syntacticdiff.syntax.weights import BLOCK, CODES, LARGEST, MOST_CLASSES, PackedWeights

DEFAULT = "default"
EMBEDDED = Path(__file__).with_name("default.sdparse")

SDPARSE = Kind(
    magic=b"SDPA\r\n\x1a\n",
    version=1,
    name="parser",
    remedy="make one with `syntacticdiff train-parser`",
)

_TYPES = {
    "bases": np.dtype("<u4"),
    "offsets": np.dtype("<u2"),
    "records": np.dtype("<u1"),
    "codes": np.dtype("<i4"),
}


def weight_sections(name: str, weights: PackedWeights) -> dict[str, NDArray[Any]]:
    """A perceptron's weights as the sections of a file."""
    return {
        f"{name}.bases": weights.bases,
        f"{name}.offsets": weights.offsets,
        f"{name}.records": weights.records,
        f"{name}.codes": weights.codes,
    }


def stored_weights(file: Container, name: str, classes: int) -> PackedWeights:
    """A perceptron's weights from a file, whose sections must fit together."""
    arrays = {
        part: file.arrays[f"{name}.{part}"] for part in _TYPES if f"{name}.{part}" in file.arrays
    }
    if len(arrays) < len(_TYPES):
        raise ModelError(f"{file.path}: it has no {name}; make it again with `train-parser`")
    fits = (
        all(array.dtype == _TYPES[part] for part, array in arrays.items())
        and len(arrays["offsets"]) >= 2
        and len(arrays["bases"]) == (len(arrays["offsets"]) - 1) // BLOCK + 1
        and len(arrays["codes"]) == CODES
        and bool(np.all((arrays["codes"] >= -LARGEST) & (arrays["codes"] <= LARGEST)))
        and 1 <= classes <= MOST_CLASSES
    )
    if not fits:
        raise ModelError(f"{file.path}: damaged: its sections do not fit together")
    return PackedWeights(classes, **arrays)


def stored_names(file: Container, name: str) -> tuple[str, ...]:
    """A list of names from a file's header: tags, labels."""
    names = file.header.get(name)
    if (
        not isinstance(names, Sequence)
        or not 1 <= len(names) <= MOST_CLASSES
        or not all(isinstance(item, str) for item in names)
        or len(set(names)) != len(names)
    ):
        raise ModelError(f"{file.path}: damaged: its header has no list of {name}")
    return tuple(names)
