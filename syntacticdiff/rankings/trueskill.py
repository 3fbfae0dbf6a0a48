"""TrueSkill for two players: a system's ability as a Gaussian that every match makes narrower.

`rate` is the definition, one match at a time. `trueskill_batch` does the same to many resamples in
step. Matches of more than two players are not for here: rankings are taken apart into pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from syntacticdiff.rankings.judgments import Judgments

# beta, the noise of a single match, for each match that is used: the more there are, the less one
# of them may say.
BETA_PER_MATCH = 0.025
_BATCH = 250  # resamples in step: what they draw is held in memory


class Rating(NamedTuple):
    """What is believed of a system: its ability, and how uncertain that is."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class TrueSkillSettings:
    """How abilities and matches are distributed; beta None is `0.025 * matches * sigma`."""

    mu: float = 0.0
    sigma: float = 0.5
    beta: float | None = None
    tau: float = 0.0
    draw_probability: float = 0.25

    def beta_for(self, matches: int) -> float:
        """The noise of one of so many matches."""
        return BETA_PER_MATCH * matches * self.sigma if self.beta is None else self.beta

    @property
    def margin(self) -> float:
        """The difference of performances that is still a draw, in units of beta."""
        return float(ndtri((self.draw_probability + 1) / 2)) * math.sqrt(2)


def rate(
    first: Rating, second: Rating, outcome: int, settings: TrueSkillSettings, beta: float
) -> tuple[Rating, Rating]:
    """Both ratings after a match that the first won (1), the second won (-1) or nobody won (0).

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
    """How far a Gaussian's mean (v) and variance (w) move when it is cut to the outcome's side."""
    if outcome == 0:
        low, high = -margin - difference, margin - difference
    elif outcome > 0:
        low, high = margin - difference, math.inf
    else:
        low, high = -math.inf, -margin - difference
    # Seen from the side of the lower tail, where small probabilities are exact.
    sign = 1.0
    if low + high > 0:
        low, high, sign = -high, -low, -1.0
    mass = _cdf(high) - _cdf(low)
    if mass <= 0.0:  # beyond the reach of floating point: the mean moves to the border
        return sign * high, 1.0
    density_low, density_high = _pdf(low), _pdf(high)
    v = (density_low - density_high) / mass
    upper, lower = (x * d if d else 0.0 for x, d in ((high, density_high), (low, density_low)))
    return sign * v, v * v + (upper - lower) / mass


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _cdf(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def trueskill(judgments: Judgments, settings: TrueSkillSettings | None = None) -> list[Rating]:
    """Each system's rating after all matches, in the order in which they were judged."""
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
    """The mu of each system for every resample.

    Parameters
    ----------
    drawn : the rankings of each resample, in the order in which they are used: a row each

    Returns
    -------
    array of shape (resamples, systems)
    """
    settings = settings or TrueSkillSettings()
    starts = range(0, len(drawn), _BATCH)
    parts = [_in_step(judgments, drawn[start : start + _BATCH], settings) for start in starts]
    return np.concatenate(parts)


def _in_step(judgments: Judgments, drawn: np.ndarray, settings: TrueSkillSettings) -> np.ndarray:
    """All resamples take their first match, then their second, and so on.

    Resamples have different numbers of matches. They are sorted by it, so that those which still
    play are always the first ones.
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
    """The matches of all resamples that still play, step by step."""
    totals = lengths.sum(axis=1)
    table = np.zeros((len(drawn), totals[0]), dtype=np.int32)
    for row, (rankings, sizes, total) in enumerate(zip(drawn, lengths, totals, strict=True)):
        # Each ranking's matches follow one another in the judgments.
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
    """One match of every resample; `rate` in many places at once, in place."""
    mu, variance = ratings
    a, b, outcome = match
    beta, unit = noise
    rows = np.arange(len(mu))
    mu_a, mu_b = mu[rows, a], mu[rows, b]
    variance_a, variance_b = variance[rows, a] + tau**2, variance[rows, b] + tau**2
    square = 2 * beta * beta + variance_a + variance_b
    scale = np.sqrt(square)
    v, w = cut_gaussian((mu_a - mu_b) / scale, unit / scale, outcome)
    mu[rows, a] = mu_a + variance_a / scale * v
    mu[rows, b] = mu_b - variance_b / scale * v
    w = w / square
    variance[rows, a] = variance_a * np.maximum(1 - variance_a * w, 1e-12)
    variance[rows, b] = variance_b * np.maximum(1 - variance_b * w, 1e-12)


_FAR = 40.0  # in place of infinity: its density and tail are exactly nothing
_DENSITY = 1 / math.sqrt(2 * math.pi)


def cut_gaussian(
    difference: np.ndarray, margin: np.ndarray, outcome: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """`_corrections` in many places at once: the shift of the mean and the loss of variance."""
    # A lost match is a won one seen from the other side, and nobody's side is that of the tails.
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
