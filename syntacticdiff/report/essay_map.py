"""A map of essays, on which those with the same habits are close.

This is a principal components analysis of how often each habit occurs per word. Rates of short
essays are drawn towards the mean of all, or they would lie at the edge of the map for their length
alone. The ends of an axis are named by the habits that weigh most on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_PRIOR_WORDS = 100.0  # the words of the average essay that each is mixed with


class EssayMap(NamedTuple):
    """Where essays are, and what lies at the ends of the axes.

    Parameters
    ----------
    points : array of shape (essays, 2)
        The coordinates, from -1 to 1.
    ends : tuple of str
        The habits at the right, left, upper and lower end; empty where there is none.
    """

    points: npt.NDArray[np.float64]
    ends: tuple[str, str, str, str]


def essay_map(
    counts: npt.ArrayLike, words: npt.ArrayLike, habits: Sequence[str]
) -> EssayMap | None:
    """Place essays on a map.

    Parameters
    ----------
    counts : array-like of shape (essays, habits)
        How often each habit occurs in each essay, also in part: probabilities may be summed.
    words : array-like of shape (essays,)
        How long the essays are.
    habits : sequence of str
        The names of the habits.

    Returns
    -------
    EssayMap or None
        None if there are too few essays or they are all alike.

    Examples
    --------
    >>> found = essay_map([[9, 0], [0, 9], [5, 5]], [100, 100, 100], ["spelling", "articles"])
    >>> found.ends[:2]
    ('spelling', 'articles')
    """
    found = np.asarray(counts, dtype=np.float64)
    lengths = np.maximum(np.asarray(words, dtype=np.float64), 1.0)[:, None]
    if len(found) < 3 or not found.size:
        return None
    mean = found.sum(axis=0) / lengths.sum()
    rates = np.sqrt((found + _PRIOR_WORDS * mean) / (lengths + _PRIOR_WORDS))
    centred = rates - rates.mean(axis=0)
    left, values, right = np.linalg.svd(centred, full_matrices=False)
    if values[0] < 1e-9:
        return None
    points = np.zeros((len(found), 2))
    ends = ["", "", "", ""]
    for axis in range(min(2, len(values))):
        if values[axis] < 1e-9:  # rounding errors
            continue
        weights = right[axis]
        sign = 1.0 if weights[np.argmax(np.abs(weights))] > 0 else -1.0
        places = sign * left[:, axis] * values[axis]
        points[:, axis] = places
        heaviest, lightest = int(np.argmax(sign * weights)), int(np.argmin(sign * weights))
        ends[2 * axis] = habits[heaviest]
        if sign * weights[lightest] < -0.1:
            ends[2 * axis + 1] = habits[lightest]
    points /= np.abs(points).max()  # one scale for both axes, because the map shows distances
    return EssayMap(points, (ends[0], ends[1], ends[2], ends[3]))
