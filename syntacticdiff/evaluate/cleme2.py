"""CLEME2.0: the shares of edits that are right, wrong, missing and unnecessary.

See J. Ye et al., CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical
Error Correction, ACL 2025.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.chunk_metric import (
    ChunkCounts,
    ChunkMetric,
    chosen,
    chunk_options,
    summed,
)
from syntacticdiff.evaluate.edit_weights import EditWeights
from syntacticdiff.evaluate.metric import Score, ratio


class Factors(NamedTuple):
    """The weight of each aspect in the comprehensive score; they add up to 1."""

    hit: float
    error: float
    under: float
    over: float


CORPUS_FACTORS = Factors(0.45, 0.35, 0.15, 0.05)
SENTENCE_FACTORS = Factors(0.35, 0.25, 0.20, 0.20)


class Aspects(NamedTuple):
    """The comprehensive score and the four shares that it is computed from."""

    score: float
    hit: float
    error: float
    under: float
    over: float


@dataclass(frozen=True)
class Cleme2Score(Score):
    """The comprehensive score, the shares behind it, and the counts behind these.

    Attributes
    ----------
    hit, error, under : float
        The shares of necessary edits that are right, wrong and missing.
    over : float
        The share of the edits made that are unnecessary.
    score : float
        The weighted sum of `hit`, `1 - error`, `1 - under` and `1 - over`.
    tp, fp_necessary, fp_unnecessary, fn : float
        The summed weights of the edits, by verdict.
    """

    hit: float
    error: float
    under: float
    over: float
    score: float
    tp: float
    fp_necessary: float
    fp_unnecessary: float
    fn: float

    @property
    def value(self) -> float:
        return self.score


class Cleme2(ChunkMetric):
    """CLEME2.0: the shares of edits that are right, wrong, missing and unnecessary.

    Parameters
    ----------
    assumption : {"dependent", "independent"}, default "dependent"
        Whether chunks are judged by one reference at a time, or each by all references.
    level : {"corpus", "sentence"}, default "corpus"
        Whether the score is computed from the counts of all sentences, or is the mean of the
        sentences' scores.
    weights : {"none", "length", "gain"} or EditWeights, default "none"
        What an edit weighs.
    factors : sequence of four floats, optional
        The weights of hit, error, under and over in the score; they must add up to 1. By default
        the published ones for `level`.
    compat : bool, default False
        Whether to reproduce the errors of the original program.

    Examples
    --------
    >>> from syntacticdiff.alignment.annotate import annotated
    >>> source, wanted, found = "He go home now", "He goes home now", "He goes home then"
    >>> gold = annotated(source.split(), wanted.split())
    >>> score = Cleme2().corpus([annotated(source.split(), found.split())], [gold])
    >>> score.hit, score.over
    (1.0, 0.5)
    """

    name: ClassVar[str] = "cleme2"
    figure = "a weighted sum of four shares"
    details = "The score is a weighted sum of four shares; the weights depend on the level."
    options = chunk_options("none")

    def __init__(
        self,
        *,
        assumption: str = "dependent",
        level: str = "corpus",
        weights: str | EditWeights = "none",
        factors: Sequence[float] | None = None,
        compat: bool = False,
    ) -> None:
        super().__init__(assumption=assumption, level=level, weights=weights, compat=compat)
        if factors is None:
            factors = CORPUS_FACTORS if level == "corpus" else SENTENCE_FACTORS
        if len(factors) != len(CORPUS_FACTORS) or abs(sum(factors) - 1) > 1e-5:
            raise UsageError(f"factors: four numbers that add up to 1 are needed, not {factors!r}")
        self.factors = Factors(*factors)

    @property
    def settings(self) -> dict[str, object]:
        shown = ",".join(f"{factor:g}" for factor in self.factors)
        return {**super().settings, "factors": shown}

    def _corpus(self, counts: Sequence[Sequence[ChunkCounts]]) -> Cleme2Score:
        total = summed(chosen(counts, lambda total: self._aspects(total).score))
        return self._score(total, self._aspects(total))

    def _sentences(self, counts: Sequence[Sequence[ChunkCounts]]) -> list[Cleme2Score]:
        return [self._score(*self._best(references)) for references in counts]

    def _mean(self, counts: Sequence[Sequence[ChunkCounts]]) -> Cleme2Score:
        chosen = [self._best(references) for references in counts]
        many = len(chosen) or 1
        means = (sum(column) / many for column in zip(*(found for _, found in chosen), strict=True))
        total = summed(each for each, _ in chosen)
        return self._score(total, Aspects(*means) if chosen else self._aspects(total))

    def _best(self, references: Sequence[ChunkCounts]) -> tuple[ChunkCounts, Aspects]:
        """A sentence's counts for its best reference; of equally good ones, the first."""

        def key(both: tuple[ChunkCounts, Aspects]) -> tuple[float, ...]:
            score, hit, error, under, over = both[1]
            return score, hit, -error, -under, -over

        return max(((each, self._aspects(each)) for each in references), key=key)

    def _aspects(self, counts: ChunkCounts) -> Aspects:
        necessary = counts.tp + counts.fp_necessary + counts.fn
        hit = ratio(counts.tp, necessary, empty=0.0)
        error = ratio(counts.fp_necessary, necessary, empty=0.0)
        under = ratio(counts.fn, necessary, empty=0.0)
        over = ratio(counts.fp_unnecessary, counts.tp + counts.fp, empty=0.0)
        score = (
            self.factors.hit * hit
            + self.factors.error * (1 - error)
            + self.factors.under * (1 - under)
            + self.factors.over * (1 - over)
        )
        return Aspects(score, hit, error, under, over)

    def _score(self, counts: ChunkCounts, found: Aspects) -> Cleme2Score:
        score, hit, error, under, over = found
        return Cleme2Score(
            *(hit, error, under, over, score), *counts[:-1], signature=self.signature
        )
