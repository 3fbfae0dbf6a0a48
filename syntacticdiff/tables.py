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

from syntacticdiff.decoding import MAX_DOCUMENT_BYTES, STANDARD_INPUT, Lines, Report, open_lines
from syntacticdiff.errors import InputError, UsageError

TABLES = (".csv", ".tsv", ".jsonl", ".parquet")

_PARQUET_ROWS = 256  # that are held at a time

Row = tuple[int, Mapping[str, Any]]  # its number, counted from 1, and its cells by column


def table_rows(name: str, wanted: Mapping[str, str], report: Report) -> Iterator[Row]:
    """Rows of a table, chosen by its suffix (standard input is JSON Lines).

    Parameters
    ----------
    wanted : the columns that it must have, each with the option that chose it. In JSON Lines the
        first object is the one that must have them; of others that do not, `None` is the cell.
    """
    suffix = ".jsonl" if name == STANDARD_INPUT else Path(name).suffix.lower()
    if suffix == ".parquet":
        yield from _parquet_rows(name, wanted)
        return
    with open_lines(name, report) as lines:
        if suffix == ".jsonl":
            yield from _json_rows(lines, wanted, report)
        else:
            yield from _csv_rows(lines, "," if suffix == ".csv" else "\t", wanted, report)


def _check_columns(name: str, columns: Sequence[str], wanted: Mapping[str, str]) -> None:
    for column, option in wanted.items():
        if columns.count(column) != 1:
            problem = "two columns" if column in columns else "no column"
            known = ", ".join(columns) if columns else "none"
            raise UsageError(
                f'{name}: {problem} "{column}"; it has {known}. Choose one with {option}.'
            )


def _csv_rows(
    lines: Lines, delimiter: str, wanted: Mapping[str, str], report: Report
) -> Iterator[Row]:
    if csv.field_size_limit() < MAX_DOCUMENT_BYTES:  # the module's own limit is 128 KB
        csv.field_size_limit(MAX_DOCUMENT_BYTES)
    # Strict: an unclosed quote would otherwise swallow the rest of the file without a word.
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    columns: list[str] = []
    number = 0
    while True:
        line = lines.number + 1
        try:
            cells = next(reader, None)
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
            _check_columns(lines.name, columns, wanted)
            continue
        number += 1
        if len(cells) == len(columns):
            yield number, dict(zip(columns, cells, strict=True))
        else:
            report(
                f"{lines.name}:{number}: {len(cells)} cells in line {line} where the header has "
                f"{len(columns)}; skipped"
            )


def _json_rows(lines: Lines, wanted: Mapping[str, str], report: Report) -> Iterator[Row]:
    first = True
    for number, line in lines.numbered(report):
        if line.isspace():
            continue
        place = f"{lines.name}:{number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or long"
            report(f"{place}: not JSON ({reason}); skipped")
            continue
        if not isinstance(row, dict):
            report(f"{place}: not a JSON object; skipped")
            continue
        if first:
            _check_columns(lines.name, list(row), wanted)
            first = False
        yield number, dict.fromkeys(wanted) | row


def _parquet_rows(name: str, wanted: Mapping[str, str]) -> Iterator[Row]:
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            f'{name}: Parquet needs pyarrow; install it with pip install "syntacticdiff[tables]"'
        ) from None
    number = 0
    try:
        with parquet.ParquetFile(name) as file:
            schema = file.schema_arrow
            _check_columns(name, list(schema.names), wanted)
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
            for batch in file.iter_batches(_PARQUET_ROWS, columns=flat):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = (str(error).splitlines() or ["damaged"])[0]
        after = f" after row {number}" if number else ""
        raise InputError(f"{name}: cannot be read{after}: {reason}") from error
