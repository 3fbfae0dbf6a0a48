"""The second level of tuning: prices adapted to annotated text, and from which probability on.

Prices start from those that are shipped and are drawn to them, so that little text changes what it
speaks of and nothing else. Which strength of that and which least probability give the best F, and
whether prices still follow how many errors a text has, is tried on sentences that were not learned
from: inner folds of the training sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.tuning.conditional import CueWeights, fitted
from syntacticdiff.tuning.packing import packed, unpacked
from syntacticdiff.tuning.tabulating import tabulated
from syntacticdiff.tuning.trials import Counts, Report, Trials, folds

INNER_FOLDS = 2
STRENGTHS = (3.0, 10.0)
PROBABILITIES = (0.5, 0.4, 0.3)  # the least of edits that are made; the first if nothing is better


@dataclass(frozen=True)
class Adapted:
    """Prices, the least probability of edits that are made, and F on the inner folds with them."""

    prices: CalibratedPrices
    min_probability: float
    inner: float


class StoppedAdapting(KeyboardInterrupt):  # it is Ctrl-C with something in its hands
    """Adapting was interrupted when there was already something to keep."""

    def __init__(self, best: Adapted) -> None:
        super().__init__()
        self.best = best


class AdaptedLevel:
    """Adapts prices to some of the sentences of one gold file.

    Parameters
    ----------
    trials : Trials
        The gold, the reference and the metric.
    settings : mapping
        Settings of SyntacticDiff, all but penalties.
    start : CalibratedPrices
        The prices to start from.
    base : int, default 0
        What every edit costs besides, in units of 2^-20 bit.
    seed : int, default 0
        Of the inner folds.
    offset : float, default 0.0
        The part of `base` that belongs to the prices, as bits of odds: what is learned is right
        together with it.
    """

    def __init__(
        self,
        trials: Trials,
        settings: Mapping[str, Any],
        start: CalibratedPrices,
        base: int = 0,
        seed: int = 0,
        offset: float = 0.0,
    ) -> None:
        self.trials, self.settings, self.start = trials, dict(settings), start
        self.base, self.seed, self.offset = base, seed, offset
        self.weights = unpacked(start.weights)
        # Prices learned from texts of one kind are right for that kind as they are.
        self._densities = tuple(dict.fromkeys((start.density, None)))
        self.places = tabulated(self._differ(start, 0.5), trials.gold)

    def learn(self, sentences: NDArray[np.intp], report: Report = lambda _: None) -> Adapted:
        """Prices from some sentences. If it is stopped, the best so far counts."""
        parts = folds(
            [self.trials.gold[number].tokens for number in sentences], INNER_FOLDS, self.seed
        )
        best = Adapted(self.start, PROBABILITIES[0], self._score(self.start, sentences).f)
        try:
            for strength in STRENGTHS:
                inner = [
                    (
                        self._fitted(sentences[parts != fold], strength, report),
                        sentences[parts == fold],
                    )
                    for fold in range(INNER_FOLDS)
                ]
                for density, least in product(self._densities, PROBABILITIES):
                    report(f"trying edits of probability {least} and more")
                    f = self._inner(
                        [(replace(prices, density=density), held) for prices, held in inner], least
                    )
                    if f > best.inner:
                        prices = self._fitted(sentences, strength, report)
                        best = Adapted(replace(prices, density=density), least, f)
        except KeyboardInterrupt:
            raise StoppedAdapting(best) from None
        return best

    def counts(self, adapted: Adapted, sentences: NDArray[np.intp]) -> list[Counts]:
        """The counts of what is found in some sentences."""
        differ = self._differ(adapted.prices, adapted.min_probability)
        return self.trials.counts(differ, sentences)

    def _fitted(
        self, sentences: NDArray[np.intp], strength: float, report: Report
    ) -> CalibratedPrices:
        chosen = np.zeros(self.places.size, np.bool_)
        chosen[sentences] = True
        report(f"adapting to {len(sentences):,} sentences")
        weights: CueWeights = fitted(
            self.places.of_sentences(chosen),
            strength=strength,
            start=self.weights,
            offset=self.offset,
        )
        return replace(self.start, weights=packed(weights))

    def _inner(
        self, parts: Iterable[tuple[CalibratedPrices, NDArray[np.intp]]], least: float
    ) -> float:
        """F of all sentences, each with the prices that have not seen it."""
        counts: list[Counts] = []
        for prices, sentences in parts:
            counts += self.trials.counts(self._differ(prices, least), sentences)
        return self.trials.m2.total(counts).f

    def _score(self, prices: CalibratedPrices, sentences: NDArray[np.intp]) -> Any:
        return self.trials.score(self._differ(prices, PROBABILITIES[0]), sentences)

    def _differ(self, prices: CalibratedPrices, least: float) -> Any:
        penalties = Penalties(base=self.base, pricing=prices)
        given = {**self.settings, "penalties": penalties, "min_probability": least}
        return self.trials.differ(given)
