"""Hopkins and May's model of a competition, by Gibbs sampling.

Every system has an ability. In a match the quality of each output varies around its system's
ability, and the judge observes it with noise; an observed difference within the decision radius is
a tie. Only the observed difference matters for a match, so only the difference is sampled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from syntacticdiff.rankings.bootstrap import as_weights
from syntacticdiff.rankings.judgments import Judgments
from syntacticdiff.rankings.trueskill import truncated_gaussian

_MANY = 30  # from this many on, a sum of equally distributed differences is close to Gaussian
_BATCH = 100  # resamples that are sampled in step


@dataclass(frozen=True)
class HopkinsMaySettings:
    """The constants of the model, as published, and the number of sampling sweeps."""

    ability_sigma: float = 1.0
    output_sigma: float = 0.5
    judge_sigma: float = 1.0
    radius: float = 0.5
    sweeps: int = 200
    burn_in: int = 50

    @property
    def match_sigma(self) -> float:
        """The standard deviation of the observed difference between two outputs."""
        return math.sqrt(2 * (self.output_sigma**2 + self.judge_sigma**2))


@dataclass(frozen=True)
class _Encounters:
    """Matches counted by systems and outcome; their differences are equally distributed.

    `first` is the winner or, for a tie, the system that comes first in the list.
    """

    systems: int
    first: np.ndarray
    second: np.ndarray
    outcome: np.ndarray  # 1 or 0
    counts: np.ndarray  # a row for each resample


def scores(judgments: Judgments) -> np.ndarray:
    """The score of each system."""
    found: np.ndarray = hopkins_may(judgments)[0]
    return found


def resampled(judgments: Judgments, drawn: np.ndarray) -> np.ndarray:
    """The scores of each system for every resample."""
    return hopkins_may(judgments, as_weights(drawn))


def hopkins_may(
    judgments: Judgments,
    weights: np.ndarray | None = None,
    settings: HopkinsMaySettings | None = None,
    seed: int = 0,
) -> np.ndarray:
    """The mean of each system's sampled abilities; the mean over all systems is 0.

    Parameters
    ----------
    judgments : Judgments
        The matches.
    weights : array of shape (resamples, rankings), optional
        How often each resample counts each ranking; by default one row of ones.
    settings : HopkinsMaySettings, optional
        The constants of the model; by default the published ones.
    seed : int, default 0
        The seed of the sampler.

    Returns
    -------
    array of shape (resamples, systems)
        The scores.
    """
    settings = settings or HopkinsMaySettings()
    if weights is None:
        weights = np.ones((1, judgments.rankings))
    generator = np.random.default_rng(seed)
    parts = [
        _sampled(_counted(judgments, weights[start : start + _BATCH]), settings, generator)
        for start in range(0, len(weights), _BATCH)
    ]
    return np.concatenate(parts)


def _counted(judgments: Judgments, weights: np.ndarray) -> _Encounters:
    size = len(judgments.systems)
    first, second = (places.ravel() for places in np.indices((size, size)))
    wins = np.asarray(weights @ judgments.wins)
    # Ties are listed in both orders; one of them is enough.
    ties = np.asarray(weights @ judgments.ties) * (first < second)
    counts = np.hstack([wins, ties])
    met = counts.any(axis=0)
    outcome = np.repeat([1, 0], size * size)
    return _Encounters(
        size,
        np.tile(first, 2)[met],
        np.tile(second, 2)[met],
        outcome[met],
        counts[:, met].astype(int),
    )


def _sampled(
    encounters: _Encounters, settings: HopkinsMaySettings, generator: np.random.Generator
) -> np.ndarray:
    """The mean abilities over all sweeps after the burn-in, for each resample."""
    resamples, size = len(encounters.counts), encounters.systems
    sign = np.zeros((len(encounters.first), size))
    sign[np.arange(len(encounters.first)), encounters.first] = 1
    sign[np.arange(len(encounters.first)), encounters.second] = -1
    # Given the differences, the abilities are Gaussian (a linear regression). Their precision
    # depends only on how often systems met, and is the same in every sweep.
    variance = settings.match_sigma**2
    precision = np.einsum("rc,ci,cj->rij", encounters.counts / variance, sign, sign, optimize=True)
    precision += np.eye(size) / settings.ability_sigma**2
    covariance = np.linalg.inv(precision)
    factor = np.linalg.cholesky(covariance)
    ability = np.zeros((resamples, size))
    total = np.zeros((resamples, size))
    for sweep in range(settings.sweeps):
        differences = _sum_of_differences(encounters, ability @ sign.T, settings, generator)
        mean = np.einsum("rij,rj->ri", covariance, differences @ sign / variance)
        noise = np.einsum("rij,rj->ri", factor, generator.standard_normal((resamples, size)))
        ability = mean + noise
        # Judgments do not determine a constant that is added to all abilities.
        ability -= ability.mean(axis=1, keepdims=True)
        if sweep >= settings.burn_in:
            total += ability
    return total / (settings.sweeps - settings.burn_in)


def _sum_of_differences(
    encounters: _Encounters,
    expected: np.ndarray,
    settings: HopkinsMaySettings,
    generator: np.random.Generator,
) -> np.ndarray:
    """For each kind of encounter, the sum of its observed differences, given the outcome."""
    sigma = settings.match_sigma
    outcome = np.broadcast_to(encounters.outcome, expected.shape)
    margin = np.full(expected.shape, settings.radius / sigma)
    shift, loss = truncated_gaussian(expected / sigma, margin, outcome)
    mean = expected + sigma * shift
    spread = sigma * np.sqrt(np.maximum(1 - loss, 0) * encounters.counts)
    sums = encounters.counts * mean + spread * generator.standard_normal(expected.shape)
    few = (encounters.counts > 0) & (encounters.counts < _MANY)
    if few.any():
        sums[few] = _few(expected[few], outcome[few], encounters.counts[few], settings, generator)
    return np.asarray(sums)


def _few(
    expected: np.ndarray,
    outcome: np.ndarray,
    counts: np.ndarray,
    settings: HopkinsMaySettings,
    generator: np.random.Generator,
) -> np.ndarray:
    """Sums of few differences, each drawn separately."""
    sigma = settings.match_sigma
    owner = np.repeat(np.arange(len(counts)), counts)
    center, won = expected[owner], outcome[owner] > 0
    # The sign is reversed so that the far end of a win is in the lower tail, where the inverse of
    # the distribution function is accurate.
    border = ndtr((center - settings.radius) / sigma)
    low = np.where(won, 0.0, border)
    high = np.where(won, border, ndtr((center + settings.radius) / sigma))
    drawn = ndtri(np.clip(generator.uniform(low, high), 1e-300, 1 - 1e-16))
    return np.bincount(owner, weights=center - sigma * drawn, minlength=len(counts))
