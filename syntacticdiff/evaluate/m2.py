"""M2, or MaxMatch: precision and recall of edits, cut so that they agree best with the gold.

The edits of a hypothesis are those of the best path through the lattice of all shortest ways from
the source (`edit_lattice`). Where several annotators edited a sentence, the one counts that gives
the highest F for the corpus so far.

See D. Dahlmeier and H. T. Ng, Better Evaluation for Grammatical Error Correction, NAACL 2012.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.edit_lattice import EditLattice, GoldEdit, common_ends
from syntacticdiff.evaluate.metric import (
    CorrectionMetric,
    Score,
    check_beta,
    check_lengths,
    f_score,
    ratio,
)
from syntacticdiff.evaluate.options import BETA, Option

Tokens = tuple[str, ...]

# The largest lattice, in points. For longer sentences, the common beginning and end are left out,
# except for `MARGIN` tokens beside the part that differs.
MAX_POINTS = 1 << 22
MARGIN = 100


class M2Counts(NamedTuple):
    """Numbers of edits in a sentence or a corpus: in both, proposed, and in the gold."""

    correct: int
    proposed: int
    gold: int


@dataclass(frozen=True)
class M2Score(Score):
    """Precision, recall and F of edits, with the counts behind them.

    Parameters
    ----------
    precision, recall, f : float
        The shares of correct edits among the proposed and among the gold ones, and their weighted
        harmonic mean.
    correct, proposed, gold : int
        The numbers of edits in both, in the hypotheses, and in the gold.
    beta : float
        The weight of recall in `f`.
    signature : str
        The metric, its settings and the version.
    """

    precision: float
    recall: float
    f: float
    correct: int
    proposed: int
    gold: int
    beta: float

    @property
    def value(self) -> float:
        return self.f

    def to_dict(self) -> dict[str, object]:
        return {
            "precision": self.precision,
            "recall": self.recall,
            f"f{self.beta:g}": self.f,
            "correct": self.correct,
            "proposed": self.proposed,
            "gold": self.gold,
            "signature": self.signature,
        }


class M2(CorrectionMetric[Tokens, M2Sentence]):
    """MaxMatch: precision, recall and F of edits.

    Parameters
    ----------
    beta : float, default 0.5
        The weight of recall in F, above 0.
    max_unchanged : int, default 2
        How many unchanged words an edit may contain.
    ignore_case : bool, default False
        Whether to ignore case; gold edits that change nothing else are then left out.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
    >>> gold = M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "SVA", ("goes",)),))
    >>> M2().corpus([("He", "goes", "to", "home")], [gold]).to_dict()["f0.5"]
    0.5555555555555556
    """

    name: ClassVar[str] = "m2"
    hypothesis_form = "tokens"
    gold_form = "edits"
    figure = "F0.5"
    details = (
        "Of all ways to describe the hypothesis as edits of the source, the one that agrees best "
        "with the gold counts."
    )
    options = (
        BETA,
        Option("max_unchanged", 2, "Unchanged words that an edit may contain."),
        Option("ignore_case", False, "Ignore case."),
    )

    def __init__(
        self, beta: float = 0.5, max_unchanged: int = 2, ignore_case: bool = False
    ) -> None:
        check_beta(beta)
        if max_unchanged < 0:
            raise UsageError(f"max_unchanged: at least 0 is needed, not {max_unchanged!r}")
        self.beta = beta
        self.max_unchanged = max_unchanged
        self.ignore_case = ignore_case

    @property
    def settings(self) -> dict[str, object]:
        case = "ignored" if self.ignore_case else "kept"
        return {"beta": f"{self.beta:g}", "unchanged": self.max_unchanged, "case": case}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[M2Sentence]) -> M2Score:
        return self.total(self._counts(hypotheses, gold))

    def sentences(self, hypotheses: Sequence[Tokens], gold: Sequence[M2Sentence]) -> list[M2Score]:
        return [self.total([counts]) for counts in self._counts(hypotheses, gold)]

    def counter(self, gold: Sequence[M2Sentence]) -> M2Counter:
        """A counter of edits, for scoring many hypotheses against the same gold."""
        return M2Counter(gold, self.max_unchanged, self.ignore_case)

    def total(self, counts: Iterable[Sequence[M2Counts]]) -> M2Score:
        """Score a corpus by the counts of its sentences, each with counts for every annotator."""
        correct = proposed = gold = 0
        weight = self.beta**2
        for annotators in counts:
            if len(annotators) == 1:
                best = annotators[0]
            else:
                best = max(
                    annotators,
                    key=lambda each: self._preference(
                        correct + each[0], proposed + each[1] + weight * (gold + each[2])
                    ),
                )
            correct += best[0]
            proposed += best[1]
            gold += best[2]
        precision, recall = ratio(correct, proposed), ratio(correct, gold)
        f = f_score(precision, recall, self.beta)
        return M2Score(
            precision, recall, f, correct, proposed, gold, self.beta, signature=self.signature
        )

    def _preference(self, correct: int, weighted: float) -> tuple[float, int, float]:
        """F of the corpus so far, then more correct edits, then fewer others."""
        f = (1 + self.beta**2) * correct / weighted if weighted else 1.0
        return f, correct, -weighted

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[M2Sentence],
        samples: npt.NDArray[np.intp],
    ) -> npt.NDArray[np.float64]:
        """Score all samples in step: each choice of an annotator depends on the ones before."""
        counts = self._counts(hypotheses, gold)
        most = max(map(len, counts), default=1)
        # Sentences with fewer annotators repeat their last one; ties are won by the first.
        table = np.array([[*row, *[row[-1]] * (most - len(row))] for row in counts], np.int64)
        weight, rows = self.beta**2, np.arange(len(samples))
        totals = np.zeros((len(samples), 3), np.int64)
        for column in samples.T:
            tried = totals[:, None, :] + table[column]
            correct = tried[..., 0]
            weighted = tried[..., 1] + weight * tried[..., 2]
            f = np.divide(
                (1 + weight) * correct,
                weighted,
                out=np.ones(weighted.shape),
                where=weighted != 0,
            )
            best = np.lexsort((weighted, -correct, -f), axis=1)[:, 0] if most > 1 else 0
            totals = tried[rows, best]
        values = [
            f_score(ratio(correct, proposed), ratio(correct, in_gold), self.beta)
            for correct, proposed, in_gold in totals.tolist()
        ]
        return np.array(values)

    def _counts(
        self, hypotheses: Sequence[Tokens], gold: Sequence[M2Sentence]
    ) -> list[tuple[M2Counts, ...]]:
        check_lengths(hypotheses, gold)
        counter = self.counter(gold)
        return [counter(number, tokens) for number, tokens in enumerate(hypotheses)]


class M2Counter:
    """Counts the edits of single sentences, each hypothesis once, however often it is asked for.

    Parameters
    ----------
    gold : sequence of M2Sentence
        The annotated sentences.
    max_unchanged : int, default 2
        How many unchanged words an edit may contain.
    ignore_case : bool, default False
        Whether to ignore case.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
    >>> gold = M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "SVA", ("goes",)),))
    >>> counter = M2().counter([gold])
    >>> counter(0, ("He", "goes", "home"))
    (M2Counts(correct=1, proposed=1, gold=1),)
    >>> M2(beta=1).total([counter(0, ("He", "went", "home"))]).f
    0.0
    """

    def __init__(
        self, gold: Sequence[M2Sentence], max_unchanged: int = 2, ignore_case: bool = False
    ) -> None:
        self.max_unchanged = max_unchanged
        self.ignore_case = ignore_case
        self._sources = [self._folded(sentence.tokens) for sentence in gold]
        self._golds = [self._annotators(sentence) for sentence in gold]
        self._known: list[dict[Tokens, tuple[M2Counts, ...]]] = [{} for _ in gold]

    def __call__(self, number: int, hypothesis: Sequence[str]) -> tuple[M2Counts, ...]:
        """The counts of one hypothesis for the gold sentence with this number, by annotator."""
        tokens, known = self._folded(hypothesis), self._known[number]
        if tokens not in known:
            known[tokens] = self._count(self._sources[number], tokens, self._golds[number])
        return known[tokens]

    def _count(
        self, source: Tokens, target: Tokens, golds: Sequence[Sequence[GoldEdit]]
    ) -> tuple[M2Counts, ...]:
        if source == target:
            return tuple(M2Counts(0, 0, len(gold)) for gold in golds)
        if len(source) * len(target) > MAX_POINTS:
            return self._count_long(source, target, golds)
        lattice = EditLattice(source, target, self.max_unchanged)
        return tuple(M2Counts(*lattice.counts(gold), len(gold)) for gold in golds)

    def _count_long(
        self, source: Tokens, target: Tokens, golds: Sequence[Sequence[GoldEdit]]
    ) -> tuple[M2Counts, ...]:
        """Compare only what lies between the common beginning and the common end.

        If that is still too much for a lattice, it is one edit.
        """
        start, end = common_ends(source, target, margin=MARGIN)
        source, target = source[start : len(source) - end], target[start : len(target) - end]
        inner = [
            [
                GoldEdit(edit.start - start, edit.end - start, edit.corrections)
                for edit in gold
                if start <= edit.start and edit.end <= start + len(source)
            ]
            for gold in golds
        ]
        if len(source) * len(target) <= MAX_POINTS:
            lattice = EditLattice(source, target, self.max_unchanged)
            found = [lattice.counts(gold) for gold in inner]
        else:
            whole = (0, len(source))
            found = [
                (int(any(e[:2] == whole and target in e.corrections for e in gold)), 1)
                for gold in inner
            ]
        sizes = map(len, golds)
        return tuple(M2Counts(*each, size) for each, size in zip(found, sizes, strict=True))

    def _annotators(self, sentence: M2Sentence) -> list[list[GoldEdit]]:
        edits = [found for _, found in sorted(sentence.annotations.items())]
        return [[each for edit in found if (each := self._gold(edit, sentence))] for found in edits]

    def _gold(self, edit: M2Edit, sentence: M2Sentence) -> GoldEdit | None:
        corrections = tuple(self._folded(words.split()) for words in edit.corrections)
        source = self._folded(sentence.tokens[edit.start : edit.end])
        if self.ignore_case and source in corrections:
            return None
        return GoldEdit(edit.start, edit.end, corrections)

    def _folded(self, tokens: Sequence[str]) -> Tokens:
        return tuple(token.lower() for token in tokens) if self.ignore_case else tuple(tokens)
