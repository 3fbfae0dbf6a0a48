"""The files of a corrector's settings: TOML to read and edit, or a compact form that opens at once.

A file that ends in `.toml` is TOML; any other is a container (files/container.py) whose header
has the tables and whose sections have the weights of calibrated prices, which TOML cannot hold.
Reading looks at the first bytes and not at the name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.container import Kind, open_container, write_container
from syntacticdiff.files.opening import open_file
from syntacticdiff.files.toml import read_toml, write_toml
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.stored import price_sections, price_table, stored_prices

FORMAT = "syntacticdiff-correction"
VERSION = 1
TABLES = ("settings", "penalties", "cues", "provenance")
PRICES = "prices"  # the table of calibrated prices, in the compact form only
_OLDER = "learned"  # the table that earlier versions wrote

COMPACT = Kind(
    magic=b"SDCS\r\n\x1a\n",
    version=2,
    name="file of correction settings",
    remedy="make one with `syntacticdiff tune`",
)
Tables = dict[str, dict[str, Any]]


def write_settings(
    path: str | os.PathLike[str],
    tables: Mapping[str, Mapping[str, Any]],
    prices: CalibratedPrices | None = None,
) -> None:
    """Write a file, whole or not at all."""
    filled = {name: dict(table) for name, table in tables.items() if table}
    if prices is not None:
        if Path(path).suffix == ".toml":
            raise UsageError(f"{path}: learned prices have no TOML form; name the file *.sdcs")
        header = {**filled, PRICES: price_table(prices)}
        write_container(path, COMPACT, header, price_sections(prices))
        return
    if Path(path).suffix == ".toml":
        data = {"format": FORMAT, "version": VERSION, **filled}
        write_toml(path, data, "See docs/correction.md")
        return
    write_container(path, COMPACT, filled, {})


def read_settings(path: str | os.PathLike[str]) -> tuple[Tables, CalibratedPrices | None]:
    """The tables of a file and its prices; anything but tables of these names is an error."""
    data, prices = _compact(path) if _is_compact(path) else (_toml(path), None)
    if _OLDER in data:
        raise InputError(
            f"{path}: made by an older version, with penalties by the names of cues; run "
            "`syntacticdiff tune` again"
        )
    for name, table in data.items():
        if name not in TABLES or not isinstance(table, dict):
            allowed = ", ".join(f"[{table}]" for table in TABLES)
            raise InputError(f"{path}: {name} is none of {allowed}")
    return data, prices


def is_settings(path: str | os.PathLike[str]) -> bool:
    """Whether a file holds settings in either form."""
    return Path(path).suffix == ".toml" or _is_compact(path)


def _is_compact(path: str | os.PathLike[str]) -> bool:
    try:
        with open_file(path) as stream:
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
        older = isinstance(version, int) and version < VERSION
        remedy = (
            "run `syntacticdiff tune` again" if older else "a newer syntacticdiff may be needed"
        )
        raise InputError(
            f"{path}: version {version!r} of the format, but this program knows {VERSION}; {remedy}"
        )
    return data


def _compact(path: str | os.PathLike[str]) -> tuple[dict[str, Any], CalibratedPrices | None]:
    file = open_container(path, COMPACT)
    data = dict(file.header)
    if PRICES not in data:
        return data, None
    table = data.pop(PRICES)
    if not isinstance(table, dict):
        raise InputError(f"{path}: damaged: its prices are no table")
    return data, stored_prices(file, table)
