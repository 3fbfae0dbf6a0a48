"""CLEME2.0: how much a corrector hits, gets wrong, leaves standing and makes up.

See J. Ye et al., CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical
Error Correction, ACL 2025.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.chunk_metric import ChunkCounts, ChunkMetric, chosen, summed
from syntacticdiff.evaluate.edit_weights import EditWeights
from syntacticdiff.evaluate.metric import Score


class Factors(NamedTuple):
    """What each aspect counts in the comprehensive score; together 1."""

    hit: float
    error: float
    under: float
    over: float


CORPUS_FACTORS = Factors(0.45, 0.35, 0.15, 0.05)
SENTENCE_FACTORS = Factors(0.35, 0.25, 0.20, 0.20)


class Aspects(NamedTuple):
    """The comprehensive score and the four shares that it is made of."""

    score: float
    hit: float
    error: float
    under: float
    over: float


@dataclass(frozen=True)
class Cleme2Score(Score):
    """Shares of necessary edits hit, wrong and missed, of unnecessary ones, and all in one."""

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
    """CLEME2.0.

    Parameters
    ----------
    assumption, level, weights, compat : see `ChunkMetric`
    factors : of hit, error, under and over in the score; by default those of the level

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
        """One sentence's counts by its best reference; the first of those that are equal."""

        def key(both: tuple[ChunkCounts, Aspects]) -> tuple[float, ...]:
            score, hit, error, under, over = both[1]
            return score, hit, -error, -under, -over

        return max(((each, self._aspects(each)) for each in references), key=key)

    def _aspects(self, counts: ChunkCounts) -> Aspects:
        necessary = counts.tp + counts.fp_necessary + counts.fn
        hit = _share(counts.tp, necessary)
        error = _share(counts.fp_necessary, necessary)
        under = _share(counts.fn, necessary)
        over = _share(counts.fp_unnecessary, counts.tp + counts.fp)
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


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
