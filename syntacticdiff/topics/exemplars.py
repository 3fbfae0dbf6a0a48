"""What shows a topic best: the documents that belong to it most, and sentences from them.

Only those few documents are searched again, so nothing has to be kept of all the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.errors import UsageError
from syntacticdiff.topics.topics import ErrorTopics

DOCUMENTS = 8
SENTENCES = 4

_TRIED = 3  # so many times the documents that are wanted, at most
_SHORT = 6  # fewer tokens than this say little
_LONG = 40  # more are hard to read
_MOST_BITS = 8.0  # of one edit; beyond, it is a misspelling rather than a better example


@dataclass(frozen=True)
class ExampleSentence:
    """A sentence of a document; of its edits, only the topic's are left."""

    document: int
    diff: Diff


@dataclass(frozen=True)
class TopicExamples:
    """The documents that belong to a topic most, with their shares, and sentences from them."""

    documents: tuple[tuple[int, float], ...]
    sentences: tuple[ExampleSentence, ...]


def topic_examples(
    topics: ErrorTopics,
    documents: Sequence[Any],
    shares: npt.NDArray[np.float64],
    *,
    most_documents: int = DOCUMENTS,
    most_sentences: int = SENTENCES,
) -> list[TopicExamples]:
    """Examples of each topic.

    Parameters
    ----------
    topics : fitted
    documents : those that `shares` are of, in their order
    shares : what `transform` or `fit_transform` returned
    most_documents, most_sentences : for each topic

    Examples
    --------
    >>> texts = ["We go to school.", "He is in garden."] * 4
    >>> topics = ErrorTopics(1, min_df=2, max_df=1.0)
    >>> [found] = topic_examples(topics, texts, topics.fit_transform(texts), most_sentences=1)
    >>> found.documents[0]
    (0, 1.0)
    >>> "insert(the)" in [str(edit) for edit in found.sentences[0].diff.edits]
    True
    """
    if len(documents) != len(shares):
        raise UsageError(
            f"shares: {len(shares)} rows, but there are {len(documents)} documents; give those "
            "that the shares are of"
        )
    searched = _Searched(topics, documents)
    examples = []
    for number in range(shares.shape[1]):
        if not topics.topics_[number].edits:  # left over, so nothing belongs to it
            examples.append(TopicExamples((), ()))
            continue
        ranked = np.argsort(-shares[:, number], kind="stable")[: _TRIED * most_documents].tolist()
        # a document without any edit has shares, too: what is expected of it
        kept = [document for document in ranked if searched.has_edits(document)][:most_documents]
        examples.append(
            TopicExamples(
                tuple((document, float(shares[document, number])) for document in kept),
                _sentences(searched, number, kept)[:most_sentences],
            )
        )
    return examples


class _Searched:
    """The diffs of those documents that were asked for, with the edits that count."""

    def __init__(self, topics: ErrorTopics, documents: Sequence[Any]) -> None:
        self.topics = topics
        self._documents = documents
        self._diffs: dict[int, list[Diff]] = {}

    def diffs(self, document: int) -> list[Diff]:
        if document not in self._diffs:
            given = self._documents[document]
            found = isinstance(given, (list, tuple)) and given and isinstance(given[0], Diff)
            diffs = given if found else self.topics.differ_.document(given)
            self._diffs[document] = [self.topics.counted(diff) for diff in diffs]
        return self._diffs[document]

    def has_edits(self, document: int) -> bool:
        return any(diff.edits for diff in self.diffs(document))


def _sentences(
    searched: _Searched, number: int, documents: Sequence[int]
) -> tuple[ExampleSentence, ...]:
    """Of each document the sentence that shows the topic best, the best first."""
    weights = dict(searched.topics.topics_[number].edits)
    best = []
    for document in documents:
        shown = [_of_topic(diff, weights) for diff in searched.diffs(document)]
        scores = [_worth(diff, weights) for diff in shown]
        if any(scores):
            place = int(np.argmax(scores))
            best.append((scores[place], ExampleSentence(document, shown[place])))
    best.sort(key=lambda item: -item[0])  # stable: of equal ones, whose document belongs more
    return tuple(sentence for _, sentence in best)


def _of_topic(diff: Diff, weights: Mapping[str, float]) -> Diff:
    return replace(diff, edits=tuple(edit for edit in diff.edits if str(edit) in weights))


def _worth(diff: Diff, weights: Mapping[str, float]) -> float:
    """How well a sentence shows a topic: the bits of its different edits, by their weights.

    Very short and very long sentences are worth less, for they are hard to understand.
    """
    saved: dict[str, float] = {}
    for edit in diff.edits:
        saved[str(edit)] = max(saved.get(str(edit), 0.0), saved_bits(edit, diff))
    worth = sum(weights[name] * min(bits, _MOST_BITS) for name, bits in saved.items())
    tokens = len(diff.tokens)
    return worth * min(1.0, tokens / _SHORT, _LONG / max(tokens, 1))
