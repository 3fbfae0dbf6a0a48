"""What a report says, as plain data: frozen dataclasses of numbers, strings and tuples.

HTML, JSON and Markdown are all rendered from a Summary and from nothing else. `summarizing` builds
one from documents and their edits. What a section needs beyond that, the topics for instance, is a
`SectionSummary` of its own, defined next to the section in `sections`.

Text in a summary is as it was read, unescaped and possibly malicious. Every renderer must escape
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from syntacticdiff.edits.changes import Change
from syntacticdiff.edits.diff import Diff, Edit, Operation
from syntacticdiff.edits.explaining import ExplainedEdit, Explainer
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.edits.kinds import edit_kind
from syntacticdiff.edits.plain_words import edit_habit
from syntacticdiff.features.error_edits import CountedEdits
from syntacticdiff.text.languages import ENGLISH

_COUNTED = CountedEdits()
PROBABLE = 0.5  # from which an edit counts, unless the slider of the page says otherwise
POSSIBLE = 0.2  # from which the slider can show it
RIVAL = 0.1  # from which it is listed where another edit is shown

PROBABLE_EDITS = (
    "A mark is a change that the reference, a large collection of edited English, would probably "
    "make; it is a suggestion and can be wrong. How sure it is stands beside each mark, and the "
    "stronger the mark, the surer. Words that carry the meaning are never taken out or put in, so "
    "that this is about how people write and not about what."
)
SAVING_EDITS = (
    "An edit counts if it makes its sentence at least twice as likely under the reference, as a "
    "whole and per token; of content words only other forms are counted, so that this is about how "
    "people write and not about what. The stronger a mark, the more bits its edit saves."
)


@dataclass(frozen=True, slots=True)
class EditSummary:
    """An edit of a sentence.

    Parameters
    ----------
    edit : str
        Its name: `sub(a->an)`.
    op : {"insert", "remove", "sub"}
        What it does.
    source, target : str
        The words it removes and inserts, as the model sees them.
    start, end : int
        The code points of the sentence that it replaces; equal for an insertion.
    gain : float
        Bits per token.
    saved : float
        Bits of the whole sentence; see `edits.saved_bits`.
    probability : float or None, default=None
        How probable it is; None unless the search gives probabilities.
    position : int, default=0
        The token that it changes, or before which it inserts.
    type, kind, habit, reason : str, default=""
        What people are told of it; see `edits.ExplainedEdit`.
    change : Change or None, default=None
        The characters of the sentence that it changes, spaces and capitals included.
    """

    edit: str
    op: Operation
    source: str
    target: str
    start: int
    end: int
    gain: float
    saved: float
    probability: float | None = None
    position: int = 0
    type: str = ""
    kind: str = ""
    habit: str = ""
    reason: str = ""
    change: Change | None = None

    @property
    def strength(self) -> float:
        """By which the sentences of an edit are ranked: its probability, or the bits it saves."""
        return self.saved if self.probability is None else self.probability

    @classmethod
    def of(cls, edit: Edit, diff: Diff, explained: ExplainedEdit | None = None) -> EditSummary:
        """Summarize an edit of a diff, and what people are told of it."""
        # Diffs of other languages bring their function words.
        words = edit.source, edit.target, ENGLISH if diff.function_words is None else ""
        return cls(
            str(edit),
            edit.op,
            edit.source,
            edit.target,
            edit.start,
            edit.end,
            edit.gain,
            saved_bits(edit, diff),
            edit.probability,
            edit.position,
            "" if explained is None else explained.type,
            edit_kind("", *words) if explained is None else explained.kind,
            edit_habit("", *words) if explained is None else explained.habit,
            "" if explained is None else explained.reason,
            None if explained is None else explained.change,
        )


@dataclass(frozen=True, slots=True)
class SentenceSummary:
    """A sentence and those of its edits that are shown.

    Parameters
    ----------
    text : str
        The sentence.
    tokens : int
        How many tokens it has.
    bits : float
        Bits per token, before any edit.
    edits : tuple of EditSummary
        From left to right.
    alternatives : tuple of EditSummary, default=()
        Less probable edits: at least .2, or .1 at the place of an edit.
    offset : int, default=0
        Where it begins in its document.
    cuts : tuple of int, default=()
        Where a token begins without white space before it.
    """

    text: str
    tokens: int
    bits: float
    edits: tuple[EditSummary, ...]
    alternatives: tuple[EditSummary, ...] = ()
    offset: int = 0
    cuts: tuple[int, ...] = ()

    @classmethod
    def of(cls, diff: Diff, edits: Sequence[Edit] | None = None) -> SentenceSummary:
        """Summarize a diff with some of its edits, by default those that count."""
        shown = _COUNTED.counted(diff).edits if edits is None else edits
        return cls(
            diff.text,
            len(diff.tokens),
            diff.before,
            tuple(EditSummary.of(edit, diff) for edit in shown),
            offset=diff.offset,
        )

    @classmethod
    def explained(
        cls, diff: Diff, explainer: Explainer, least: float = PROBABLE
    ) -> SentenceSummary:
        """Summarize a diff with the edits that count and their alternatives, all explained.

        An alternative that is as probable as `least` by itself counts too, though the best
        correction of the sentence as a whole is without it.
        """
        edits = _summaries(explainer(diff), diff)
        taken = {(edit.op == "insert", edit.position) for edit in edits}
        possible = tuple(
            edit
            for edit in diff.alternatives
            if (edit.probability or 0.0)
            >= (RIVAL if (edit.op == "insert", edit.position) in taken else POSSIBLE)
        )
        others = _summaries(explainer.alternatives(replace(diff, alternatives=possible)), diff)
        probable = {
            edit
            for edit in others
            if (edit.probability or 0.0) >= least
            and (edit.op == "insert", edit.position) not in taken
        }
        counted = (*edits, *probable)
        if len(counted) == len(diff.tokens) and all(edit.op == "remove" for edit in counted):
            probable = set()  # the search left one of them out, so that a token is left
        spans = explainer.spans(diff)
        return replace(
            cls.of(diff, ()),
            edits=tuple(sorted((*edits, *probable), key=lambda edit: (edit.start, edit.end))),
            alternatives=tuple(edit for edit in others if edit not in probable),
            cuts=tuple(two[0] for one, two in pairwise(spans) if one[1] == two[0]),
        )


def _summaries(explained: Iterable[ExplainedEdit], diff: Diff) -> tuple[EditSummary, ...]:
    return tuple(
        EditSummary.of(each.edit, diff, each)
        for each in explained
        if _COUNTED.counts(each.edit, diff)
    )


@dataclass(frozen=True, slots=True)
class QuotedSentence:
    """A sentence quoted as an example, and the name of the document it is from."""

    document: str
    sentence: SentenceSummary


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document.

    Parameters
    ----------
    name : str
        Its name.
    label : str or None
        Its class, if it has one.
    sentence_count, tokens, edits : int
        How many the whole document has.
    bits : float
        Bits per token over all sentences.
    sentences : tuple of SentenceSummary
        The sentences that are shown: all of them, or the first ones of a very long document.
    text : str or None, default=None
        The document as it was written, as far as its sentences are shown; None if only sentences
        are known.
    date : str or None, default=None
        When it was written: a date that sorts, such as 2026-03-01.
    """

    name: str
    label: str | None
    sentence_count: int
    tokens: int
    edits: int
    bits: float
    sentences: tuple[SentenceSummary, ...]
    text: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class EditCount:
    """How often an edit occurs, and in how many documents."""

    edit: str
    count: int
    documents: int


