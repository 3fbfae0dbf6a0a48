"""Examples of topics."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff import ErrorTopics, UsageError
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.topics.exemplars import topic_examples


def sentence(*words: str, tokens: int = 10, gain: float = 3.0) -> Diff:
    text = ("school",) * tokens
    edits = tuple(Edit("insert", place, "", word, gain) for place, word in enumerate(words))
    return Diff(" ".join(text), text, edits, 9.0, None, None, None)


ARTICLES = [[sentence("the", "a"), sentence("the"), sentence()] for _ in range(5)]
PREPOSITIONS = [[sentence("of", "to"), sentence("to")] for _ in range(5)]
EMPTY = [[sentence()], []]
DOCUMENTS = [*ARTICLES, *PREPOSITIONS, *EMPTY]


@pytest.fixture(scope="module")
def topics() -> ErrorTopics:
    return ErrorTopics(2, method="lda").fit(DOCUMENTS)


def test_documents_are_those_with_the_largest_shares_and_with_edits(topics: ErrorTopics) -> None:
    shares = topics.transform(DOCUMENTS)
    for number, found in enumerate(topic_examples(topics, DOCUMENTS, shares, most_documents=4)):
        assert len(found.documents) == 4
        listed = [share for _, share in found.documents]
        assert listed == sorted(listed, reverse=True)
        assert listed[0] == shares[:, number].max()
        assert {document for document, _ in found.documents} <= set(range(10))


def test_documents_without_edits_are_never_listed(topics: ErrorTopics) -> None:
    shares = topics.transform(DOCUMENTS)
    for found in topic_examples(topics, DOCUMENTS, shares, most_documents=12):
        assert sorted(document for document, _ in found.documents) == list(range(10))


def test_sentences_are_one_from_each_document_with_the_topic_s_edits(topics: ErrorTopics) -> None:
    shares = topics.transform(DOCUMENTS)
    for topic, found in zip(
        topics.topics_, topic_examples(topics, DOCUMENTS, shares, most_sentences=3), strict=True
    ):
        assert len(found.sentences) == 3
        assert len({one.document for one in found.sentences}) == 3
        names = {edit for edit, _ in topic.edits}
        for one in found.sentences:
            assert {str(edit) for edit in one.diff.edits} <= names
            assert len(one.diff.edits) == 2  # the sentence that shows most of the topic


def test_a_readable_sentence_is_preferred_to_a_very_long_or_very_short_one() -> None:
    documents = [
        [sentence("the", tokens=200, gain=0.4), sentence("the"), sentence("the", tokens=1)]
        for _ in range(4)
    ]
    topics = ErrorTopics(1, method="lda", max_df=1.0)
    [found] = topic_examples(topics, documents, topics.fit_transform(documents))
    assert {len(one.diff.tokens) for one in found.sentences} == {10}


def test_texts_are_searched_again_and_diffs_are_not() -> None:
    texts = ["He lives in small town. It is one of best days."] * 3
    topics = ErrorTopics(1, method="lda", min_df=2, max_df=1.0)
    shares = topics.fit_transform(texts)
    diffs = list(topics.differ_.many(texts))
    assert topic_examples(topics, texts, shares) == topic_examples(topics, diffs, shares)


def test_shares_of_other_documents_are_refused(topics: ErrorTopics) -> None:
    with pytest.raises(UsageError, match="shares: 3 rows, but there are 12 documents"):
        topic_examples(topics, DOCUMENTS, np.ones((3, 2)))


def test_a_topic_that_no_document_needs_has_no_examples() -> None:
    more = ErrorTopics(4, method="lda").fit(DOCUMENTS)
    found = topic_examples(more, DOCUMENTS, more.transform(DOCUMENTS))
    assert [bool(one.documents) for one in found] == [bool(one.edits) for one in more.topics_]
    assert not found[-1].documents
