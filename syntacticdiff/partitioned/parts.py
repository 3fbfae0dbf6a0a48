"""From a partition to a part: read its documents, count their edits, and encode one file.

The same partition and settings always give the same bytes, on any machine.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypedDict

from scipy import sparse

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.workers import Recipe, differ_of
from syntacticdiff.features.matrix import EmptyVocabularyError, FeatureLimits, learned_matrix
from syntacticdiff.features.rows import DocumentFeatures, FeatureRow
from syntacticdiff.features.tables import CarriedColumns, FeatureTable, write_table
from syntacticdiff.files.decoding import Problem
from syntacticdiff.files.documents import Document, ReadingOptions
from syntacticdiff.partitioned.planning import Partition

FORMATS = ("parquet", "jsonl")


class RejectedDocument(TypedDict):
    """A line of rejected.jsonl; `row` is None if the whole file was rejected."""

    file: str
    row: int | None
    reason: str


@dataclass(frozen=True)
class PartSettings:
    """What determines a part besides its documents; small enough to be sent to workers."""

    differ: Recipe
    signature: str
    features: DocumentFeatures
    options: ReadingOptions = field(default_factory=ReadingOptions)
    keep: tuple[str, ...] = ()
    binary: bool = False
    format: str = FORMATS[0]


@dataclass(frozen=True)
class PartitionDocuments:
    """The documents of a partition, and those that were rejected."""

    documents: list[Document]
    rejected: list[RejectedDocument]


@dataclass(frozen=True)
class Part:
    """The bytes of a part's file, how many documents it has, and which were rejected."""

    data: bytes
    documents: int
    rejected: list[RejectedDocument]


def read_partition(partition: Partition, options: ReadingOptions) -> PartitionDocuments:
    """Read all documents of a partition."""
    rejected: list[RejectedDocument] = []
    return PartitionDocuments(list(_documents(partition, options, rejected)), rejected)


def make_part(
    partition: Partition,
    settings: PartSettings,
    given: PartitionDocuments | None = None,
    n_jobs: int | None = None,
) -> Part:
    """Make the part of a partition.

    Parameters
    ----------
    partition : Partition
        The partition.
    settings : PartSettings
        How its documents are read, searched and counted.
    given : PartitionDocuments or None, default=None
        The partition's documents, for a worker that cannot see its files.
    n_jobs : int or None, default=None
        As in joblib; None is one job, in this process.

    Returns
    -------
    Part
        The part, to be written by the caller.
    """
    rejected: list[RejectedDocument] = []
    documents: Iterable[Document]
    if given is None:
        documents = _documents(partition, settings.options, rejected)
    else:
        documents, rejected = given.documents, given.rejected
    carried = CarriedColumns(settings.keep)
    differ: SyntacticDiff = differ_of(settings.differ)
    rows = differ.apply(settings.features, carried.texts(documents), n_jobs)
    columns, matrix = _matrix(rows, settings)
    if not columns:  # a part without a single edit
        matrix = sparse.csr_matrix((len(carried.names), 0))
    table = FeatureTable(carried.names, columns, matrix, carried.fields, settings.signature)
    stream = io.BytesIO()
    write_table(stream, table, f".{settings.format}")
    return Part(stream.getvalue(), len(carried.names), rejected)


def _matrix(
    rows: Iterator[FeatureRow], settings: PartSettings
) -> tuple[list[str], sparse.csr_matrix | None]:
    numeric = settings.features.numeric
    try:
        matrix, vocabulary = learned_matrix(
            rows, FeatureLimits(), binary=settings.binary, numeric=len(numeric)
        )
    except EmptyVocabularyError:
        return [], None
    return [*vocabulary, *numeric], matrix


def _documents(
    partition: Partition, options: ReadingOptions, rejected: list[RejectedDocument]
) -> Iterator[Document]:
    def report(problem: Problem) -> None:
        rejected.append({"file": problem.file, "row": problem.row, "reason": problem.reason})

    for section in partition.sections:
        yield from section.documents(options, report)
