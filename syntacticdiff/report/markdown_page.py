"""A summary as Markdown, for people who read in a terminal or a repository.

It has the figures and examples, but not all texts: those are in the HTML and the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.report.markdown import code, escaped
from syntacticdiff.report.registry import sections_of
from syntacticdiff.report.summary import Summary


def markdown_page(summary: Summary) -> str:
    """The whole report."""
    return "\n".join(_lines(summary)) + "\n"


def _lines(summary: Summary) -> Iterator[str]:
    yield f"# {escaped(summary.title)}"
    for note in summary.notes:
        yield from ("", f"> {escaped(note)}")
    sections = sections_of(summary)
    for section in sections:
        yield from section.markdown_lines(summary)
    if any(section.counted for section in sections):
        yield from ("", summary.what_counts)
    yield from ("", code(summary.signature))
