"""What a report says, as plain data: frozen dataclasses of numbers, strings and tuples.

HTML, JSON and Markdown are all made from a Summary and from nothing else. How one is made is for
`summarizing` to say (documents and their edits), for topics and comparisons for the modules that
find them; how it looks, for the templates.

Text in here is as it was read, unescaped and possibly malicious: who renders it escapes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from syntacticdiff.edits.diff import Diff, Edit, Operation
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.features.counted import CountedEdits

_COUNTED = CountedEdits()


@dataclass(frozen=True, slots=True)
class EditSummary:
    """An edit of a sentence.

    Parameters
    ----------
    edit : its name, `sub(a->an)`
    op, source, target : what it does; words are as the model sees them
    start, end : the code points of the sentence that it takes away; equal for an insertion
    gain : bits per token
    saved : bits of the whole sentence; see `edits.saved_bits`
    """

    edit: str
    op: Operation
    source: str
    target: str
    start: int
    end: int
    gain: float
    saved: float

    @classmethod
    def of(cls, edit: Edit, diff: Diff) -> EditSummary:
        """An edit of a diff."""
        return cls(
            str(edit),
            edit.op,
            edit.source,
            edit.target,
            edit.start,
            edit.end,
            edit.gain,
            saved_bits(edit, diff),
        )


@dataclass(frozen=True, slots=True)
class SentenceSummary:
    """A sentence and those of its edits that are shown.

    Parameters
    ----------
    text : the sentence
    tokens : how many it has
    bits : per token, before any edit
    edits : in the order of their places
    """

    text: str
    tokens: int
    bits: float
    edits: tuple[EditSummary, ...]

    @classmethod
    def of(cls, diff: Diff, edits: Sequence[Edit] | None = None) -> SentenceSummary:
        """A diff's sentence with some of its edits, by default those that count."""
        shown = _COUNTED.counted(diff).edits if edits is None else edits
        return cls(
            diff.text,
            len(diff.tokens),
            diff.before,
            tuple(EditSummary.of(edit, diff) for edit in shown),
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence that shows what is meant, and the document that it is from."""

    document: str
    sentence: SentenceSummary


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document. `bits` is per token, of all sentences together.

    `sentence_count`, `tokens` and `edits` are of the whole document; `sentences` are those that are
    shown: the first ones, and all of them unless the document is very long.
    """

    name: str
    label: str | None
    sentence_count: int
    tokens: int
    edits: int
    bits: float
    sentences: tuple[SentenceSummary, ...]


@dataclass(frozen=True, slots=True)
class EditCount:
    """How often an edit occurs, and in how many documents."""

    edit: str
    count: int
    documents: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bar i counts what is at least `start + i * width` and less than the next bar's start."""

    start: float
    width: float
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Overview:
    """All documents in figures, those that are not shown included.

    Parameters
    ----------
    documents, sentences, tokens : how many
    edits : how many of those that count, see `counted_edits`
    changed : sentences that have at least one
    bits : per token, of all sentences together
    operations : how many edits of each kind
    commonest : the commonest edits, the most frequent first
    bits_histogram : sentences by their bits per token
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


@dataclass(frozen=True, slots=True)
class WeightedEdit:
    """An edit and its weight in a topic, from 0 to 1."""

    edit: str
    weight: float


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document and the share of it that belongs to a topic, from 0 to 1."""

    document: str
    share: float


@dataclass(frozen=True)
class TopicSummary:
    """A topic of errors.

    Parameters
    ----------
    number : from 1, as people count
    label : what its edits have in common: `missing articles: insert(the), insert(a)`
    share : of all documents' edits, from 0 to 1
    edits : the heaviest first
    examples : sentences with this topic's edits
    documents : those that belong to it most, the highest share first
    x, y : its place on the map; see `topic_map`
    coherence : NPMI of its first edits, if it was measured
    """

    number: int
    label: str
    share: float
    edits: tuple[WeightedEdit, ...]
    examples: tuple[Example, ...]
    documents: tuple[TopicDocument, ...]
    x: float
    y: float
    coherence: float | None = None


@dataclass(frozen=True)
class TopicsSummary:
    """All topics; `method` says in a line how they were found, settings and seed included."""

    method: str
    topics: tuple[TopicSummary, ...]
    coherence: float | None = None


@dataclass(frozen=True, slots=True)
class FeatureSetSummary:
    """How well one feature set tells the classes; `confusion` rows are the true classes."""

    features: str
    accuracy: float
    macro_f1: float
    vocabulary: int
    row_length: float
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FeatureSetDifference:
    """`first` less `second`, as shares, and how likely chance alone does as much."""

    first: str
    second: str
    accuracy_difference: float
    accuracy_p: float
    macro_f1_difference: float
    macro_f1_p: float
    rounds: int


@dataclass(frozen=True, slots=True)
class TellingEdit:
    """An edit that tells a class from the others; shares are of documents that have it."""

    edit: str
    information_gain: float
    share: float
    share_elsewhere: float


@dataclass(frozen=True)
class ClassesSummary:
    """How well classes are told apart, by cross-validation, and by which edits.

    Parameters
    ----------
    classes : documents of each
    majority : the accuracy of always saying the commonest class
    method : folds, classifier, seed, in a line
    results : none where there are too few documents for folds
    differences : between the feature sets
    telling : for each class its most informative edits
    note : what a reader has to know, why there is no result for instance
    """

    classes: Mapping[str, int]
    majority: float
    method: str
    results: tuple[FeatureSetSummary, ...]
    differences: tuple[FeatureSetDifference, ...]
    telling: Mapping[str, tuple[TellingEdit, ...]]
    note: str = ""


@dataclass(frozen=True)
class ContrastEdit:
    """An edit that one side's texts need more than the other's.

    Parameters
    ----------
    edit : its name
    log_odds : of the texts against the reference's own, with an informative prior, natural logs
    z : that in standard deviations
    count, reference_count : how often it occurs in the texts, and in the reference's own
    examples : sentences of the texts that have it
    """

    edit: str
    log_odds: float
    z: float
    count: float
    reference_count: float
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class DirectionSummary:
    """One direction of a comparison: `texts` under models of `reference`.

    `documents` and `edits` are of the texts, `reference_documents` and `reference_edits` of the
    reference's own texts, each judged by a model that has not seen it.
    """

    texts: str
    reference: str
    documents: int
    reference_documents: int
    edits: float
    reference_edits: float
    contrasts: tuple[ContrastEdit, ...]


@dataclass(frozen=True)
class ComparisonSummary:
    """Two corpora against each other, in both directions; `method` says how, in a line."""

    first: str
    second: str
    method: str
    directions: tuple[DirectionSummary, ...]


@dataclass(frozen=True)
class Summary:
    """All that a report says. What is None or empty has no page.

    Parameters
    ----------
    title : the inputs' names
    signature : version, model and settings: enough to make it again
    overview : figures of all documents
    documents : those that are shown
    topics, classes, comparison : what was asked for
    notes : what a reader has to know: that not all documents are shown, for instance
    """

    title: str
    signature: str
    overview: Overview | None = None
    documents: tuple[DocumentSummary, ...] = ()
    topics: TopicsSummary | None = None
    classes: ClassesSummary | None = None
    comparison: ComparisonSummary | None = None
    notes: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)
