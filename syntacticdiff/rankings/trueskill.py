"""TrueSkill for two players: a Gaussian belief about each system's ability, updated by matches.

`rate` is the definition, one match at a time; `trueskill_batch` does the same for many resamples in
step. Matches of more than two players are not supported: rankings are split into pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from syntacticdiff.rankings.judgments import Judgments

# beta, the noise of a single match, grows with the number of matches, so that the influence of one
# match decreases.
BETA_PER_MATCH = 0.025
_BATCH = 250  # resamples in step; their draws are held in memory


class Rating(NamedTuple):
    """The belief about a system's ability: its mean and its standard deviation."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class TrueSkillSettings:
    """The distribution of abilities and matches; `beta=None` means `0.025 * matches * sigma`."""

    mu: float = 0.0
    sigma: float = 0.5
    beta: float | None = None
    tau: float = 0.0
    draw_probability: float = 0.25

    def beta_for(self, matches: int) -> float:
        """The noise of a single match, given the number of matches."""
        return BETA_PER_MATCH * matches * self.sigma if self.beta is None else self.beta

    @property
    def margin(self) -> float:
        """The largest difference of performances that is a draw, in units of beta."""
        return float(ndtri((self.draw_probability + 1) / 2)) * math.sqrt(2)


def rate(
    first: Rating, second: Rating, outcome: int, settings: TrueSkillSettings, beta: float
) -> tuple[Rating, Rating]:
    """Both ratings after a match: the first won (1), the second won (-1), or it was a draw (0).

    Examples
    --------
    >>> settings = TrueSkillSettings(25, 25 / 3, 25 / 6, 25 / 300, 0.1)
    >>> start = Rating(25, 25 / 3)
    >>> winner, loser = rate(start, start, 1, settings, settings.beta)
    >>> round(winner.mu, 3), round(loser.mu, 3), round(winner.sigma, 3)
    (29.396, 20.604, 7.171)
    """
    variances = [rating.sigma**2 + settings.tau**2 for rating in (first, second)]
    scale = math.sqrt(2 * beta**2 + sum(variances))  # c: that of the difference of performances
    difference = (first.mu - second.mu) / scale
    margin = settings.margin * beta / scale
    v, w = _corrections(difference, margin, outcome)
    return (
        _updated(first.mu, variances[0], scale, v, w),
        _updated(second.mu, variances[1], scale, -v, w),
    )


def _updated(mu: float, variance: float, scale: float, v: float, w: float) -> Rating:
    return Rating(
        mu + variance / scale * v, math.sqrt(variance * max(1 - variance / scale**2 * w, 1e-12))
    )


