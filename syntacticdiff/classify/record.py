"""From a fitted pipeline to the plain data that is saved, and validation of such data.

The record describes what was learned from what; see docs/classifier.md. Files are written by
`classify.file`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline

from syntacticdiff._version import __version__
from syntacticdiff.classify.feature_sets import ViewCounts, model_of
from syntacticdiff.classify.file import LARGEST, ClassifierFile, damaged
from syntacticdiff.classify.learning import Labels, Learning
from syntacticdiff.classify.views import EDITS, SEARCHED, views_of
from syntacticdiff.classify.weighting import is_sublinear, learned_columns, view_weights
from syntacticdiff.differ.settings import PARAMETERS
from syntacticdiff.differ.stored import refuse_paths
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.features.templates import GRAMMAR
from syntacticdiff.reference.model import DEFAULT, ReferenceModel

# The parameters that decide the edits of a document, besides the reference.
SETTINGS = (
    *(item.name for item in PARAMETERS if item.name not in ("engine", "tokenized")),
    *("features", "values", "binary"),
)


def training_record(
    counts: ViewCounts,
    feature_set: str,
    labels: Labels,
    learning: Learning,
    fitted: Pipeline,
    scale: float,
) -> dict[str, Any]:
    """What `classifier.json` says of a classifier, without its views."""
    searched = set(SEARCHED) & set(views_of(feature_set))
    settings = edit_settings(counts) if searched else None
    return {
        "made_by": f"syntacticdiff {__version__}",
        "features": feature_set,
        "classes": fitted.classes_.tolist(),
        "documents": dict(sorted(Counter(labels.tolist()).items())),
        **asdict(learning),
        "scale": scale,
        "reference": reference_record(model_of(counts.edits)),
        "tokenized": bool(counts.edits.tokenized),
        "edits": settings,
        "signature": signature_of(counts),
    }


def learned(
    counts: ViewCounts, views: Sequence[str], pipeline: Pipeline, weight: float
) -> ClassifierFile:
    """The vocabulary and the arrays of a fitted pipeline; the record has only its views."""
    vocabulary, idf, described = learned_views(counts, views, pipeline["features"], weight)
    linear = pipeline["classifier"]
    arrays = {
        "idf": idf,
        "coefficients": linear.coef_,
        "intercepts": linear.intercept_,
    }
    exact = {name: np.ascontiguousarray(array, np.float64) for name, array in arrays.items()}
    return ClassifierFile({"views": described}, vocabulary, exact)


def learned_views(
    counts: ViewCounts, views: Sequence[str], features: ColumnTransformer, weight: float
) -> tuple[dict[str, list[str]], npt.NDArray[np.float64], list[dict[str, Any]]]:
    """The vocabulary of a fitted weighting, its factors, and the views as the record has them."""
    vocabulary, idf, described = {}, [], []
    for view, factor in view_weights(views, weight).items():
        block = features.named_transformers_[view]
        columns, factors = learned_columns(block)
        vocabulary[view] = [str(name) for name in counts.names(view)[columns]]
        idf.append(factors)
        described.append(
            {
                "name": view,
                "sublinear": is_sublinear(view, counts.edits),
                "normalized": view != GRAMMAR,
                "weight": factor,
            }
        )
    return vocabulary, np.concatenate(idf), described


def signature_of(counts: ViewCounts) -> str:
    """What the counts depend on, enough to reproduce them."""
    if counts.fitted_edits is not None:
        return counts.fitted_edits.differ_.signature
    return f"syntacticdiff:{__version__}|model:{model_of(counts.edits).checksum[:16]}"


def edit_settings(counts: ViewCounts) -> dict[str, Any]:
    """The settings of the vectorizer, with lists of words written out, wherever they come from."""
    given = counts.edits.get_params()
    settings = {name: given[name] for name in SETTINGS}
    assert counts.fitted_edits is not None, "edits are one of the views"
    if EDITS in counts.matrices:  # grammar alone has the lists that are named
        searching = counts.fitted_edits.differ_.searching
        settings["insertions"] = [word.text for word in searching.insertions]
        settings["removals"] = "all" if searching.removals is None else sorted(searching.removals)
    for name in ("operations", "features"):
        value = settings[name]
        settings[name] = [value] if isinstance(value, str) else list(value)
    if isinstance(settings["penalties"], Mapping):
        settings["penalties"] = dict(settings["penalties"])
    return settings


def reference_record(model: ReferenceModel) -> dict[str, str | None]:
    """The reference by name or path, with its checksum."""
    named = model.name == DEFAULT
    path = None if named or model.path is None else str(model.path)
    return {"name": DEFAULT if named else None, "path": path, "sha256": model.checksum}


def recorded_reference(
    folder: str | os.PathLike[str],
    recorded: Mapping[str, str | None],
    given: ReferenceModel | str | os.PathLike[str] | None,
) -> ReferenceModel:
    """The reference that the classifier was trained with.

    Raises
    ------
    ModelError
        If it is not found, or is not the same model.
    """
    source = given or recorded["name"] or recorded["path"]
    if source is None:
        raise damaged(folder, "it does not say where its reference model is")
    if isinstance(source, ReferenceModel):
        model = source
    else:
        if source != DEFAULT and not Path(source).exists():
            raise ModelError(
                f"{folder}: its reference model {source} is gone or has moved; give its new path "
                "with --reference"
            )
        model = ReferenceModel.load(source)
    if model.checksum != recorded["sha256"]:
        raise ModelError(
            f"{folder}: trained with another reference model than {model.name or model.path} "
            f"(SHA-256 {str(recorded['sha256'])[:12]}..., not {model.checksum[:12]}...); give the "
            "right one with --reference, or train again"
        )
    return model


def check_content(folder: str | os.PathLike[str], content: ClassifierFile) -> None:
    """Check that the parts of a folder belong together.

    Raises
    ------
    InputError
        If they do not.
    """
    record, arrays = content.record, content.arrays
    features = checked_views(folder, content)
    classes = record["classes"]
    rows = 1 if len(classes) == 2 else len(classes)
    if len(classes) < 2 or not all(isinstance(label, str) for label in classes):
        raise damaged(folder, "its classes are not labels")
    shapes = {"idf": (features,), "coefficients": (rows, features), "intercepts": (rows,)}
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise damaged(folder, f"{name} does not have a number for each feature and class")
    check_numbers(folder, {"scale": record["scale"]})


def checked_views(folder: str | os.PathLike[str], content: ClassifierFile) -> int:
    """The number of features, after a check of the views and of the settings of the search.

    Raises
    ------
    InputError
        If they do not belong together, or a setting names a file.
    """
    record = content.record
    views = [view["name"] for view in record["views"]]
    if tuple(views) != views_of(record["features"]) or set(views) != set(content.vocabulary):
        raise damaged(folder, "its views do not match its feature set")
    check_numbers(
        folder, {f"the weight of {view['name']}": view["weight"] for view in record["views"]}
    )
    _check_settings(folder, record["edits"] or {}, views)
    return sum(len(content.vocabulary[view]) for view in views)


def check_numbers(folder: str | os.PathLike[str], numbers: Mapping[str, object]) -> None:
    """Refuse what is not a finite number.

    Raises
    ------
    InputError
        If one of them is not.
    """
    for name, value in numbers.items():
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not (abs(value) <= LARGEST)
        ):
            raise damaged(folder, f"{name} is not a finite number")


def _check_settings(
    folder: str | os.PathLike[str], settings: Mapping[str, Any], views: Sequence[str]
) -> None:
    if not set(settings) <= set(SETTINGS):
        raise damaged(folder, "it has settings that this version does not know")
    if EDITS in views and not isinstance(settings["insertions"], list):
        raise damaged(folder, "insertions is not a list of words")  # a path would be opened
    if not (settings.get("removals", "all") == "all" or isinstance(settings["removals"], list)):
        raise damaged(folder, "removals is not a list of words")
    try:
        refuse_paths(settings)
    except UsageError as error:
        raise damaged(folder, str(error)) from error
