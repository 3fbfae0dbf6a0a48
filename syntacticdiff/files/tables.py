"""The rows of tables: CSV, TSV, JSON Lines and Parquet, streamed.

A row that cannot be read is reported and skipped. A table without a column that the caller asked
for raises an error.
"""

from __future__ import annotations

import csv
import importlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING

from syntacticdiff.files.decoding import (
    MAX_DOCUMENT_BYTES,
    STANDARD_INPUT,
    FileInputError,
    FileUsageError,
    Lines,
    Problem,
    ProblemReport,
    Span,
    TooLargeError,
    open_lines,
)
from syntacticdiff.files.opening import refuse_special

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyarrow.parquet import ParquetFile

FORMATS = ("csv", "tsv", "jsonl", "parquet")  # of standard input
TABLES = (".csv", ".tsv", ".jsonl", ".parquet")

_NAMED_COLUMNS = 30  # in messages
_PARQUET_ROWS = 256  # held in memory at a time
_PARQUET_BUFFER = 1 << 20
_PARQUET = b"PAR1"  # the first bytes of a file

NumberedRow = tuple[int, Mapping[str, object]]  # the number, from 1, and the cells by column


def table_rows(
    name: str,
    wanted: Mapping[str, str],
    report: ProblemReport,
    span: Span | None = None,
    piped: str = "jsonl",
) -> Iterator[NumberedRow]:
    """Read the rows of a table, whose suffix names the format.

    Parameters
    ----------
    name : str
        The path of the table, or `-` for standard input.
    wanted : mapping of str to str
        The columns that the table must have, each with the option that chose it. In JSON Lines the
        first object must have them; in the others a missing cell is None.
    report : callable
        Takes a `Problem`: called for every row that is skipped.
    span : Span or None, default=None
        The part of the file to read; rows are numbered as in the whole file.
    piped : {"csv", "tsv", "jsonl", "parquet"}, default="jsonl"
        The format of standard input.

    Yields
    ------
    tuple of int and mapping
        The number of the row, from 1, and its cells by column.

    Raises
    ------
    FileUsageError
        If a wanted column is missing.
    FileInputError
        If the file cannot be read, or not to its end.
    """
    suffix = f".{piped}" if name == STANDARD_INPUT else Path(name).suffix.lower()
    if suffix == ".parquet":
        yield from _parquet_rows(name, wanted, report, span)
        return
    with open_lines(name, report, span) as lines:
        if suffix == ".jsonl":
            yield from _json_rows(lines, wanted, report, checked=span is not None)
        else:
            yield from csv_rows(lines, delimiter_of(suffix), wanted, report, span)


def delimiter_of(name: str) -> str:
    """What separates the cells of a .csv or .tsv file."""
    return "," if name.lower().endswith(".csv") else "\t"


def check_columns(name: str, columns: Sequence[str], wanted: Mapping[str, str]) -> None:
    """Raise FileUsageError for a table without a wanted column, or with two of that name."""
    for column, option in wanted.items():
        if columns.count(column) != 1:
            problem = "two columns" if column in columns else "no column"
            reason = (
                f'{problem} "{column}"; it has {named_columns(columns)}. Choose one with {option}.'
            )
            raise FileUsageError(Problem(name, reason, skipped=False))


def named_columns(columns: Iterable[str]) -> str:
    """The names of columns for a message: a few dozen of them at most."""
    columns = [" ".join(column.split()) for column in columns]  # a message is one line
    known = ", ".join(columns[:_NAMED_COLUMNS]) if columns else "none"
    more = len(columns) - _NAMED_COLUMNS
    return f"{known} and {more:,} more" if more > 0 else known


def csv_rows(
    lines: Lines,
    delimiter: str,
    wanted: Mapping[str, str],
    report: ProblemReport,
    span: Span | None = None,
) -> Iterator[NumberedRow]:
    """Rows of a CSV; when one is yielded, `lines` has been read up to its end."""
    if csv.field_size_limit() < MAX_DOCUMENT_BYTES:  # the module's own limit is 128 KB
        csv.field_size_limit(MAX_DOCUMENT_BYTES)
    # Strict: an unclosed quote would otherwise silently swallow the rest of the file.
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    columns: list[str] = [] if span is None else list(span.columns)
    number = 0 if span is None else span.rows
    while True:
        line = lines.number + 1
        try:
            cells = next(reader, None)
        except TooLargeError as error:
            if lines.number > line or error.quotes % 2 or not columns:
                raise  # the row continues, and its end is unknown
            number += 1
            report(Problem(lines.name, error.problem.reason, number))
            continue
        except csv.Error as error:
            where = f"the row that begins in line {line}"
            if "expected after" in str(error) and columns:
                number += 1
                reason = f'{where} has text after a closing quote; write " as ""'
                report(Problem(lines.name, reason))
                continue
            # It is unknown where the next row begins.
            reason = f"{where} cannot be read ({error}); nothing after it was"
            raise FileInputError(Problem(lines.name, reason, skipped=False)) from None
        if cells is None:
            return
        if not cells:  # a blank line
            continue
        if not columns:
            columns = cells
            check_columns(lines.name, columns, wanted)
            continue
        number += 1
        if len(cells) == len(columns):
            yield number, dict(zip(columns, cells, strict=True))
        else:
            reason = f"{len(cells)} cells in line {line} where the header has {len(columns)}"
            report(Problem(lines.name, reason, number))


