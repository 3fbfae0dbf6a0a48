"""The second level of tuning: penalties learned from annotated edits, and when to make an edit.

The regression says how likely an edit is right; from which odds on edits should be made depends on
the metric, and is tried out, with the search itself, on sentences that the regression was not
fitted on: inner folds of the training sentences.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.evaluate.m2 import M2Score
from syntacticdiff.search import Candidates, Order, Pricing
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.learned import LEAST_GAIN, LearnedPenalties, in_units
from syntacticdiff.tuning.candidate_table import BITS_SCALE, CandidateTable
from syntacticdiff.tuning.logistic import LinearModel, fitted
from syntacticdiff.tuning.trials import Report, Trials, folds

INNER_FOLDS = 3
# Log-odds to try: first a coarse row of them, then what lies beside the best.
THRESHOLDS = tuple(np.arange(-3.5, 0.6, 0.5).tolist())
_FINER = (-0.25, 0.25)
_MARGIN = 1e-4  # bits; prices are rounded


class TabledPrices:
    """Prices made beforehand, by sentence; `table` may be exchanged between searches."""

    orders: tuple[Order, ...] = (None,)
    temperature = 1.0

    def __init__(self) -> None:
        self.table: dict[tuple[str, ...], NDArray[np.int64]] = {}

    @property
    def digest(self) -> str:
        """A short name for all prices."""
        plain = hashlib.sha256()
        for tokens, prices in self.table.items():
            plain.update(repr(tokens).encode() + prices.tobytes())
        return plain.hexdigest()[:16]

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """The prices of a sentence of the table."""
        return self.table[candidates.tokens]


@dataclass(frozen=True)
class Learned:
    """Penalties, the odds from which edits are made, and F on the inner folds with them."""

    penalties: LearnedPenalties
    threshold: float
    inner: float
    curve: Mapping[float, float]


class LearnedLevel:
    """Learns penalties for one table of candidates and one kind of search.

    Parameters
    ----------
    trials : the gold
    settings : of SyntacticDiff, all but penalties; those with which `table` was made
    table : the candidates
    seed : of the inner folds
    """

    def __init__(
        self, trials: Trials, settings: Mapping[str, Any], table: CandidateTable, seed: int = 0
    ) -> None:
        self.trials, self.settings, self.table, self.seed = trials, dict(settings), table, seed
        self._tabled = TabledPrices()
        self._with_tabled = self.differ(self._tabled)

    def learn(self, sentences: NDArray[np.intp], report: Report = lambda _: None) -> Learned:
        """Penalties from some sentences. If it is stopped, the best threshold so far counts."""
        parts = folds([self.table.tokens[i] for i in sentences], INNER_FOLDS, self.seed)
        held_out = []
        for fold in range(INNER_FOLDS):
            report(f"fitting inner fold {fold + 1} of {INNER_FOLDS}")
            model = fitted(self.table, sentences[parts != fold])
            held_out.append(HeldOut.of(self.table, sentences[parts == fold], model))
        report("fitting all")
        whole = fitted(self.table, sentences)
        curve: dict[float, float] = {}
        try:
            self._try(THRESHOLDS, curve, sentences, held_out, report)
            best = _best(curve)
            self._try([best + step for step in _FINER], curve, sentences, held_out, report)
        except KeyboardInterrupt:
            if not curve:
                raise
            raise StoppedLearning(self._learned(whole, curve)) from None
        return self._learned(whole, curve)

    def _try(
        self,
        thresholds: Iterable[float],
        curve: dict[float, float],
        sentences: NDArray[np.intp],
        held_out: Sequence[HeldOut],
        report: Report,
    ) -> None:
        for threshold in thresholds:
            report(f"trying edits at odds of {math.exp(threshold):.2f} and more")
            curve[threshold] = self._inner_score(sentences, held_out, threshold).f

    def differ(self, penalties: Pricing) -> SyntacticDiff:
        """What corrects with these penalties."""
        return self.trials.differ({**self.settings, "penalties": Penalties(pricing=penalties)})

    def _learned(self, model: LinearModel, curve: Mapping[float, float]) -> Learned:
        best = _best(curve)
        return Learned(model.penalties(self.table, best), best, curve[best], dict(curve))

    def _inner_score(
        self, sentences: NDArray[np.intp], held_out: Sequence[HeldOut], threshold: float
    ) -> M2Score:
        """F of all sentences, each with the prices of the model that has not seen it.

        A beam ends when no hypothesis of a depth is better. So it finds nothing where no edit alone
        is worth its price, and such sentences need not be searched.
        """
        self._tabled.table = {}
        ends = self.settings.get("search", "beam") == "beam" and self.settings.get("beam", 8)
        worth = np.full(len(self.trials.gold), not ends)
        for part in held_out:
            self._tabled.table |= part.prices(threshold)
            worth[part.with_an_edit(threshold)] = True
        return self.trials.score(self._with_tabled, sentences, worth)


@dataclass(frozen=True)
class HeldOut:
    """Sentences, and what a model that has not seen them says of their candidates."""

    table: CandidateTable
    sentences: NDArray[np.intp]
    model: LinearModel
    rows: NDArray[np.intp]
    odds: NDArray[np.float64]
    gains: NDArray[np.float64]

    @classmethod
    def of(cls, table: CandidateTable, sentences: NDArray[np.intp], model: LinearModel) -> HeldOut:
        """The rows of these sentences, judged."""
        rows = table.rows_of(sentences)
        gains = table.matrix[rows][:, 0].toarray()[:, 0] / BITS_SCALE
        return cls(table, sentences, model, rows, model.odds(table, rows), gains)

    def with_an_edit(self, threshold: float) -> NDArray[np.intp]:
        """The sentences in which some edit alone saves more than its price."""
        prices = np.maximum(self.model.prices(self.odds, threshold), LEAST_GAIN)
        return np.unique(self.table.sentences[self.rows][self.gains > prices - _MARGIN])

    def prices(self, threshold: float) -> dict[tuple[str, ...], NDArray[np.int64]]:
        """The prices of all candidates of each sentence."""
        table = self.table
        bits = self.model.prices(self.odds, threshold)
        owners, places = table.sentences[self.rows], table.places[self.rows]
        starts = np.searchsorted(owners, self.sentences).tolist()
        ends = np.searchsorted(owners, self.sentences, side="right").tolist()
        return {
            table.tokens[number]: in_units(
                bits[start:end], places[start:end], table.sizes[number], LEAST_GAIN
            )
            for number, start, end in zip(self.sentences.tolist(), starts, ends, strict=True)
        }


class StoppedLearning(KeyboardInterrupt):  # it is Ctrl-C with something in its hands
    """Learning was interrupted when there was already something to keep."""

    def __init__(self, best: Learned) -> None:
        super().__init__()
        self.best = best


def _best(curve: Mapping[float, float]) -> float:
    """The threshold with the best F, each with half of its neighbours', so that luck counts less.

    Among finer steps the neighbours are the coarse ones, so that they have to be better alone.
    """
    coarse = [threshold for threshold in sorted(curve) if threshold in THRESHOLDS]
    padded = np.pad(np.array([curve[threshold] for threshold in coarse]), 1, mode="edge")
    smooth = 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
    best = coarse[int(np.argmax(smooth))]
    finer = [threshold for threshold in curve if threshold not in THRESHOLDS]
    return max((best, *finer), key=lambda threshold: curve[threshold])
