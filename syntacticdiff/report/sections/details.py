"""Details for those who work with the data: all figures, edits by their names, bits per token."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.report.markdown import code, percent, table
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import Histogram, Overview

EDITS_SHOWN = 25


def _markdown(overview: Overview) -> Iterator[str]:
    changed = overview.changed / max(overview.sentences, 1)
    rate = 100 * overview.edits / max(overview.tokens, 1)
    figures = [
        f"{overview.documents:,}",
        f"{overview.sentences:,}",
        f"{overview.tokens:,}",
        f"{overview.edits:,}",
        f"{rate:.1f}",
        percent(changed),
        f"{overview.bits:.2f}",
    ]
    yield ""
    yield from table(
        ["texts", "sentences", "words", "edits", "per 100 words", "changed", "bits per token"],
        [figures],
        left=0,
    )
    if overview.commonest:
        yield from ("", "### The commonest edits", "")
        yield from table(
            ["edit", "times", "texts"],
            [
                [code(item.edit), f"{item.count:,}", f"{item.documents:,}"]
                for item in overview.commonest[:EDITS_SHOWN]
            ],
        )
    yield from _bars(overview.bits_histogram)


def _bars(histogram: Histogram) -> Iterator[str]:
    if not histogram.counts:
        return
    starts = [histogram.start + number * histogram.width for number in range(len(histogram.counts))]
    yield from ("", "### Sentences by bits per token", "")
    yield from table(
        ["bits per token", "sentences"],
        [
            [f"{start:g} to {start + histogram.width:g}", f"{count:,}"]
            for start, count in zip(starts, histogram.counts, strict=True)
        ],
    )


SECTION = Section(
    name="details",
    title="Details",
    data=lambda summary: summary.overview,
    template='{% include "details.html" %}',
    markdown=_markdown,
    notes=True,
    counted=True,
    in_json=False,
)
