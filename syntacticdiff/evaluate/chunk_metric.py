"""The base of CLEME and CLEME2.0: weighted counts of chunks for each sentence and reference.

Sentences are cut into chunks, judged and weighted here; `cleme` and `cleme2` choose the reference
that counts and turn counts into a score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Self, get_args

import numpy as np
import numpy.typing as npt

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.evaluate.chunk_verdicts import Assumption, JudgedEdit, judged
from syntacticdiff.evaluate.chunks import ChunkedSentence, chunked
from syntacticdiff.evaluate.edit_weights import EditWeights, named_weights
from syntacticdiff.evaluate.metric import CorrectionMetric, Score, check_sources
from syntacticdiff.evaluate.options import Option
from syntacticdiff.evaluate.weight_options import weight_options, weights_from_options
from syntacticdiff.parameters import one_of

Level = Literal["corpus", "sentence"]
JudgedSentence = tuple[ChunkedSentence, list[list[JudgedEdit]]]  # edits judged by each reference


class ChunkCounts(NamedTuple):
    """The summed weights of a sentence's or a corpus's chunks, by verdict."""

    tp: float = 0.0
    fp_necessary: float = 0.0
    fp_unnecessary: float = 0.0
    fn: float = 0.0
    tn: float = 0.0

    @property
    def fp(self) -> float:
        return self.fp_necessary + self.fp_unnecessary

    def plus(self, other: ChunkCounts) -> ChunkCounts:
        """The sum of both counts."""
        return ChunkCounts(
            self.tp + other.tp,
            self.fp_necessary + other.fp_necessary,
            self.fp_unnecessary + other.fp_unnecessary,
            self.fn + other.fn,
            self.tn + other.tn,
        )


def chunk_options(weights: str) -> tuple[Option, ...]:
    """The options of a metric that compares chunks, given its default weights."""
    return (
        Option(
            "level",
            "corpus",
            "Score all sentences together, or average the scores of single sentences.",
            choices=get_args(Level),
        ),
        Option(
            "assumption",
            "dependent",
            "Judge chunks by one reference at a time, or each chunk by all references.",
            choices=get_args(Assumption),
        ),
        *weight_options(weights),
    )


class ChunkMetric(CorrectionMetric[M2Sentence, M2Sentence]):
    """Base of the metrics that compare chunks.

    Parameters
    ----------
    assumption : {"dependent", "independent"}, default "dependent"
        Whether chunks are judged by one reference at a time, or each by all references.
    level : {"corpus", "sentence"}, default "corpus"
        Whether the score is computed from the counts of all sentences, or is the mean of the
        sentences' scores.
    weights : {"none", "length", "gain"} or EditWeights, default "none"
        What an edit weighs; `"gain"` uses the default reference model.
    compat : bool, default False
        Whether to reproduce the errors of the original program.
    """

    hypothesis_form = "edits"
    gold_form = "edits"

    def __init__(
        self,
        *,
        assumption: str = "dependent",
        level: str = "corpus",
        weights: str | EditWeights = "none",
        compat: bool = False,
    ) -> None:
        self.assumption = one_of("assumption", assumption, get_args(Assumption))
        self.level = one_of("level", level, get_args(Level))
        self.weights = named_weights(weights, compat=compat)
        self.compat = compat

    @classmethod
    def from_options(cls, **options: Any) -> Self:
        names = [option.name for option in weight_options("none")]
        weights = weights_from_options(**{name: options.pop(name) for name in names})
        return cls(weights=weights, **options)

    @property
    def settings(self) -> dict[str, object]:
        settings: dict[str, object] = {
            "assumption": self.assumption,
            "level": self.level,
            "weights": self.weights,
        }
        return settings | ({"compat": True} if self.compat else {})

    def corpus(self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]) -> Score:
        return self._at_level(self._weighed(self._judged(hypotheses, gold)))

    def sentences(
        self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]
    ) -> Sequence[Score]:
        return self._sentences(self._weighed(self._judged(hypotheses, gold)))

    def resampled(
        self,
        hypotheses: Sequence[M2Sentence],
        gold: Sequence[M2Sentence],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        sentences = self._judged(hypotheses, gold)
        if not self.weights.fitted_to_corpus:
            counts = self._weighed(sentences)
            return np.array([self._at_level([counts[i] for i in row]).value for row in samples])
        return np.array(
            [self._at_level(self._weighed([sentences[i] for i in row])).value for row in samples]
        )

    def _at_level(self, counts: Sequence[Sequence[ChunkCounts]]) -> Score:
        return self._corpus(counts) if self.level == "corpus" else self._mean(counts)

    @abstractmethod
    def _corpus(self, counts: Sequence[Sequence[ChunkCounts]]) -> Score:
        """The score of all counts together, with the best reference of each sentence."""

    @abstractmethod
    def _sentences(self, counts: Sequence[Sequence[ChunkCounts]]) -> Sequence[Score]:
        """The score of each sentence with the best of its references."""

    @abstractmethod
    def _mean(self, counts: Sequence[Sequence[ChunkCounts]]) -> Score:
        """The mean of the sentences' scores, with the sums of their counts."""

    def _judged(
        self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]
    ) -> list[JudgedSentence]:
        """Each sentence in chunks, with the verdicts of each reference."""
        check_sources(hypotheses, gold)
        sentences = (chunked(*both) for both in zip(hypotheses, gold, strict=True))
        return [(sentence, judged(sentence, self.assumption)) for sentence in sentences]

    def _weighed(self, sentences: Sequence[JudgedSentence]) -> list[list[ChunkCounts]]:
        """The counts of each sentence for each reference."""
        weights = self.weights.prepared([sentence for sentence, _ in sentences])
        return [
            [_counted(sentence, edits, weights) for edits in by_reference]
            for sentence, by_reference in sentences
        ]


def chosen(
    counts: Sequence[Sequence[ChunkCounts]], score: Callable[[ChunkCounts], float]
) -> list[ChunkCounts]:
    """Each sentence's counts for the reference that gives the corpus so far the highest score.

    Ties are broken by more true positives, then fewer false positives, then fewer false negatives,
    then more true negatives; then the first reference wins.
    """
    total = ChunkCounts()
    found = []
    for references in counts:
        best = references[0]
        if len(references) > 1:

            def key(each: ChunkCounts, total: ChunkCounts = total) -> tuple[float, ...]:
                return score(total.plus(each)), each.tp, -each.fp, -each.fn, each.tn

            best = max(references, key=key)
        found.append(best)
        total = total.plus(best)
    return found


def summed(counts: Iterable[ChunkCounts]) -> ChunkCounts:
    """The sum of all counts."""
    total = ChunkCounts()
    for each in counts:
        total = total.plus(each)
    return total


def _counted(
    sentence: ChunkedSentence, edits: Sequence[JudgedEdit], weights: EditWeights
) -> ChunkCounts:
    sums = {"tp": 0.0, "fp_necessary": 0.0, "fp_unnecessary": 0.0, "fn": 0.0}
    for edit in edits:
        sums[edit.verdict] += weights(edit)
    unchanged = len(sentence.intervals) - len(edits)
    return ChunkCounts(**sums, tn=unchanged * weights.unchanged)
