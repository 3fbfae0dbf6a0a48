"""Topics of errors: a card for each, and a map on which similar topics are close."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from syntacticdiff.report.markdown import escaped, percent, quotations, readable
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import QuotedSentence, SectionSummary


@dataclass(frozen=True, slots=True)
class WeightedEdit:
    """An edit and its weight in a topic, from 0 to 1."""

    edit: str
    weight: float


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document and the share of it that belongs to a topic, from 0 to 1."""

    document: str
    share: float


@dataclass(frozen=True)
class TopicSummary:
    """A topic of errors.

    Parameters
    ----------
    number : int
        Its number, from 1.
    label : str
        What its edits have in common: `missing articles: missing “the”, missing “a”`.
    share : float
        Its share of a document's edits, from 0 to 1: the mean over all documents.
    edits : tuple of WeightedEdit
        In descending order of weight.
    examples : tuple of QuotedSentence
        Sentences with edits of this topic.
    documents : tuple of TopicDocument
        The documents with the highest shares, in descending order.
    x, y : float
        Its place on the map; see `topic_map`.
    coherence : float or None, default=None
        NPMI of its first edits, if it was measured.
    rate : float or None, default=None
        Expected errors per 100 words, of a topic that is kinds of errors.
    """

    number: int
    label: str
    share: float
    edits: tuple[WeightedEdit, ...]
    examples: tuple[QuotedSentence, ...]
    documents: tuple[TopicDocument, ...]
    x: float
    y: float
    coherence: float | None = None
    rate: float | None = None


@dataclass(frozen=True)
class TopicsSummary(SectionSummary):
    """All topics.

    Parameters
    ----------
    method : str
        How they were found, in one line with settings and seed.
    topics : tuple of TopicSummary
        The largest first.
    coherence : float or None, default=None
        The mean coherence, if it was measured.
    of_kinds : bool, default=False
        Whether the topics are kinds of errors, which have no edits in common.
    """

    method: str
    topics: tuple[TopicSummary, ...]
    coherence: float | None = None
    of_kinds: bool = False


def _markdown(topics: TopicsSummary) -> Iterator[str]:
    coherence = (
        "" if topics.coherence is None else f"; mean coherence (NPMI) {topics.coherence:.3f}"
    )
    yield from ("", f"{escaped(topics.method)}{coherence}.")
    for topic in topics.topics:
        yield from ("", f"### {topic.number}. {escaped(topic.label)}", "")
        edits = ", ".join(f"{readable(item.edit)} {percent(item.weight)}" for item in topic.edits)
        share = f"{percent(topic.share)} of a text on average"
        if topic.rate is not None:
            share += f", {topic.rate:.2f} expected errors per 100 words"
        yield f"{share}: {edits}" if edits else share
        yield from quotations(topic.examples)
        if topic.documents:
            texts = (f"{escaped(item.document)} {percent(item.share)}" for item in topic.documents)
            yield from ("", "Texts that belong here most: " + ", ".join(texts))


SECTION = Section(
    name="topics",
    title="Topics",
    data=lambda summary: summary.section(TopicsSummary),
    template='{% include "topics.html" %}',
    markdown=_markdown,
    counted=True,
)
