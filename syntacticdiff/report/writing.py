"""A report as a file: HTML, JSON or Markdown, as its name says."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.report.summary import Summary

Renderer = Callable[[Summary], str]


def write_report(path: str | os.PathLike[str], summary: Summary) -> None:
    """Write a report, whole or not at all.

    Parameters
    ----------
    path : ends in .html, .json or .md
    summary : what the report says
    """
    render = FORMATS[report_format(path)]
    with atomic_write(path) as stream:
        # Half a surrogate pair, from a file's name, cannot be written as it is.
        stream.write(render(summary).encode("utf-8", "backslashreplace"))


def report_format(path: str | os.PathLike[str]) -> str:
    """The suffix that says what is to be written; anything but those known is refused."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise UsageError(f"{os.fspath(path)}: a report is a file that ends in {', '.join(FORMATS)}")
    return suffix


def _html(summary: Summary) -> str:
    from syntacticdiff.report.html_page import html_page

    return html_page(summary)


def _json(summary: Summary) -> str:
    from syntacticdiff.report.json_page import json_page

    return json_page(summary)


def _markdown(summary: Summary) -> str:
    from syntacticdiff.report.markdown_page import markdown_page

    return markdown_page(summary)


FORMATS: dict[str, Renderer] = {".html": _html, ".json": _json, ".md": _markdown}
