"""Paired approximate randomisation: could two sets of predictions have come from one classifier?

If both were equally good, it would not matter which of them made which prediction. So in each round
the two predictions of every document are exchanged or not, by the toss of a coin, and the
difference between the two scores is looked at again. The p-value is the share of rounds in which it
is at least as large as the observed one, in either direction; the observed one counts as a round,
so p is never 0.

See E. W. Noreen, Computer-Intensive Methods for Testing Hypotheses, 1989.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError

STATISTICS = ("accuracy", "macro_f1")
ROUNDS = 10_000

_CELLS = 1 << 21  # coins tossed at a time, so that memory stays bounded
_SAME = 1e-12  # differences of rounding are no differences

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Randomisation:
    """The outcome: `difference` is the first's score less the second's."""

    difference: float
    p_value: float
    rounds: int


def approximate_randomisation(
    labels: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    *,
    statistic: str = "accuracy",
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Randomisation:
    """Whether two classifiers' predictions for the same documents differ in their scores.

    Parameters
    ----------
    labels : the documents' classes
    first, second : what either classifier says they are
    statistic : `"accuracy"` or `"macro_f1"`, the mean over the classes of `labels`
    rounds : how often the coins are tossed
    seed : of the coins

    Examples
    --------
    >>> approximate_randomisation("aabb", "aabb", "aabb").p_value
    1.0
    """
    if statistic not in STATISTICS:
        raise UsageError(f"statistic: {statistic!r} is not one of {', '.join(STATISTICS)}")
    if rounds < 1:
        raise UsageError(f"rounds: at least 1 is needed, not {rounds!r}")
    true, one, two = (np.asarray(list(values)) for values in (labels, first, second))
    if not len(true) == len(one) == len(two) > 0:
        sizes = f"{len(true)} labels, {len(one)} and {len(two)} predictions"
        raise UsageError(f"labels: each document needs one and two predictions, not {sizes}")
    scores = _Scores.of(true, one, two, statistic)
    observed = scores.differences(np.zeros((1, len(scores.changes)), dtype=bool))[0]
    coins = np.random.default_rng(seed)
    at_once = max(1, _CELLS // max(1, len(scores.changes)))
    extreme = 0
    for start in range(0, rounds, at_once):
        size = (min(at_once, rounds - start), len(scores.changes))
        exchanged = coins.integers(0, 2, size=size, dtype=np.uint8).astype(bool)
        found = np.abs(scores.differences(exchanged))
        extreme += int(np.count_nonzero(found >= abs(observed) - _SAME))
    return Randomisation(float(observed), (extreme + 1) / (rounds + 1), rounds)


@dataclass(frozen=True)
class _Scores:
    """The scores of both sides after any exchange.

    A side is summed up by, for each class, how many documents it puts there, rightly and at all.
    `totals` are the two sides' sums; `changes` has a row for each document on which they disagree:
    what an exchange adds to the first side's sums, and takes from the second's.
    """

    totals: tuple[Floats, Floats]
    changes: Floats
    sizes: Floats  # documents of each class
    statistic: str

    @classmethod
    def of(
        cls, true: npt.NDArray[Any], one: npt.NDArray[Any], two: npt.NDArray[Any], statistic: str
    ) -> _Scores:
        classes, sizes = np.unique(true, return_counts=True)

        def sums(predicted: npt.NDArray[Any]) -> Floats:
            """For each document: rightly put into each class, and put there at all."""
            chosen = predicted[:, None] == classes
            right = chosen & (predicted == true)[:, None]
            return np.hstack([right, chosen]).astype(np.float64)

        sides = sums(one), sums(two)
        changes = (sides[1] - sides[0])[one != two]
        return cls((sides[0].sum(0), sides[1].sum(0)), changes, sizes.astype(np.float64), statistic)

    def differences(self, exchanged: npt.NDArray[np.bool_]) -> Floats:
        """For each row of coins, the first side's score less the second's."""
        moved = exchanged.astype(np.float64) @ self.changes
        return self._score(self.totals[0] + moved) - self._score(self.totals[1] - moved)

    def _score(self, sums: Floats) -> Floats:
        right, chosen = np.split(sums, 2, axis=1)
        if self.statistic == "accuracy":
            accuracy: Floats = right.sum(axis=1) / self.sizes.sum()
            return accuracy
        f1: Floats = 2.0 * right / (chosen + self.sizes)  # the size is never 0
        means: Floats = f1.mean(axis=1)
        return means
