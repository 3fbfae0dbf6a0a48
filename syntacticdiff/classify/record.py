"""From a fitted pipeline to the plain data that is kept of it, and whether such data fits together.

The record says what was learned from what; see docs/classifier.md. Files are `classifier_file`'s
business, predictions `text_classifier`'s.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline

from syntacticdiff.classify.feature_sets import (
    EDITS,
    ViewCounts,
    is_sublinear,
    view_weights,
    views_of,
)
from syntacticdiff.classify.file import ClassifierFile, damaged
from syntacticdiff.errors import ModelError
from syntacticdiff.reference.model import DEFAULT, ReferenceModel

# What decides the edits of a document, besides the reference.
SETTINGS = (
    *("search", "max_edits", "beam", "positions", "operations", "insertions", "substitutions"),
    *("removals", "min_count", "penalties", "aggregate", "alpha", "cost", "stop_at", "min_gain"),
    *("features", "values", "binary"),
)


def learned(
    counts: ViewCounts, views: Sequence[str], pipeline: Pipeline, weight: float
) -> ClassifierFile:
    """What a fitted pipeline has learned."""
    vocabulary, idf, described = {}, [], []
    for view, factor in view_weights(views, weight).items():
        block = pipeline["features"].named_transformers_[view]
        vocabulary[view] = [str(name) for name in counts.names(view)[block["frequent"].columns_]]
        idf.append(block["tfidf"].idf_)
        sublinear = is_sublinear(view, counts.edits)
        described.append({"name": view, "sublinear": sublinear, "weight": factor})
    linear = pipeline["classifier"]
    arrays = {
        "idf": np.concatenate(idf),
        "coefficients": linear.coef_,
        "intercepts": linear.intercept_,
    }
    exact = {name: np.ascontiguousarray(array, np.float64) for name, array in arrays.items()}
    return ClassifierFile({"views": described}, vocabulary, exact)


def edit_settings(counts: ViewCounts) -> dict[str, Any]:
    """The settings of the vectorizer; of the words to insert the words, not where they are from."""
    given = counts.edits.get_params()
    settings = {name: given[name] for name in SETTINGS}
    differ = counts.vectorizers[EDITS].differ_
    settings["insertions"] = [word.text for word in differ.searching.insertions]
    removals = differ.searching.removals
    settings["removals"] = "all" if removals is None else sorted(removals)
    for name in ("operations", "features"):
        value = settings[name]
        settings[name] = [value] if isinstance(value, str) else list(value)
    if isinstance(settings["penalties"], Mapping):
        settings["penalties"] = dict(settings["penalties"])
    return settings


def made_by() -> str:
    from syntacticdiff._version import __version__

    return f"syntacticdiff {__version__}"


def reference_record(model: ReferenceModel) -> dict[str, Any]:
    named = model.name == DEFAULT
    path = None if named or model.path is None else str(model.path)
    return {"name": DEFAULT if named else None, "path": path, "sha256": model.checksum}


def recorded_reference(
    folder: str | os.PathLike[str],
    recorded: Mapping[str, Any],
    given: ReferenceModel | str | os.PathLike[str] | None,
) -> ReferenceModel:
    """The reference that the classifier was trained with, and no other."""
    source = given or recorded["name"] or recorded["path"]
    if isinstance(source, ReferenceModel):
        model = source
    else:
        if source != DEFAULT and not Path(source).exists():
            raise ModelError(
                f"{folder}: its reference model {source} is gone or has moved; name its new place "
                "with --reference"
            )
        model = ReferenceModel.load(source)
    if model.checksum != recorded["sha256"]:
        raise ModelError(
            f"{folder}: trained with another reference model than {model.name or model.path} "
            f"(SHA-256 {str(recorded['sha256'])[:12]}..., not {model.checksum[:12]}...); name the "
            "right one with --reference, or train again"
        )
    return model


def check_content(folder: str | os.PathLike[str], content: ClassifierFile) -> None:
    """Whether the parts of a folder fit together."""
    record, arrays = content.record, content.arrays
    views = [view["name"] for view in record["views"]]
    if tuple(views) != views_of(record["features"]) or set(views) != set(content.vocabulary):
        raise damaged(folder, "its views are not those of its feature set")
    features = sum(len(content.vocabulary[view]) for view in views)
    classes = record["classes"]
    rows = 1 if len(classes) == 2 else len(classes)
    if len(classes) < 2 or not all(isinstance(label, str) for label in classes):
        raise damaged(folder, "its classes are no labels")
    shapes = {"idf": (features,), "coefficients": (rows, features), "intercepts": (rows,)}
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise damaged(folder, f"{name} does not have a number for each feature and class")
    settings = record["edits"] or {}
    if not set(settings) <= set(SETTINGS):
        raise damaged(folder, "it has settings that this version does not know")
    if EDITS in views and not isinstance(settings["insertions"], list):
        raise damaged(folder, "insertions is no list of words")  # never a file to be read
    if not (settings.get("removals", "all") == "all" or isinstance(settings["removals"], list)):
        raise damaged(folder, "removals is no list of words")
