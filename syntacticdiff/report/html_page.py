"""A summary as one HTML file that needs nothing else: templates, styles, a script, and the data.

Two kinds of text reach the page. What templates print is escaped by Jinja. What the script shows is
JSON that cannot close its element, and the script only ever inserts it as text. Control characters
are made visible in both. If all of that should fail, the page's content security policy still
blocks every other script and every request.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from syntacticdiff.report.environment import environment, source
from syntacticdiff.report.environment import script as page_script
from syntacticdiff.report.page_data import page_data
from syntacticdiff.report.registry import sections_of
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import Summary


@dataclass(frozen=True)
class RenderedSection:
    """A section of the page, and its HTML below the heading."""

    name: str
    title: str
    notes: bool
    html: Markup


def html_page(summary: Summary) -> str:
    """The whole report as a page.

    Parameters
    ----------
    summary : Summary
        What the report says.

    Returns
    -------
    str
        An HTML document that needs no other file.

    Examples
    --------
    >>> "There is nothing to show." in html_page(Summary("An empty report", "version:1"))
    True
    """
    script = page_script()
    sections = sections_of(summary)
    return (
        environment()
        .get_template("page.html")
        .render(
            summary=summary,
            sections=[_rendered(section, summary) for section in sections],
            explain_counted=any(section.counted for section in sections),
            data=page_data(summary.documents, summary.least),
            style=Markup(source("style.css")),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def _rendered(section: Section[Any], summary: Summary) -> RenderedSection:
    template = environment().from_string(section.template)
    html = template.render(
        data=section.data(summary), summary=summary, linked=bool(summary.documents)
    )
    return RenderedSection(section.name, section.title, section.notes, Markup(html))
