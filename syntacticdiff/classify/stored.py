"""What classifiers and scorers have in common when they are saved and loaded.

What the files look like is in `file`, what the record says in `record`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from syntacticdiff.classify.feature_sets import model_of
from syntacticdiff.classify.file import (
    ClassifierFile,
    check_replaceable,
    damaged,
    write_classifier,
)
from syntacticdiff.classify.record import recorded_reference, reference_record
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel


def save_content(
    folder: str | os.PathLike[str], content: ClassifierFile, edits: EditVectorizer
) -> None:
    """Write a folder, whole or not at all.

    Raises
    ------
    UsageError
        If the reference model was never saved, a setting cannot be saved, or there is something
        else in the folder.
    """
    check_replaceable(folder)
    model = model_of(edits)
    if model.path is None:
        raise UsageError("reference: this model was never saved: call model.save(path) first")
    try:
        json.dumps(content.record["edits"], allow_nan=False)
    except (TypeError, ValueError):
        raise UsageError(
            "edits: functions and objects among the settings cannot be saved; give "
            "substitutions and penalties as names, mappings and numbers"
        ) from None
    record = {**content.record, "reference": reference_record(model)}
    write_classifier(folder, replace(content, record=record))


def stored_edits(
    folder: str | os.PathLike[str],
    content: ClassifierFile,
    reference: ReferenceModel | str | os.PathLike[str] | None,
    engine: str,
    n_jobs: int | None,
) -> EditVectorizer:
    """What counts the edits as it did in training.

    Raises
    ------
    ModelError
        If the reference model is not found, or is not the same model.
    """
    return EditVectorizer(
        recorded_reference(folder, content.record["reference"], reference),
        tokenized=bool(content.record["tokenized"]),
        engine=engine,
        n_jobs=n_jobs,
        **(content.record["edits"] or {}),
    )


@contextmanager
def wrong_contents_refused(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Whatever a record of wrong contents leads to is one clear error.

    Raises
    ------
    InputError
        That names the folder.
    """
    try:
        yield
    except UsageError as error:
        raise InputError(f"{folder}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damaged(folder, f"classifier.json has wrong contents ({error!r})") from error
