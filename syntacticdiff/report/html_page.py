"""A summary as one HTML file that needs nothing else: templates, styles, a script, and the data.

Two kinds of text reach the page. What templates print is escaped by Jinja. What the script shows is
JSON that cannot close its element, and the script only ever inserts it as text. Control characters
are made visible in both. If all of that should fail, the page's content security policy still
blocks every other script and every request.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from markupsafe import Markup

from syntacticdiff.edits.marking import pieces
from syntacticdiff.report.environment import environment, safe_text, source
from syntacticdiff.report.registry import sections_of
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import (
    DocumentSummary,
    EditSummary,
    SentenceSummary,
    Summary,
)

Json: TypeAlias = "str | float | Sequence[Json] | None"


@dataclass(frozen=True)
class RenderedSection:
    """A section of the page, and its HTML below the heading."""

    name: str
    title: str
    notes: bool
    html: Markup


def html_page(summary: Summary) -> str:
    """The whole report."""
    script = source("script.js")
    sections = sections_of(summary)
    return (
        environment()
        .get_template("page.html")
        .render(
            summary=summary,
            sections=[_rendered(section, summary) for section in sections],
            explain_counted=any(section.counted for section in sections),
            data=_page_data(summary.documents),
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


# The data for the script, as short as possible: it is most of the page.


def _page_data(documents: Sequence[DocumentSummary]) -> dict[str, Json]:
    numbers: dict[str, int] = {}
    edits: list[list[str]] = []

    def number_of(edit: EditSummary) -> int:
        number = numbers.setdefault(edit.edit, len(edits))
        if number == len(edits):
            edits.append([safe_text(edit.edit), edit.op, safe_text(edit.target)])
        return number

    def sentence_data(sentence: SentenceSummary) -> Json:
        parts: list[Json] = [round(sentence.bits, 2)]
        for piece in pieces(sentence.text, sentence.edits):
            if piece.edit is None:
                parts.append(safe_text(piece.text))
                continue
            figures = [number_of(piece.edit), round(piece.edit.saved, 1), round(piece.edit.gain, 2)]
            spaces = bool(piece.left) + 2 * bool(piece.right)  # an insertion has no text
            text = spaces if piece.edit.op == "insert" else safe_text(piece.text)
            chance = piece.edit.probability
            parts.append([*figures, text, *([] if chance is None else [round(chance, 2)])])
        return parts

    rows = [
        [
            safe_text(document.name),
            None if document.label is None else safe_text(document.label),
            document.sentence_count,
            document.tokens,
            document.edits,
            round(document.bits, 2),
            [sentence_data(sentence) for sentence in document.sentences],
        ]
        for document in documents
    ]
    return {"edits": edits, "documents": rows}
