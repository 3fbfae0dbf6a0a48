"""A ranking of systems as an SVG figure, or as an HTML page with the figure and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from syntacticdiff.report.environment import environment

if TYPE_CHECKING:
    from syntacticdiff.rankings.ranking import SystemRanking

_ROW_HEIGHT = 26  # of a system
_RANK_WIDTH = 34
_LETTER_WIDTH = 8
_LEAST_WIDTH = 480  # the legend needs this much


def ranking_figure(ranking: SystemRanking, title: str) -> str:
    """Draw a row for each system, a bar over its rank range, and a line between rank groups.

    Parameters
    ----------
    ranking : SystemRanking
        The ranking to draw.
    title : str
        The title of the figure.

    Returns
    -------
    str
        An SVG document.
    """
    systems = ranking.systems
    names = max(len(system.name) for system in systems) * _LETTER_WIDTH + 16
    left = names + 72
    group_ends: list[int] = []
    for group in ranking.rank_groups[:-1]:
        group_ends.append((group_ends[-1] if group_ends else 0) + len(group))
    return (
        environment()
        .get_template("ranking.svg")
        .render(
            title=title,
            systems=systems,
            group_ends=group_ends,
            left=left,
            row=_ROW_HEIGHT,
            step=_RANK_WIDTH,
            width=max(left + _RANK_WIDTH * len(systems) + 16, _LEAST_WIDTH, 10 * len(title)),
            top=58,
        )
    )


def ranking_page(ranking: SystemRanking, title: str) -> str:
    """One HTML file with the figure and its numbers in a table.

    Parameters
    ----------
    ranking : SystemRanking
        The ranking to show.
    title : str
        The title of the page and of the figure.

    Returns
    -------
    str
        An HTML document that needs no other file.
    """
    return (
        environment()
        .get_template("ranking.html")
        .render(
            title=title,
            figure=Markup(ranking_figure(ranking, title)),
            systems=ranking.systems,
            rank_groups=ranking.rank_groups,
            signature=ranking.signature,
        )
    )
