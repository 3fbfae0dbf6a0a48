"""The page of a comparison of feature sets: `Evaluation.summary()` as HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def evaluation_page(summary: Mapping[str, Any], title: str) -> str:
    """One HTML file with everything in it.

    Parameters
    ----------
    summary : what `Evaluation.summary` returns
    title : of the page, the data's name for instance
    """
    templates = Environment(
        loader=PackageLoader("syntacticdiff", "report"), autoescape=True, undefined=StrictUndefined
    )
    return templates.get_template("evaluation.html").render(title=title, **summary)
