"""The `.sdctx` file: the words, weights and tables of a context network, in one container.

docs/format.md defines the container and its sections; `context_arithmetic` says how they are used.
Whatever a file holds, no sum of an opened network overflows.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Container, Kind, write_container
from syntacticdiff.files.header import listed, record, required, text, whole

EMBEDDED = Path(__file__).with_name("context.sdctx")

TABLE = 1 << 14  # entries of the tables of the sigmoid and of tanh
STATE_ONE = 1 << 14  # a state of 1.0
LARGEST_SCALE = 1 << 24
LARGEST_BIAS = 1 << 26
MOST_INPUTS = 256  # of a layer that reads words or states of one direction
MOST_HIDDEN = 512  # so that no sum reaches 2^31

# A layer is three sections: NAME.weights, NAME.scales and NAME.bias.
LAYERS = (
    "forward.words",
    "forward.states",
    "backward.words",
    "backward.states",
    "word.hidden",
    "word.out",
    "gap.hidden",
    "gap.out",
)

SDCTX = Kind(
    magic=b"SDCT\r\n\x1a\n",
    version=1,
    name="context network",
    remedy="make one with pipelines/context_network.py",
    rules={
        "vector": required(whole(1, MOST_INPUTS)),
        "units": required(whole(1, MOST_INPUTS)),
        "word_units": required(whole(1, MOST_HIDDEN)),
        "gap_units": required(whole(1, MOST_HIDDEN)),
        "outputs": required(whole(1)),
        "unknown_classes": required(listed(text())),
        "gap_words": required(listed(text())),
        "licence": text(),
        "made_by": text(),
        "corpora": listed(record()),
        "tokens": whole(),
    },
    sections={
        "words": ("u1",),
        "vectors": ("i1",),
        "vector_scales": ("u2",),
        "*.weights": ("i1",),
        "*.scales": ("i4",),
        "*.bias": ("i4",),
        "sigmoid": ("i2",),
        "tanh": ("i2",),
    },
)


@dataclass(frozen=True)
class Layer:
    """Weights row by row; a row's sum is multiplied by its scale, and its bias is added.

    Parameters
    ----------
    weights : array of int8
        Row after row.
    scales : array of int32
        For each row, in units of 2^-28.
    bias : array of int32
        For each row.
    """

    weights: NDArray[np.int8]
    scales: NDArray[np.int32]
    bias: NDArray[np.int32]


@dataclass(frozen=True)
class NetworkArrays:
    """A network as plain data.

    Parameters
    ----------
    words : tuple of str
        The input words, folded, the commonest first. Their ids follow those of the unknown classes.
    unknown_classes : tuple of str
        What words that are not in the list are read as, by their `word_class`; the first is for
        classes that are not here.
    gap_words : tuple of str
        The words that may belong into a gap; their ids begin at 1, and 0 is no word.
    outputs : int
        How many words the word head tells apart: 0 stands for all that follow, 1 for the first
        word of `words`, and so on.
    vector, units, word_units, gap_units : int
        The sizes of the layers.
    vectors : array of int8
        A vector for each input id.
    vector_scales : array of uint16
        What each vector is multiplied by, in units of 2^-8.
    layers : mapping of str to Layer
        By the names of `LAYERS`.
    sigmoid, tanh : array of int16
        The functions from -8 to 8, in steps of 2^-10; values in units of 2^-14.
    """

    words: tuple[str, ...]
    unknown_classes: tuple[str, ...]
    gap_words: tuple[str, ...]
    outputs: int
    vector: int
    units: int
    word_units: int
    gap_units: int
    vectors: NDArray[np.int8]
    vector_scales: NDArray[np.uint16]
    layers: Mapping[str, Layer]
    sigmoid: NDArray[np.int16]
    tanh: NDArray[np.int16]

    @property
    def inputs(self) -> int:
        """How many input ids there are."""
        return len(self.unknown_classes) + len(self.words)

    @property
    def gaps(self) -> int:
        """How many gap ids there are."""
        return len(self.gap_words) + 1

    def shape(self, layer: str) -> tuple[int, int]:
        """The rows and columns of a layer's weights."""
        return {
            "forward.words": (3 * self.units, self.vector),
            "forward.states": (3 * self.units, self.units),
            "backward.words": (3 * self.units, self.vector),
            "backward.states": (3 * self.units, self.units),
            "word.hidden": (self.word_units, 2 * self.units),
            "word.out": (self.outputs, self.word_units),
            "gap.hidden": (self.gap_units, 2 * self.units),
            "gap.out": (self.gaps, self.gap_units),
        }[layer]

    def write(self, path: str | os.PathLike[str], header: Mapping[str, Any]) -> str:
        """Write the file; returns its checksum. `header` says where the network comes from."""
        arrays: dict[str, NDArray[Any]] = {
            "words": np.frombuffer("\n".join(self.words).encode(), np.uint8),
            "vectors": self.vectors,
            "vector_scales": self.vector_scales,
            "sigmoid": self.sigmoid,
            "tanh": self.tanh,
        }
        for name in LAYERS:
            arrays[f"{name}.weights"] = self.layers[name].weights
            arrays[f"{name}.scales"] = self.layers[name].scales
            arrays[f"{name}.bias"] = self.layers[name].bias
        sizes = {
            name: getattr(self, name)
            for name in ("vector", "units", "word_units", "gap_units", "outputs")
        }
        names = {
            "unknown_classes": list(self.unknown_classes),
            "gap_words": list(self.gap_words),
        }
        return write_container(path, SDCTX, {**header, **sizes, **names}, arrays)


