"""The data of the classes section, from the results of an evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels
from syntacticdiff.classify.telling import EditScatter, Examples, edit_scatter, informative_edits
from syntacticdiff.report.sections.classes import (
    ClassesSummary,
    FeatureSetDifference,
    FeatureSetSummary,
    TellingEdit,
)
from syntacticdiff.report.summary import QuotedSentence, SentenceSummary

MOST_TELLING = 10  # edits of each class


def classes_summary(
    evaluation: Mapping[str, Any],
    *,
    content_words: bool = False,
    examples: Examples | None = None,
    names: Sequence[str] = (),
    scatter: EditScatter | None = None,
) -> ClassesSummary:
    """Summarize an evaluation for a report.

    Parameters
    ----------
    evaluation : mapping
        The return value of `Evaluation.summary`.
    content_words : bool, default=False
        Whether the evaluation lists edits of content words, which follow the subject of a text.
    examples : dict or None, default=None
        Sentences that have the most telling edits, as `telling_examples` returns them.
    names : sequence of str, default=()
        The names of the documents, for the examples.
    scatter : EditScatter or None, default=None
        The edits of two classes.

    Returns
    -------
    ClassesSummary
        The data of the classes section.
    """
    kept = "" if evaluation["groups"] is None else f"{evaluation['groups']:,} groups kept together"
    method = ", ".join(
        part
        for part in (
            f"tested on {evaluation['tested']:,} other documents"
            if evaluation["tested"] < evaluation["documents"]
            else f"cross-validation in {evaluation['folds']} folds",
            kept,
            f"classifier {evaluation['classifier']}",
            f"seed {evaluation['seed']}",
        )
        if part
    )
    return ClassesSummary(
        classes=dict(evaluation["classes"]),
        majority=evaluation["majority"],
        method=method,
        results=tuple(
            FeatureSetSummary(
                features=result["features"],
                accuracy=result["accuracy"],
                macro_f1=result["macro_f1"],
                vocabulary=result["vocabulary"],
                row_length=result["row_length"],
                confusion=tuple(tuple(row) for row in result["confusion"]),
            )
            for result in evaluation["results"]
        ),
        differences=tuple(FeatureSetDifference(**pair) for pair in evaluation["comparisons"]),
        telling={
            label: tuple(
                TellingEdit(
                    edit["feature"],
                    edit["information_gain"],
                    edit["share"],
                    edit["share_elsewhere"],
                    _quoted(examples, label, edit["feature"], names),
                )
                for edit in edits[:MOST_TELLING]
            )
            for label, edits in evaluation["informative"].items()
        },
        content_words=content_words,
        scatter=scatter,
    )


def untested_classes(
    counts: ViewCounts, labels: Labels, reason: str, *, content_words: bool = False
) -> ClassesSummary:
    """Summarize classes that are too small for cross-validation: only the most telling edits.

    Parameters
    ----------
    counts : ViewCounts
        The edits of each document, counted.
    labels : array of str
        The documents' classes.
    reason : str
        Why there is no cross-validation.
    content_words : bool, default=False
        Whether edits of content words are listed too.

    Returns
    -------
    ClassesSummary
        The data of the classes section, without results.
    """
    sizes = dict(sorted(Counter(labels.tolist()).items()))
    content = "keep" if content_words else "mask"
    return ClassesSummary(
        classes=sizes,
        majority=max(sizes.values()) / len(labels),
        method="",
        results=(),
        differences=(),
        telling={
            label: tuple(TellingEdit(*edit) for edit in edits)
            for label, edits in informative_edits(
                counts, labels, MOST_TELLING, content=content
            ).items()
        },
        note=f"No cross-validation: {reason}.",
        content_words=content_words,
        scatter=edit_scatter(counts, labels, content=content),
    )


def _quoted(
    examples: Examples | None, label: str, feature: str, names: Sequence[str]
) -> tuple[QuotedSentence, ...]:
    return tuple(
        QuotedSentence(names[place], SentenceSummary.of(diff, diff.edits))
        for place, diff in (examples or {}).get(label, {}).get(feature, ())
    )
