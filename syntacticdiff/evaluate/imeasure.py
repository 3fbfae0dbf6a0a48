"""The I-measure: how much better or worse a hypothesis is than the text it corrects.

Source, hypothesis and reference are aligned, and each column is counted as a true or false
positive or negative. The weighted accuracy of the hypothesis (positives count w times) is compared
with that of the uncorrected source: 1 is perfect, 0 is no better than doing nothing, and negative
values, down to -1, are worse. For each sentence the reference counts that gives the hypothesis the
highest accuracy.

See M. Felice and T. Briscoe, Towards a Standard Evaluation Method for Grammatical Error Detection
and Correction, NAACL 2015.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.imeasure_gold import GoldErrors
from syntacticdiff.evaluate.metric import CorrectionMetric, Score, check_lengths, f_score, ratio
from syntacticdiff.evaluate.options import Option
from syntacticdiff.evaluate.three_way import Column, aligned

Tokens = tuple[str, ...]

# Up to this many combinations of corrections are all tried; beyond, errors are decided in turn.
MAX_COMBINATIONS = 128
_MOST_WEIGHT = 1_000_000


class ColumnCounts(NamedTuple):
    """Columns by kind. `fpn`: wrongly changed where a change was needed (also in fp and fn)."""

    tp: int = 0
    tn: int = 0
    fp: int = 0
    fn: int = 0
    fpn: int = 0

    def accuracy(self, weight: float) -> float:
        """The share of right columns, where changed columns count `weight` times."""
        whole = weight * (self.tp + self.fp) + self.tn + self.fn - (weight + 1) * self.fpn / 2
        return ratio(weight * self.tp + self.tn, whole)

    def plus(self, other: ColumnCounts) -> ColumnCounts:
        """The sum of both."""
        return ColumnCounts(*(a + b for a, b in zip(self, other, strict=True)))


class SentenceCounts(NamedTuple):
    """The columns of a sentence: of the hypothesis, for both aspects, and of the source."""

    correction: ColumnCounts = ColumnCounts()
    detection: ColumnCounts = ColumnCounts()
    source: ColumnCounts = ColumnCounts()

    def plus(self, other: SentenceCounts) -> SentenceCounts:
        """The sum of both."""
        return SentenceCounts(*(a.plus(b) for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Aspect:
    """The figures of correction or of detection."""

    i: float
    wacc: float
    wacc_source: float
    acc: float
    acc_source: float
    precision: float
    recall: float
    f1: float
    tp: int
    tn: int
    fp: int
    fn: int
    fpn: int


@dataclass(frozen=True)
class IMeasureScore(Score):
    """The I-measure of correction and of detection."""

    correction: Aspect
    detection: Aspect

    @property
    def value(self) -> float:
        return self.correction.i

    def to_dict(self) -> dict[str, object]:
        detection = asdict(self.detection)
        return {**asdict(self.correction), "detection": detection, "signature": self.signature}


class IMeasure(CorrectionMetric[Tokens, GoldErrors]):
    """The I-measure: improvement over the uncorrected source.

    Parameters
    ----------
    mix : bool, default False
        Whether corrections by different annotators may be combined, error by error, which is ten
        times as slow; otherwise a reference consists of one annotator's corrections, as in
        published comparisons.
    weight : float, default 2.0
        How many times changed tokens count in accuracy, at least 1.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
    >>> from syntacticdiff.evaluate.imeasure_gold import errors_of
    >>> gold = errors_of(M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "SVA", ("goes",)),)))
    >>> for hypothesis in ("He goes home", "He go home", "She go home"):
    ...     print(IMeasure().corpus([tuple(hypothesis.split())], [gold]).value)
    1.0
    0.0
    -0.625
    """

    name: ClassVar[str] = "imeasure"
    hypothesis_form = "tokens"
    gold_form = "errors"
    figure = "I, from -1 to 1"
    details = (
        "1 is perfect, 0 is no better than doing nothing, negative values are worse. GOLD may also "
        "be a file in the I-measure's XML format."
    )
    options = (
        Option("mix", False, "Whether corrections of different annotators may be combined."),
        Option("weight", 2.0, "How many times changed tokens count in accuracy."),
    )

    def __init__(self, mix: bool = False, weight: float = 2.0) -> None:
        if not 1 <= weight <= _MOST_WEIGHT:
            raise UsageError(
                f"weight: a number from 1 to {_MOST_WEIGHT:,} is needed, not {weight!r}"
            )
        self.mix = mix
        self.weight = weight

    @property
    def settings(self) -> dict[str, object]:
        return {"mix": "yes" if self.mix else "no", "weight": f"{self.weight:g}"}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[GoldErrors]) -> IMeasureScore:
        return self._score(self._counts(hypotheses, gold))

    def sentences(
        self, hypotheses: Sequence[Tokens], gold: Sequence[GoldErrors]
    ) -> list[IMeasureScore]:
        return [self._score([counts]) for counts in self._counts(hypotheses, gold)]

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[GoldErrors],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """The counts of a sample are the sums of its sentences' counts."""
        table = np.array(self._counts(hypotheses, gold))[:, [0, 2]]
        sums = (table[row].sum(axis=0).tolist() for row in samples)
        return np.array([self._improvement(*(ColumnCounts(*each) for each in s)) for s in sums])

    def _counts(
        self, hypotheses: Sequence[Tokens], gold: Sequence[GoldErrors]
    ) -> list[SentenceCounts]:
        check_lengths(hypotheses, gold)
        pairs = zip(hypotheses, gold, strict=True)
        return [self._best(tuple(tokens), sentence) for tokens, sentence in pairs]

    def _best(self, hypothesis: Tokens, gold: GoldErrors) -> SentenceCounts:
        """The counts for the best reference; of equally good ones, the first."""
        if self.mix and gold.combinations() > MAX_COMBINATIONS:
            return self._best_by_steps(hypothesis, gold)
        references = gold.mixed_references() if self.mix else gold.references()
        tried = (self._ranked(hypothesis, gold.tokens, reference) for reference in references)
        return max(tried, key=lambda each: each[0])[1]

    def _best_by_steps(self, hypothesis: Tokens, gold: GoldErrors) -> SentenceCounts:
        """Choose the best correction of one error at a time, until no change improves."""
        chosen = [error.choices[0] for error in gold.errors]
        best = self._ranked(hypothesis, gold.tokens, gold.made(chain(*chosen)))
        improved = True
        while improved:
            improved = False
            for number, error in enumerate(gold.errors):
                for choice in error.choices:
                    tried = [*chosen[:number], choice, *chosen[number + 1 :]]
                    found = self._ranked(hypothesis, gold.tokens, gold.made(chain(*tried)))
                    if found[0] > best[0]:
                        best, chosen, improved = found, tried, True
        return best[1]

    def _ranked(
        self, hypothesis: Tokens, source: Tokens, reference: Tokens
    ) -> tuple[tuple[float, ...], SentenceCounts]:
        counts = _counted(source, hypothesis, reference)
        return self._rank(counts), counts

    def _rank(self, counts: SentenceCounts) -> tuple[float, ...]:
        """Weighted accuracy, improvement and accuracy of correction, then those of detection."""
        found: list[float] = []
        for own in (counts.correction, counts.detection):
            improvement = self._improvement(own, counts.source)
            found += (own.accuracy(self.weight), improvement, own.accuracy(1))
        return tuple(found)

    def _improvement(self, own: ColumnCounts, source: ColumnCounts) -> float:
        """I, from the accuracies of the hypothesis and of the uncorrected source."""
        reached, given = own.accuracy(self.weight), source.accuracy(self.weight)
        if reached == given:
            return math.floor(reached) * 1.0
        return (reached - given) / (1 - given) if reached > given else reached / given - 1

    def _score(self, sentences: Iterable[SentenceCounts]) -> IMeasureScore:
        total = SentenceCounts()
        for counts in sentences:
            total = total.plus(counts)
        return IMeasureScore(
            self._aspect(total.correction, total.source),
            self._aspect(total.detection, total.source),
            signature=self.signature,
        )

    def _aspect(self, own: ColumnCounts, source: ColumnCounts) -> Aspect:
        precision = ratio(own.tp, own.tp + own.fp)
        recall = ratio(own.tp, own.tp + own.fn)
        return Aspect(
            self._improvement(own, source),
            own.accuracy(self.weight),
            source.accuracy(self.weight),
            own.accuracy(1),
            source.accuracy(1),
            precision,
            recall,
            f_score(precision, recall, 1),
            *own,
        )


def _counted(source: Tokens, hypothesis: Tokens, reference: Tokens) -> SentenceCounts:
    columns = aligned(source, hypothesis, reference)
    correction, detection = _columns(columns)
    unchanged, _ = _columns([(own, own, wanted) for own, _, wanted in columns])
    return SentenceCounts(correction, detection, unchanged)


def _columns(columns: Iterable[Column]) -> tuple[ColumnCounts, ColumnCounts]:
    """The counts of the columns for correction and for detection."""
    kept_rightly = kept_wrongly = needless = right = wrong = 0
    for source, hypothesis, reference in columns:
        if source == hypothesis:
            kept_rightly += source == reference
            kept_wrongly += source != reference
        elif source == reference:
            needless += 1
        elif hypothesis == reference:
            right += 1
        else:
            wrong += 1
    return (
        ColumnCounts(right, kept_rightly, needless + wrong, kept_wrongly + wrong, wrong),
        ColumnCounts(right + wrong, kept_rightly, needless, kept_wrongly, 0),
    )
