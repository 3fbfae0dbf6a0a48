"""How well numbers are predicted: correlation and quadratic weighted kappa, and their certainty.

Kappa is that of scores on a scale, so predictions are first rounded to the scale's points. Its
weights are squares of differences between scores, which for points at equal distances are those of
the usual definition. Intervals are by the bootstrap over documents, differences are tested by
paired approximate randomisation, as for classes (`classify.significance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from syntacticdiff.classify.significance import ROUNDS, SAMPLES, Randomisation

Floats = npt.NDArray[np.float64]

_CELLS = 1 << 21  # random numbers drawn at a time
_SAME = 1e-12
_SMALLEST = 1e-12


def rounded(predictions: Floats, points: Floats) -> Floats:
    """Predictions rounded to the nearest points of a scale.

    Examples
    --------
    >>> rounded(np.array([0.2, 1.7, 9.0]), np.array([1.0, 1.5, 2.0])).tolist()
    [1.0, 1.5, 2.0]
    """
    edges = (points[1:] + points[:-1]) / 2
    found: Floats = points[np.searchsorted(edges, predictions, side="right")]
    return found


def _sums(true: Floats, predicted: Floats) -> Floats:
    """For each document what both statistics are computed from."""
    return np.stack([true, true**2, predicted, predicted**2, true * predicted], axis=1)


def _correlation(means: Floats) -> Floats:
    true, true2, predicted, predicted2, product = np.moveaxis(means, -1, 0)
    variances = np.maximum(true2 - true**2, 0.0) * np.maximum(predicted2 - predicted**2, 0.0)
    found: Floats = np.where(
        variances > _SMALLEST,
        (product - true * predicted) / np.sqrt(np.maximum(variances, _SMALLEST)),
        0.0,
    )
    return found


def _kappa(means: Floats) -> Floats:
    true, true2, predicted, predicted2, product = np.moveaxis(means, -1, 0)
    observed = true2 + predicted2 - 2 * product
    expected = true2 + predicted2 - 2 * true * predicted
    found: Floats = 1.0 - observed / np.maximum(expected, _SMALLEST)
    return found


STATISTICS: dict[str, Callable[[Floats], Floats]] = {"r": _correlation, "kappa": _kappa}


def correlation(true: Floats, predicted: Floats) -> float:
    """Pearson's r; 0 if either does not vary.

    Examples
    --------
    >>> round(correlation(np.array([1.0, 2, 3]), np.array([2.0, 4, 6])), 6)
    1.0
    """
    return float(_correlation(_sums(true, predicted).mean(axis=0)))


def weighted_kappa(true: Floats, predicted: Floats) -> float:
    """Quadratic weighted kappa of scores on one scale.

    Examples
    --------
    >>> weighted_kappa(np.array([1.0, 2, 3]), np.array([1.0, 2, 3]))
    1.0
    """
    return float(_kappa(_sums(true, predicted).mean(axis=0)))


def score_intervals(
    true: Floats,
    predicted: Floats,
    points: Floats,
    *,
    samples: int = SAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> dict[str, tuple[float, float]]:
    """The percentile bootstrap of both statistics over documents.

    Examples
    --------
    >>> scale = np.arange(5.0)
    >>> score_intervals(scale, scale, scale)["kappa"]
    (1.0, 1.0)
    """
    generator = np.random.default_rng(seed)
    sides = {
        "r": _sums(true, predicted),
        "kappa": _sums(true, rounded(predicted, points)),
    }
    found: dict[str, list[Floats]] = {name: [] for name in sides}
    for size in _parts(samples, len(true)):
        weights = generator.multinomial(len(true), np.full(len(true), 1 / len(true)), size)
        for name, sums in sides.items():
            found[name].append(STATISTICS[name](weights @ sums / len(true)))
    edges = ((1 - level) / 2, (1 + level) / 2)
    ends = {name: np.quantile(np.concatenate(values), edges) for name, values in found.items()}
    return {name: (float(low), float(high)) for name, (low, high) in ends.items()}


def score_randomisation(
    true: Floats,
    first: Floats,
    second: Floats,
    *,
    statistic: str = "r",
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Randomisation:
    """Test whether two models differ, given their predictions for the same documents.

    For `kappa` the predictions must be points of the scale.

    Examples
    --------
    >>> scale = np.arange(5.0)
    >>> score_randomisation(scale, scale, scale).p_value
    1.0
    """
    measure = STATISTICS[statistic]
    sides = _sums(true, first), _sums(true, second)
    totals = [side.mean(axis=0) for side in sides]
    changes = (sides[1] - sides[0]) / len(true)
    changes = changes[np.abs(changes).max(axis=1) > 0]
    observed = float(measure(totals[0]) - measure(totals[1]))
    generator = np.random.default_rng(seed)
    extreme = 0
    for size in _parts(rounds, max(1, len(changes))):
        exchanged = generator.integers(0, 2, (size, len(changes)), dtype=np.uint8)
        moved = exchanged.astype(np.float64) @ changes
        found = measure(totals[0] + moved) - measure(totals[1] - moved)
        extreme += int(np.count_nonzero(np.abs(found) >= abs(observed) - _SAME))
    return Randomisation(observed, (extreme + 1) / (rounds + 1), rounds)


def _parts(rounds: int, width: int) -> Iterator[int]:
    """How many rounds to do at a time, so that memory stays bounded."""
    at_once = max(1, _CELLS // width)
    for start in range(0, rounds, at_once):
        yield min(at_once, rounds - start)
