"""A summary as one HTML file that needs nothing else: templates, styles, a script, and the data.

Two kinds of text reach the page. What templates print is escaped by Jinja; what the script shows is
JSON that cannot end its element, and is only ever put into the page as text. Control characters
become visible on either way. Should all of that fail, the page's own policy lets no other script
run and nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from syntacticdiff.edits.marking import Piece, intensity, pieces
from syntacticdiff.files.decoding import without_surrogates
from syntacticdiff.report import charts
from syntacticdiff.report.summary import (
    DocumentSummary,
    EditSummary,
    SentenceSummary,
    Summary,
)
from syntacticdiff.text.visible import visible

PAGES = ("overview", "topics", "classes", "comparison", "essays", "concordance")

_NOT_IN_SCRIPTS = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def html_page(summary: Summary) -> str:
    """The whole report."""
    templates = _templates()
    script = _source("script.js")
    return templates.get_template("page.html").render(
        summary=summary,
        pages=pages_of(summary),
        data=_page_data(summary.documents),
        style=Markup(_source("style.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        linked=bool(summary.documents),
    )


def pages_of(summary: Summary) -> list[str]:
    """The pages that there is something for."""
    filled = {
        "overview": summary.overview,
        "topics": summary.topics,
        "classes": summary.classes,
        "comparison": summary.comparison,
        "essays": summary.documents,
        "concordance": summary.documents,
    }
    return [page for page in PAGES if filled[page]]


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("syntacticdiff", "report/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    templates.filters |= {
        "pieces": _pieces,
        "intensity": intensity,
        "in_link": lambda text: quote(_safe(text), safe=""),
        "json_in_script": _json_in_script,
        "percent": lambda share: f"{100 * share:.1f}%",
        "grouped": lambda number: f"{number:,}",
        "counted": lambda number, noun: f"{number:,} {noun}{'' if number == 1 else 's'}",
    }
    templates.globals |= {
        "histogram": charts.histogram,
        "topic_map": charts.topic_map,
    }
    return templates


def _pieces(sentence: SentenceSummary) -> list[Piece[EditSummary]]:
    return pieces(sentence.text, sentence.edits)


def _source(name: str) -> str:
    templates = _templates()
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0]


def _shown(value: Any) -> Any:
    """What templates print: text without control characters, everything else as it is."""
    return _safe(value) if type(value) is str else value


def _safe(text: str) -> str:
    return visible(without_surrogates(text))


def _json_in_script(value: Any) -> Markup:
    """JSON that cannot end the element that it stands in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.translate(_NOT_IN_SCRIPTS))


# What the script needs, as short as possible: most of the page is this.


def _page_data(documents: Sequence[DocumentSummary]) -> dict[str, Any]:
    numbers: dict[str, int] = {}
    edits: list[list[str]] = []

    def number_of(edit: EditSummary) -> int:
        number = numbers.setdefault(edit.edit, len(edits))
        if number == len(edits):
            edits.append([_safe(edit.edit), edit.op, _safe(edit.target)])
        return number

    def sentence_data(sentence: SentenceSummary) -> list[Any]:
        parts: list[Any] = [round(sentence.bits, 2)]
        for piece in pieces(sentence.text, sentence.edits):
            if piece.edit is None:
                parts.append(_safe(piece.text))
                continue
            figures = [number_of(piece.edit), round(piece.edit.saved, 1), round(piece.edit.gain, 2)]
            spaces = bool(piece.left) + 2 * bool(piece.right)  # of an insertion, which has no text
            parts.append([*figures, spaces if piece.edit.op == "insert" else _safe(piece.text)])
        return parts

    rows = [
        [
            _safe(document.name),
            None if document.label is None else _safe(document.label),
            document.sentence_count,
            document.tokens,
            document.edits,
            round(document.bits, 2),
            [sentence_data(sentence) for sentence in document.sentences],
        ]
        for document in documents
    ]
    return {"edits": edits, "documents": rows}
