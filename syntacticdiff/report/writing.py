"""Writing a report as HTML, JSON or Markdown, by the suffix of its name."""

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
    path : str or path-like
        The file to write; its suffix, .html, .json or .md, chooses the format.
    summary : Summary
        What the report says.

    Raises
    ------
    UsageError
        If the suffix is none of these.
    InputError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_report(Path(folder, "report.md"), Summary("An empty report", "version:1"))
    ...     print(Path(folder, "report.md").read_text())
    # An empty report
    <BLANKLINE>
    `version:1`
    <BLANKLINE>
    """
    render = FORMATS[report_format(path)]
    with atomic_write(path) as stream:
        # A file name may contain half a surrogate pair, which cannot be encoded.
        stream.write(render(summary).encode("utf-8", "backslashreplace"))


def report_format(path: str | os.PathLike[str]) -> str:
    """The suffix of a report's name; raises UsageError if it is not one of FORMATS."""
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
