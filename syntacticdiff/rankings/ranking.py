"""Systems in the order that people's judgments put them in, with how sure that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import numpy as np

from syntacticdiff._version import __version__
from syntacticdiff.errors import UsageError
from syntacticdiff.rankings.bootstrap import (
    as_weights,
    clusters,
    drawn_rankings,
    rank_ranges,
    ranks,
)
from syntacticdiff.rankings.expected_wins import expected_wins
from syntacticdiff.rankings.hopkins_may import hopkins_may
from syntacticdiff.rankings.judgments import Judgments
from syntacticdiff.rankings.trueskill import trueskill, trueskill_batch

RESAMPLES = 1000


class Method(NamedTuple):
    """A way to score systems: by all judgments, and by many resamples of rankings at once."""

    scores: Callable[[Judgments], np.ndarray]
    resampled: Callable[[Judgments, np.ndarray], np.ndarray]


METHODS = {
    "expected-wins": Method(
        lambda judgments: expected_wins(judgments)[0],
        lambda judgments, drawn: expected_wins(judgments, as_weights(drawn)),
    ),
    "trueskill": Method(
        lambda judgments: np.array([rating.mu for rating in trueskill(judgments)]), trueskill_batch
    ),
    "hopkins-may": Method(
        lambda judgments: hopkins_may(judgments)[0],
        lambda judgments, drawn: hopkins_may(judgments, as_weights(drawn)),
    ),
}


@dataclass(frozen=True)
class RankedSystem:
    """A system's place; `range` is the best and the worst rank that resamples leave possible."""

    name: str
    score: float
    rank: int
    range: tuple[int, int]


@dataclass(frozen=True)
class SystemRanking:
    """All systems from the best to the worst.

    `clusters` are groups of systems that the judgments can tell from each other group, but not
    among themselves; `resampled` has the scores of each resample, by the order of
    `Judgments.systems`.
    """

    systems: tuple[RankedSystem, ...]
    clusters: tuple[tuple[str, ...], ...]
    signature: str
    resampled: np.ndarray = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, the signature last."""
        return {
            "systems": [{**asdict(system), "range": [*system.range]} for system in self.systems],
            "clusters": [[*names] for names in self.clusters],
            "signature": self.signature,
        }


def rank_systems(
    judgments: Judgments,
    method: str = "expected-wins",
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> SystemRanking:
    """Rank systems by judgments.

    Parameters
    ----------
    method : `expected-wins`, `trueskill` or `hopkins-may`
    resamples : of the bootstrap, from which ranges and clusters come; scores are from all judgments
    seed : of the bootstrap

    Examples
    --------
    >>> from syntacticdiff.rankings.judgments import Cell, judgments_of
    >>> judged = [[Cell(("ours",), 1), Cell(("theirs",), 2)]] * 20
    >>> ranking = rank_systems(judgments_of(judged), resamples=100)
    >>> ranking.systems[0]
    RankedSystem(name='ours', score=1.0, rank=1, range=(1, 1))
    >>> ranking.clusters
    (('ours',), ('theirs',))
    """
    if method not in METHODS:
        raise UsageError(f"method: {method!r} is none of {', '.join(METHODS)}")
    if resamples < 1:
        raise UsageError(f"resamples: at least 1 is needed, not {resamples}")
    if seed < 0:
        raise UsageError(f"seed: at least 0 is needed, not {seed}")
    scores = METHODS[method].scores(judgments)
    drawn = drawn_rankings(judgments.rankings, resamples, seed)
    resampled = METHODS[method].resampled(judgments, drawn)
    places = ranks(scores[None])[0]
    ranges = rank_ranges(resampled)
    order = sorted(range(len(scores)), key=lambda system: (-scores[system], system))
    names = judgments.systems
    same_output = "|same-output:tie" if judgments.same_output == "tie" else ""
    return SystemRanking(
        tuple(RankedSystem(names[s], float(scores[s]), int(places[s]), ranges[s]) for s in order),
        tuple(
            tuple(names[order[place]] for place in cluster)
            for cluster in clusters([ranges[s] for s in order])
        ),
        f"rank|method:{method}{same_output}|matches:{len(judgments)}|rankings:{judgments.rankings}"
        f"|resamples:{resamples}|seed:{seed}|syntacticdiff:{__version__}",
        resampled,
    )
