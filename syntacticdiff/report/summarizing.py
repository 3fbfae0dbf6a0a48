"""From documents' diffs to a summary: all documents are counted, and a sample is shown.

Documents are added one at a time. If they would make the page too large, only a random sample is
kept, always the same one for the same documents. So memory is bounded, and browsers can open the
page.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from syntacticdiff.edits.diff import OPERATIONS, Diff
from syntacticdiff.edits.explaining import Explainer
from syntacticdiff.report.summary import (
    PROBABLE,
    DocumentSummary,
    EditCount,
    HabitCount,
    Histogram,
    Overview,
    SentenceSummary,
    Summary,
)
from syntacticdiff.text.visible import visible

BUDGET = 16_000_000  # bytes of documents in a page; the rest of the page is small
COMMONEST = 40
BAR_WIDTH = 1.0  # bits per token

_SENTENCE_BYTES, _EDIT_BYTES, _DOCUMENT_BYTES = 30, 40, 80  # in addition to the text
_CUT_BYTES, _REASON_BYTES = 4, 60  # many edits share a reason
_EDITS_OF_HABIT = 5
_DOCUMENTS_PER_PAGE = 8  # at least: no document takes more than 1/8 of the budget


def document_summary(
    diffs: Iterable[Diff],
    name: str = "",
    label: str | None = None,
    *,
    text: str | None = None,
    date: str | None = None,
    explainer: Explainer | None = None,
    least: float = PROBABLE,
) -> DocumentSummary:
    """Summarize a document with all its sentences.

    Parameters
    ----------
    diffs : iterable of Diff
        The diffs of its sentences; blank lines are skipped.
    name : str, default=""
        Its name.
    label : str or None, default=None
        Its class, if it has one.
    text : str or None, default=None
        The document as it was written, so that its paragraphs are kept.
    date : str or None, default=None
        When it was written.
    explainer : Explainer or None, default=None
        Gives types, reasons and alternatives of edits.
    least : float, default=0.5
        How probable an explained edit must be to count.

    Returns
    -------
    DocumentSummary
        The document with the edits that count.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> from syntacticdiff.differ import DESCRIPTIVE
    >>> diffs = SyntacticDiff(**DESCRIPTIVE).document("It was one of best days.")
    >>> document = document_summary(diffs, "essay")
    >>> document.tokens, [edit.edit for edit in document.sentences[0].edits]
    (7, ['insert(the)'])
    """
    sentences = tuple(
        SentenceSummary.of(diff)
        if explainer is None
        else SentenceSummary.explained(diff, explainer, least)
        for diff in diffs
        if diff.tokens
    )
    return DocumentSummary(
        name=name,
        label=label,
        sentence_count=len(sentences),
        tokens=sum(sentence.tokens for sentence in sentences),
        edits=sum(len(sentence.edits) for sentence in sentences),
        bits=_bits_per_token(sentences),
        sentences=sentences,
        text=text,
        date=date,
    )


class Summarizer:
    """Counts documents and keeps a sample of them to show.

    Parameters
    ----------
    budget : int, default=16_000_000
        About how many bytes the shown documents may take in a page.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> from syntacticdiff.differ import DESCRIPTIVE
    >>> differ = SyntacticDiff(**DESCRIPTIVE)
    >>> summarizer = Summarizer()
    >>> summarizer.add(document_summary(differ.document("It was one of best days."), "essay"))
    >>> summarizer.summary("one essay", differ.signature).overview.commonest
    (EditCount(edit='insert(the)', count=1, documents=1),)
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self._sample = _Sample(budget)
        self._documents = self._sentences = self._tokens = self._changed = 0
        self._bits = 0.0
        self._edits: Counter[str] = Counter()
        self._documents_with: Counter[str] = Counter()
        self._operations: Counter[str] = Counter()
        self._bars: Counter[int] = Counter()
        self._habits: Counter[tuple[str, str]] = Counter()
        self._documents_of_habit: Counter[tuple[str, str]] = Counter()
        self._habit_edits: dict[tuple[str, str], Counter[str]] = {}

    def add(self, document: DocumentSummary) -> None:
        """Count a document, and keep it if there is room.

        Parameters
        ----------
        document : DocumentSummary
            What `document_summary` returns.
        """
        self._documents += 1
        self._sentences += document.sentence_count
        self._tokens += document.tokens
        self._bits += document.bits * _predicted(document.sentences)
        names: Counter[str] = Counter()
        habits: Counter[tuple[str, str]] = Counter()
        for sentence in document.sentences:
            self._changed += bool(sentence.edits)
            self._bars[int(sentence.bits // BAR_WIDTH)] += 1
            for edit in sentence.edits:
                names[edit.edit] += 1
                self._operations[edit.op] += 1
                habits[edit.habit, edit.kind] += 1
                self._habit_edits.setdefault((edit.habit, edit.kind), Counter())[edit.edit] += 1
        self._edits.update(names)
        self._documents_with.update(names.keys())
        self._habits.update(habits)
        self._documents_of_habit.update(habits.keys())
        self._sample.add(document)

    def summary(self, title: str, signature: str) -> Summary:
        """Summarize the documents added so far.

        Parameters
        ----------
        title : str
            The title of the report.
        signature : str
            Version, model and settings that the diffs were made with.

        Returns
        -------
        Summary
            The overview, the shown documents and the notes.
        """
        return Summary(
            title=title,
            signature=signature,
            overview=self._overview(),
            documents=self._sample.documents(),
            notes=self._sample.notes(self._documents),
        )

    def _overview(self) -> Overview:
        ranked = sorted(self._edits.items(), key=lambda item: (-item[1], item[0]))
        return Overview(
            documents=self._documents,
            sentences=self._sentences,
            tokens=self._tokens,
            edits=sum(self._edits.values()),
            changed=self._changed,
            bits=self._bits / max(self._tokens + self._sentences, 1),
            operations={op: self._operations[op] for op in OPERATIONS},
            commonest=tuple(
                EditCount(edit, count, self._documents_with[edit])
                for edit, count in ranked[:COMMONEST]
            ),
            bits_histogram=_histogram(self._bars),
            habits=tuple(
                HabitCount(
                    *habit,
                    self._habits[habit],
                    documents,
                    tuple(
                        edit for edit, _ in self._habit_edits[habit].most_common(_EDITS_OF_HABIT)
                    ),
                )
                for habit, documents in sorted(
                    self._documents_of_habit.items(),
                    key=lambda item: (-item[1], -self._habits[item[0]], item[0]),
                )
            ),
        )


class _Sample:
    """A random sample of documents, as many as the budget allows.

    Each document gets a random number, and those with the smallest numbers are kept. So every
    document has the same chance (apart from its length), and their number need not be known in
    advance.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._spent = 0
        self._kept: list[
            tuple[float, int, int, DocumentSummary]
        ] = []  # the next to be dropped first
        self._draw = random.Random(0)
        self._added = 0

    def add(self, document: DocumentSummary) -> None:
        shown, size = _cut(document, self._budget // _DOCUMENTS_PER_PAGE)
        heapq.heappush(self._kept, (-self._draw.random(), self._added, size, shown))
        self._added += 1
        self._spent += size
        while self._spent > self._budget:
            self._spent -= heapq.heappop(self._kept)[2]

    def documents(self) -> tuple[DocumentSummary, ...]:
        """The sample, in the order in which the documents were added."""
        return tuple(item[3] for item in sorted(self._kept, key=lambda item: item[1]))

    def notes(self, documents: int) -> tuple[str, ...]:
        notes = []
        if len(self._kept) < documents:
            notes.append(
                f"Of {documents:,} texts {len(self._kept):,} are shown, chosen at random, so that "
                "this report stays small; all are counted."
            )
        cut = sum(len(item[3].sentences) < item[3].sentence_count for item in self._kept)
        if cut:
            texts = "one very long text" if cut == 1 else f"{cut:,} very long texts"
            notes.append(f"Of {texts} only the first sentences are shown; all are counted.")
        return tuple(notes)


def _cut(document: DocumentSummary, most: int) -> tuple[DocumentSummary, int]:
    """The document with as many of its first sentences as fit in `most` bytes, and its size."""
    size = _DOCUMENT_BYTES + len(document.name.encode("utf-8", "surrogatepass"))
    for number, sentence in enumerate(document.sentences):
        needed = _size(sentence)
        if size + needed > most:
            return _shortened(document, number), size
        size += needed
    return document, size


def _shortened(document: DocumentSummary, sentences: int) -> DocumentSummary:
    """The document with its first sentences, and its text as far as these go."""
    kept = document.sentences[:sentences]
    text = document.text
    if text is not None:
        text = text[: kept[-1].offset + len(kept[-1].text)] if kept else ""
    return replace(document, sentences=kept, text=text)


def _size(sentence: SentenceSummary) -> int:
    """About how many bytes a sentence takes as JSON in an HTML page."""
    text = visible(sentence.text)
    escaped = 5 * sum(map(text.count, "<>&")) + sum(map(text.count, '"\\'))
    length = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    marks = (*sentence.edits, *sentence.alternatives)
    reasons = _REASON_BYTES * sum(bool(mark.reason) for mark in marks)
    marked = _EDIT_BYTES * len(marks) + reasons + _CUT_BYTES * len(sentence.cuts)
    return length + escaped + _SENTENCE_BYTES + marked


def _predicted(sentences: Sequence[SentenceSummary]) -> int:
    """How many predictions the model makes: the tokens, and the end of each sentence."""
    return sum(sentence.tokens + 1 for sentence in sentences)


def _bits_per_token(sentences: Sequence[SentenceSummary]) -> float:
    total = sum(sentence.bits * (sentence.tokens + 1) for sentence in sentences)
    return total / max(_predicted(sentences), 1)


def _histogram(bars: Counter[int]) -> Histogram:
    if not bars:
        return Histogram(0.0, BAR_WIDTH, ())
    first, last = min(bars), max(bars)
    counts = tuple(bars[number] for number in range(first, last + 1))
    return Histogram(first * BAR_WIDTH, BAR_WIDTH, counts)
