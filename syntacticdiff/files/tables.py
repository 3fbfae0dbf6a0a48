"""The rows of tables: CSV, TSV, JSON Lines and Parquet, streamed.

A row that cannot be read is reported and left out. Which column holds what is for `io` to say; a
table that lacks a wanted column is the caller's mistake and is refused whole.
"""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import (
    MAX_DOCUMENT_BYTES,
    STANDARD_INPUT,
    Lines,
    Problem,
    Report,
    Span,
    TooLargeError,
    open_lines,
)

TABLES = (".csv", ".tsv", ".jsonl", ".parquet")

_PARQUET_ROWS = 256  # that are held at a time
_PARQUET_BUFFER = 1 << 20

Row = tuple[int, Mapping[str, Any]]  # its number, counted from 1, and its cells by column


def table_rows(
    name: str, wanted: Mapping[str, str], report: Report, span: Span | None = None
) -> Iterator[Row]:
    """Rows of a table, chosen by its suffix (standard input is JSON Lines).

    Parameters
    ----------
    wanted : the columns that it must have, each with the option that chose it. In JSON Lines the
        first object is the one that must have them; of others that do not, `None` is the cell.
    span : the part of the file to read; rows are numbered as in the whole
    """
    suffix = ".jsonl" if name == STANDARD_INPUT else Path(name).suffix.lower()
    if suffix == ".parquet":
        yield from _parquet_rows(name, wanted, report, span)
        return
    with open_lines(name, report, span) as lines:
        if suffix == ".jsonl":
            yield from _json_rows(lines, wanted, report, checked=span is not None)
        else:
            yield from csv_rows(lines, delimiter_of(name), wanted, report, span)


def delimiter_of(name: str) -> str:
    """Between the cells of a .csv or .tsv file."""
    return "," if name.lower().endswith(".csv") else "\t"


def check_columns(name: str, columns: Sequence[str], wanted: Mapping[str, str]) -> None:
    """Refuse a table without a wanted column, or with two of that name."""
    for column, option in wanted.items():
        if columns.count(column) != 1:
            problem = "two columns" if column in columns else "no column"
            known = ", ".join(columns) if columns else "none"
            raise UsageError(
                f'{name}: {problem} "{column}"; it has {known}. Choose one with {option}.'
            )


def csv_rows(
    lines: Lines,
    delimiter: str,
    wanted: Mapping[str, str],
    report: Report,
    span: Span | None = None,
) -> Iterator[Row]:
    """Rows of a CSV; when one is yielded, `lines` stands just behind it."""
    if csv.field_size_limit() < MAX_DOCUMENT_BYTES:  # the module's own limit is 128 KB
        csv.field_size_limit(MAX_DOCUMENT_BYTES)
    # Strict: an unclosed quote would otherwise swallow the rest of the file without a word.
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    columns: list[str] = [] if span is None else list(span.columns)
    number = 0 if span is None else span.rows
    while True:
        line = lines.number + 1
        try:
            cells = next(reader, None)
        except TooLargeError as error:
            if lines.number > line or error.quotes % 2 or not columns:
                raise  # the row goes on, to nobody knows where
            number += 1
            report(Problem(lines.name, number, error.args[0].reason))
            continue
        except csv.Error as error:
            where = f"{lines.name}: the row that begins in line {line}"
            if "expected after" in str(error) and columns:
                number += 1
                report(f'{where} has text after a closing quote; write " as ""; skipped')
                continue
            # Where the next row begins is anyone's guess.
            raise InputError(f"{where} cannot be read ({error}); nothing after it was") from None
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
            report(Problem(lines.name, number, f"{reason}; skipped"))


def _json_rows(
    lines: Lines, wanted: Mapping[str, str], report: Report, *, checked: bool
) -> Iterator[Row]:
    for number, line in lines.numbered(report):
        if line.isspace():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or long"
            report(Problem(lines.name, number, f"not JSON ({reason}); skipped"))
            continue
        if not isinstance(row, dict):
            report(Problem(lines.name, number, "not a JSON object; skipped"))
            continue
        if not checked:
            check_columns(lines.name, list(row), wanted)
            checked = True
        yield number, dict.fromkeys(wanted) | row


def _parquet_rows(
    name: str, wanted: Mapping[str, str], report: Report, span: Span | None
) -> Iterator[Row]:
    arrow, parquet = arrow_for(name)
    number = 0 if span is None else span.rows
    try:
        # Without a buffer's size, a whole row group would be read at once.
        path = name if span is None else span.path
        with parquet.ParquetFile(path, buffer_size=_PARQUET_BUFFER, pre_buffer=False) as file:
            groups = None if span is None else range(*span.groups)
            schema = file.schema_arrow
            check_columns(name, list(schema.names), wanted)
            # Pictures and lists are no fields, and reading them would cost memory.
            flat = [
                column.name
                for column in schema
                if not arrow.types.is_nested(column.type) and "binary" not in str(column.type)
            ]
            for column in wanted:
                if column not in flat:
                    kind = schema.field(column).type
                    raise UsageError(f'{name}: column "{column}" holds {kind}, not text')
            for batch in file.iter_batches(_PARQUET_ROWS, groups, columns=flat):
                for row in _decoded_rows(batch):
                    number += 1
                    if row is None:
                        report(Problem(name, number, "not UTF-8; skipped"))
                    else:
                        yield number, row
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = (str(error).splitlines() or ["damaged"])[0]
        after = f" after row {number}" if number else ""
        raise InputError(f"{name}: cannot be read{after}: {reason}") from error


def _decoded_rows(batch: Any) -> Iterator[Mapping[str, Any] | None]:
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


def arrow_for(name: str) -> tuple[Any, Any]:
    """The modules that read Parquet, or an error that says how to get them."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            f'{name}: Parquet needs pyarrow; install it with pip install "syntacticdiff[tables]"'
        ) from None