def _corrections(difference: float, margin: float, outcome: int) -> tuple[float, float]:
    """The changes of a Gaussian's mean (v) and variance (w) when the outcome truncates it."""
    if outcome == 0:
        low, high = -margin - difference, margin - difference
    elif outcome > 0:
        low, high = margin - difference, math.inf
    else:
        low, high = -math.inf, -margin - difference
    # Mirrored to the lower tail, where small probabilities are accurate.
    sign = 1.0
    if low + high > 0:
        low, high, sign = -high, -low, -1.0
    mass = _cdf(high) - _cdf(low)
    if mass <= 0.0:  # underflow: the mean moves to the border
        return sign * high, 1.0
    density_low, density_high = _pdf(low), _pdf(high)
    v = (density_low - density_high) / mass
    upper, lower = (x * d if d else 0.0 for x, d in ((high, density_high), (low, density_low)))
    return sign * v, v * v + (upper - lower) / mass


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _cdf(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def scores(judgments: Judgments) -> np.ndarray:
    """The score of each system: the mean of its rating."""
    return np.array([rating.mu for rating in trueskill(judgments)])


def resampled(judgments: Judgments, drawn: np.ndarray) -> np.ndarray:
    """The scores of each system for every resample."""
    return trueskill_batch(judgments, drawn)


def trueskill(judgments: Judgments, settings: TrueSkillSettings | None = None) -> list[Rating]:
    """The rating of each system after all matches, in the order in which they were judged."""
    settings = settings or TrueSkillSettings()
    beta = settings.beta_for(len(judgments))
    ratings = [Rating(settings.mu, settings.sigma)] * len(judgments.systems)
    matches = (judgments.first.tolist(), judgments.second.tolist(), judgments.outcome.tolist())
    for a, b, outcome in zip(*matches, strict=True):
        ratings[a], ratings[b] = rate(ratings[a], ratings[b], outcome, settings, beta)
    return ratings


def trueskill_batch(
    judgments: Judgments, drawn: np.ndarray, settings: TrueSkillSettings | None = None
) -> np.ndarray:
    """The mean rating of each system for every resample.

    Parameters
    ----------
    judgments : Judgments
        The matches.
    drawn : array of shape (resamples, rankings)
        The rankings of each resample, in the order in which they are used.
    settings : TrueSkillSettings, optional
        The settings; by default `TrueSkillSettings()`.

    Returns
    -------
    array of shape (resamples, systems)
        The mu of each rating.
    """
    settings = settings or TrueSkillSettings()
    starts = range(0, len(drawn), _BATCH)
    parts = [_in_step(judgments, drawn[start : start + _BATCH], settings) for start in starts]
    return np.concatenate(parts)


def _in_step(judgments: Judgments, drawn: np.ndarray, settings: TrueSkillSettings) -> np.ndarray:
    """Update all resamples by their first match, then by their second, and so on.

    Resamples have different numbers of matches. They are sorted by this number, so that those with
    matches left are always the first ones.
    """
    first_match = np.searchsorted(judgments.ranking, np.arange(judgments.rankings + 1))
    lengths = np.diff(first_match)[drawn]
    order = np.argsort(-lengths.sum(axis=1), kind="stable")
    drawn, lengths = drawn[order], lengths[order]
    totals = lengths.sum(axis=1)
    systems = len(judgments.systems)
    mu = np.full((len(drawn), systems), settings.mu)
    variance = np.full((len(drawn), systems), settings.sigma**2)
    beta = np.array([settings.beta_for(total) for total in totals])
    unit = settings.margin * beta
    for match in _columns(drawn, lengths, first_match):
        playing = len(match)
        a, b = judgments.first[match], judgments.second[match]
        _play(
            (mu[:playing], variance[:playing]),
            (a, b, judgments.outcome[match]),
            (beta[:playing], unit[:playing]),
            settings.tau,
        )
    result = np.empty_like(mu)
    result[order] = mu
    return result


def _columns(
    drawn: np.ndarray, lengths: np.ndarray, first_match: np.ndarray
) -> Iterator[np.ndarray]:
    """At each step, the next match of every resample that has one left."""
    totals = lengths.sum(axis=1)
    table = np.zeros((len(drawn), totals[0]), dtype=np.int32)
    for row, (rankings, sizes, total) in enumerate(zip(drawn, lengths, totals, strict=True)):
        # The matches of a ranking are consecutive in the judgments.
        offsets = np.repeat(first_match[rankings] - (np.cumsum(sizes) - sizes), sizes)
        table[row, :total] = np.arange(total) + offsets
    table = np.ascontiguousarray(table.T)
    playing = np.searchsorted(-totals, -np.arange(totals[0]), side="left")
    for column, number in zip(table, playing, strict=True):
        yield column[:number]


def _play(
    ratings: tuple[np.ndarray, np.ndarray],
    match: tuple[np.ndarray, np.ndarray, np.ndarray],
    noise: tuple[np.ndarray, np.ndarray],
    tau: float,
) -> None:
    """One match of every resample: `rate`, vectorised and in place."""
    mu, variance = ratings
    a, b, outcome = match
    beta, unit = noise
    rows = np.arange(len(mu))
    mu_a, mu_b = mu[rows, a], mu[rows, b]
    variance_a, variance_b = variance[rows, a] + tau**2, variance[rows, b] + tau**2
    square = 2 * beta * beta + variance_a + variance_b
    scale = np.sqrt(square)
    v, w = truncated_gaussian((mu_a - mu_b) / scale, unit / scale, outcome)
    mu[rows, a] = mu_a + variance_a / scale * v
    mu[rows, b] = mu_b - variance_b / scale * v
    w = w / square
    variance[rows, a] = variance_a * np.maximum(1 - variance_a * w, 1e-12)
    variance[rows, b] = variance_b * np.maximum(1 - variance_b * w, 1e-12)


_FAR = 40.0  # in place of infinity: density and tail are exactly 0 there
_DENSITY = 1 / math.sqrt(2 * math.pi)


def truncated_gaussian(
    difference: np.ndarray, margin: np.ndarray, outcome: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """`_corrections`, vectorised: the shift of the mean and the loss of variance."""
    # A lost match is a won one with the sign reversed.
    sign = np.where(outcome < 0, -1.0, 1.0)
    difference = sign * difference
    draw = outcome == 0
    low = np.where(draw, -margin, margin) - difference
    high = np.where(draw, margin - difference, _FAR)
    flip = low + high > 0
    sign = np.where(flip, -sign, sign)
    low, high = np.where(flip, -high, low), np.where(flip, -low, high)
    mass = np.maximum(ndtr(high) - ndtr(low), 1e-300)
    density_low = _DENSITY * np.exp(-low * low / 2)
    density_high = _DENSITY * np.exp(-high * high / 2)
    v = (density_low - density_high) / mass
    w = v * v + (high * density_high - low * density_low) / mass
    return sign * v, w
