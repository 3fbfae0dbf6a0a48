"""The texts themselves, with their edits; in Markdown only a table of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from syntacticdiff.report.markdown import escaped, table
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import DocumentSummary

TEXTS_SHOWN = 100  # in Markdown


def _markdown(documents: Sequence[DocumentSummary]) -> Iterator[str]:
    yield ""
    if len(documents) > TEXTS_SHOWN:
        yield from (f"The first {TEXTS_SHOWN} of {len(documents):,}.", "")
    yield from table(
        ["text", "class", "sentences", "words", "errors", "per 100 words"],
        [
            [
                escaped(document.name),
                escaped(document.label or ""),
                f"{document.sentence_count:,}",
                f"{document.tokens:,}",
                f"{document.edits:,}",
                f"{100 * document.edits / max(document.tokens, 1):.1f}",
            ]
            for document in documents[:TEXTS_SHOWN]
        ],
        left=2,
    )


SECTION = Section(
    name="essays",
    title="Students",
    data=lambda summary: summary.documents or None,
    template='{% include "essays.html" %}',
    markdown=_markdown,
    notes=True,
    counted=True,
    in_json=False,
)
