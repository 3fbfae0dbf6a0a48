"""Systems ranked by human judgments: scores, rank ranges and rank groups."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.rankings.held_out import HeldOutScores as HeldOutScores
    from syntacticdiff.rankings.held_out import score_held_out as score_held_out
    from syntacticdiff.rankings.judgments import Cell as Cell
    from syntacticdiff.rankings.judgments import Judgments as Judgments
    from syntacticdiff.rankings.judgments import SameOutput as SameOutput
    from syntacticdiff.rankings.judgments import judgments_of as judgments_of
    from syntacticdiff.rankings.judgments import read_judgments as read_judgments
    from syntacticdiff.rankings.match_selection import Match as Match
    from syntacticdiff.rankings.match_selection import next_matches as next_matches
    from syntacticdiff.rankings.methods import METHODS as METHODS
    from syntacticdiff.rankings.methods import Method as Method
    from syntacticdiff.rankings.ranking import RankedSystem as RankedSystem
    from syntacticdiff.rankings.ranking import SystemRanking as SystemRanking
    from syntacticdiff.rankings.ranking import rank_systems as rank_systems

__getattr__, __dir__, __all__ = exports(__name__)
