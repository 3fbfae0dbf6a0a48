"""CLEME: precision, recall and F of chunks, with the best-matching reference of each sentence.

All figures are rounded to four decimals, as in the original program: the reference of a sentence
is chosen by the rounded F of the corpus so far.

See J. Ye et al., CLEME: Debiasing Multi-reference Evaluation for Grammatical Error Correction,
EMNLP 2023.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from syntacticdiff.evaluate.chunk_metric import (
    ChunkCounts,
    ChunkMetric,
    chosen,
    chunk_options,
    summed,
)
from syntacticdiff.evaluate.edit_weights import EditWeights
from syntacticdiff.evaluate.metric import Score, check_beta, f_score, ratio
from syntacticdiff.evaluate.options import BETA

_DECIMALS = 4


@dataclass(frozen=True)
class ClemeScore(Score):
    """Precision, recall and F, with the weighted counts behind them."""

    precision: float
    recall: float
    f: float
    tp: float
    fp_necessary: float
    fp_unnecessary: float
    fn: float
    tn: float
    beta: float

    @property
    def value(self) -> float:
        return self.f

    def to_dict(self) -> dict[str, object]:
        plain = super().to_dict()
        beta, f = plain.pop("beta"), plain.pop("f")
        return {
            "precision": plain.pop("precision"),
            "recall": plain.pop("recall"),
            f"f{beta:g}": f,
            **plain,
        }


class Cleme(ChunkMetric):
    """CLEME: precision, recall and F of chunks.

    Parameters
    ----------
    beta : float, default 0.5
        The weight of recall in F, above 0.
    assumption : {"dependent", "independent"}, default "dependent"
        Whether chunks are judged by one reference at a time, or each by all references.
    level : {"corpus", "sentence"}, default "corpus"
        Whether the score is computed from the counts of all sentences, or is the mean of the
        sentences' scores.
    weights : {"none", "length", "gain"} or EditWeights, default "length"
        What an edit weighs.
    compat : bool, default False
        Whether to reproduce the errors of the original program.

    Examples
    --------
    >>> from syntacticdiff.alignment.annotate import annotated
    >>> gold = annotated("He go home".split(), "He goes home".split())
    >>> Cleme().corpus([annotated("He go home".split(), "He went home".split())], [gold]).f
    0.0
    """

    name: ClassVar[str] = "cleme"
    figure = "F0.5"
    details = "By default, long edits weigh more if they are right, and less if they are wrong."
    options = (BETA, *chunk_options("length"))

    def __init__(
        self,
        *,
        beta: float = 0.5,
        assumption: str = "dependent",
        level: str = "corpus",
        weights: str | EditWeights = "length",
        compat: bool = False,
    ) -> None:
        super().__init__(assumption=assumption, level=level, weights=weights, compat=compat)
        check_beta(beta)
        self.beta = beta

    @property
    def settings(self) -> dict[str, object]:
        return {"beta": f"{self.beta:g}", **super().settings}

    def _corpus(self, counts: Sequence[Sequence[ChunkCounts]]) -> ClemeScore:
        found = self._chosen(counts)
        if self.compat:  # in the original program NaN is never the best so far, so nothing counts
            found = [each for each in found if not math.isnan(each.tn)]
        return self._score(summed(found))

    def _sentences(self, counts: Sequence[Sequence[ChunkCounts]]) -> list[ClemeScore]:
        return [self._score(each) for each in self._chosen(counts)]

    def _mean(self, counts: Sequence[Sequence[ChunkCounts]]) -> ClemeScore:
        found = self._chosen(counts)
        scores = [self._score(each) for each in found]
        many = len(scores) or 1
        return ClemeScore(
            sum(score.precision for score in scores) / many,
            sum(score.recall for score in scores) / many,
            sum(score.f for score in scores) / many,
            *summed(found),
            self.beta,
            signature=self.signature,
        )

    def _score(self, counts: ChunkCounts) -> ClemeScore:
        figures = self._figures(counts)
        return ClemeScore(*figures, *counts, self.beta, signature=self.signature)

    def _figures(self, counts: ChunkCounts) -> tuple[float, float, float]:
        precision = ratio(counts.tp, counts.tp + counts.fp)
        recall = ratio(counts.tp, counts.tp + counts.fn)
        f = f_score(precision, recall, self.beta)
        return round(precision, _DECIMALS), round(recall, _DECIMALS), round(f, _DECIMALS)

    def _chosen(self, counts: Sequence[Sequence[ChunkCounts]]) -> list[ChunkCounts]:
        return chosen(counts, lambda total: self._figures(total)[2])
