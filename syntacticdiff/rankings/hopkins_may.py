"""Hopkins and May's model of a competition, by Gibbs sampling.

Every system has an ability. In a match both sides' outputs vary around their systems' abilities,
and the judge sees each through some noise; a difference within the decision radius is a tie. Only
the difference of what is seen matters for a match, so only that is sampled, not both sides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from syntacticdiff.rankings.judgments import Judgments
from syntacticdiff.rankings.trueskill import cut_gaussian

# The sum of so many equally distributed differences is as good as Gaussian.
_MANY = 30
_BATCH = 100  # resamples that are sampled in step


@dataclass(frozen=True)
class HopkinsMaySettings:
    """The model's constants, as published, and how long is sampled."""

    ability_sigma: float = 1.0
    output_sigma: float = 0.5
    judge_sigma: float = 1.0
    radius: float = 0.5
    sweeps: int = 200
    burn_in: int = 50

    @property
    def match_sigma(self) -> float:
        """The deviation of what is seen as the difference between two outputs."""
        return math.sqrt(2 * (self.output_sigma**2 + self.judge_sigma**2))


@dataclass(frozen=True)
class _Cells:
    """Matches counted by who met and how it ended: differences in a cell are alike.

    `first` is the winner, or the one that comes first in the list where there was none.
    """

    first: np.ndarray
    second: np.ndarray
    outcome: np.ndarray  # 1 or 0
    counts: np.ndarray  # a row for each resample


def hopkins_may(
    judgments: Judgments,
    weights: np.ndarray | None = None,
    settings: HopkinsMaySettings | None = None,
    seed: int = 0,
) -> np.ndarray:
    """The mean of each system's sampled ability; the mean over all systems is 0.

    Parameters
    ----------
    weights : how often each ranking counts, a row for each resample; once if not given

    Returns
    -------
    array of one score for each system, in a row for each resample (one if no weights are given)
    """
    settings = settings or HopkinsMaySettings()
    if weights is None:
        weights = np.ones((1, judgments.rankings))
    generator = np.random.default_rng(seed)
    parts = [
        _sampled(_cells(judgments, weights[start : start + _BATCH]), judgments, settings, generator)
        for start in range(0, len(weights), _BATCH)
    ]
    return np.concatenate(parts)


def _cells(judgments: Judgments, weights: np.ndarray) -> _Cells:
    size = len(judgments.systems)
    first, second = (places.ravel() for places in np.indices((size, size)))
    wins = np.asarray(weights @ judgments.wins)
    # Ties stand in both orders; one of them is enough.
    ties = np.asarray(weights @ judgments.ties) * (first < second)
    counts = np.hstack([wins, ties])
    met = counts.any(axis=0)
    outcome = np.repeat([1, 0], size * size)
    return _Cells(
        np.tile(first, 2)[met], np.tile(second, 2)[met], outcome[met], counts[:, met].astype(int)
    )


def _sampled(
    cells: _Cells,
    judgments: Judgments,
    settings: HopkinsMaySettings,
    generator: np.random.Generator,
) -> np.ndarray:
    resamples, size = len(cells.counts), len(judgments.systems)
    sign = np.zeros((len(cells.first), size))
    sign[np.arange(len(cells.first)), cells.first] = 1
    sign[np.arange(len(cells.first)), cells.second] = -1
    # Given the differences, abilities are Gaussian (a linear regression): their precision depends
    # on who met how often, and stays the same from sweep to sweep.
    variance = settings.match_sigma**2
    precision = np.einsum("rc,ci,cj->rij", cells.counts / variance, sign, sign, optimize=True)
    precision += np.eye(size) / settings.ability_sigma**2
    covariance = np.linalg.inv(precision)
    factor = np.linalg.cholesky(covariance)
    ability = np.zeros((resamples, size))
    total = np.zeros((resamples, size))
    for sweep in range(settings.sweeps):
        differences = _sum_of_differences(cells, ability @ sign.T, settings, generator)
        mean = np.einsum("rij,rj->ri", covariance, differences @ sign / variance)
        noise = np.einsum("rij,rj->ri", factor, generator.standard_normal((resamples, size)))
        ability = mean + noise
        # Judgments say nothing of what all systems have in common.
        ability -= ability.mean(axis=1, keepdims=True)
        if sweep >= settings.burn_in:
            total += ability
    return total / (settings.sweeps - settings.burn_in)


def _sum_of_differences(
    cells: _Cells,
    expected: np.ndarray,
    settings: HopkinsMaySettings,
    generator: np.random.Generator,
) -> np.ndarray:
    """For each cell the sum of as many seen differences as it counts, each within the outcome."""
    sigma = settings.match_sigma
    outcome = np.broadcast_to(cells.outcome, expected.shape)
    margin = np.full(expected.shape, settings.radius / sigma)
    shift, loss = cut_gaussian(expected / sigma, margin, outcome)
    mean = expected + sigma * shift
    spread = sigma * np.sqrt(np.maximum(1 - loss, 0) * cells.counts)
    sums = cells.counts * mean + spread * generator.standard_normal(expected.shape)
    few = (cells.counts > 0) & (cells.counts < _MANY)
    if few.any():
        sums[few] = _few(expected[few], outcome[few], cells.counts[few], settings, generator)
    return np.asarray(sums)


def _few(
    expected: np.ndarray,
    outcome: np.ndarray,
    counts: np.ndarray,
    settings: HopkinsMaySettings,
    generator: np.random.Generator,
) -> np.ndarray:
    """Sums of few differences, each drawn by itself."""
    sigma = settings.match_sigma
    owner = np.repeat(np.arange(len(counts)), counts)
    center, won = expected[owner], outcome[owner] > 0
    # Drawn in the mirror, so that the far end of a win is in the lower tail, where the inverse of
    # the distribution is exact.
    border = ndtr((center - settings.radius) / sigma)
    low = np.where(won, 0.0, border)
    high = np.where(won, border, ndtr((center + settings.radius) / sigma))
    drawn = ndtri(np.clip(generator.uniform(low, high), 1e-300, 1 - 1e-16))
    return np.bincount(owner, weights=center - sigma * drawn, minlength=len(counts))
