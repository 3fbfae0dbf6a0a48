"""What all metrics share: gold and hypotheses in, scores out, with a signature.

A metric is made with its settings and then scores corpora. What it reads from files, and how a
command prints it, is the command line's business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from syntacticdiff import __version__
from syntacticdiff.errors import InputError

Gold = TypeVar("Gold")
Hypothesis = TypeVar("Hypothesis")


@dataclass(frozen=True)
class Score:
    """Base of all scores: subclasses add their figures as fields, in the order of the JSON."""

    signature: str = field(default="", kw_only=True)

    @property
    @abstractmethod
    def value(self) -> float:
        """The one figure by which systems are compared."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, the signature last."""
        plain = asdict(self)
        return {**plain, "signature": plain.pop("signature")}


class Metric(ABC, Generic[Hypothesis, Gold]):
    """A way to judge hypotheses by gold, one of each for every sentence."""

    name: ClassVar[str]

    @property
    @abstractmethod
    def settings(self) -> dict[str, object]:
        """What decides the figures, for the signature."""

    @property
    def signature(self) -> str:
        """Metric, settings and version: enough to reproduce a figure."""
        shown = (f"{name}:{value}" for name, value in self.settings.items())
        return "|".join((self.name, *shown, f"syntacticdiff:{__version__}"))

    @abstractmethod
    def corpus(self, hypotheses: Sequence[Hypothesis], gold: Sequence[Gold]) -> Score:
        """The score of all sentences together."""

    @abstractmethod
    def sentences(self, hypotheses: Sequence[Hypothesis], gold: Sequence[Gold]) -> Sequence[Score]:
        """Each sentence's own score."""


def check_lengths(hypotheses: Sequence[object], gold: Sequence[object]) -> None:
    """Refuse hypotheses that are not one for each gold sentence."""
    if len(hypotheses) != len(gold):
        raise InputError(f"{len(hypotheses)} hypotheses, but {len(gold)} sentences in the gold")
