"""How sure a ranking is: rank ranges and clusters from resampled judgments.

Whole rankings are drawn with replacement, not matches: the matches of one ranking come from one
look at one sentence, and taking them for independent would make the ranges too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

CONFIDENCE = 0.95


def drawn_rankings(rankings: int, resamples: int, seed: int) -> np.ndarray:
    """For each resample as many rankings as there are, drawn with replacement, in a row."""
    return np.random.default_rng(seed).integers(0, rankings, (resamples, rankings))


def as_weights(drawn: np.ndarray) -> np.ndarray:
    """How often each resample drew each ranking: for methods that do not care in which order."""
    weights = np.zeros(drawn.shape)
    np.add.at(weights, (np.arange(len(drawn))[:, None], drawn), 1)
    return weights


def ranks(scores: np.ndarray) -> np.ndarray:
    """1 for the best; equal scores share the better rank. Rows are ranked by themselves.

    Examples
    --------
    >>> ranks(np.array([[0.2, 0.5, 0.2]]))
    array([[2, 1, 2]])
    """
    return np.asarray((scores[:, None, :] > scores[:, :, None]).sum(axis=2) + 1)


def rank_ranges(scores: np.ndarray, confidence: float = CONFIDENCE) -> list[tuple[int, int]]:
    """Each system's best and worst rank, when as many resamples as confidence allows are left out.

    Parameters
    ----------
    scores : of shape (resamples, systems)
    """
    ordered = np.sort(ranks(scores), axis=0)
    resamples = len(ordered)
    out = math.ceil((resamples - resamples * confidence) / 2)
    kept = ordered[out : resamples - out]
    if not len(kept):  # too few resamples to leave any out
        kept = ordered
    return [(int(best), int(worst)) for best, worst in zip(kept[0], kept[-1], strict=True)]


def clusters(ranges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Groups of systems of which no rank range reaches into another group's.

    Parameters
    ----------
    ranges : of the systems from the best to the worst

    Returns
    -------
    places in `ranges`

    Examples
    --------
    >>> clusters([(1, 1), (2, 3), (2, 3)])
    [[0], [1, 2]]
    """
    found: list[list[int]] = [[]]
    for place, next_best in enumerate(_best_that_follow(ranges)):
        found[-1].append(place)
        if next_best is not None and max(ranges[member][1] for member in found[-1]) < next_best:
            found.append([])
    return found


def _best_that_follow(ranges: Sequence[tuple[int, int]]) -> Iterator[int | None]:
    """For each place the best rank that any later system can have."""
    for place in range(len(ranges)):
        yield min((best for best, _ in ranges[place + 1 :]), default=None)
