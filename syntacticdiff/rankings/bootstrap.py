"""The uncertainty of a ranking: rank ranges and rank groups from resampled judgments.

Whole rankings are drawn with replacement, not single matches: the matches of one ranking come from
the same look at one sentence, and treating them as independent would make the ranges too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

CONFIDENCE = 0.95


def drawn_rankings(rankings: int, resamples: int, seed: int) -> np.ndarray:
    """For each resample, a row of as many rankings as there are, drawn with replacement."""
    return np.random.default_rng(seed).integers(0, rankings, (resamples, rankings))


def as_weights(drawn: np.ndarray) -> np.ndarray:
    """How often each resample drew each ranking, for methods that do not depend on the order."""
    weights = np.zeros(drawn.shape)
    np.add.at(weights, (np.arange(len(drawn))[:, None], drawn), 1)
    return weights


def ranks(scores: np.ndarray) -> np.ndarray:
    """The ranks within each row, 1 for the highest score; equal scores share the better rank.

    Examples
    --------
    >>> ranks(np.array([[0.2, 0.5, 0.2]]))
    array([[2, 1, 2]])
    """
    return np.asarray((scores[:, None, :] > scores[:, :, None]).sum(axis=2) + 1)


def rank_ranges(scores: np.ndarray, confidence: float = CONFIDENCE) -> list[tuple[int, int]]:
    """The best and the worst rank of each system, without the most extreme resamples.

    Parameters
    ----------
    scores : array of shape (resamples, systems)
        The scores of all resamples.
    confidence : float, default 0.95
        The share of resamples that the range must cover.
    """
    ordered = np.sort(ranks(scores), axis=0)
    resamples = len(ordered)
    out = math.ceil((resamples - resamples * confidence) / 2)
    kept = ordered[out : resamples - out]
    if not len(kept):  # too few resamples to leave any out
        kept = ordered
    return [(int(best), int(worst)) for best, worst in zip(kept[0], kept[-1], strict=True)]


def rank_groups(ranges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The smallest groups of systems whose rank ranges do not overlap those of other groups.

    Parameters
    ----------
    ranges : sequence of pairs of ints
        The rank ranges of the systems, from the best system to the worst.

    Returns
    -------
    list of lists of int
        The positions in `ranges` of each group's members.

    Examples
    --------
    >>> rank_groups([(1, 1), (2, 3), (2, 3)])
    [[0], [1, 2]]
    """
    found: list[list[int]] = [[]]
    for place, next_best in enumerate(_best_that_follow(ranges)):
        found[-1].append(place)
        if next_best is not None and max(ranges[member][1] for member in found[-1]) < next_best:
            found.append([])
    return found


def _best_that_follow(ranges: Sequence[tuple[int, int]]) -> Iterator[int | None]:
    """For each position, the best rank in the ranges of the systems after it."""
    for place in range(len(ranges)):
        yield min((best for best, _ in ranges[place + 1 :]), default=None)