def _json_rows(
    lines: Lines, wanted: Mapping[str, str], report: ProblemReport, *, checked: bool
) -> Iterator[NumberedRow]:
    for number, line in lines.numbered(report):
        if line.isspace():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or long"
            report(Problem(lines.name, f"not JSON ({reason})", number))
            continue
        if not isinstance(row, dict):
            report(Problem(lines.name, "not a JSON object", number))
            continue
        if not checked:
            check_columns(lines.name, list(row), wanted)
            checked = True
        yield number, dict.fromkeys(wanted) | row


def _parquet_rows(
    name: str, wanted: Mapping[str, str], report: ProblemReport, span: Span | None
) -> Iterator[NumberedRow]:
    arrow, parquet = arrow_for(name)
    number = 0 if span is None else span.rows
    try:
        path = _parquet_file(name) if span is None else span.path
        with opened_parquet(parquet, path) as file:
            groups = None if span is None else range(*span.groups)
            schema = file.schema_arrow
            check_columns(name, list(schema.names), wanted)
            # Images and lists are not fields of a document, and reading them would cost memory.
            flat = [
                column.name
                for column in schema
                if not arrow.types.is_nested(column.type) and "binary" not in str(column.type)
            ]
            for column in wanted:
                if column not in flat:
                    kind = schema.field(column).type
                    reason = f'column "{column}" holds {kind}, not text'
                    raise FileUsageError(Problem(name, reason, skipped=False))
            for batch in file.iter_batches(_PARQUET_ROWS, groups, columns=flat):
                for row in _decoded_rows(batch):
                    number += 1
                    if row is None:
                        report(Problem(name, "not UTF-8", number))
                    else:
                        yield number, row
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        cause = (str(error).splitlines() or ["damaged"])[0]
        after = f" after row {number}" if number else ""
        reason = f"cannot be read{after}: {cause}"
        raise FileInputError(Problem(name, reason, skipped=False)) from error


def opened_parquet(parquet: ModuleType, path: str | IO[bytes]) -> ParquetFile:
    """A Parquet file whose row groups have as many rows as it says, and none a negative number."""
    # Without a buffer size, a whole row group would be read at once.
    file = parquet.ParquetFile(path, buffer_size=_PARQUET_BUFFER, pre_buffer=False)
    groups = range(file.metadata.num_row_groups)
    rows = [file.metadata.row_group(number).num_rows for number in groups]
    if min(rows, default=0) < 0 or sum(rows) != file.metadata.num_rows:
        file.close()
        raise OSError("it is damaged: its row groups do not have the rows that it says")
    return file


def _parquet_file(name: str) -> str | IO[bytes]:
    """A file that can be read in any order, which a pipe cannot."""
    if name != STANDARD_INPUT:
        refuse_special(name)
        return name
    if sys.stdin is None:
        raise FileInputError(Problem(name, "standard input is closed", skipped=False))
    first = sys.stdin.buffer.read(len(_PARQUET))
    if first != _PARQUET:  # it may never end
        raise FileInputError(Problem(name, "cannot be read: not a Parquet file", skipped=False))
    copy = tempfile.TemporaryFile()  # noqa: SIM115  # gone when nobody reads it any more
    copy.write(first)
    shutil.copyfileobj(sys.stdin.buffer, copy)
    copy.seek(0)
    return copy


def _decoded_rows(batch: RecordBatch) -> Iterator[Mapping[str, object] | None]:
    """The rows of a batch; None for one with text that is not UTF-8."""
    try:
        yield from batch.to_pylist()
        return
    except UnicodeDecodeError:
        pass
    for number in range(batch.num_rows):
        try:
            [row] = batch.slice(number, 1).to_pylist()
        except UnicodeDecodeError:
            row = None
        yield row


def arrow_for(name: str) -> tuple[ModuleType, ModuleType]:
    """The modules that read and write Parquet, or an error that says how to install them."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        reason = 'Parquet needs pyarrow; install it with pip install "syntacticdiff[tables]"'
        raise FileUsageError(Problem(name, reason, skipped=False)) from None
