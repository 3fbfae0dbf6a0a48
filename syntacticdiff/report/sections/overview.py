"""The class: its habits, by how many of its texts have them."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.report.markdown import escaped, readable, table
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import Overview

HABITS_SHOWN = 14
EDITS_SHOWN = 3


def _markdown(overview: Overview) -> Iterator[str]:
    rate = 100 * overview.edits / max(overview.tokens, 1)
    yield ""
    yield (
        f"{overview.documents:,} texts, {overview.tokens:,} words and marks, {overview.edits:,} "
        f"errors marked: {rate:.1f} per 100 words."
    )
    if overview.habits:
        yield from ("", "### Habits, by number of texts", "")
        yield from table(
            ["habit", "for instance", "texts", "times"],
            [
                [
                    escaped(item.habit),
                    ", ".join(readable(edit) for edit in item.edits[:EDITS_SHOWN]),
                    f"{item.documents:,}",
                    f"{item.count:,}",
                ]
                for item in overview.habits[:HABITS_SHOWN]
            ],
            left=2,
        )


SECTION = Section(
    name="overview",
    title="The class",
    data=lambda summary: summary.overview if summary.documents else None,
    template='{% include "overview.html" %}',
    markdown=_markdown,
    notes=True,
    counted=True,
    in_json=False,
)
