"""The data of the topics section, from fitted topics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.report.sections.topics import (
    TopicDocument,
    TopicsSummary,
    TopicSummary,
    WeightedEdit,
)
from syntacticdiff.report.summary import QuotedSentence, SentenceSummary
from syntacticdiff.report.topic_map import topic_map
from syntacticdiff.topics.exemplars import topic_examples
from syntacticdiff.topics.topics import ErrorTopics


def topics_summary(
    topics: ErrorTopics,
    documents: Sequence[Any],
    names: Sequence[str],
    shares: npt.NDArray[np.float64],
) -> TopicsSummary:
    """Summarize topics for a report.

    Parameters
    ----------
    topics : ErrorTopics
        Fitted topics.
    documents : sequence of texts or diffs
        The documents that `shares` describes, in the same order.
    names : sequence of str
        The names of the documents.
    shares : array of shape (documents, topics)
        The return value of `transform` or `fit_transform`.

    Returns
    -------
    TopicsSummary
        The data of the topics section.
    """
    examples = topic_examples(topics, documents, shares)
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
            coherence=topic.coherence,
        )
        for number, (topic, shown, (x, y)) in enumerate(
            zip(topics.topics_, examples, places, strict=True), 1
        )
    ]
    return TopicsSummary(_method(topics), tuple(found), topics.coherence_)


def _method(topics: ErrorTopics) -> str:
    name = {"lda": "latent Dirichlet allocation", "nmf": "non-negative matrix factorisation"}
    chosen = " (the number that predicts held-out texts best)" if topics.held_out_ else ""
    seed = topics.random_state if isinstance(topics.random_state, int) else "none"
    return f"{topics.n_topics_} topics{chosen} by {name[topics.method]}, seed {seed}"
