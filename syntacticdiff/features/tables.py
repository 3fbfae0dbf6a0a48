"""Feature tables as files: .csv, .jsonl, .npz and .parquet, with a row for each document.

- `.csv`: the columns `document`, the carried columns, then all features, zeros included; large.
- `.jsonl`: `{"document": ..., "fields": {...}, "features": {name: value}}`; zeros are left out, and
  so is `fields` if no column is carried over.
- `.npz`: the CSR matrix as `scipy.sparse.load_npz` reads it and, for `numpy.load`, the arrays of
  strings `names`, `documents`, `signature` and `field_...`; nothing is pickled.
- `.parquet`: the columns `document`, the carried columns (strings), and `features`, a map from
  names to values without zeros; the signature is in the metadata.

Files are written whole or not at all. Reading tables is the task of `files.tables`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.csv_lines import csv_line
from syntacticdiff.files.documents import Document
from syntacticdiff.files.json_lines import json_line
from syntacticdiff.files.tables import arrow_for, named_columns

FIXED_COLUMNS = ("document", "features")  # names that carried columns cannot have

_PARQUET_ROWS = 4096  # held in memory at a time
_NULS_AT_END = re.compile(r"\0+\Z")


@dataclass(frozen=True)
class FeatureTable:
    """Documents by features.

    Parameters
    ----------
    documents : sequence of str
        The names of the documents.
    names : sequence of str
        The names of the features.
    matrix : scipy.sparse.csr_matrix
        A row for each document and a column for each feature.
    fields : mapping of str to sequence of str, default {}
        Columns of the input that are carried over, labels for instance.
    signature : str, default ""
        The signature of the differ that found the edits.
    """

    documents: Sequence[str]
    names: Sequence[str]
    matrix: sparse.csr_matrix
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    signature: str = ""

    def __post_init__(self) -> None:
        check_carried(self.fields, self.names)

    def rows(self) -> Iterator[tuple[str, dict[str, str], list[int], list[int | float]]]:
        """For each document its name, carried fields, and the columns and values that are not 0."""
        ends, columns, values = self.matrix.indptr, self.matrix.indices, self.matrix.data
        for number, document in enumerate(self.documents):
            span = slice(ends[number], ends[number + 1])
            fields = {name: cells[number] for name, cells in self.fields.items()}
            yield document, fields, columns[span].tolist(), list(map(_plain, values[span].tolist()))


@dataclass
class CarriedColumns:
    """Collects the names and carried columns of documents while their texts are read.

    Parameters
    ----------
    keep : sequence of str
        The columns to carry over.

    Attributes
    ----------
    names : list of str
        The names of the documents read so far.
    fields : dict of str to list of str
        The cells of each column; empty where a document does not have it.
    """

    keep: Sequence[str]
    names: list[str] = field(default_factory=list, init=False)
    fields: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.fields = {column: [] for column in self.keep}

    def texts(self, documents: Iterable[Document]) -> Iterator[str]:
        """The texts of the documents, whose names and columns are collected as they are read."""
        for document in documents:
            self.names.append(document.name)
            for column, cells in self.fields.items():
                cells.append(document.fields.get(column, ""))
            yield document.text


def check_carried(columns: Iterable[str], names: Collection[str] = ()) -> None:
    """Refuse to carry over columns whose names the table uses itself.

    Raises
    ------
    UsageError
        If a column has a fixed name or that of a feature.
    """
    for name in columns:
        if name in FIXED_COLUMNS or name in names:
            raise UsageError(
                f'a column "{name}" cannot be carried over: the table uses that name itself'
            )


def check_kept(first: Document, keep: Iterable[str]) -> None:
    """Refuse columns to keep that the first document does not have."""
    for column in keep:
        if column not in first.fields:
            known = named_columns(first.fields)
            raise UsageError(
                f'{first.name}: no column "{column}" to keep; besides the text there are {known}. '
                "Choose with --keep."
            )


def checked_format(path: str | os.PathLike[str]) -> str:
    """The suffix of a file that can be written; to be called before the work is done."""
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        allowed = ", ".join(_WRITERS)
        raise UsageError(f"{path}: a feature table's name ends in one of {allowed}")
    if suffix == ".parquet":
        arrow_for(os.fspath(path))
    return suffix


def write_features(path: str | os.PathLike[str], table: FeatureTable) -> None:
    """Write the table in the format given by the suffix of the path."""
    write = _WRITERS[checked_format(path)]
    with atomic_write(path) as stream:
        write(stream, table)


def write_table(stream: IO[bytes], table: FeatureTable, suffix: str) -> None:
    """Write the table in the format of the suffix."""
    _WRITERS[suffix](stream, table)


def write_json_lines(stream: IO[bytes], table: FeatureTable) -> None:
    """Write the table as JSON Lines."""
    for document, fields, columns, values in table.rows():
        features = {table.names[c]: value for c, value in zip(columns, values, strict=True)}
        row = {"document": document, **({"fields": fields} if fields else {}), "features": features}
        stream.write(json_line(row))


def _write_csv(stream: IO[bytes], table: FeatureTable) -> None:
    stream.write(csv_line(["document", *table.fields, *table.names]))
    for document, fields, columns, values in table.rows():
        cells: list[int | float] = [0] * len(table.names)
        for column, value in zip(columns, values, strict=True):
            cells[column] = value
        stream.write(csv_line([document, *fields.values(), *cells]))


def _write_npz(stream: IO[bytes], table: FeatureTable) -> None:
    strings = {"names": table.names, "documents": table.documents, "signature": [table.signature]}
    strings |= {f"field_{name}": cells for name, cells in table.fields.items()}
    arrays: dict[str, Any] = {
        "format": np.array(b"csr"),
        "shape": np.array(table.matrix.shape),
        "data": table.matrix.data,
        "indices": table.matrix.indices,
        "indptr": table.matrix.indptr,
    }
    arrays |= {name: _strings(texts) for name, texts in strings.items()}
    np.savez_compressed(stream, **arrays)  # of numbers and strings: nothing is pickled


def _write_parquet(stream: IO[bytes], table: FeatureTable) -> None:
    arrow, parquet = arrow_for("parquet")
    features = arrow.map_(arrow.string(), arrow.float64())
    columns = [(name, arrow.string()) for name in ("document", *table.fields)]
    schema = arrow.schema(
        [*columns, ("features", features)], {"syntacticdiff.signature": table.signature}
    )
    names = arrow.array(_encodable(table.names), arrow.string())
    texts = [_encodable(cells) for cells in (table.documents, *table.fields.values())]
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        for start in range(0, len(table.documents), _PARQUET_ROWS):
            part = table.matrix[start : start + _PARQUET_ROWS]
            maps = arrow.MapArray.from_arrays(
                arrow.array(part.indptr, arrow.int32()),
                names.take(arrow.array(part.indices)),
                arrow.array(part.data, arrow.float64()),
            )
            cells = [arrow.array(text[start : start + _PARQUET_ROWS]) for text in texts]
            writer.write_table(arrow.table([*cells, maps], schema=schema))


_WRITERS: dict[str, Callable[[IO[bytes], FeatureTable], None]] = {
    ".csv": _write_csv,
    ".jsonl": write_json_lines,
    ".npz": _write_npz,
    ".parquet": _write_parquet,
}


def _plain(value: float) -> int | float:
    """The value, as an integer if it is whole."""
    return int(value) if value == int(value) else value


def _strings(texts: Iterable[str]) -> npt.NDArray[np.str_]:
    """An array of strings. NumPy drops NULs at the end of one, so these are escaped."""
    return np.array([_NULS_AT_END.sub(_escaped, text) for text in _encodable(texts)], dtype=str)


def _escaped(nuls: re.Match[str]) -> str:
    return r"\x00" * len(nuls[0])


def _encodable(texts: Iterable[str]) -> list[str]:
    return [text.encode("utf-8", "backslashreplace").decode() for text in texts]
