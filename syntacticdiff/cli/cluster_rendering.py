"""Clusters made for eyes: topics with their sentences, then pairs and teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syntacticdiff.cli.messages import counted, printable
from syntacticdiff.cli.rendering import Marks, marked

if TYPE_CHECKING:
    from syntacticdiff.cli.cluster import Clusters

_SENTENCES, _DOCUMENTS, _EDITS = 2, 5, 8  # of each topic; JSON and the report have more


def cluster_lines(clusters: Clusters, marks: Marks) -> Iterator[str]:
    """All topics, the largest first; then who should work together."""
    topics = clusters.topics
    chosen = " (the number that foretells left-out documents best)" if topics.held_out_ else ""
    yield (
        f"{counted(len(clusters.names), 'document')}, {counted(topics.n_topics_, 'topic')}{chosen},"
        f" {counted(len(topics.vocabulary_), 'edit')}, mean coherence {topics.coherence_:+.2f}"
    )
    for number, topic in enumerate(topics.topics_, 1):
        yield ""
        yield marks.heading(f"{number}. {printable(topic.label)}")
        edits = ", ".join(
            f"{printable(edit)} {weight:.1%}" for edit, weight in topic.edits[:_EDITS]
        )
        if not topic.edits:
            continue
        yield f"   {topic.share:.0%} of all: {edits}"
        shown = clusters.examples[number - 1]
        for example in shown.sentences[:_SENTENCES]:
            yield f"   - {marked(example.diff, marks)}"
        belonging = (
            f"{printable(clusters.names[one])} {share:.0%}"
            for one, share in shown.documents[:_DOCUMENTS]
        )
        yield marks.aside(f"   most in {', '.join(belonging)}")
    yield from _groups(clusters, marks)


def _groups(clusters: Clusters, marks: Marks) -> Iterator[str]:
    if clusters.pairs:
        yield ""
        yield marks.heading("Pairs, and how far their errors lie in different topics")
        for group, value in zip(clusters.pairs, clusters.complementarity, strict=True):
            yield f"   {value:.2f}  {_names(clusters, group)}"
    if clusters.teams:
        yield ""
        yield marks.heading("Teams")
        for number, group in enumerate(clusters.teams, 1):
            yield f"   {number}.  {_names(clusters, group)}"


def _names(clusters: Clusters, group: tuple[int, ...]) -> str:
    return ", ".join(printable(clusters.names[one]) for one in group)
