"""The settings of a corrector as plain data, and the TOML file that holds them.

    format = "syntacticdiff-correction"
    version = 1

    [settings]       # SyntacticDiff's, by name; `removals` are function words if nothing is said
    [penalties]      # bits by name, as SyntacticDiff's `penalties`
    [learned]        # learned penalties; see `search.prices`
    [provenance]     # data, figures and reference that the settings were tuned with

Every table may be missing. `tuning` finds settings.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from syntacticdiff.correction.file import TABLES, read_settings, write_settings
from syntacticdiff.differ.settings import PARAMETERS
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.model import DEFAULT, ReferenceModel
from syntacticdiff.search import Pricing
from syntacticdiff.search.candidates import SummedPricing
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.learned import LearnedPenalties
from syntacticdiff.text.languages import refuse_other_languages

SHIPPED = Path(__file__).parents[1] / "search" / "prices" / "default.sdcs"

SUMMARY = SHIPPED.with_suffix(".summary.txt")  # what `info` prints of it, to be read and compared
SUMMARY_BITS = 2.0

# The caller gives these; a file must not.
_NOT_HERE = ("penalties", "engine", "tokenized")
_NONE = "none"  # TOML has no null
# What describes a text may take out any word; what corrects it must not unless it is told to.
_UNLESS_SAID = {"removals": "function-words"}


def setting_names() -> tuple[str, ...]:
    """The names that [settings] may have."""
    return tuple(item.name for item in PARAMETERS if item.name not in _NOT_HERE)


@dataclass(frozen=True)
class CorrectionSettings:
    """What a corrector needs besides a reference: the four tables of the file.

    Parameters
    ----------
    settings : mapping, default {}
        Settings of SyntacticDiff by name.
    penalties : mapping of str to float, default {}
        Penalties in bits, as SyntacticDiff takes them.
    learned : mapping, default {}
        Learned penalties, as `LearnedPenalties.to_dict` gives them.
    provenance : mapping, default {}
        Data, figures and reference that the settings were tuned with.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    penalties: Mapping[str, float] = field(default_factory=dict)
    learned: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CorrectionSettings:
        """Read a file; an invalid value is an error that names it."""
        data = read_settings(path)
        _check_settings(path, data.get("settings", {}))
        loaded = cls(**data)
        _checked(path, loaded.of_penalties)
        return loaded

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        settings = {name: _NONE if v is None else v for name, v in self.settings.items()}
        tables = {name: dict(getattr(self, name)) for name in TABLES} | {"settings": settings}
        write_settings(path, tables)

    def summary(self, least: float = SUMMARY_BITS) -> list[str]:
        """The settings and penalties in lines, and the learned weights of at least so many bits.

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
        weights: Mapping[str, float] = self.learned.get("weights", {})
        groups: dict[str, list[tuple[str, float]]] = {}
        for name, weight in weights.items():
            groups.setdefault(_group(name), []).append((name, weight))
        for group, members in sorted(groups.items()):
            large = sorted((m for m in members if abs(m[1]) >= least), key=lambda m: -abs(m[1]))
            lines.append(
                f"[{group}: {len(members)} weights, {len(large)} of {least:g} bits or more]"
            )
            lines += [f"{weight:+.2f}  {name}" for name, weight in large]
        return lines

    def of_differ(self, fold: Callable[[str], str] = str) -> dict[str, Any]:
        """Keyword arguments for SyntacticDiff; `fold` is the reference's."""
        settings = {name: None if v == _NONE else v for name, v in self.settings.items()}
        for name in ("insertions", "substitutions", "removals"):  # there it is a name of its own
            if self.settings.get(name) == _NONE:
                settings[name] = _NONE
        return {**_UNLESS_SAID, **settings, "penalties": self.of_penalties(fold)}

    def of_penalties(self, fold: Callable[[str], str] = str) -> Penalties:
        penalties = Penalties.of(dict(self.penalties), fold)
        if not self.learned:
            return penalties
        learned: Pricing = LearnedPenalties.of(self.learned)
        if penalties.pricing is not None:  # by tags
            learned = SummedPricing((penalties.pricing, learned))
        return replace(penalties, pricing=learned)


def settings_for(reference: ReferenceModel) -> CorrectionSettings:
    """What is used if nothing is said: the shipped settings with the embedded reference."""
    refuse_other_languages(
        "the settings that come with correct",
        reference.language,
        "fit your own with `syntacticdiff tune --level operations --substitutions "
        "porter2+spelling`, or use `diff`",
    )
    return _shipped() if reference.name == DEFAULT and SHIPPED.exists() else BUILT_IN


@cache
def _shipped() -> CorrectionSettings:
    return CorrectionSettings.load(SHIPPED)


# For references that nothing was tuned for. Closed classes and forms of the same word only: a
# reference knows too little of what a writer means to put in or take out anything else.
BUILT_IN = CorrectionSettings(
    settings={
        "search": "beam",
        "max_edits": 5,
        "beam": 8,
        "positions": "all",
        "insertions": "function-words",
        "substitutions": "inflections+confusions+spelling",
        "removals": "function-words",
        "aggregate": "sum",
        "cost": "window",
    },
    penalties={"insert": 3.0, "remove": 13.0, "sub": 7.0, "letter": 2.0},
)


def _check_settings(path: str | os.PathLike[str], settings: Mapping[str, Any]) -> None:
    allowed = setting_names()
    for name in settings:
        if name not in allowed:
            raise InputError(
                f"{path}: [settings] has {name!r}, which is none of its names: {', '.join(allowed)}"
            )


def _checked(path: str | os.PathLike[str], make: Callable[[], Any]) -> Any:
    """What a file's tables make; an invalid value is an error that names the file."""
    try:
        return make()
    except UsageError as error:
        raise InputError(f"{path}: {error}") from error


def _group(cue: str) -> str:
    """The kind of a cue, for the summary: what it begins with."""
    head = re.match(r"[\w/]+", cue)
    return head.group() if head else "other"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
