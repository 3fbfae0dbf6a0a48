"""The bases of all metrics: hypotheses and gold in, scores out, each with a signature.

A metric is made with its settings and then scores any number of corpora. A `CorrectionMetric`
also states in which form it takes hypotheses and gold, so that `inputs` can prepare them, and what
the command line can set, so that a command can be made from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

from syntacticdiff._version import __version__
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.options import Option

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from syntacticdiff.alignment.m2 import M2Sentence

Gold = TypeVar("Gold")
Hypothesis = TypeVar("Hypothesis")
HypothesisForm = Literal["tokens", "edits"]
GoldForm = Literal["edits", "rewrites", "errors"]

MAX_BETA = 1_000_000  # F equals recall long before that, and the square must not overflow


@dataclass(frozen=True)
class Score(ABC):
    """Base of all scores. Subclasses add their figures as fields, in the order of the JSON.

    Parameters
    ----------
    signature : str, default ""
        The metric, its settings and the version: what is needed to reproduce the figures.
    """

    signature: str = field(default="", kw_only=True)

    @property
    @abstractmethod
    def value(self) -> float:
        """The main figure, by which systems are compared."""

    def to_dict(self) -> dict[str, object]:
        """The figures as plain data for JSON, the signature last."""
        plain = asdict(self)
        signature = plain.pop("signature")
        return {**plain, "signature": signature}


class Metric(ABC, Generic[Hypothesis, Gold]):
    """Base of all metrics: scores hypotheses against gold, one of each for every sentence.

    Attributes
    ----------
    name : str
        The metric's name in commands and signatures.
    """

    name: ClassVar[str]

    @property
    @abstractmethod
    def settings(self) -> dict[str, object]:
        """The settings that determine the figures, for the signature."""

    @property
    def signature(self) -> str:
        """The metric, its settings and the version: what is needed to reproduce a figure."""
        shown = (f"{name}:{value}" for name, value in self.settings.items())
        return "|".join((self.name, *shown, f"syntacticdiff:{__version__}"))

    @abstractmethod
    def corpus(self, hypotheses: Sequence[Hypothesis], gold: Sequence[Gold]) -> Score:
        """Score all sentences together.

        Parameters
        ----------
        hypotheses : sequence
            What the system made of each sentence.
        gold : sequence
            The annotation of each sentence, in the same order.

        Returns
        -------
        Score
            The figures of the whole corpus.
        """

    @abstractmethod
    def sentences(self, hypotheses: Sequence[Hypothesis], gold: Sequence[Gold]) -> Sequence[Score]:
        """Score each sentence on its own; the parameters are those of `corpus`."""

    def resampled(
        self,
        hypotheses: Sequence[Hypothesis],
        gold: Sequence[Gold],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """Score many samples of the sentences, for the bootstrap.

        This implementation is correct for every metric; metrics override it with faster ones.

        Parameters
        ----------
        hypotheses, gold : sequence
            As for `corpus`.
        samples : array of shape (samples, sentences)
            The numbers of the sentences in each sample.

        Returns
        -------
        array of shape (samples,)
            The main figure of each sample.
        """
        import numpy as np

        return np.array(
            [
                self.corpus([hypotheses[i] for i in row], [gold[i] for i in row]).value
                for row in samples
            ]
        )


class CorrectionMetric(Metric[Hypothesis, Gold]):
    """Base of the metrics that judge corrected text, and that have a command of their own.

    To add one, write a subclass in a module of its own and enter it in `registry`.

    Attributes
    ----------
    hypothesis_form : {"tokens", "edits"}
        The form of a hypothesis: a tuple of strings, or an `M2Sentence`.
    gold_form : {"edits", "rewrites", "errors"}
        The form of a gold sentence: an `M2Sentence`, `Rewrites` (source and references), or
        `GoldErrors` (errors with alternative corrections).
    figure : str
        What `Score.value` is, for the documentation.
    details : str
        What the command's help says below the first line, which the registry has.
    options : tuple of Option, default ()
        The settings that the command offers. A metric that has an option `level` decides itself
        what a score at the level of sentences is.
    """

    hypothesis_form: ClassVar[HypothesisForm]
    gold_form: ClassVar[GoldForm]
    figure: ClassVar[str]
    details: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

    @classmethod
    def from_options(cls, **options: Any) -> Self:
        """Make the metric from the values of its `options`, by default its parameters."""
        return cls(**options)


def check_lengths(hypotheses: Sequence[object], gold: Sequence[object]) -> None:
    """Raise `InputError` unless there is one hypothesis for each gold sentence."""
    if len(hypotheses) != len(gold):
        raise InputError(f"{len(hypotheses)} hypotheses, but {len(gold)} sentences in the gold")


def check_beta(beta: float) -> None:
    """Raise `UsageError` if no F can be computed with this weight of recall."""
    if not 0 < beta <= MAX_BETA:
        raise UsageError(f"beta: a number above 0 is needed, up to {MAX_BETA:,}, not {beta!r}")


def check_sources(hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]) -> None:
    """Raise `InputError` unless hypotheses and gold are edits of the same sentences."""
    check_lengths(hypotheses, gold)
    for number, (own, wanted) in enumerate(zip(hypotheses, gold, strict=True), 1):
        if own.tokens != wanted.tokens:
            raise InputError(f"sentence {number}: hypothesis and gold have different sources")


def ratio(part: float, whole: float, empty: float = 1.0) -> float:
    """`part / whole`, such as precision or recall; `empty` if there is nothing to count."""
    return part / whole if whole else empty


def f_score(precision: float, recall: float, beta: float) -> float:
    """The weighted harmonic mean of precision and recall; 0 if both are 0."""
    weighted = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / weighted if weighted else 0.0
