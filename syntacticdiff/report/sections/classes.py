"""Classes: how well edits tell them apart, and which edits do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from syntacticdiff.classify.telling import EditScatter
from syntacticdiff.report.markdown import escaped, percent, quotations, readable, table
from syntacticdiff.report.section import Section
from syntacticdiff.report.summary import QuotedSentence, SectionSummary

_LISTED = 20  # edits of a scatter in Markdown


@dataclass(frozen=True, slots=True)
class FeatureSetSummary:
    """How well one feature set predicts the classes; rows of `confusion` are the true classes."""

    features: str
    accuracy: float
    macro_f1: float
    vocabulary: int
    row_length: float
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FeatureSetDifference:
    """The scores of `first` minus those of `second`, with p-values by randomisation."""

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
    examples: tuple[QuotedSentence, ...] = ()


@dataclass(frozen=True)
class ClassesSummary(SectionSummary):
    """How well classes are told apart, by cross-validation, and by which edits.

    Parameters
    ----------
    classes : mapping of str to int
        How many documents each class has.
    majority : float
        The accuracy of always predicting the most frequent class.
    method : str
        Folds, classifier and seed, in one line.
    results : tuple of FeatureSetSummary
        Empty if there are too few documents for cross-validation.
    differences : tuple of FeatureSetDifference
        Between pairs of feature sets.
    telling : mapping of str to tuple of TellingEdit
        The most informative edits of each class.
    note : str, default=""
        What the reader has to know; why there are no results, for instance.
    content_words : bool, default=False
        Whether edits of content words may be among the most informative ones.
    scatter : EditScatter or None, default=None
        The edits of two classes, by how frequent each is in one and in the other.
    """

    classes: Mapping[str, int]
    majority: float
    method: str
    results: tuple[FeatureSetSummary, ...]
    differences: tuple[FeatureSetDifference, ...]
    telling: Mapping[str, tuple[TellingEdit, ...]]
    note: str = ""
    content_words: bool = False
    scatter: EditScatter | None = None


def _markdown(classes: ClassesSummary) -> Iterator[str]:
    sizes = ", ".join(f"{escaped(label)} {count:,}" for label, count in classes.classes.items())
    yield ""
    yield (
        f"Texts: {sizes}. Always predicting the commonest class is right in "
        f"{percent(classes.majority)}."
    )
    if classes.note:
        yield from ("", f"> {escaped(classes.note)}")
    if classes.results:
        yield from _scores(classes)
    if classes.differences:
        yield from _differences(classes.differences)
    yield from _confusions(classes)
    yield from _telling(classes.telling)
    if classes.scatter is not None:
        yield from _scatter(classes.scatter)


def _scores(classes: ClassesSummary) -> Iterator[str]:
    yield from ("", f"Out-of-fold predictions; {escaped(classes.method)}.", "")
    yield from table(
        ["features", "accuracy", "macro F1", "vocabulary", "per text"],
        [
            [
                escaped(result.features),
                percent(result.accuracy),
                percent(result.macro_f1),
                f"{result.vocabulary:,}",
                f"{result.row_length:,.1f}",
            ]
            for result in classes.results
        ],
    )


def _differences(differences: tuple[FeatureSetDifference, ...]) -> Iterator[str]:
    yield ""
    yield from table(
        ["difference in points", "accuracy", "p", "macro F1", "p"],
        [
            [
                f"{escaped(pair.first)} − {escaped(pair.second)}",
                f"{100 * pair.accuracy_difference:+.1f}",
                f"{pair.accuracy_p:.4f}",
                f"{100 * pair.macro_f1_difference:+.1f}",
                f"{pair.macro_f1_p:.4f}",
            ]
            for pair in differences
        ],
    )


def _confusions(classes: ClassesSummary) -> Iterator[str]:
    labels = [escaped(label) for label in classes.classes]
    for result in classes.results:
        features = escaped(result.features)
        yield from ("", f"Confusions by {features}, rows are the true classes:", "")
        yield from table(
            ["", *labels],
            [[label, *map(str, row)] for label, row in zip(labels, result.confusion, strict=True)],
        )


def _telling(telling: Mapping[str, tuple[TellingEdit, ...]]) -> Iterator[str]:
    for label, edits in telling.items():
        yield from ("", f"### Most telling edits of {escaped(label)}", "")
        yield from table(
            ["edit", "information gain", "here", "elsewhere"],
            [
                [
                    readable(item.edit),
                    f"{item.information_gain:.4f}",
                    percent(item.share),
                    percent(item.share_elsewhere),
                ]
                for item in edits
            ],
        )
        for item in edits:
            if item.examples:
                yield from ("", readable(item.edit))
                yield from quotations(item.examples)


def _scatter(scatter: EditScatter) -> Iterator[str]:
    """The edits that are most typical of one of two classes: a page of text has no chart."""
    first, second = escaped(scatter.first), escaped(scatter.second)
    yield from ("", f"### Edits of {first} and {second}", "")
    yield from table(
        ["edit", f"per text of {first}", f"per text of {second}"],
        [
            [readable(point.edit), f"{point.first:.2f}", f"{point.second:.2f}"]
            for point in scatter.points[:_LISTED]
        ],
    )


SECTION = Section(
    name="classes",
    title="Classes",
    data=lambda summary: summary.section(ClassesSummary),
    template='{% include "classes.html" %}',
    markdown=_markdown,
)
