"""The comparison of two M2 files as ERRANT does it: edits that two files have in common.

Edits are compared as they are written, without looking for a better way to cut the sentence up
(that is M2's idea). Of several annotators on either side the pair counts for a sentence with which
F of the corpus so far is highest.

See C. Bryant, M. Felice and T. Briscoe, Automatic Annotation and Evaluation of Error Types for
Grammatical Error Correction, ACL 2017.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.metric import Metric, Score, check_beta, check_lengths, f_score

# What has to agree: span and correction (cs), also the type (cse), the span (ds), tokens (dt).
MODES = ("cs", "cse", "ds", "dt")
TYPES = ("none", "operation", "class", "all")

_UNKNOWN = "UNK"  # an edit without a correction: of use for detection only
_DIGITS = 4  # ERRANT rounds before it compares

Found = dict[Hashable, list[str]]  # what has to agree, and the types of the edits that have it


class ErrantCounts(NamedTuple):
    """True and false positives, and false negatives."""

    tp: int
    fp: int
    fn: int


@dataclass(frozen=True)
class ErrantScore(Score):
    """Precision, recall and F of edits, with the counts behind them, and by type if wanted."""

    precision: float
    recall: float
    f: float
    tp: int
    fp: int
    fn: int
    beta: float
    types: dict[str, ErrantScore] | None = None

    @classmethod
    def of(cls, counts: ErrantCounts, beta: float, **others: Any) -> ErrantScore:
        """The figures that follow from counts."""
        tp, fp, fn = counts
        precision, recall = _share(tp, fp), _share(tp, fn)
        return cls(precision, recall, f_score(precision, recall, beta), tp, fp, fn, beta, **others)

    @property
    def value(self) -> float:
        return self.f

    def to_dict(self) -> dict[str, Any]:
        figures: dict[str, Any] = {
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


class Errant(Metric[M2Sentence, M2Sentence]):
    """ERRANT's comparison.

    Parameters
    ----------
    mode : what has to agree: `"cs"`, span and correction; `"cse"`, also the type; `"ds"`, the span
        (detection); `"dt"`, tokens (detection; an insertion is one of the token on its right)
    beta : the weight of recall in F
    types : a table by `"operation"` (M, R, U), by `"class"` (NOUN, VERB:SVA) or by `"all"`, both
        together

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

    def __init__(self, mode: str = "cs", beta: float = 0.5, types: str = "none") -> None:
        if mode not in MODES:
            raise UsageError(f"mode: {mode!r} is not one of {', '.join(MODES)}")
        if types not in TYPES:
            raise UsageError(f"types: {types!r} is not one of {', '.join(TYPES)}")
        check_beta(beta)
        self.mode = mode
        self.beta = beta
        self.types = types

    @property
    def settings(self) -> dict[str, object]:
        return {"mode": self.mode, "beta": f"{self.beta:g}"}

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
        """All samples side by side, because the choice of annotators goes from left to right."""
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
    ) -> list[list[tuple[Found, Found]]]:
        """For each sentence all pairs of a hypothesis's and a gold annotator's edits."""
        check_lengths(hypotheses, gold)
        for number, (own, wanted) in enumerate(zip(hypotheses, gold, strict=True), 1):
            if own.tokens != wanted.tokens:
                raise InputError(f"sentence {number} of hypotheses and gold is not the same")
        found = self._found(hypotheses, "hypotheses")
        return [
            [(own, other) for own in ours for other in theirs]
            for ours, theirs in zip(found, self._found(gold, "gold"), strict=True)
        ]

    def _found(self, sentences: Iterable[M2Sentence], whose: str) -> list[list[Found]]:
        found: list[list[Found]] = []
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

    def _compared(self, edits: Iterable[M2Edit]) -> Found:
        """What has to agree, with the types of the edits that it comes from."""
        found: Found = {}
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

    def _total(self, sentences: Iterable[Sequence[tuple[Found, Found]]]) -> ErrantScore:
        total = ErrantCounts(0, 0, 0)
        by_type = [Counter[str](), Counter[str](), Counter[str]()]
        for pairs in sentences:
            tried = [
                ErrantCounts(*map(sum, zip(total, _counts(*pair), strict=True))) for pair in pairs
            ]
            best = max(range(len(pairs)), key=lambda number: self._goodness(tried[number]))
            total = tried[best]
            if self.types != "none":
                for counter, names in zip(by_type, _types(*pairs[best]), strict=True):
                    counter.update(self._shown(name) for name in names)
        return ErrantScore.of(
            total, self.beta, signature=self.signature, types=self._by_type(by_type)
        )

    def _goodness(self, counts: ErrantCounts) -> tuple[float, int, int, int]:
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


def _distinct(edits: Sequence[M2Edit]) -> list[M2Edit]:
    """The edits without those that are written a second time."""
    found: dict[Hashable, M2Edit] = {}
    for edit in edits:
        found.setdefault((edit.start, edit.end, edit.corrections), edit)
    return list(found.values())


def _types(found: Found, wanted: Found) -> tuple[list[str], list[str], list[str]]:
    """The types of what both have (the gold's), only the first, and only the second has."""
    both = [name for key in found if key in wanted for name in wanted[key]]
    first = [name for key, names in found.items() if key not in wanted for name in names]
    second = [name for key, names in wanted.items() if key not in found for name in names]
    return both, first, second


def _counts(found: Found, wanted: Found) -> ErrantCounts:
    return ErrantCounts(*map(len, _types(found, wanted)))


def _share(right: int, wrong: int) -> float:
    """As ERRANT has it: where nothing is wrong, all is right."""
    return right / (right + wrong) if wrong else 1.0


def _unsigned(score: ErrantScore) -> dict[str, Any]:
    return {name: value for name, value in score.to_dict().items() if name != "signature"}
