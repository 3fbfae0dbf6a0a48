"""Feature tables as files: .csv, .jsonl, .npz and .parquet, a row for each document.

- `.csv`: the columns `document`, carried ones, then all features, zeros included; large.
- `.jsonl`: `{"document": ..., "fields": {...}, "features": {name: value}}`; what is 0 is left out,
  `fields` too if nothing is carried over.
- `.npz`: the CSR matrix as `scipy.sparse.load_npz` reads it, and with it, for `numpy.load`, the
  arrays of strings `names`, `documents`, `signature` and `field_...`; nothing is pickled.
- `.parquet`: the columns `document`, carried ones (strings), and `features`, a map from names to
  values without those that are 0; the signature is in the metadata.

Files appear whole or not at all. Where a table's numbers come from is not known here.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write

FIXED_COLUMNS = ("document", "features")  # names that carried columns cannot have

_PARQUET_ROWS = 4096  # that are held at a time


@dataclass(frozen=True)
class FeatureTable:
    """Documents by features.

    Parameters
    ----------
    documents : their names
    names : the features' names
    matrix : a CSR matrix with a row for each document and a column for each feature
    fields : carried columns of the documents, labels for instance
    signature : of the differ that found the edits
    """

    documents: Sequence[str]
    names: Sequence[str]
    matrix: Any
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    signature: str = ""

    def __post_init__(self) -> None:
        for name in self.fields:
            if name in FIXED_COLUMNS or name in self.names:
                raise UsageError(f'a column "{name}" cannot be carried over: a table has its own')

    def rows(self) -> Iterator[tuple[str, dict[str, str], list[int], list[int | float]]]:
        """Of each document the name, the carried fields, and the columns that are not 0."""
        ends, columns, values = self.matrix.indptr, self.matrix.indices, self.matrix.data
        for number, document in enumerate(self.documents):
            span = slice(ends[number], ends[number + 1])
            fields = {name: cells[number] for name, cells in self.fields.items()}
            yield document, fields, columns[span].tolist(), list(map(_plain, values[span].tolist()))


def checked_format(path: str | os.PathLike[str]) -> str:
    """The suffix of a file that can be written; to be asked before the work is done."""
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        allowed = ", ".join(_WRITERS)
        raise UsageError(f"{path}: a feature table's name ends in one of {allowed}")
    if suffix == ".parquet":
        _arrow(path)
    return suffix


def write_features(path: str | os.PathLike[str], table: FeatureTable) -> None:
    """Write the table in the format that the path's suffix names."""
    write = _WRITERS[checked_format(path)]
    with atomic_write(path) as stream:
        write(stream, table)


def write_table(stream: IO[bytes], table: FeatureTable, suffix: str) -> None:
    """Write the table in the format of files that end in `suffix`."""
    _WRITERS[suffix](stream, table)


def write_json_lines(stream: IO[bytes], table: FeatureTable) -> None:
    """Write the table as JSON Lines, always UTF-8.

    Half a surrogate pair (from a file name that is not UTF-8) is escaped as JSON escapes it.
    """
    for document, fields, columns, values in table.rows():
        features = {table.names[c]: value for c, value in zip(columns, values, strict=True)}
        row = {"document": document, **({"fields": fields} if fields else {}), "features": features}
        line = json.dumps(row, ensure_ascii=False, allow_nan=False)
        stream.write(f"{line}\n".encode("utf-8", "backslashreplace"))


def _write_csv(stream: IO[bytes], table: FeatureTable) -> None:
    text = io.TextIOWrapper(stream, "utf-8", errors="backslashreplace", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["document", *table.fields, *table.names])
    for document, fields, columns, values in table.rows():
        cells: list[int | float] = [0] * len(table.names)
        for column, value in zip(columns, values, strict=True):
            cells[column] = value
        writer.writerow([document, *fields.values(), *cells])
    text.detach()  # flushed, and left open for its owner


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
    arrays |= {name: np.array(_encodable(texts), dtype=str) for name, texts in strings.items()}
    np.savez_compressed(stream, **arrays)


def _write_parquet(stream: IO[bytes], table: FeatureTable) -> None:
    arrow, parquet = _arrow("parquet")
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


def _arrow(path: str | os.PathLike[str]) -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            f'{path}: Parquet needs pyarrow; install it with pip install "syntacticdiff[tables]"'
        ) from None


_WRITERS: dict[str, Callable[[IO[bytes], FeatureTable], None]] = {
    ".csv": _write_csv,
    ".jsonl": write_json_lines,
    ".npz": _write_npz,
    ".parquet": _write_parquet,
}


def _plain(value: float) -> int | float:
    """A count as a whole number."""
    return int(value) if value == int(value) else value


def _encodable(texts: Iterable[str]) -> list[str]:
    return [text.encode("utf-8", "backslashreplace").decode() for text in texts]