@dataclass(frozen=True, slots=True)
class HabitCount:
    """A habit: how often it occurs, in how many documents, and its commonest edits."""

    habit: str
    kind: str
    count: int
    documents: int
    edits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bar i counts the values from `start + i * width` up to the start of the next bar."""

    start: float
    width: float
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Overview:
    """Figures of all documents, including those that are not shown.

    Parameters
    ----------
    documents, sentences, tokens : int
        How many there are.
    edits : int
        How many edits count; see `CountedEdits`.
    changed : int
        How many sentences have at least one of them.
    bits : float
        Bits per token over all sentences.
    operations : mapping of str to int
        How many edits of each operation there are.
    commonest : tuple of EditCount
        The most frequent edits, in descending order.
    bits_histogram : Histogram
        The sentences by their bits per token.
    habits : tuple of HabitCount, default=()
        The habits, that of most documents first.
    """

    documents: int
    sentences: int
    tokens: int
    edits: int
    changed: int
    bits: float
    operations: Mapping[str, int]
    commonest: tuple[EditCount, ...]
    bits_histogram: Histogram
    habits: tuple[HabitCount, ...] = ()


class SectionSummary:
    """Base of the data of sections that only some reports have; subclasses are dataclasses."""

    __slots__ = ()


OneSection = TypeVar("OneSection", bound=SectionSummary)


@dataclass(frozen=True)
class Summary:
    """All that a report says.

    Parameters
    ----------
    title : str
        The names of the inputs, or a title of the user's own.
    signature : str
        Version, model and settings: enough to make the report again.
    overview : Overview or None, default=None
        Figures of all documents.
    documents : tuple of DocumentSummary, default=()
        The documents that are shown.
    sections : tuple of SectionSummary, default=()
        The data of further sections, at most one of each class. Their order in the report is that
        of the registry.
    notes : tuple of str, default=()
        What the reader has to know; that not all documents are shown, for instance.
    least : float, default=0.5
        How probable a mark must be, unless the reader chooses otherwise.
    """

    title: str
    signature: str
    overview: Overview | None = None
    documents: tuple[DocumentSummary, ...] = ()
    sections: tuple[SectionSummary, ...] = ()
    notes: tuple[str, ...] = ()
    least: float = PROBABLE

    @property
    def what_counts(self) -> str:
        """Which edits the report counts, for its readers."""
        sentences = (sentence for document in self.documents for sentence in document.sentences)
        if any(edit.probability is not None for sentence in sentences for edit in sentence.edits):
            return PROBABLE_EDITS
        return SAVING_EDITS

    def section(self, kind: type[OneSection]) -> OneSection | None:
        """The section of this class, or None if the report has none."""
        return next((one for one in self.sections if isinstance(one, kind)), None)

    def with_sections(self, *found: SectionSummary | None) -> Summary:
        """The same summary with further sections; None is skipped."""
        added = tuple(one for one in found if one is not None)
        return replace(self, sections=self.sections + added)
