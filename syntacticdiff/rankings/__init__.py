"""Systems ranked by people: judgments in, scores, rank ranges and clusters out."""

from syntacticdiff.rankings.held_out import HeldOut, held_out
from syntacticdiff.rankings.judgments import Cell, Judgments, judgments_of, read_judgments
from syntacticdiff.rankings.match_selection import Match, next_matches
from syntacticdiff.rankings.ranking import RankedSystem, SystemRanking, rank_systems

__all__ = [
    "Cell",
    "HeldOut",
    "Judgments",
    "Match",
    "RankedSystem",
    "SystemRanking",
    "held_out",
    "judgments_of",
    "next_matches",
    "rank_systems",
    "read_judgments",
]
