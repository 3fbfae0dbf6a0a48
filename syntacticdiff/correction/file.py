"""The files of a corrector's settings: TOML to read and edit, or a compact form that opens at once.

A file that ends in `.toml` is TOML; any other is a container (files/container.py) whose header
has the tables and whose arrays have the learned weights. Both hold the same; reading looks at the
first bytes and not at the name.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import InputError, ModelError
from syntacticdiff.files.container import Kind, open_container, write_container
from syntacticdiff.files.toml import read_toml, write_toml

FORMAT = "syntacticdiff-correction"
VERSION = 1
TABLES = ("settings", "penalties", "learned", "provenance")

COMPACT = Kind(
    magic=b"SDCS\r\n\x1a\n",
    version=1,
    name="file of correction settings",
    remedy="make one with `syntacticdiff tune`",
)
_ARRAYS = {"names.text": "u1", "names.offsets": "u4", "weights": "f8"}

Tables = dict[str, dict[str, Any]]


def write_settings(path: str | os.PathLike[str], tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a file, whole or not at all."""
    filled = {name: dict(table) for name, table in tables.items() if table}
    if Path(path).suffix == ".toml":
        data = {"format": FORMAT, "version": VERSION, **filled}
        write_toml(path, data, "See docs/correction.md")
        return
    learned = filled.get("learned", {})
    weights: Mapping[str, float] = learned.pop("weights", {})
    names = [name.encode("utf-8", "surrogatepass") for name in weights]
    arrays: dict[str, NDArray[Any]] = {
        "names.text": np.frombuffer(b"".join(names), np.uint8),
        "names.offsets": np.cumsum([0, *map(len, names)]).astype(np.uint32),
        "weights": np.array(list(weights.values()), np.float64),
    }
    write_container(path, COMPACT, filled, arrays)


def read_settings(path: str | os.PathLike[str]) -> Tables:
    """The tables of a file; anything but tables of these names is an error."""
    data = _compact(path) if _is_compact(path) else _toml(path)
    for name, table in data.items():
        if name not in TABLES or not isinstance(table, dict):
            allowed = ", ".join(f"[{table}]" for table in TABLES)
            raise InputError(f"{path}: {name} is none of {allowed}")
    return data


def is_settings(path: str | os.PathLike[str]) -> bool:
    """Whether a file holds settings in either form."""
    return Path(path).suffix == ".toml" or _is_compact(path)


def _is_compact(path: str | os.PathLike[str]) -> bool:
    try:
        with open(path, "rb") as stream:
            return stream.read(len(COMPACT.magic)) == COMPACT.magic
    except OSError:
        return False  # what is wrong is said by the reader of TOML


def _toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    data = read_toml(path)
    found = data.pop("format", None)
    if found != FORMAT:
        raise InputError(f"{path}: no settings of a corrector: its format is {found!r}")
    version = data.pop("version", VERSION)
    if version != VERSION:
        raise InputError(
            f"{path}: version {version!r} of the format, but this program knows {VERSION}; "
            "a newer syntacticdiff may be needed"
        )
    return data


def _compact(path: str | os.PathLike[str]) -> dict[str, Any]:
    file = open_container(path, COMPACT)
    fault = ModelError(f"{path}: damaged: its sections do not fit together")
    if {name: array.dtype.str[1:] for name, array in file.arrays.items()} != _ARRAYS:
        raise fault
    text = file.arrays["names.text"].tobytes()
    ends = file.arrays["names.offsets"].tolist()
    weights = file.arrays["weights"].tolist()
    fits = ends[:1] == [0] and ends[-1] == len(text) and len(ends) == len(weights) + 1
    if not fits or any(end < start for start, end in itertools.pairwise(ends)):
        raise fault
    try:
        names = [
            text[start:end].decode("utf-8", "surrogatepass")
            for start, end in itertools.pairwise(ends)
        ]
    except UnicodeDecodeError:
        raise fault from None
    data: dict[str, Any] = dict(file.header)
    learned = data.get("learned")
    if weights:
        if not isinstance(learned, dict):
            raise fault
        data["learned"] = {**learned, "weights": dict(zip(names, weights, strict=True))}
    return data
