"""The data of the topics section, from fitted topics."""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.report.sections.topics import (
    TopicDocument,
    TopicsSummary,
    TopicSummary,
    WeightedEdit,
)
from syntacticdiff.report.summary import QuotedSentence, SentenceSummary
from syntacticdiff.report.topic_map import topic_map
from syntacticdiff.topics.exemplars import TopicExamples
from syntacticdiff.topics.methods import METHODS, PROFILES
from syntacticdiff.topics.topics import ErrorTopics


def topics_summary(
    topics: ErrorTopics,
    examples: Sequence[TopicExamples],
    names: Sequence[str],
) -> TopicsSummary:
    """Summarize topics for a report.

    Parameters
    ----------
    topics : ErrorTopics
        Fitted topics.
    examples : sequence of TopicExamples
        The return value of `topic_examples`.
    names : sequence of str
        The names of the documents.

    Returns
    -------
    TopicsSummary
        The data of the topics section.
    """
    of_kinds = METHODS[topics.method].of_kinds
    places = topic_map(topics.components_)
    found = [
        TopicSummary(
            number=number,
            label=topic.label,
            share=topic.share,
            edits=tuple(WeightedEdit(edit, weight) for edit, weight in topic.edits),
            examples=tuple(
                QuotedSentence(names[one.document], SentenceSummary.of(one.diff, one.diff.edits))
                for one in shown.sentences
            ),
            documents=tuple(TopicDocument(names[one], share) for one, share in shown.documents),
            x=float(x),
            y=float(y),
            coherence=None if of_kinds else topic.coherence,
            rate=topic.rate,
        )
        for number, (topic, shown, (x, y)) in enumerate(
            zip(topics.topics_, examples, places, strict=True), 1
        )
    ]
    coherence = None if of_kinds else topics.coherence_
    return TopicsSummary(_method(topics), tuple(found), coherence, of_kinds)


def _method(topics: ErrorTopics) -> str:
    chosen = " (the number that predicts held-out texts best)" if topics.held_out_ else ""
    if topics.method == PROFILES:
        note = f" ({topics.note_})" if topics.note_ else ""
        return (
            f"{topics.n_topics_} topics: kinds of errors{note}; a text's share of one is large "
            "if it has more such errors than the other texts"
        )
    seed = topics.random_state if isinstance(topics.random_state, int) else "none"
    return f"{topics.n_topics_} topics{chosen} by {METHODS[topics.method].title}, seed {seed}"