def stored_network(file: Container) -> NetworkArrays:
    """The network of an open file, whose sections must fit together."""
    arrays, header = file.arrays, file.header
    wanted = {"words", "vectors", "vector_scales", "sigmoid", "tanh"} | {
        f"{layer}.{part}" for layer in LAYERS for part in ("weights", "scales", "bias")
    }
    if missing := sorted(wanted - set(arrays)):
        raise ModelError(f'{file.path}: damaged: it has no section "{missing[0]}"')
    network = NetworkArrays(
        words=_words(file),
        unknown_classes=tuple(header["unknown_classes"]),
        gap_words=tuple(header["gap_words"]),
        **{name: header[name] for name in ("outputs", "vector", "units", "word_units")},
        gap_units=header["gap_units"],
        vectors=arrays["vectors"],
        vector_scales=arrays["vector_scales"],
        layers={
            name: Layer(*(arrays[f"{name}.{part}"] for part in ("weights", "scales", "bias")))
            for name in LAYERS
        },
        sigmoid=arrays["sigmoid"],
        tanh=arrays["tanh"],
    )
    if wrong := _fault(network):
        raise ModelError(f"{file.path}: damaged: {wrong}")
    return network


def _words(file: Container) -> tuple[str, ...]:
    try:
        words = file.arrays["words"].tobytes().decode().split("\n")
    except UnicodeDecodeError:
        raise ModelError(f"{file.path}: damaged: its words are not UTF-8") from None
    return tuple(words)


def _fault(network: NetworkArrays) -> str | None:
    """What does not fit, in words; None if everything does."""
    for names in (network.words, network.unknown_classes, network.gap_words):
        if len(set(names)) != len(names) or not names:
            return "a list of its words has none, or one of them twice"
    if network.outputs > len(network.words) + 1:
        return "it tells more words apart than it has"
    if (
        len(network.vectors) != network.inputs * network.vector
        or len(network.vector_scales) != network.inputs
    ):
        return "its vectors do not fit its words"
    for name, layer in network.layers.items():
        rows, columns = network.shape(name)
        if (len(layer.weights), len(layer.scales), len(layer.bias)) != (rows * columns, rows, rows):
            return f'its layer "{name}" does not have the size that its header gives'
        if not _within(layer.scales, 0, LARGEST_SCALE - 1) or not _within(
            layer.bias, -LARGEST_BIAS, LARGEST_BIAS
        ):
            return f'the scales or biases of its layer "{name}" are too large'
    for table, least in ((network.sigmoid, 0), (network.tanh, -STATE_ONE)):
        if len(table) != TABLE or not _within(table, least, STATE_ONE):
            return "its tables hold what no such function gives"
    return None


def _within(values: NDArray[Any], least: int, most: int) -> bool:
    return bool(np.all((values >= least) & (values <= most)))
