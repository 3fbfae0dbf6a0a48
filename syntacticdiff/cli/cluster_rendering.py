"""Topics as plain text: their edits and sentences, then pairs and teams of writers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from syntacticdiff.cli.messages import counted, printable
from syntacticdiff.cli.rendering import Marks, marked
from syntacticdiff.topics.labels import plain_name
from syntacticdiff.topics.methods import FEW_ERRORS, PROFILES

if TYPE_CHECKING:
    from syntacticdiff.cli.cluster import TopicsResult
    from syntacticdiff.topics.topic import Topic
    from syntacticdiff.topics.topics import ErrorTopics

_SENTENCES, _DOCUMENTS, _EDITS = 2, 5, 8  # shown for each topic; JSON and the report have more
_SAME = 1e-6


def topic_lines(result: TopicsResult, marks: Marks) -> Iterator[str]:
    """The topics in their order; then pairs and teams."""
    topics = result.topics
    chosen = " (the number that predicts held-out documents best)" if topics.held_out_ else ""
    found = (
        f"{counted(len(result.names), 'document')}, {counted(topics.n_topics_, 'topic')}{chosen}"
    )
    yield f"{found}, {_found(topics)}"
    yield from _explained(result)
    mains = Counter(map(result.main_topic, range(len(result.names))))
    for number, topic in enumerate(topics.topics_, 1):
        yield ""
        yield marks.heading(f"{number}. {printable(topic.label)}")
        if topic.edits or topic.kinds or topic.label == FEW_ERRORS:
            yield f"   {_size(topic, mains[number])}"
        shown = result.examples[number - 1]
        for example in shown.sentences[:_SENTENCES]:
            yield f"   - {marked(example.diff, marks)}"
        belonging = [
            f"{printable(result.names[one])} {share:.0%}"
            for one, share in shown.documents[:_DOCUMENTS]
        ]
        if belonging:
            yield marks.aside(f"   largest shares in {', '.join(belonging)}")
    yield from _groups(result, marks)


def _found(topics: ErrorTopics) -> str:
    """How many errors there are, or how well the topics hold together."""
    edits = len(topics.vocabulary_)
    if topics.method != PROFILES:
        return f"{counted(edits, 'edit')}, mean coherence {topics.coherence_:+.2f}"
    probable = counted(int(topics.document_edits_.sum()), "probable error")
    rate = sum(topic.rate or 0.0 for topic in topics.topics_)
    return f"{probable}, {rate:.1f} expected per 100 words with the doubtful ones"


def _explained(result: TopicsResult) -> Iterator[str]:
    """What the topics and shares mean, and how far they can be trusted."""
    topics = result.topics
    if topics.method == PROFILES:
        yield (
            "Topics are kinds of errors. A document's share of a topic is large if it has more "
            "such errors than the others."
        )
    tested = topics.agreements_.get(topics.n_topics_)
    if tested is not None:
        yield f"Resampled documents give the same main topics with an agreement of {tested:.2f}."
    if topics.note_:
        yield f"{topics.note_[0].upper()}{topics.note_[1:]}."
    if len(result.names) > 1 and float((result.shares.max(0) - result.shares.min(0)).max()) < _SAME:
        yield "The documents do not differ in their errors."


def _size(topic: Topic, documents: int) -> str:
    edits = ", ".join(
        f"{printable(plain_name(edit))} {weight:.1%}" for edit, weight in topic.edits[:_EDITS]
    )
    if topic.rate is None and topic.edits:
        return f"mean share of a document {topic.share:.0%}: {edits}"
    main = f"the main topic of {counted(documents, 'document')}"
    if topic.rate is None:
        return main
    rate = f"{topic.rate:.2f} expected errors per 100 words, {main}"
    return f"{rate}: {edits}" if edits else rate


def _groups(result: TopicsResult, marks: Marks) -> Iterator[str]:
    if result.pairs:
        yield ""
        yield marks.heading("Pairs, with their complementarity")
        low, middle, high = (result.deciles[place] for place in (1, 5, 9))
        yield (
            "   Each can help where the other makes more errors than the class: 0 if both have the "
            "same habits,\n   1 if they have none in common. Of all possible pairs a tenth have "
            f"less than {low:.2f}, half\n   less than {middle:.2f}, a tenth more than {high:.2f}."
        )
        for group, value in zip(result.pairs, result.complementarity, strict=True):
            yield f"   {value:.2f}  {_names(result, group)}"
    if result.teams:
        yield ""
        yield marks.heading("Teams")
        yield "   Each is as mixed as the whole class."
        for number, group in enumerate(result.teams, 1):
            yield f"   {number}.  {_names(result, group)}"


def _names(result: TopicsResult, group: tuple[int, ...]) -> str:
    return ", ".join(printable(result.names[one]) for one in group)
