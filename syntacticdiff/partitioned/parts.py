"""From a partition to a part: its documents read, searched, counted and put into one file's bytes.

The same partition and settings always give the same bytes, wherever and whenever it is done.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scipy import sparse

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.workers import Recipe, differ_of
from syntacticdiff.features.matrix import EmptyVocabularyError, FeatureLimits, learned_matrix
from syntacticdiff.features.rows import DocumentFeatures, Row
from syntacticdiff.features.tables import FeatureTable, write_table
from syntacticdiff.files.corpora import Document, ReadingOptions
from syntacticdiff.files.decoding import Problem
from syntacticdiff.partitioned.planning import Partition

FORMATS = ("parquet", "jsonl")

Rejected = dict[str, Any]  # `file`, `row` (None for the whole file) and `reason`


@dataclass(frozen=True)
class PartSettings:
    """All that decides what is in a part, besides its documents; small, and can be sent away."""

    differ: Recipe
    signature: str
    features: DocumentFeatures
    options: ReadingOptions = field(default_factory=ReadingOptions)
    keep: tuple[str, ...] = ()
    binary: bool = False
    format: str = FORMATS[0]


@dataclass(frozen=True)
class PartitionDocuments:
    """What was read of a partition: its documents, and those that were refused."""

    documents: list[Document]
    rejected: list[Rejected]


@dataclass(frozen=True)
class Part:
    """The bytes of a part's file, how many documents are in it, and which are not."""

    data: bytes
    documents: int
    rejected: list[Rejected]


def read_partition(partition: Partition, options: ReadingOptions) -> PartitionDocuments:
    """All documents of a partition."""
    rejected: list[Rejected] = []
    return PartitionDocuments(list(_documents(partition, options, rejected)), rejected)


def make_part(
    partition: Partition,
    settings: PartSettings,
    given: PartitionDocuments | None = None,
    n_jobs: int | None = None,
) -> Part:
    """The part of a partition.

    Parameters
    ----------
    given : the partition's documents, where its files cannot be seen
    n_jobs : as in joblib; None is one, in this process
    """
    rejected: list[Rejected] = []
    documents: Iterable[Document]
    if given is None:
        documents = _documents(partition, settings.options, rejected)
    else:
        documents, rejected = given.documents, given.rejected
    names: list[str] = []
    fields: dict[str, list[str]] = {column: [] for column in settings.keep}

    def texts() -> Iterator[str]:
        for document in documents:
            names.append(document.name)
            for column, cells in fields.items():
                cells.append(document.fields.get(column, ""))
            yield document.text

    differ: SyntacticDiff = differ_of(settings.differ)
    rows = differ.apply(settings.features, texts(), n_jobs)
    columns, matrix = _matrix(rows, settings)
    if not columns:  # a part may well be without a single edit
        matrix = sparse.csr_matrix((len(names), 0))
    table = FeatureTable(names, columns, matrix, fields, settings.signature)
    stream = io.BytesIO()
    write_table(stream, table, f".{settings.format}")
    return Part(stream.getvalue(), len(names), rejected)


def _matrix(rows: Iterator[Row], settings: PartSettings) -> tuple[list[str], Any]:
    numeric = settings.features.numeric
    try:
        matrix, vocabulary = learned_matrix(
            rows, FeatureLimits(), binary=settings.binary, numeric=len(numeric)
        )
    except EmptyVocabularyError:
        return [], None
    return [*vocabulary, *numeric], matrix


def _documents(
    partition: Partition, options: ReadingOptions, rejected: list[Rejected]
) -> Iterator[Document]:
    for piece in partition.pieces:

        def report(message: str, file: str = piece.file) -> None:
            rejected.append(_rejection(message, file))

        yield from piece.documents(options, report)


def _rejection(message: str, file: str) -> Rejected:
    row = None
    if isinstance(message, Problem):
        file, row, message = message.file, message.row, message.reason
    reason = message.removeprefix(f"{file}: ").removesuffix("; skipped")
    return {"file": file, "row": row, "reason": reason}
