"""A trained classifier or scorer as a folder that holds only numbers, names and settings.

- `classifier.json`: a description (see docs/classifier.md), with the SHA-256 of the other two files
- `vocabulary.json`: for each view the names of its features, in the order of the columns
- `arrays.npz`: `idf` (a number per feature), `coefficients` (a row per class, or one row if there
  are two classes) and `intercepts`; of a scorer, one row each, and `means` (a number per feature)

Nothing is pickled, so a folder from an untrusted source can be opened: it may hold wrong numbers,
but no code. The folder is written whole or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import written_path
from syntacticdiff.files.opening import read_whole
from syntacticdiff.files.whole_folders import restore_folder, whole_folder

FORMAT = "syntacticdiff-classifier"
SCORER_FORMAT = "syntacticdiff-scorer"
FORMATS = {FORMAT: "classifier", SCORER_FORMAT: "scorer"}
VERSION = 1

RECORD, VOCABULARY, ARRAYS = "classifier.json", "vocabulary.json", "arrays.npz"

LARGEST = 1e30  # of any number; what is computed from such numbers is still finite
_HEADS = 4096  # bytes before the numbers
_ARRAYS = ("idf", "coefficients", "intercepts")
_NUMBERS = {3: "three", 4: "four"}

Arrays = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True)
class ClassifierFile:
    """The contents of a folder.

    Parameters
    ----------
    record : mapping of str to object
        `classifier.json` without `format`, `version` and `files`.
    vocabulary : mapping of str to list of str
        For each view the names of its features.
    arrays : dict of str to ndarray
        `idf`, `coefficients` and `intercepts`; of a scorer also `means`.
    format : str, default "syntacticdiff-classifier"
        What the folder is: one of `FORMATS`.
    """

    record: Mapping[str, Any]
    vocabulary: Mapping[str, list[str]]
    arrays: Arrays
    format: str = FORMAT


def check_replaceable(folder: str | os.PathLike[str]) -> None:
    """Refuse, before the work is done, a path where a classifier cannot be written.

    An older classifier is replaced and an empty folder is filled; nothing else is overwritten.

    Raises
    ------
    UsageError
        If there is something else at the path.
    """
    target = written_path(Path(folder).absolute())
    if not target.parent.is_dir():
        raise UsageError(f"{folder}: there is no folder {target.parent}")
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{folder}: a file; a classifier is a folder, so choose another name")
    found = sorted(os.listdir(target))
    if found and not _is_classifier(target):
        raise UsageError(f"{folder}: a folder with other files in it; choose another name")
    if others := [name for name in found if name not in (RECORD, VOCABULARY, ARRAYS)]:
        raise UsageError(
            f"{folder}: has {others[0]} in it, which is not part of a classifier; move it, or "
            "choose another name"
        )


def write_classifier(folder: str | os.PathLike[str], content: ClassifierFile) -> None:
    """Write a folder whole or not at all; an older classifier there is replaced."""
    check_replaceable(folder)
    target = written_path(Path(folder).absolute())
    stream = io.BytesIO()
    arrays: dict[str, Any] = dict(content.arrays)  # of numbers: nothing is pickled
    np.savez(stream, **arrays)
    files = {VOCABULARY: _json(content.vocabulary), ARRAYS: stream.getvalue()}
    checksums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    head = {"format": content.format, "version": VERSION}
    files[RECORD] = _json({**head, **content.record, "files": checksums}, indent=1)
    try:
        with whole_folder(target) as new:
            for name, data in files.items():
                with (new / name).open("wb") as out:
                    out.write(data)
                    out.flush()
                    os.fsync(out.fileno())
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror or error}") from error


def read_classifier(folder: str | os.PathLike[str], wanted: str = FORMAT) -> ClassifierFile:
    """Read a folder.

    Parameters
    ----------
    folder : path
        The folder.
    wanted : str, default "syntacticdiff-classifier"
        What it has to be: one of `FORMATS`.

    Raises
    ------
    UsageError
        If it does not exist.
    InputError
        If it is not a classifier, was made by a newer version, or is damaged.
    """
    source = _existing(folder)
    record = _record(source)
    if record.pop("format") != wanted:
        what, other = FORMATS[wanted], next(x for x in FORMATS.values() if x != FORMATS[wanted])
        raise InputError(f"{folder}: a {other}, not a {what}")
    files = record.pop("files", None)
    if not isinstance(files, dict) or set(files) != {VOCABULARY, ARRAYS}:
        raise damaged(folder, f"{RECORD} does not list its files")
    data = {}
    for name, checksum in files.items():
        data[name] = _bytes(source / name)
        if hashlib.sha256(data[name]).hexdigest() != checksum:
            raise damaged(folder, f"{name} is not the one that was written")
    vocabulary = _vocabulary(folder, data[VOCABULARY])
    features = sum(map(len, vocabulary.values()))
    if wanted == SCORER_FORMAT:
        arrays = _arrays(folder, data[ARRAYS], 3 * features + 1, (*_ARRAYS, "means"))
        return ClassifierFile(record, vocabulary, arrays, SCORER_FORMAT)
    classes = record.get("classes")
    rows = len(classes) if isinstance(classes, list) else 0
    if isinstance(classes, list) and len(set(map(str, classes))) < rows:
        raise damaged(folder, "its classes are not distinct")
    numbers = features * (rows + 1) + rows
    return ClassifierFile(record, vocabulary, _arrays(folder, data[ARRAYS], numbers, _ARRAYS))


def folder_format(folder: str | os.PathLike[str]) -> str:
    """What a folder is: one of `FORMATS`.

    Raises
    ------
    UsageError
        If it does not exist.
    InputError
        If it is neither.
    """
    found: str = _record(_existing(folder))["format"]
    return found


def _existing(folder: str | os.PathLike[str]) -> Path:
    source = Path(folder)
    restore_folder(written_path(source))
    if not source.is_dir():
        what = "not a folder" if source.exists() else "no such folder"
        raise UsageError(f"{folder}: {what}; `classify train --out FOLDER` makes one")
    return source


def damaged(folder: str | os.PathLike[str], problem: str) -> InputError:
    """The error for a folder whose contents do not belong together."""
    return InputError(f"{folder}: a damaged classifier: {problem}; train it again")


def _is_classifier(folder: Path) -> bool:
    with contextlib.suppress(InputError):
        return "files" in _record(folder)
    return False


def _record(folder: Path) -> dict[str, Any]:
    path = folder / RECORD
    if not path.is_file():
        raise InputError(f"{folder}: not a classifier: it has no {RECORD}")
    try:
        record = json.loads(_bytes(path))
    except (ValueError, RecursionError):
        raise damaged(folder, f"{RECORD} is not JSON") from None
    found = record.get("format") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(found, str) or found not in FORMATS:
        raise InputError(f"{folder}: not a classifier of this program: see its {RECORD}")
    version = record.pop("version", None)
    if version != VERSION:
        raise InputError(
            f"{folder}: a {FORMATS[found]} of format {version!r}; this version of syntacticdiff "
            f"reads format {VERSION}"
        )
    return record


def _bytes(path: Path) -> bytes:
    try:
        return read_whole(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


def _vocabulary(folder: str | os.PathLike[str], data: bytes) -> dict[str, list[str]]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged(folder, f"{VOCABULARY} is not JSON") from None
    lists = found.values() if isinstance(found, dict) else [None]
    if not all(isinstance(x, list) and all(isinstance(name, str) for name in x) for x in lists):
        raise damaged(folder, f"{VOCABULARY} holds something other than lists of names")
    return dict(found)


def _arrays(
    folder: str | os.PathLike[str], data: bytes, numbers: int, names: tuple[str, ...]
) -> Arrays:
    """The arrays, if they take no more memory than so many numbers need."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > 8 * numbers + _HEADS:
            raise ValueError("too large")
        with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
            arrays = {name: loaded[name] for name in names}
        if any(isinstance(array, bytes) for array in arrays.values()):  # without an array's head
            raise ValueError("no array")
    except Exception:  # what the readers of zip files and arrays raise is no closed list
        raise damaged(folder, f"{ARRAYS} does not hold its {_NUMBERS[len(names)]} arrays") from None
    for name, array in arrays.items():
        if array.dtype != np.float64 or not (np.abs(array) <= LARGEST).all():
            raise damaged(folder, f"{name} holds something other than finite numbers")
    return arrays


def _json(value: object, indent: int | None = None) -> bytes:
    # ASCII, so that a lone surrogate in a name can be written.
    return json.dumps(value, indent=indent, allow_nan=False).encode("ascii") + b"\n"
