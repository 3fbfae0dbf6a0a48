"""Expected Wins: the probability that a system beats another one in a match without a tie."""

from __future__ import annotations

import numpy as np

from syntacticdiff.rankings.bootstrap import as_weights
from syntacticdiff.rankings.judgments import Judgments


def scores(judgments: Judgments) -> np.ndarray:
    """The score of each system."""
    found: np.ndarray = expected_wins(judgments)[0]
    return found


def resampled(judgments: Judgments, drawn: np.ndarray) -> np.ndarray:
    """The scores of each system for every resample."""
    return expected_wins(judgments, as_weights(drawn))


def expected_wins(judgments: Judgments, weights: np.ndarray | None = None) -> np.ndarray:
    """The mean over a system's opponents of wins / (wins + losses); ties do not count.

    Opponents that it neither beat nor lost to do not enter the mean; a system without any other
    opponents scores one half.

    Parameters
    ----------
    judgments : Judgments
        The matches.
    weights : array of shape (resamples, rankings), optional
        How often each resample counts each ranking; by default one row of ones.

    Returns
    -------
    array of shape (resamples, systems)
        The scores.

    Examples
    --------
    >>> from syntacticdiff.rankings.judgments import Cell, judgments_of
    >>> ranking = [Cell(("a",), 1), Cell(("b",), 2), Cell(("c",), 2)]
    >>> expected_wins(judgments_of([ranking]))
    array([[1., 0., 0.]])
    """
    if weights is None:
        weights = np.ones((1, judgments.rankings))
    size = len(judgments.systems)
    wins = np.asarray(weights @ judgments.wins).reshape(-1, size, size)
    decided = wins + wins.transpose(0, 2, 1)
    opponents = np.count_nonzero(decided, axis=2)
    shares = np.divide(wins, decided, out=np.zeros_like(wins), where=decided > 0).sum(axis=2)
    return np.where(opponents > 0, shares / np.maximum(opponents, 1), 0.5)
