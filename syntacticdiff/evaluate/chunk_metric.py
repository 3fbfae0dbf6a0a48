"""What CLEME and CLEME2.0 share: the weighted counts of each sentence by each reference.

Chunks are cut, judged and weighed; how counts become a score, and which reference counts, is the
business of `cleme` and `cleme2`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit, checked_assumption, judged
from syntacticdiff.evaluate.chunks import ChunkedSentence, chunked
from syntacticdiff.evaluate.edit_weights import EditWeights, made_weights
from syntacticdiff.evaluate.metric import Metric, Score, SentenceForm, check_lengths

Level = Literal["corpus", "sentence"]
JudgedSentence = tuple[ChunkedSentence, list[list[JudgedEdit]]]  # the edits by each reference


class ChunkCounts(NamedTuple):
    """The weights of a sentence's or a corpus's chunks, by verdict."""

    tp: float = 0.0
    fp_necessary: float = 0.0
    fp_unnecessary: float = 0.0
    fn: float = 0.0
    tn: float = 0.0

    @property
    def fp(self) -> float:
        return self.fp_necessary + self.fp_unnecessary

    def plus(self, other: ChunkCounts) -> ChunkCounts:
        """The counts of both together."""
        return ChunkCounts(
            self.tp + other.tp,
            self.fp_necessary + other.fp_necessary,
            self.fp_unnecessary + other.fp_unnecessary,
            self.fn + other.fn,
            self.tn + other.tn,
        )


class ChunkMetric(Metric[M2Sentence, M2Sentence]):
    """Base of the metrics that compare chunks.

    Parameters
    ----------
    assumption : `"dependent"`, chunks are judged by one reference at a time; or `"independent"`,
        each by all of them
    level : `"corpus"`, counts of all sentences make the score; or `"sentence"`, the score is the
        mean of the sentences' own
    weights : `"none"`, `"length"`, `"gain"` (by the default reference model), or `EditWeights`
    compat : repeat what the original program does wrong
    """

    hypothesis_form: ClassVar[SentenceForm] = "edits"

    def __init__(
        self,
        *,
        assumption: str = "dependent",
        level: str = "corpus",
        weights: str | EditWeights = "none",
        compat: bool = False,
    ) -> None:
        self.assumption = checked_assumption(assumption)
        if level not in get_args(Level):
            raise UsageError(f"level: corpus or sentence is needed, not {level!r}")
        self.level = level
        self.weights = made_weights(weights, compat=compat)
        self.compat = compat

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
        """The score of all counts together, each sentence's by the best of its references."""

    @abstractmethod
    def _sentences(self, counts: Sequence[Sequence[ChunkCounts]]) -> Sequence[Score]:
        """Each sentence's own score, by the best of its references."""

    @abstractmethod
    def _mean(self, counts: Sequence[Sequence[ChunkCounts]]) -> Score:
        """The mean of the sentences' scores, with the sums of their counts."""

    def _judged(
        self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]
    ) -> list[JudgedSentence]:
        """Each sentence in chunks, with the verdicts by each reference."""
        check_lengths(hypotheses, gold)
        for number, (found, wanted) in enumerate(zip(hypotheses, gold, strict=True), 1):
            if found.tokens != wanted.tokens:
                raise InputError(f"sentence {number}: hypothesis and gold edit different sources")
        sentences = (chunked(*both) for both in zip(hypotheses, gold, strict=True))
        return [(sentence, judged(sentence, self.assumption)) for sentence in sentences]

    def _weighed(self, sentences: Sequence[JudgedSentence]) -> list[list[ChunkCounts]]:
        """The counts of each sentence, by each reference."""
        weights = self.weights.prepared([sentence for sentence, _ in sentences])
        return [
            [_counted(sentence, edits, weights) for edits in by_reference]
            for sentence, by_reference in sentences
        ]


def chosen(
    counts: Sequence[Sequence[ChunkCounts]], score: Callable[[ChunkCounts], float]
) -> list[ChunkCounts]:
    """Each sentence's counts by the reference with which the corpus so far scores highest.

    Of references with the same score, the one with more hits, then fewer inventions, then fewer
    misses, then more that was left in peace; else the first.
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
    """The counts of all together."""
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
