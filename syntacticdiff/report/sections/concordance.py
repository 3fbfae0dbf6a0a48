"""The concordance: an edit, and the sentences that have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syntacticdiff.report.markdown import quotations, readable
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import DocumentSummary, EditCount, QuotedSentence, Summary

EDITS_SHOWN, SENTENCES_SHOWN = 25, 3  # in Markdown


class Concordance(NamedTuple):
    """The edits to look up, the most frequent first, and where to look."""

    edits: tuple[EditCount, ...]
    documents: tuple[DocumentSummary, ...]


def _data(summary: Summary) -> Concordance | None:
    if not summary.documents:
        return None
    commonest = () if summary.overview is None else summary.overview.commonest
    return Concordance(commonest, summary.documents)


def _markdown(concordance: Concordance) -> Iterator[str]:
    """The commonest edits, each with the sentences in which it saves most bits."""
    edits = [item.edit for item in concordance.edits[:EDITS_SHOWN]]
    found: dict[str, list[tuple[float, QuotedSentence]]] = {edit: [] for edit in edits}
    for document in concordance.documents:
        for sentence in document.sentences:
            quoted = QuotedSentence(document.name, sentence)
            for edit in sentence.edits:
                if edit.edit in found:
                    found[edit.edit].append((edit.strength, quoted))
    for name, occurrences in found.items():
        best = sorted(occurrences, key=lambda occurrence: -occurrence[0])[:SENTENCES_SHOWN]
        yield from ("", f"### {readable(name)}")
        yield from quotations(quoted for _, quoted in best)


SECTION = Section(
    name="concordance",
    title="Concordance",
    data=_data,
    template='{% include "concordance.html" %}',
    markdown=_markdown,
    notes=True,
    counted=True,
    in_json=False,
)
