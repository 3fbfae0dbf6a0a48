"""The data of the classes section, from the results of an evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from syntacticdiff.classify.evaluation import informative_edits
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels
from syntacticdiff.report.sections.classes import (
    ClassesSummary,
    FeatureSetDifference,
    FeatureSetSummary,
    TellingEdit,
)

MOST_TELLING = 10  # edits of each class


def classes_summary(evaluation: Mapping[str, Any]) -> ClassesSummary:
    """Summarize an evaluation for a report.

    Parameters
    ----------
    evaluation : mapping
        The return value of `Evaluation.summary`.

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
            label: tuple(TellingEdit(*edit.values()) for edit in edits)
            for label, edits in evaluation["informative"].items()
        },
    )


def untested_classes(counts: ViewCounts, labels: Labels, reason: str) -> ClassesSummary:
    """Summarize classes that are too small for cross-validation: only the most telling edits.

    Parameters
    ----------
    counts : ViewCounts
        The edits of each document, counted.
    labels : array of str
        The documents' classes.
    reason : str
        Why there is no cross-validation.

    Returns
    -------
    ClassesSummary
        The data of the classes section, without results.
    """
    sizes = dict(sorted(Counter(labels.tolist()).items()))
    return ClassesSummary(
        classes=sizes,
        majority=max(sizes.values()) / len(labels),
        method="",
        results=(),
        differences=(),
        telling={
            label: tuple(TellingEdit(*edit) for edit in edits)
            for label, edits in informative_edits(counts, labels, MOST_TELLING).items()
        },
        note=f"No cross-validation: {reason}.",
    )
