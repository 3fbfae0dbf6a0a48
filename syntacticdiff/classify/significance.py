"""Is the difference between two classifiers due to chance, and how certain is a score?

Paired approximate randomisation, and intervals by the bootstrap.

If both were equally good, it would not matter which of them made which prediction. So in each round
the two predictions of every document are exchanged with probability 1/2, and the difference between
the two scores is computed again. The p-value is the share of rounds in which it is at least as
large as the observed one, in either direction; the observed one counts as a round, so p is never 0.

See E. W. Noreen, Computer-Intensive Methods for Testing Hypotheses, 1989.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import one_of

STATISTICS = ("accuracy", "macro_f1")
ROUNDS = 10_000
SAMPLES = 2_000

_CELLS = 1 << 21  # random bits drawn at a time, so that memory stays bounded
_SAME = 1e-12  # tolerance for rounding

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Randomisation:
    """The outcome of a test.

    Parameters
    ----------
    difference : float
        The score of the first classifier minus that of the second.
    p_value : float
        The two-sided p-value.
    rounds : int
        The number of rounds.
    """

    difference: float
    p_value: float
    rounds: int


def approximate_randomisation(
    labels: Iterable[str],
    first: Iterable[str],
    second: Iterable[str],
    *,
    statistic: str = "accuracy",
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Randomisation:
    """Test whether two classifiers differ, given their predictions for the same documents.

    Parameters
    ----------
    labels : iterable of str
        The class of each document.
    first, second : iterable of str
        The predictions of the two classifiers.
    statistic : {"accuracy", "macro_f1"}, default "accuracy"
        The score; macro F1 is the mean over the classes of `labels`.
    rounds : int, default 10000
        The number of random exchanges.
    seed : int, default 0
        Seed of the random exchanges.

    Returns
    -------
    Randomisation
        The difference and its p-value.

    Raises
    ------
    UsageError
        If an argument is invalid, or the predictions are not as many as the labels.

    Examples
    --------
    >>> approximate_randomisation("aabb", "aabb", "aabb").p_value
    1.0
    """
    one_of("statistic", statistic, STATISTICS)
    if rounds < 1:
        raise UsageError(f"rounds: at least 1 is needed, not {rounds!r}")
    true, one, two = (np.asarray(list(values)) for values in (labels, first, second))
    if not len(true) == len(one) == len(two) > 0:
        sizes = f"{len(true)} labels, {len(one)} and {len(two)} predictions"
        raise UsageError(f"labels: one label and two predictions per document, not {sizes}")
    scores = _Scores.of(true, one, two, statistic)
    observed = scores.differences(np.zeros((1, len(scores.changes)), dtype=bool))[0]
    generator = np.random.default_rng(seed)
    at_once = max(1, _CELLS // max(1, len(scores.changes)))
    extreme = 0
    for start in range(0, rounds, at_once):
        size = (min(at_once, rounds - start), len(scores.changes))
        exchanged = generator.integers(0, 2, size=size, dtype=np.uint8).astype(bool)
        found = np.abs(scores.differences(exchanged))
        extreme += int(np.count_nonzero(found >= abs(observed) - _SAME))
    return Randomisation(float(observed), (extreme + 1) / (rounds + 1), rounds)


def bootstrap_intervals(
    labels: Iterable[str],
    predictions: Iterable[str],
    *,
    samples: int = SAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> dict[str, tuple[float, float]]:
    """The percentile bootstrap of a classifier's scores over documents.

    Parameters
    ----------
    labels, predictions : iterable of str
        The class of each document, and its prediction.
    samples : int, default 2000
        The number of samples.
    level : float, default 0.95
        The share of the samples' scores in the interval.
    seed : int, default 0
        Seed of the samples.

    Returns
    -------
    dict of str to tuple of float
        The interval of each of `accuracy` and `macro_f1`.

    Examples
    --------
    >>> bootstrap_intervals("aabb", "aabb")["accuracy"]
    (1.0, 1.0)
    """
    true, found = np.asarray(list(labels)), np.asarray(list(predictions))
    classes = np.unique(true)
    is_true, chosen = true[:, None] == classes, found[:, None] == classes
    columns = np.hstack([is_true & chosen, chosen, is_true]).astype(np.float64)
    generator = np.random.default_rng(seed)
    at_once = max(1, _CELLS // len(true))
    sums = []
    for start in range(0, samples, at_once):
        size = min(at_once, samples - start)
        weights = generator.multinomial(len(true), np.full(len(true), 1 / len(true)), size)
        sums.append(weights.astype(np.float64) @ columns)
    right, predicted, sizes = np.split(np.concatenate(sums), 3, axis=1)
    occurs = np.maximum((predicted + sizes > 0).sum(axis=1), 1)
    scores = {
        "accuracy": right.sum(axis=1) / len(true),
        "macro_f1": (2 * right / np.maximum(predicted + sizes, 1)).sum(axis=1) / occurs,
    }
    edges = ((1 - level) / 2, (1 + level) / 2)
    return {
        name: (float(np.quantile(values, edges[0])), float(np.quantile(values, edges[1])))
        for name, values in scores.items()
    }


@dataclass(frozen=True)
class _Scores:
    """The scores of both classifiers after any exchange.

    A classifier is summed up by two numbers for each class: how many documents it assigns to the
    class, correctly and in total. `totals` holds these sums of both; `changes` has a row for each
    document on which they disagree: what an exchange adds to the sums of the first and subtracts
    from those of the second.
    """

    totals: tuple[Floats, Floats]
    changes: Floats
    sizes: Floats  # documents of each class
    statistic: str

    @classmethod
    def of(
        cls,
        true: npt.NDArray[np.str_],
        one: npt.NDArray[np.str_],
        two: npt.NDArray[np.str_],
        statistic: str,
    ) -> _Scores:
        classes, sizes = np.unique(true, return_counts=True)

        def sums(predicted: npt.NDArray[np.str_]) -> Floats:
            """For each document and class: assigned correctly, and assigned at all."""
            chosen = predicted[:, None] == classes
            right = chosen & (predicted == true)[:, None]
            return np.hstack([right, chosen]).astype(np.float64)

        sides = sums(one), sums(two)
        changes = (sides[1] - sides[0])[one != two]
        return cls((sides[0].sum(0), sides[1].sum(0)), changes, sizes.astype(np.float64), statistic)

    def differences(self, exchanged: npt.NDArray[np.bool_]) -> Floats:
        """For each row of exchanges, the score of the first minus that of the second."""
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
