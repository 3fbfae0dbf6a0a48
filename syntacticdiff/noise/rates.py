"""How often learners make each kind of error: published figures and what ErAConD shows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from syntacticdiff.errors import UsageError

STYLES = ("essay", "chat")
# Kinds that a writer does nearly always or never, such as writing `i`.
HABITS = frozenset(
    ("capitals.i", "capitals.first", "capitals.name", "capitals.added", "end.omit")
) | {"apostrophe.omit", "possessive.apostrophe"}
# A rate in chat is drawn to that in essays as if by so many opportunities there.
_PRIOR = 300.0
_HIGHEST = 0.9


@dataclass(frozen=True)
class Level:
    """How many errors a writer makes: the share of such writers, and the multiple of the rates."""

    share: float
    factor: float


@dataclass(frozen=True)
class LearnerRates:
    """The chance of each kind of error where it is possible, for each style of writing.

    Parameters
    ----------
    styles : mapping of str to mapping of str to float
        For each style, for each kind, the chance of the error at an opportunity.
    levels : mapping of str to Level
        The levels of writers.
    habits : mapping of str to float
        For each style, the share of writers who have a habit.
    """

    styles: Mapping[str, Mapping[str, float]]
    levels: Mapping[str, Level] = field(default_factory=lambda: {"medium": Level(1.0, 1.0)})
    habits: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for style, rates in self.styles.items():
            for kind, rate in rates.items():
                if not 0 <= rate <= 1:
                    raise UsageError(f"{style}, {kind}: a rate of 0 to 1 is needed, not {rate}")
        if not self.styles or not self.levels:
            raise UsageError("rates: at least one style and one level are needed")

    @classmethod
    def default(cls) -> LearnerRates:
        """The rates that come with the package."""
        return _shipped()


@cache
def _shipped() -> LearnerRates:
    published, measured = _read("learner_rates.toml"), measured_rates()
    opportunities, chat = measured["opportunities"], measured["chat"]
    essay = {
        kind: min(_HIGHEST, errors / opportunities[kind])
        for kind, errors in published["essay"].items()
        if opportunities.get(kind)
    }
    return LearnerRates(
        {"essay": essay, "chat": {kind: _in_chat(essay[kind], chat.get(kind)) for kind in essay}},
        {name: Level(*pair) for name, pair in published["levels"].items()},
        published["habits"],
    )


def _in_chat(essay: float, counted: list[float] | None) -> float:
    """The rate in chat, from errors and opportunities; near that in essays if these are few."""
    errors, opportunities = counted or (0.0, 0.0)
    return min(_HIGHEST, (errors + essay * _PRIOR) / (opportunities + _PRIOR))


@cache
def measured_rates() -> dict[str, Any]:
    """What pipelines/learner_rates.py has measured."""
    return _read("measured_rates.toml")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("syntacticdiff.noise").joinpath(name).read_text("utf-8"))
