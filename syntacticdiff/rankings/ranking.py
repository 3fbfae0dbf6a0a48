"""Ranking systems by human judgments, with the uncertainty of the ranks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

import numpy as np

from syntacticdiff._version import __version__
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import whole_number
from syntacticdiff.rankings.bootstrap import (
    drawn_rankings,
    rank_groups,
    rank_ranges,
    ranks,
)
from syntacticdiff.rankings.judgments import Judgments
from syntacticdiff.rankings.methods import METHODS

RESAMPLES = 1000
MOST_DRAWN = 200_000_000  # rankings in all resamples; each takes 16 bytes


@dataclass(frozen=True)
class RankedSystem:
    """A system in a ranking.

    Parameters
    ----------
    name : str
        The system.
    score : float
        Its score by all judgments.
    rank : int
        Its rank, 1 for the best; systems with equal scores share the better rank.
    range : tuple of two ints
        The best and the worst rank in 95% of the resamples.
    """

    name: str
    score: float
    rank: int
    range: tuple[int, int]


@dataclass(frozen=True)
class SystemRanking:
    """All systems from the best to the worst.

    Parameters
    ----------
    systems : tuple of RankedSystem
        The systems, the best first.
    rank_groups : tuple of tuples of str
        Groups of systems that the judgments distinguish from other groups, but not from each
        other.
    signature : str
        The method, its settings and the version.
    resampled : array of shape (resamples, systems)
        The scores of each resample, in the order of `Judgments.systems`.
    """

    systems: tuple[RankedSystem, ...]
    rank_groups: tuple[tuple[str, ...], ...]
    signature: str
    resampled: np.ndarray = field(repr=False)

    def to_dict(self) -> dict[str, object]:
        """The ranking as plain data for JSON, the signature last."""
        return {
            "systems": [{**asdict(system), "range": [*system.range]} for system in self.systems],
            "rank_groups": [[*names] for names in self.rank_groups],
            "signature": self.signature,
        }


def rank_systems(
    judgments: Judgments,
    method: str = "expected-wins",
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> SystemRanking:
    """Rank systems by human judgments.

    Parameters
    ----------
    judgments : Judgments
        The matches that people judged.
    method : {"expected-wins", "trueskill", "hopkins-may"}, default "expected-wins"
        How judgments become scores, a name in `METHODS`.
    resamples : int, default 1000
        The number of bootstrap resamples for rank ranges and rank groups; scores come from all
        judgments.
    seed : int, default 0
        The seed of the bootstrap.

    Returns
    -------
    SystemRanking
        The systems with their scores, ranks and rank ranges.

    Raises
    ------
    UsageError
        If an argument is invalid.

    Examples
    --------
    >>> from syntacticdiff.rankings.judgments import Cell, judgments_of
    >>> judged = [[Cell(("ours",), 1), Cell(("theirs",), 2)]] * 20
    >>> ranking = rank_systems(judgments_of(judged), resamples=100)
    >>> ranking.systems[0]
    RankedSystem(name='ours', score=1.0, rank=1, range=(1, 1))
    >>> ranking.rank_groups
    (('ours',), ('theirs',))
    """
    entry = METHODS.chosen(method)
    whole_number("resamples", resamples, 1)
    whole_number("seed", seed, 0, most=2**32 - 1)
    if resamples * max(judgments.rankings, 1) > MOST_DRAWN:
        raise UsageError(
            f"resamples: {resamples:,} of {judgments.rankings:,} rankings would take too much "
            f"memory; the most is {MOST_DRAWN // max(judgments.rankings, 1):,}"
        )
    scores = entry.scores(judgments)
    drawn = drawn_rankings(judgments.rankings, resamples, seed)
    resampled = entry.resampled(judgments, drawn)
    places = ranks(scores[None])[0]
    ranges = rank_ranges(resampled)
    order = sorted(range(len(scores)), key=lambda system: (-scores[system], system))
    names = judgments.systems
    same_output = "|same-output:tie" if judgments.same_output == "tie" else ""
    return SystemRanking(
        tuple(RankedSystem(names[s], float(scores[s]), int(places[s]), ranges[s]) for s in order),
        tuple(
            tuple(names[order[place]] for place in group)
            for group in rank_groups([ranges[s] for s in order])
        ),
        f"rank|method:{method}{same_output}|matches:{len(judgments)}|rankings:{judgments.rankings}"
        f"|resamples:{resamples}|seed:{seed}|syntacticdiff:{__version__}",
        resampled,
    )
