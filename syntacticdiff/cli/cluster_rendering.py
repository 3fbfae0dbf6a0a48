"""Topics as plain text: their edits and sentences, then pairs and teams of writers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syntacticdiff.cli.messages import counted, printable
from syntacticdiff.cli.rendering import Marks, marked

if TYPE_CHECKING:
    from syntacticdiff.cli.cluster import TopicsResult

_SENTENCES, _DOCUMENTS, _EDITS = 2, 5, 8  # shown for each topic; JSON and the report have more


def topic_lines(result: TopicsResult, marks: Marks) -> Iterator[str]:
    """The topics, the largest first; then pairs and teams."""
    topics = result.topics
    chosen = " (the number that predicts held-out documents best)" if topics.held_out_ else ""
    yield (
        f"{counted(len(result.names), 'document')}, {counted(topics.n_topics_, 'topic')}{chosen},"
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
        yield f"   mean share of a document {topic.share:.0%}: {edits}"
        shown = result.examples[number - 1]
        for example in shown.sentences[:_SENTENCES]:
            yield f"   - {marked(example.diff, marks)}"
        belonging = (
            f"{printable(result.names[one])} {share:.0%}"
            for one, share in shown.documents[:_DOCUMENTS]
        )
        yield marks.aside(f"   largest shares in {', '.join(belonging)}")
    yield from _groups(result, marks)


def _groups(result: TopicsResult, marks: Marks) -> Iterator[str]:
    if result.pairs:
        yield ""
        yield marks.heading("Pairs, with their complementarity")
        for group, value in zip(result.pairs, result.complementarity, strict=True):
            yield f"   {value:.2f}  {_names(result, group)}"
    if result.teams:
        yield ""
        yield marks.heading("Teams")
        for number, group in enumerate(result.teams, 1):
            yield f"   {number}.  {_names(result, group)}"


def _names(result: TopicsResult, group: tuple[int, ...]) -> str:
    return ", ".join(printable(result.names[one]) for one in group)
