"""The `.sdrec` file: the network of word recognition in one byte a weight.

A container (docs/format.md) of arrays and JSON. Each row of a weight matrix is whole numbers from
-127 to 127 and a scale.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import Container, Kind, open_container, write_container
from syntacticdiff.files.header import flag, record, required, text, whole
from syntacticdiff.recognition.network import GATES, RecognitionNetwork
from syntacticdiff.recognition.semicharacter import ALPHABET, CONDITIONS
from syntacticdiff.text.front_coding import FrontCodedWords

LARGEST = 127
MATRICES = ("input", "recurrent", "output")
SDREC = Kind(
    magic=b"SDRC\r\n\x1a\n",
    version=1,
    name="word recogniser",
    remedy="make one with `syntacticdiff train-recognizer`",
    rules={
        "words": required(whole(1)),
        "units": required(whole(1, 1 << 14)),
        "condition": required(text()),
        "alphabet": required(text()),
        "neighbours": required(flag()),
        "tokenizer": required(text()),
        "tokenizer_version": required(whole()),
        "training": required(record()),
        "signature": required(text()),
    },
    sections={
        "words.text": ("u1",),
        "words.blocks": ("u4",),
        "input": ("i1",),
        "input.scale": ("f4",),
        "recurrent": ("i1",),
        "recurrent.scale": ("f4",),
        "bias": ("f4",),
        "output": ("i1",),
        "output.scale": ("f2",),
        "output.bias": ("f2",),
    },
)


def save_network(network: RecognitionNetwork, path: str | os.PathLike[str]) -> str:
    """Write a network whole or not at all; returns its checksum.

    Parameters
    ----------
    network : RecognitionNetwork
        The network, whose `header` says how it was trained and for which tokens. Its weights are
        rounded; `load_network` gives what was written.
    path : str or path-like
        The file.
    """
    words = FrontCodedWords.build(network.words)
    arrays: dict[str, NDArray[Any]] = {"words.text": words.text, "words.blocks": words.blocks}
    for name in MATRICES:
        kind = np.float16 if name == "output" else np.float32
        arrays[name], arrays[f"{name}.scale"] = _rounded(getattr(network, name), kind)
    arrays["bias"] = network.bias
    arrays["output.bias"] = network.output_bias.astype(np.float16)
    header = {
        "words": len(network.words),
        "units": network.units,
        "condition": network.condition,
        "alphabet": ALPHABET,
        "neighbours": network.neighbours,
        **network.header,
    }
    return write_container(path, SDREC, header, arrays)


def load_network(path: str | os.PathLike[str], *, verify: bool = True) -> RecognitionNetwork:
    """The network of a file.

    Parameters
    ----------
    path : str or path-like
        A file that `syntacticdiff train-recognizer` has made.
    verify : bool, default True
        Compare the checksum of the whole file.

    Raises
    ------
    ModelError
        If it is no such file, or damaged, in one line that says which.
    """
    file = open_container(path, SDREC, verify)
    try:
        return _network(file)
    except ValueError as error:
        raise ModelError(f"{file.path}: damaged: {error}; copy or make it again") from None


def _network(file: Container) -> RecognitionNetwork:
    header = dict(file.header)
    missing = SDREC.sections.keys() - file.arrays.keys()
    if missing:
        raise ValueError(f"it has no {min(missing)}")
    condition, units, length = header["condition"], header["units"], header["words"]
    if condition not in CONDITIONS:
        raise ValueError(f"there is no condition {condition[:20]!r}")
    if header["alphabet"] != ALPHABET:
        raise ValueError("its alphabet is another one")
    shapes = {
        "input": (GATES * units, CONDITIONS[condition].width),
        "recurrent": (GATES * units, units),
        "output": (length + 1, units),
    }
    sizes = {name: rows * columns for name, (rows, columns) in shapes.items()}
    sizes |= {f"{name}.scale": rows for name, (rows, _) in shapes.items()}
    sizes |= {"bias": GATES * units, "output.bias": length + 1}
    for name, size in sizes.items():
        if len(file.arrays[name]) != size:
            raise ValueError(f"its section {name} has {len(file.arrays[name])} items, not {size}")
        if not np.all(np.isfinite(file.arrays[name].astype(np.float32))):
            raise ValueError(f"its section {name} has something that is not a number")
    coded = FrontCodedWords(file.arrays["words.text"], file.arrays["words.blocks"], length)
    words = coded.checked()
    weights = {name: _restored(file.arrays, name, shape) for name, shape in shapes.items()}
    return RecognitionNetwork(
        words=words,
        bias=file.arrays["bias"].astype(np.float32),
        output_bias=file.arrays["output.bias"].astype(np.float32),
        condition=condition,
        neighbours=header["neighbours"],
        header={
            name: header[name]
            for name in ("tokenizer", "tokenizer_version", "training", "signature")
        },
        **weights,
    )


def _rounded(matrix: NDArray[np.float32], kind: Any) -> tuple[NDArray[np.int8], NDArray[Any]]:
    """Whole numbers and a scale for each row; the scale is rounded first, upwards."""
    largest = np.abs(matrix).max(axis=1, initial=0.0)
    scale = np.maximum(largest / LARGEST, np.finfo(np.float16).tiny).astype(kind)
    scale = np.where(
        scale.astype(np.float32) * LARGEST < largest, np.nextafter(scale, kind(1e4)), scale
    )
    numbers = np.rint(matrix / scale.astype(np.float32)[:, None])
    return np.clip(numbers, -LARGEST, LARGEST).astype(np.int8).ravel(), scale.astype(kind)


def _restored(
    arrays: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, int]
) -> NDArray[np.float32]:
    numbers = arrays[name].reshape(shape).astype(np.float32)
    scale: NDArray[np.float32] = arrays[f"{name}.scale"].astype(np.float32)
    return numbers * scale[:, None]
