"""Log-odds with an informative Dirichlet prior: which features distinguish two groups of counts.

See Monroe, Colaresi and Quinn, "Fightin' Words" (2008). The prior is the counts of both groups
together, so that a feature that is common in both has to differ more, and a rare one cannot come
first by chance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

PRIOR = 0.1


class LogOdds(NamedTuple):
    """For each feature its log-odds ratio (natural logarithm), and that in standard deviations."""

    delta: Floats
    z: Floats


def log_odds(
    first: Floats,
    second: Floats,
    prior: float = PRIOR,
    sizes: tuple[Floats, Floats] | None = None,
) -> LogOdds:
    """How much more each feature belongs to the first group than to the second.

    Parameters
    ----------
    first, second : ndarray of shape (n_features,)
        How often each feature occurs in each group.
    prior : float, default 0.1
        The weight of the counts of both groups together, as pseudo-counts.
    sizes : tuple of two ndarrays of shape (n_features,) or None, default None
        How often each feature could occur in each group; None for the counts of all features
        together, so that the odds say what a group's features are made up of.

    Returns
    -------
    LogOdds
        Positive for features of the first group.

    Examples
    --------
    >>> odds = log_odds(np.array([30.0, 10.0, 60.0]), np.array([10.0, 10.0, 80.0]))
    >>> odds.z.round(1).tolist()
    [3.1, 0.0, -2.8]
    """
    alpha = prior * (first + second)  # alpha_w
    some = alpha > 0  # a feature that occurs in neither group has no odds
    first_whole, second_whole = (first + alpha).sum(), (second + alpha).sum()
    if sizes is not None:
        shared = prior * (sizes[0] + sizes[1])[some]
        first_whole, second_whole = (sizes[0][some] + shared), (sizes[1][some] + shared)
    mine = _odds((first + alpha)[some], first_whole)
    theirs = _odds((second + alpha)[some], second_whole)
    delta, z = np.zeros_like(alpha), np.zeros_like(alpha)
    delta[some] = mine.log - theirs.log
    z[some] = delta[some] / np.sqrt(mine.variance + theirs.variance)
    return LogOdds(delta, z)


class _Odds(NamedTuple):
    log: Floats
    variance: Floats


def _odds(counts: Floats, whole: Floats | float) -> _Odds:
    """The log-odds of each feature against the rest of the whole, and their variance.

    The variance includes the term of the other features. The paper drops it because single words
    are rare; single edits need not be.
    """
    # with a single feature there are no others; a pseudo-count keeps the result finite
    others = np.maximum(whole - counts, 1.0)
    return _Odds(np.log(counts) - np.log(others), 1 / counts + 1 / others)
