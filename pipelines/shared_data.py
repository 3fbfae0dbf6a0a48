"""Where the pipelines find their texts, and how their files are read.

The corpora stay outside the project: in $SYNTACTICDIFF_SHARED, else in ../shared beside it. What is
measured on them is decided in the pipelines.
"""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path

from syntacticdiff.reference import ReferenceModel

PROJECT = Path(__file__).resolve().parents[1]
REFERENCE_CORPORA = ("brown", "masc_written", "ewt")
SCORES = ("overall", "grammar", "syntax")


class MissingDataError(Exception):
    """A file that is measured on is not there."""


@dataclass(frozen=True)
class Entries:
    """Learners' texts with their native languages."""

    texts: list[str]
    languages: list[str]


@dataclass(frozen=True)
class Essays:
    """Essays with the prompts they answer and the scores they got."""

    texts: list[str]
    prompts: list[str]
    scores: dict[str, list[float]]


def shared_folder() -> Path:
    """Where the corpora are that the project only measures on."""
    return Path(os.environ.get("SYNTACTICDIFF_SHARED", PROJECT.parent / "shared"))


def existing(*parts: str) -> Path:
    """The path below the data folder, if something is there."""
    path = shared_folder().joinpath("data", *parts)
    if not path.exists():
        raise MissingDataError(
            f"{path.name} is not in {path.parent}; set SYNTACTICDIFF_SHARED to the data folder"
        )
    return path


def native_language() -> tuple[Entries, Entries]:
    """The splits `eval` and `test`; a text that stands in both is left out of `eval`."""
    with open(existing("nli", "lang8_l1.csv"), encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    test = [row for row in rows if row["split"] == "test"]
    seen = {row["text"] for row in test}
    kept = [row for row in rows if row["split"] == "eval" and row["text"] not in seen]
    return _entries(kept), _entries(test)


def _entries(rows: list[dict[str, str]]) -> Entries:
    return Entries([row["text"] for row in rows], [row["native_language"] for row in rows])


def fluency() -> Essays:
    """The essays of ELLIPSE."""
    with open(existing("fluency", "ellipse.csv"), encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return Essays(
        [row["text"] for row in rows],
        [row["prompt"] for row in rows],
        {score: [float(row[score]) for row in rows] for score in SCORES},
    )


def trained_reference(order: int) -> ReferenceModel:
    """A model of Brown, MASC and EWT together."""
    paths = [existing("reference", f"{corpus}.txt") for corpus in REFERENCE_CORPORA]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return ReferenceModel.train(lines, order=order)
