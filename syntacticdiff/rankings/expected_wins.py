"""Expected Wins: how likely a system is to beat another, taken at random, where one wins."""

from __future__ import annotations

import numpy as np

from syntacticdiff.rankings.judgments import Judgments


def expected_wins(judgments: Judgments, weights: np.ndarray | None = None) -> np.ndarray:
    """The mean over a system's opponents of wins / (wins + losses); ties are left out.

    An opponent that it never beat or lost to is left out of its mean; a system that has none
    scores one half.

    Parameters
    ----------
    weights : how often each ranking counts, a row for each resample; once if not given

    Returns
    -------
    array of one score for each system, in a row for each resample (one if no weights are given)

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
