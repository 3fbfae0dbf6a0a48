"""Examples of topics: the documents with the largest shares, and sentences from them.

Only those few documents are searched again, so that the diffs of the others need not be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import checked_documents
from syntacticdiff.topics.given import TopicInput, is_list_of_diffs
from syntacticdiff.topics.methods import FEW_ERRORS
from syntacticdiff.topics.topics import ErrorTopics

DOCUMENTS = 8
SENTENCES = 4

_TRIED = 3  # for each document wanted, at most this many are tried
_SHORT = 6  # a sentence of fewer tokens says little
_LONG = 40  # a sentence of more tokens is hard to read
_ROUNDING = 1e-9
_MOST_BITS = 8.0  # an edit that saves more is a misspelling rather than a better example


@dataclass(frozen=True)
class ExampleSentence:
    """A sentence that shows a topic.

    Parameters
    ----------
    document : int
        The index of its document.
    diff : Diff
        Its diff, with only the edits of the topic.
    """

    document: int
    diff: Diff


@dataclass(frozen=True)
class TopicExamples:
    """Examples of a topic.

    Parameters
    ----------
    documents : tuple of (int, float)
        The indices of the documents in which the topic has the largest shares, with the shares.
    sentences : tuple of ExampleSentence
        Sentences from these documents, the best first.
    """

    documents: tuple[tuple[int, float], ...]
    sentences: tuple[ExampleSentence, ...]


def topic_examples(
    topics: ErrorTopics,
    documents: Sequence[TopicInput],
    shares: npt.NDArray[np.float64],
    *,
    most_documents: int = DOCUMENTS,
    most_sentences: int = SENTENCES,
) -> list[TopicExamples]:
    """Find examples of each topic.

    Parameters
    ----------
    topics : ErrorTopics
        Fitted topics.
    documents : sequence of documents
        The documents, or their diffs, in the order of `shares`.
    shares : ndarray of shape (n_documents, n_topics)
        The output of `transform` or `fit_transform` for these documents.
    most_documents : int, default 8
        The largest number of documents for each topic.
    most_sentences : int, default 4
        The largest number of sentences for each topic.

    Returns
    -------
    list of TopicExamples
        One for each topic.

    Raises
    ------
    UsageError
        If there are not as many rows of shares as documents.

    Examples
    --------
    >>> texts = ["She is interested on music.", "I beleive that it is true."]
    >>> topics = ErrorTopics()
    >>> found = topic_examples(topics, texts, topics.fit_transform(texts))
    >>> for topic, shown in zip(topics.topics_, found):
    ...     for example in shown.sentences:
    ...         print(topic.kinds, example.diff.edits[0])
    ('spelling',) sub(beleive->believe)
    ('prepositions',) sub(on->in)
    """
    if len(documents) != len(shares):
        raise UsageError(
            f"shares: {len(shares)} rows, but there are {len(documents)} documents; give the "
            "documents that were transformed"
        )
    searched = _Searched(topics, documents)
    examples = []
    for number in range(shares.shape[1]):
        topic = topics.topics_[number]
        is_profile = bool(topic.kinds) or topic.label == FEW_ERRORS
        if not topic.edits and not is_profile:  # no document needed it
            examples.append(TopicExamples((), ()))
            continue
        ranked = np.argsort(-shares[:, number], kind="stable")[: _TRIED * most_documents].tolist()
        if is_profile:  # those with a larger share than a document has of which nothing is known
            kept = [one for one in ranked if shares[one, number] > 1 / shares.shape[1] + _ROUNDING]
        else:  # a document without edits has shares as well, those of the prior
            kept = [one for one in ranked if searched.has_edits(one)]
        kept = kept[:most_documents]
        examples.append(
            TopicExamples(
                tuple((document, float(shares[document, number])) for document in kept),
                _sentences(searched, number, kept)[:most_sentences],
            )
        )
    return examples


class _Searched:
    """The diffs of the documents that are needed, with the edits that count."""

    def __init__(self, topics: ErrorTopics, documents: Sequence[TopicInput]) -> None:
        self.topics = topics
        self._documents = documents
        self._diffs: dict[int, list[Diff]] = {}

    def diffs(self, document: int) -> list[Diff]:
        if document not in self._diffs:
            given = self._documents[document]
            if is_list_of_diffs(given):
                diffs = given
            else:
                [searched] = checked_documents([given])
                diffs = self.topics.differ_.document(searched)
            self._diffs[document] = [self.topics.counted(diff) for diff in diffs]
        return self._diffs[document]

    def weights(self, number: int) -> dict[str, float]:
        """The edits that show a topic; of profiles, all of its kinds."""
        topic = self.topics.topics_[number]
        if not topic.kinds:
            return dict(topic.edits)
        row = self.topics.components_[number]
        return {edit: row[place] for edit, place in self.topics.vocabulary_.items() if row[place]}

    def has_edits(self, document: int) -> bool:
        return any(diff.edits for diff in self.diffs(document))


def _sentences(
    searched: _Searched, number: int, documents: Sequence[int]
) -> tuple[ExampleSentence, ...]:
    """The best sentence of each document, the best first."""
    weights = searched.weights(number)
    best = []
    for document in documents:
        shown = [_of_topic(diff, weights) for diff in searched.diffs(document)]
        scores = [_score(diff, weights) for diff in shown]
        if any(scores):
            place = int(np.argmax(scores))
            best.append((scores[place], ExampleSentence(document, shown[place])))
    best.sort(
        key=lambda item: -item[0]
    )  # stable: of equals, that of the document with the larger share
    return tuple(sentence for _, sentence in best)


def _of_topic(diff: Diff, weights: Mapping[str, float]) -> Diff:
    return replace(diff, edits=tuple(edit for edit in diff.edits if str(edit) in weights))


def _score(diff: Diff, weights: Mapping[str, float]) -> float:
    """How well a sentence shows a topic: the bits that its different edits save, weighted.

    An edit with a probability counts by that instead: a certain one as much as any bits can.
    Very short and very long sentences score lower, because they are hard to understand.
    """
    saved: dict[str, float] = {}
    for edit in diff.edits:
        sure = edit.probability
        bits = saved_bits(edit, diff) if sure is None else _MOST_BITS * sure
        saved[str(edit)] = max(saved.get(str(edit), 0.0), bits)
    score = sum(weights[name] * min(bits, _MOST_BITS) for name, bits in saved.items())
    tokens = len(diff.tokens)
    return score * min(1.0, tokens / _SHORT, _LONG / max(tokens, 1))
