"""The classes page's data, from what an evaluation found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from syntacticdiff.classify.evaluation import informative_edits
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels
from syntacticdiff.report.summary import (
    ClassesSummary,
    FeatureSetDifference,
    FeatureSetSummary,
    TellingEdit,
)

TELLING = 10  # edits for each class


def classes_summary(evaluation: Mapping[str, Any]) -> ClassesSummary:
    """What a report says of an evaluation.

    Parameters
    ----------
    evaluation : what `Evaluation.summary` returns
    """
    kept = "" if evaluation["groups"] is None else f"{evaluation['groups']:,} groups kept together"
    method = ", ".join(
        part
        for part in (
            f"cross-validation in {evaluation['folds']} folds",
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
    """The edits that tell classes for which there are too few documents to try it out.

    Parameters
    ----------
    counts : of edits
    labels : the documents' classes
    reason : why there is no cross-validation
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
            for label, edits in informative_edits(counts, labels, TELLING).items()
        },
        note=f"No cross-validation: {reason}.",
    )
