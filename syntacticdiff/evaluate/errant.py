"""ERRANT's comparison of two M2 files: the edits that they have in common.

Edits are compared as they are written; unlike MaxMatch, ERRANT does not look for boundaries that
agree better. Where several annotators edited a sentence, on either side, the pair of annotators
counts that gives the highest F for the corpus so far.

See C. Bryant, M. Felice and T. Briscoe, Automatic Annotation and Evaluation of Error Types for
Grammatical Error Correction, ACL 2017.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from syntacticdiff.alignment.annotate import retyped
from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.evaluate.metric import (
    CorrectionMetric,
    Score,
    check_beta,
    check_sources,
    f_score,
    ratio,
)
from syntacticdiff.evaluate.options import BETA, Option
from syntacticdiff.parameters import one_of

# What has to agree: span and correction (cs), also the type (cse), the span (ds), tokens (dt).
MODES = ("cs", "cse", "ds", "dt")
TYPES = ("none", "operation", "class", "all")

_UNKNOWN = "UNK"  # an edit without a correction: it counts for detection only
_DIGITS = 4  # ERRANT rounds before it compares

EditKeys = dict[Hashable, list[str]]  # what has to agree, and the types of the edits that have it


class ErrantCounts(NamedTuple):
    """True and false positives, and false negatives."""

    tp: int
    fp: int
    fn: int


@dataclass(frozen=True)
class ErrantScore(Score):
    """Precision, recall and F of edits, with the counts behind them, optionally by type."""

    precision: float
    recall: float
    f: float
    tp: int
    fp: int
    fn: int
    beta: float
    types: dict[str, ErrantScore] | None = None

    @classmethod
    def of(
        cls,
        counts: ErrantCounts,
        beta: float,
        types: dict[str, ErrantScore] | None = None,
        signature: str = "",
    ) -> ErrantScore:
        """The score that follows from counts."""
        tp, fp, fn = counts
        precision, recall = ratio(tp, tp + fp), ratio(tp, tp + fn)
        f = f_score(precision, recall, beta)
        return cls(precision, recall, f, tp, fp, fn, beta, types, signature=signature)

    @property
    def value(self) -> float:
        return self.f

    def to_dict(self) -> dict[str, object]:
        figures: dict[str, object] = {
            "precision": self.precision,
            "recall": self.recall,
            f"f{self.beta:g}": self.f,
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.fn,
        }
        if self.types is not None:
            figures["types"] = {name: _unsigned(score) for name, score in self.types.items()}
        return {**figures, "signature": self.signature}


class Errant(CorrectionMetric[M2Sentence, M2Sentence]):
    """ERRANT's comparison of edits.

    Parameters
    ----------
    mode : {"cs", "cse", "ds", "dt"}, default "cs"
        What has to agree: span and correction; also the type; the span alone (detection); or
        single tokens (detection, where an insertion counts as the token on its right).
    beta : float, default 0.5
        The weight of recall in F, above 0.
    types : {"none", "operation", "class", "all"}, default "none"
        Whether to score by type of edit as well: by operation (M, R, U), by class (NOUN,
        VERB:SVA), or by both together.
    retype : bool, default False
        Whether the edits of the gold get new types, in ERRANT's terms, whatever types it has. Its
        spans and corrections stay.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
    >>> gold = M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "R:VERB:SVA", ("goes",)),))
    >>> found = M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "R:VERB", ("went",)),))
    >>> Errant().corpus([found], [gold]).tp, Errant("ds").corpus([found], [gold]).tp
    (0, 1)
    """

    name: ClassVar[str] = "errant"
    hypothesis_form = "edits"
    gold_form = "edits"
    figure = "F0.5"
    details = (
        "Edits agree in span and correction (cs), also in type (cse), in span alone (ds), or token "
        "by token (dt). The edits of plain text are extracted first."
    )
    options = (
        Option("mode", "cs", "What has to agree.", choices=MODES),
        BETA,
        Option("types", "none", "Add a table by type of edit.", choices=TYPES),
        Option("retype", False, "Type the gold's edits anew, in ERRANT's terms."),
    )

    def __init__(
        self, mode: str = "cs", beta: float = 0.5, types: str = "none", retype: bool = False
    ) -> None:
        check_beta(beta)
        self.mode = one_of("mode", mode, MODES)
        self.beta = beta
        self.types = one_of("types", types, TYPES)
        self.retype = retype

    @property
    def settings(self) -> dict[str, object]:
        types = {"types": "anew"} if self.retype else {}
        return {"mode": self.mode, "beta": f"{self.beta:g}", **types}

    def corpus(self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]) -> ErrantScore:
        return self._total(self._pairs(hypotheses, gold))

    def sentences(
        self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]
    ) -> list[ErrantScore]:
        return [self._total([pairs]) for pairs in self._pairs(hypotheses, gold)]

    def resampled(
        self,
        hypotheses: Sequence[M2Sentence],
        gold: Sequence[M2Sentence],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """Score all samples in step: each choice of annotators depends on the ones before."""
        counts = [[_counts(*pair) for pair in pairs] for pairs in self._pairs(hypotheses, gold)]
        most = max(map(len, counts), default=1)
        table = np.array([[*row, *[row[-1]] * (most - len(row))] for row in counts], np.int64)
        totals = np.zeros((len(samples), 3), np.int64)
        for column in samples.T:
            tried = totals[:, None, :] + table[column]
            tp, fp, fn = np.moveaxis(tried, 2, 0)
            order = np.lexsort((fn, fp, -tp, -self._rounded_f(tp, fp, fn)), axis=1)
            totals = tried[np.arange(len(samples)), order[:, 0]]
        scores = (ErrantScore.of(ErrantCounts(*row), self.beta) for row in totals.tolist())
        return np.array([score.f for score in scores])

    def _rounded_f(
        self,
        tp: npt.NDArray[np.int64],
        fp: npt.NDArray[np.int64],
        fn: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.float64]:
        precision = np.where(fp > 0, tp / np.maximum(tp + fp, 1), 1.0)
        recall = np.where(fn > 0, tp / np.maximum(tp + fn, 1), 1.0)
        weight = self.beta**2
        both = weight * precision + recall
        f = (1 + weight) * precision * recall / np.where(both > 0, both, 1.0)
        rounded: npt.NDArray[np.float64] = np.round(f, _DIGITS)
        return rounded

    def _pairs(
        self, hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]
    ) -> list[list[tuple[EditKeys, EditKeys]]]:
        """For each sentence, all pairs of a system annotator's and a gold annotator's edits."""
        check_sources(hypotheses, gold)
        if self.retype:
            gold = list(map(retyped, gold))
        elif self.types != "none" or self.mode == "cse":
            _note_other_types(hypotheses, gold)
        found = self._by_annotator(hypotheses, "hypotheses")
        return [
            [(own, other) for own in ours for other in theirs]
            for ours, theirs in zip(found, self._by_annotator(gold, "gold"), strict=True)
        ]

    def _by_annotator(self, sentences: Iterable[M2Sentence], whose: str) -> list[list[EditKeys]]:
        found: list[list[EditKeys]] = []
        repeated = first = 0
        for number, sentence in enumerate(sentences, 1):
            found.append([])
            for _, edits in sorted(sentence.annotations.items()):
                distinct = _distinct(edits)
                if len(distinct) < len(edits):
                    repeated += len(edits) - len(distinct)
                    first = first or number
                found[-1].append(self._compared(distinct))
        if repeated:
            warnings.warn(
                f"{whose}: {repeated} edit{'' if repeated == 1 else 's'} written twice, first in "
                f"sentence {first}; counted once",
                stacklevel=2,
            )
        return found

    def _compared(self, edits: Iterable[M2Edit]) -> EditKeys:
        """What has to agree, with the types of the edits that it comes from."""
        found: EditKeys = {}
        for edit in edits:
            keys: list[Hashable]
            if self.mode in ("cs", "cse") and edit.type == _UNKNOWN:
                continue
            if self.mode == "dt":
                keys = list(range(edit.start, max(edit.end, edit.start + 1)))
            elif self.mode == "ds":
                keys = [(edit.start, edit.end)]
            else:
                type_ = edit.type if self.mode == "cse" else ""
                keys = [(edit.start, edit.end, edit.corrections, type_)]
            for key in keys:
                found.setdefault(key, []).append(edit.type)
        return found

    def _total(self, sentences: Iterable[Sequence[tuple[EditKeys, EditKeys]]]) -> ErrantScore:
        total = ErrantCounts(0, 0, 0)
        by_type = [Counter[str](), Counter[str](), Counter[str]()]
        for pairs in sentences:
            tried = [
                ErrantCounts(*map(sum, zip(total, _counts(*pair), strict=True))) for pair in pairs
            ]
            best = max(range(len(pairs)), key=lambda number: self._preference(tried[number]))
            total = tried[best]
            if self.types != "none":
                for counter, names in zip(by_type, _types(*pairs[best]), strict=True):
                    counter.update(self._shown(name) for name in names)
        return ErrantScore.of(
            total, self.beta, signature=self.signature, types=self._by_type(by_type)
        )

    def _preference(self, counts: ErrantCounts) -> tuple[float, int, int, int]:
        score = ErrantScore.of(counts, self.beta)
        return round(score.f, _DIGITS), counts.tp, -counts.fp, -counts.fn

    def _by_type(self, counters: Sequence[Counter[str]]) -> dict[str, ErrantScore] | None:
        if self.types == "none":
            return None
        return {
            name: ErrantScore.of(ErrantCounts(*(each[name] for each in counters)), self.beta)
            for name in sorted(set().union(*counters))
        }

    def _shown(self, name: str) -> str:
        operation, _, rest = name.partition(":")
        if self.types == "operation":
            return operation
        return rest or name if self.types == "class" else name


def _note_other_types(hypotheses: Sequence[M2Sentence], gold: Sequence[M2Sentence]) -> None:
    """Say so if not one type of the gold is a type of the hypotheses: figures would mislead."""
    ours, theirs = (
        {edit.type for sentence in sentences for edit in sentence.edits if not edit.is_noop}
        for sentences in (hypotheses, gold)
    )
    if ours and theirs and ours.isdisjoint(theirs):
        warnings.warn(
            f"the gold has other types ({_some(theirs)}) than the hypotheses ({_some(ours)}), so "
            "that no type can agree; type the gold's edits anew with --retype",
            stacklevel=4,
        )


def _some(types: set[str]) -> str:
    first = sorted(types)[:3]
    return ", ".join(first) + (", ..." if len(types) > len(first) else "")


def _distinct(edits: Sequence[M2Edit]) -> list[M2Edit]:
    """The edits without repetitions."""
    found: dict[Hashable, M2Edit] = {}
    for edit in edits:
        found.setdefault((edit.start, edit.end, edit.corrections), edit)
    return list(found.values())


def _types(found: EditKeys, wanted: EditKeys) -> tuple[list[str], list[str], list[str]]:
    """The types (the gold's, if both have one) of true positives, false positives and misses."""
    both = [name for key in found if key in wanted for name in wanted[key]]
    first = [name for key, names in found.items() if key not in wanted for name in names]
    second = [name for key, names in wanted.items() if key not in found for name in names]
    return both, first, second


def _counts(found: EditKeys, wanted: EditKeys) -> ErrantCounts:
    return ErrantCounts(*map(len, _types(found, wanted)))


def _unsigned(score: ErrantScore) -> dict[str, object]:
    return {name: value for name, value in score.to_dict().items() if name != "signature"}
