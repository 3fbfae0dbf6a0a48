"""What all metrics share: gold and hypotheses in, scores out, with a signature.

A metric is made with its settings and then scores corpora. In which form it wants hypotheses and
gold is written on it, so that `inputs` can prepare them; how a command prints a score is the
command line's business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from syntacticdiff._version import __version__
from syntacticdiff.errors import InputError, UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Gold = TypeVar("Gold")
Hypothesis = TypeVar("Hypothesis")
SentenceForm = Literal["tokens", "edits"]
GoldForm = Literal["edits", "rewrites", "errors"]

MOST_BETA = 1_000_000  # F is recall long before that; the square must be a number


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
        signature = plain.pop("signature")
        return {**plain, "signature": signature}


class Metric(ABC, Generic[Hypothesis, Gold]):
    """A way to judge hypotheses by gold, one of each for every sentence.

    Attributes
    ----------
    hypothesis_form : `"tokens"` (a tuple of strings) or `"edits"` (an `M2Sentence`)
    gold_form : `"edits"` (an `M2Sentence`), `"rewrites"` (source and references, `Rewrites`) or
        `"errors"` (alternative corrections of each, `GoldErrors`)
    """

    name: ClassVar[str]
    hypothesis_form: ClassVar[SentenceForm] = "tokens"
    gold_form: ClassVar[GoldForm] = "edits"

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

    def resampled(
        self,
        hypotheses: Sequence[Hypothesis],
        gold: Sequence[Gold],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """The corpus's value for each row of `samples`, which names sentences by number.

        This way is right for every metric; those that can, override it with a fast one.
        """
        import numpy as np

        return np.array(
            [
                self.corpus([hypotheses[i] for i in row], [gold[i] for i in row]).value
                for row in samples
            ]
        )


def check_lengths(hypotheses: Sequence[object], gold: Sequence[object]) -> None:
    """Refuse hypotheses that are not one for each gold sentence."""
    if len(hypotheses) != len(gold):
        raise InputError(f"{len(hypotheses)} hypotheses, but {len(gold)} sentences in the gold")


def check_beta(beta: float) -> None:
    """Refuse a weight of recall that makes no F."""
    if not 0 < beta <= MOST_BETA:
        raise UsageError(f"beta: a number above 0 is needed, up to {MOST_BETA:,}, not {beta!r}")


def share(part: float, whole: float) -> float:
    """Precision or recall: of nothing, all is right."""
    return part / whole if whole else 1.0


def f_score(precision: float, recall: float, beta: float) -> float:
    """The weighted harmonic mean of precision and recall; 0 if both are."""
    weighted = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / weighted if weighted else 0.0
