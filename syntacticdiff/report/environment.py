"""The Jinja environment of everything that is rendered as HTML or SVG.

There is one environment, so that nothing is rendered without its safeguards: text is escaped, and
control characters are made visible.
"""

from __future__ import annotations

import json
from functools import cache
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from syntacticdiff.classify.telling import EditScatter
from syntacticdiff.edits.colour import intensity
from syntacticdiff.edits.marking import Piece, pieces
from syntacticdiff.edits.plain_words import emphasised, quoted, readable_feature
from syntacticdiff.files.decoding import without_surrogates
from syntacticdiff.report import charts, scatter
from syntacticdiff.report.summary import EditSummary, SentenceSummary
from syntacticdiff.text.visible import visible

_SCRIPT = ("data", "marks", "exporting", "class", "students", "concordance", "pages")
_NOT_IN_SCRIPTS = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@cache
def environment() -> Environment:
    """The environment, with the filters and functions that templates use."""
    templates = Environment(
        loader=PackageLoader("syntacticdiff", "report/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printed,
    )
    templates.filters |= {
        "pieces": _pieces,
        "intensity": intensity,
        "readable": lambda name: Markup(emphasised(without_surrogates(readable_feature(name)))),
        "readable_text": lambda name: safe_text(quoted(readable_feature(name))),
        "in_link": lambda text: quote(safe_text(text), safe=""),
        "json_in_script": _json_in_script,
        "percent": lambda share: f"{100 * share:.1f}%",
        "grouped": lambda number: f"{number:,}",
        "counted": lambda number, noun: f"{number:,} {noun}{'' if number == 1 else 's'}",
    }
    templates.globals |= {
        "histogram": charts.histogram,
        "topic_map": charts.topic_map,
        "scatter_dots": _scatter_dots,
        "scatter_size": scatter,
    }
    return templates


def _scatter_dots(given: EditScatter) -> list[scatter.Dot]:
    names = [safe_text(quoted(readable_feature(point.edit))) for point in given.points]
    return scatter.scatter_dots(given, names)


def script() -> str:
    """The script of the page: its parts, in the order in which they build on each other."""
    parts = "\n".join(source(f"script/{name}.js") for name in _SCRIPT)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def source(name: str) -> str:
    """The text of a file among the templates, unrendered."""
    templates = environment()
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0]


def safe_text(text: str) -> str:
    """Text with its control characters made visible and without lone surrogates."""
    return visible(without_surrogates(text))


def _printed(value: object) -> object:
    """What an expression in a template prints; Markup, a subclass of str, is left as it is."""
    return safe_text(value) if type(value) is str else value


def _pieces(sentence: SentenceSummary) -> list[Piece[EditSummary]]:
    return pieces(sentence.text, sentence.edits)


def _json_in_script(value: object) -> Markup:
    """JSON that cannot close the script element it is in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.translate(_NOT_IN_SCRIPTS))
