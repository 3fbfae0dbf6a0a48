"""The settings of a corrector as plain data, and the TOML file that holds them.

    format = "syntacticdiff-correction"
    version = 1

    [settings]       # SyntacticDiff's, by name; words by the names of lists and sources only
    [penalties]      # bits by name, as SyntacticDiff's `penalties`
    [provenance]     # data, figures and reference that the settings were tuned with

Every table may be missing; without [penalties] and prices edits cost what they cost by default.
A file cannot name other files: settings that one person sends another must not read what is theirs.
`tuning` finds settings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from syntacticdiff.differ.settings import PARAMETERS
from syntacticdiff.differ.stored import refuse_paths
from syntacticdiff.differ.ways import BELIEVABLE
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.file import TABLES, read_settings, write_settings
from syntacticdiff.search.prices.shipped import SHIPPED, penalties_of
from syntacticdiff.search.registry import SEARCHES

SUMMARY = SHIPPED.with_suffix(".summary.txt")  # what `info` prints of it, to be read and compared
SUMMARY_BITS = 2.0

# The caller gives these; a file must not.
_NOT_HERE = ("penalties", "engine", "tokenized")
_NONE = "none"  # TOML has no null
_WORDS = ("insertions", "substitutions", "removals")


def setting_names() -> tuple[str, ...]:
    """The names that [settings] may have."""
    return tuple(item.name for item in PARAMETERS if item.name not in _NOT_HERE)


@dataclass(frozen=True)
class CorrectionSettings:
    """What a corrector needs besides a reference: the tables of the file.

    Parameters
    ----------
    settings : mapping, default {}
        Settings of SyntacticDiff by name.
    penalties : mapping of str to float, default {}
        Penalties in bits, as SyntacticDiff takes them.
    cues : mapping, default {}
        What `info` tells of calibrated prices: how many weights each template has (`counts`), and
        the largest by the names of their cues (`strongest`).
    provenance : mapping, default {}
        Data, figures and reference that the settings were tuned with.
    prices : CalibratedPrices or None, default None
        Calibrated prices.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    penalties: Mapping[str, float] = field(default_factory=dict)
    cues: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    prices: CalibratedPrices | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CorrectionSettings:
        """Read a file; an invalid value is an error that names it."""
        data, prices = read_settings(path)
        _check_settings(path, data.get("settings", {}))
        _check_cues(path, data.get("cues", {}))
        loaded = cls(**data, prices=prices)
        _checked(path, loaded.of_penalties)
        return loaded

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        write_settings(path, self.tables(), self.prices)

    def tables(self) -> dict[str, dict[str, Any]]:
        """Plain data: all but the weights of calibrated prices."""
        settings = {name: _NONE if v is None else v for name, v in self.settings.items()}
        return {name: dict(getattr(self, name)) for name in TABLES} | {"settings": settings}

    def summary(self, least: float = SUMMARY_BITS) -> list[str]:
        """The settings and penalties in lines, and the strongest cues of at least so many bits.

        Parameters
        ----------
        least : float, default 2.0
            The smallest weight, in bits and without its sign, that is listed.
        """
        lines = []
        for title in ("settings", "penalties", "provenance"):
            table: Mapping[str, Any] = getattr(self, title)
            lines += [
                f"[{title}]",
                *(f"{name}: {_shown(value)}" for name, value in sorted(table.items())),
            ]
        return lines + self._summary_of_prices(least)

    def _summary_of_prices(self, least: float) -> list[str]:
        if self.prices is None:
            return []
        counts, strongest = self.cues.get("counts", {}), self.cues.get("strongest", {})
        shown = sorted(strongest.items(), key=lambda item: (-abs(item[1]), item[0]))
        return [
            f"[prices: temperature {self.prices.temperature:g}, digest {self.prices.digest}]",
            *(f"{count}  {name}" for name, count in counts.items()),
            f"[cues: those of {least:g} bits or more among the strongest {len(shown)}]",
            *(f"{bits:+.2f}  {name}" for name, bits in shown if abs(bits) >= least),
        ]

    def of_differ(self, fold: Callable[[str], str] = str) -> dict[str, Any]:
        """Keyword arguments for SyntacticDiff; `fold` is the reference's."""
        settings = {name: None if v == _NONE else v for name, v in self.settings.items()}
        for name in _WORDS:  # there it is a name of its own
            if self.settings.get(name) == _NONE:
                settings[name] = _NONE
        if self.penalties or self.prices is not None:
            settings["penalties"] = self.of_penalties(fold)
        elif not SEARCHES.chosen(settings.get("search", BELIEVABLE["search"])).probabilities:
            settings["penalties"] = None  # the shipped prices are for the lattice
        return settings

    def of_penalties(self, fold: Callable[[str], str] = str) -> Penalties:
        """The penalties of both tables; `fold` is the reference's."""
        return penalties_of(self.penalties, self.prices, fold)


def _check_settings(path: str | os.PathLike[str], settings: Mapping[str, Any]) -> None:
    allowed = setting_names()
    for name in settings:
        if name not in allowed:
            raise InputError(
                f"{path}: [settings] has {name!r}, which is none of its names: {', '.join(allowed)}"
            )
    _checked(path, partial(refuse_paths, settings))


def _check_cues(path: str | os.PathLike[str], cues: Mapping[str, Any]) -> None:
    for name, kind in (("counts", int), ("strongest", (int, float))):
        table = cues.get(name, {})
        if not isinstance(table, dict) or not all(isinstance(v, kind) for v in table.values()):
            raise InputError(f"{path}: [cues] {name} is no table of names and numbers")


def _checked(path: str | os.PathLike[str], make: Callable[[], Any]) -> Any:
    """What a file's tables make; an invalid value is an error that names the file."""
    try:
        return make()
    except UsageError as error:
        raise InputError(f"{path}: {error}") from error


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
