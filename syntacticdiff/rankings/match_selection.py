"""Which two systems should be judged next: those whose order is open and that have met least."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from syntacticdiff.rankings.judgments import Judgments


class Match(NamedTuple):
    """A match that might be judged, and what is known of it.

    Attributes
    ----------
    first, second : the systems, the one that is probably better first
    probability : that the first is better, by the resamples
    openness : bits of doubt about the order: 1 if it is even, 0 if it is settled
    judgments : how often they have met
    """

    first: str
    second: str
    probability: float
    openness: float
    judgments: int


def next_matches(judgments: Judgments, scores: np.ndarray, number: int = 1) -> list[Match]:
    """The matches that are worth most, by openness for each judgment made so far and this one.

    A pair whose order others' matches have settled is not worth judging, however seldom it met; of
    two orders that are as open, the one that has been looked at less can be settled sooner.

    Parameters
    ----------
    scores : of all resamples, of shape (resamples, systems)

    Examples
    --------
    >>> from syntacticdiff.rankings.judgments import Cell, judgments_of
    >>> judgments = judgments_of([[Cell((name,), rank) for rank, name in enumerate("abc")]])
    >>> scores = np.array([[3, 2, 1], [3, 1, 2]])
    >>> [(match.first, match.second) for match in next_matches(judgments, scores)]
    [('b', 'c')]
    """
    met = judgments.met()
    found = []
    for a, b in combinations(range(len(judgments.systems)), 2):
        ahead = np.sign(scores[:, a] - scores[:, b]).mean() / 2 + 0.5
        # As if there had been one resample more, undecided: no order is beyond doubt.
        probability = (ahead * len(scores) + 0.5) / (len(scores) + 1)
        first, second = (a, b) if probability >= 0.5 else (b, a)
        probability = max(probability, 1 - probability)
        openness = -sum(p * np.log2(p) for p in (probability, 1 - probability))
        names = judgments.systems[first], judgments.systems[second]
        found.append(Match(*names, float(probability), float(openness), int(met[a, b])))
    found.sort(key=lambda match: (-match.openness / (1 + match.judgments), match.first))
    return found[:number]
