"""Which two systems to judge next: those whose order is most uncertain and that met least."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from syntacticdiff.rankings.judgments import Judgments


class Match(NamedTuple):
    """A match that could be judged, and what is known about it.

    Parameters
    ----------
    first, second : str
        The systems, the one that is probably better first.
    probability : float
        The probability that the first is better, by the resamples.
    openness : float
        The entropy of the order in bits: 1 if both orders are equally probable, 0 if it is certain.
    judgments : int
        How often they have met.
    """

    first: str
    second: str
    probability: float
    openness: float
    judgments: int


def next_matches(judgments: Judgments, scores: np.ndarray, number: int = 1) -> list[Match]:
    """The most informative matches, by openness divided by the number of judgments plus one.

    A pair whose order follows from other matches need not be judged, however rarely it met; of
    two equally open orders, the one that was judged less often can be settled sooner.

    Parameters
    ----------
    judgments : Judgments
        The matches judged so far.
    scores : array of shape (resamples, systems)
        The scores of all resamples, `SystemRanking.resampled`.
    number : int, default 1
        How many matches to return.

    Returns
    -------
    list of Match
        The matches, the most informative first.

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
        # One more, undecided resample is added as smoothing: no order is certain.
        probability = (ahead * len(scores) + 0.5) / (len(scores) + 1)
        first, second = (a, b) if probability >= 0.5 else (b, a)
        probability = max(probability, 1 - probability)
        openness = -sum(p * np.log2(p) for p in (probability, 1 - probability))
        names = judgments.systems[first], judgments.systems[second]
        found.append(Match(*names, float(probability), float(openness), int(met[a, b])))
    found.sort(key=lambda match: (-match.openness / (1 + match.judgments), match.first))
    return found[:number]
