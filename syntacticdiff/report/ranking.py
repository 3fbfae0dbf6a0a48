"""The figure of a ranking: `SystemRanking.to_dict()` as an SVG picture, or as a page around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

_ROW = 26  # height of a system's line
_STEP = 34  # width of a rank
_LETTER = 8
_NARROWEST = 480  # that the legend fits in


def ranking_figure(summary: Mapping[str, Any], title: str) -> str:
    """An SVG picture: a line for each system, with a bar over its rank range, and rules between
    rank groups.

    Parameters
    ----------
    summary : what `SystemRanking.to_dict` returns
    title : of the picture, the data's name for instance
    """
    systems = summary["systems"]
    names = max(len(system["name"]) for system in systems) * _LETTER + 16
    left = names + 72
    ends: list[int] = []
    for group in summary["rank_groups"][:-1]:
        ends.append((ends[-1] if ends else 0) + len(group))
    return (
        _templates()
        .get_template("ranking.svg")
        .render(
            title=title,
            systems=systems,
            group_ends=ends,
            signature=summary["signature"],
            names=names,
            left=left,
            row=_ROW,
            step=_STEP,
            width=max(left + _STEP * len(systems) + 16, _NARROWEST, 10 * len(title)),
            top=58,
        )
    )


def ranking_page(summary: Mapping[str, Any], title: str) -> str:
    """One HTML file with the picture and the figures in a table."""
    figure = ranking_figure(summary, title)
    page = _templates().get_template("ranking.html")
    return page.render(title=title, figure=figure, **summary)


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("syntacticdiff", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
