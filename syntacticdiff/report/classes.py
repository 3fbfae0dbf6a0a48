"""The data of the classes section, from the results of an evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from syntacticdiff.classify.evaluation import informative_edits
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.features.error_edits import is_content_word
from syntacticdiff.report.sections.classes import (
    ClassesSummary,
    FeatureSetDifference,
    FeatureSetSummary,
    TellingEdit,
)

MOST_TELLING = 10  # edits of each class
LOOKED_AT = 500  # of which those of content words are left out


def classes_summary(evaluation: Mapping[str, Any], *, content_words: bool = True) -> ClassesSummary:
    """Summarize an evaluation for a report.

    Parameters
    ----------
    evaluation : mapping
        The return value of `Evaluation.summary`.
    content_words : bool, default=True
        Whether edits of content words, which follow the subject of a text, are listed too.

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
            label: _telling([TellingEdit(*edit.values()) for edit in edits], content_words)
            for label, edits in evaluation["informative"].items()
        },
        content_words=content_words,
    )


def untested_classes(
    counts: ViewCounts, labels: Labels, reason: str, *, content_words: bool = True
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
    content_words : bool, default=True
        Whether edits of content words are listed too.

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
            label: _telling([TellingEdit(*edit) for edit in edits], content_words)
            for label, edits in informative_edits(counts, labels, LOOKED_AT).items()
        },
        note=f"No cross-validation: {reason}.",
        content_words=content_words,
    )


def _telling(edits: Iterable[TellingEdit], content_words: bool) -> tuple[TellingEdit, ...]:
    wanted = (edit for edit in edits if content_words or not _has_content(edit.edit))
    return tuple(islice(wanted, MOST_TELLING))


def _has_content(name: str) -> bool:
    parsed = parsed_name(name)
    if parsed is None:
        return False
    return any(is_content_word(word) for word in (parsed.source, parsed.target) if word)
