"""The second level of tuning: penalties learned from annotated edits, and when to make an edit.

The regression says how likely an edit is right; from which odds on edits should be made depends on
the metric, and is tried out, with the search itself, on sentences that the regression was not
fitted on: inner folds of the training sentences.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.differ import SyntacticDiff
from syntacticdiff.evaluate.m2 import M2Score
from syntacticdiff.learned_penalties import LEAST_GAIN, LearnedPenalties, in_units
from syntacticdiff.penalties import Penalties
from syntacticdiff.search import Candidates, Order, Pricing
from syntacticdiff.tuning.candidate_table import CandidateTable
from syntacticdiff.tuning.logistic import LinearModel, fitted
from syntacticdiff.tuning.trials import Report, Trials, folds

INNER_FOLDS = 4
THRESHOLDS = tuple(np.arange(-4.0, 0.51, 0.25).tolist())  # log-odds


class TabledPrices:
    """Prices made beforehand, by sentence; `table` may be exchanged between searches."""

    orders: tuple[Order, ...] = (None,)

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
    curve: tuple[float, ...]


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
        models = []
        for fold in range(INNER_FOLDS):
            report(f"fitting inner fold {fold + 1} of {INNER_FOLDS}")
            models.append(fitted(self.table, sentences[parts != fold]))
        report("fitting all")
        whole = fitted(self.table, sentences)
        curve: list[float] = []
        try:
            for threshold in THRESHOLDS:
                report(f"trying edits at odds of {2**threshold:.2f} and more")
                curve.append(self._inner_score(sentences, parts, models, threshold).f)
        except KeyboardInterrupt:
            if not curve:
                raise
            raise StoppedLearning(self._learned(whole, curve)) from None
        return self._learned(whole, curve)

    def differ(self, penalties: Pricing) -> SyntacticDiff:
        """What corrects with these penalties."""
        return self.trials.differ({**self.settings, "penalties": Penalties(pricing=penalties)})

    def _learned(self, model: LinearModel, curve: Sequence[float]) -> Learned:
        smooth = _smoothed(curve)
        best = int(np.argmax(smooth))
        threshold = THRESHOLDS[best]
        penalties = model.penalties(self.table, threshold)
        return Learned(penalties, threshold, curve[best], tuple(curve))

    def _inner_score(
        self,
        sentences: NDArray[np.intp],
        parts: NDArray[np.intp],
        models: Sequence[LinearModel],
        threshold: float,
    ) -> M2Score:
        """F of all sentences, each with the prices of the model that has not seen it."""
        self._tabled.table = {}
        for fold, model in enumerate(models):
            self._tabled.table |= self._prices(sentences[parts == fold], model, threshold)
        return self.trials.score(self._with_tabled, sentences)

    def _prices(
        self, sentences: NDArray[np.intp], model: LinearModel, threshold: float
    ) -> dict[tuple[str, ...], NDArray[np.int64]]:
        table = self.table
        rows = table.rows_of(sentences)
        bits = model.prices(table, rows, threshold)
        owners, places = table.sentences[rows], table.places[rows]
        ends = np.searchsorted(owners, sentences, side="right")
        found = {}
        for number, begin, end in zip(
            sentences.tolist(),
            np.searchsorted(owners, sentences).tolist(),
            ends.tolist(),
            strict=True,
        ):
            found[table.tokens[number]] = in_units(
                bits[begin:end], places[begin:end], table.sizes[number], LEAST_GAIN
            )
        return found


class StoppedLearning(KeyboardInterrupt):  # it is Ctrl-C with something in its hands
    """Learning was interrupted when there was already something to keep."""

    def __init__(self, best: Learned) -> None:
        super().__init__()
        self.best = best


def _smoothed(curve: Sequence[float]) -> NDArray[np.float64]:
    """Each value with half of its neighbours', so that no lucky threshold is chosen."""
    padded = np.pad(np.array(curve, np.float64), 1, mode="edge")
    return 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
