"""Cutting inputs into partitions: whole files, lines, rows of CSV, row groups of Parquet.

The cut depends on the inputs and the size asked for, and on nothing else, so that a run that goes
on later finds the same partitions. Every piece has the checksum of its bytes: a file that changes
between two runs, or in the middle of one, is found out. Reading the documents themselves is `io`'s
business.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.corpora import (
    Document,
    ReadingOptions,
    check_inputs,
    files_below,
    span_documents,
)
from syntacticdiff.files.decoding import STANDARD_INPUT, Lines, Report, Span, unreadable
from syntacticdiff.files.tables import TABLES, arrow_for, check_columns, csv_rows, delimiter_of

_BLOCK = 1 << 20


class UnseenInputError(InputError):
    """An input is not here as it was when and where the run was planned."""


@dataclass(frozen=True)
class Piece:
    """A part of one file, with the checksum of its bytes; or why nothing can be read from it.

    `size` is what it will take in memory, which for Parquet is more than on disk.
    """

    file: str
    span: Span
    size: int = 0
    checksum: str = ""
    problem: str | None = None

    def documents(self, options: ReadingOptions, report: Report) -> Iterator[Document]:
        """Its documents, if it still is what it was."""
        if self.problem is not None:
            report(self.problem)
            return
        try:
            checksum, _ = _digest(self.span)
        except OSError as error:
            raise UnseenInputError(str(unreadable(self.file, error))) from error
        if checksum != self.checksum:
            raise UnseenInputError(
                f"{self.file}: it was changed while the run was going on; start again in a new "
                "folder, or put the old file back and use --resume"
            )
        yield from span_documents(self.file, self.span, options, report)


@dataclass(frozen=True)
class Partition:
    """What is done at a time, and becomes one part of the result."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """In bytes."""
        return sum(piece.size for piece in self.pieces)

    @property
    def checksum(self) -> str:
        """Of what is in it and where that is from."""
        digest = hashlib.sha256()
        for piece in self.pieces:
            span = replace(piece.span, path="")  # the same from wherever the program is called
            shown = f"{piece.file!r} {span} {piece.checksum} {piece.problem}\n"
            digest.update(shown.encode("utf-8", "backslashreplace"))
        return digest.hexdigest()


def planned(inputs: Sequence[str], options: ReadingOptions, size: int) -> list[Partition]:
    """The inputs in partitions of about `size` bytes; small files share one.

    Raises
    ------
    UsageError
        if the call is at fault, as `read_documents` does; and for standard input, which cannot be
        read again
    """
    if size < 1:
        raise UsageError(f"partition size: at least 1 byte is needed, not {size}")
    if STANDARD_INPUT in inputs:
        raise UsageError(
            "- (standard input) cannot be cut into partitions and read again; write it to a file"
        )
    check_inputs(inputs, options)
    partitions: list[Partition] = []
    waiting: list[Piece] = []
    held = 0
    for piece in _pieces(inputs, options, size):
        waiting.append(piece)
        held += piece.size
        if held >= size:
            partitions.append(Partition(len(partitions), tuple(waiting)))
            waiting, held = [], 0
    if waiting:
        partitions.append(Partition(len(partitions), tuple(waiting)))
    return partitions


def _pieces(inputs: Sequence[str], options: ReadingOptions, size: int) -> Iterator[Piece]:
    for name in inputs:
        if not Path(name).is_dir():
            yield from _file_pieces(name, options, size)
            continue
        empty = True
        try:
            for path in files_below(name, options.suffixes):
                empty = False
                yield from _file_pieces(path, options, size)
        except InputError as error:
            yield _nothing(name, error)
        if empty:
            wanted = " or ".join(options.suffixes)
            yield Piece(name, Span(0, 0), problem=f"{name}: no {wanted} file here or below")


def _file_pieces(name: str, options: ReadingOptions, size: int) -> Iterator[Piece]:
    path, lines = os.path.abspath(name), 0
    try:
        for span, weight in _spans(name, options, size):
            placed = replace(span, path=path, lines=lines)
            checksum, ended = _digest(placed)
            lines += ended
            yield Piece(name, placed, weight, checksum)
    except OSError as error:
        yield _nothing(name, unreadable(name, error))
    except (InputError, UsageError) as error:  # UsageError: an odd table in a folder
        yield _nothing(name, error)


def _nothing(name: str, error: Exception) -> Piece:
    return Piece(name, Span(0, 0), problem=str(error))


def _spans(name: str, options: ReadingOptions, size: int) -> Iterator[tuple[Span, int]]:
    """The parts of a file from its beginning to its end, with their sizes in memory."""
    total = os.stat(name).st_size
    suffix = Path(name).suffix.lower() if options.text is not None else ""
    if suffix == ".parquet":
        yield from _group_spans(name, options, size)
        return
    spans: Iterable[Span] = [Span(0, total)]
    if suffix in (".csv", ".tsv") and total:
        spans = _row_spans(name, options, size, total)
    elif (suffix in TABLES or options.lines) and total:
        spans = _line_spans(name, size, total)
    for span in spans:
        whole = (span.start, span.end) == (0, total)
        yield replace(span, whole=whole), span.end - span.start


def _line_spans(name: str, size: int, total: int) -> Iterator[Span]:
    """Whole lines, at least `size` bytes of them."""
    start = 0
    with Path(name).open("rb") as stream:
        while start < total:
            stream.seek(start + size - 1)
            while (line := stream.readline(_BLOCK)) and not line.endswith(b"\n"):
                pass
            end = min(stream.tell(), total)
            yield Span(start, end)
            start = end


def _row_spans(name: str, options: ReadingOptions, size: int, total: int) -> Iterator[Span]:
    """Whole rows of a CSV, which may have line breaks in their cells."""
    start = before = 0
    columns: tuple[str, ...] = ()
    with Path(name).open("rb") as stream:
        lines = Lines(name, stream, Span(0, total))
        # Whoever reads the last span will find the same error, and say it.
        with contextlib.suppress(InputError):
            for number, row in csv_rows(lines, delimiter_of(name), options.wanted, _unsaid):
                if lines.offset - start >= size:
                    yield Span(start, lines.offset, rows=before, columns=columns)
                    start, before, columns = lines.offset, number, tuple(row)
    if start < total:
        yield Span(start, total, rows=before, columns=columns)


def _group_spans(name: str, options: ReadingOptions, size: int) -> Iterator[tuple[Span, int]]:
    """Row groups of a Parquet file, as many as make up the size."""
    arrow, parquet = arrow_for(name)
    try:
        with parquet.ParquetFile(name) as file:
            check_columns(name, list(file.schema_arrow.names), options.wanted)
            groups = [file.metadata.row_group(n) for n in range(file.metadata.num_row_groups)]
    except (arrow.ArrowException, OSError) as error:
        reason = (str(error).splitlines() or ["damaged"])[0]
        raise InputError(f"{name}: cannot be read: {reason}") from error
    if not groups:
        raise InputError(f"{name}: empty: there is no text in it")
    first = rows = held = 0
    for number, group in enumerate(groups, 1):
        held += group.total_byte_size
        if held >= size or number == len(groups):
            chosen = groups[first:number]
            columns = [group.column(n) for group in chosen for n in range(group.num_columns)]
            start = min(c.dictionary_page_offset or c.data_page_offset for c in columns)
            end = max(
                (c.dictionary_page_offset or c.data_page_offset) + c.total_compressed_size
                for c in columns
            )
            whole = len(chosen) == len(groups)
            yield Span(start, end, rows=rows, groups=(first, number), whole=whole), held
            rows += sum(group.num_rows for group in chosen)
            first, held = number, 0


def _unsaid(message: str) -> None:
    """What is wrong with a row is said when it is read for good."""


def _digest(span: Span) -> tuple[str, int]:
    """The checksum of the bytes of a file's part, and how many lines end in it."""
    digest, lines, left = hashlib.sha256(), 0, span.end - span.start
    with Path(span.path).open("rb") as stream:
        stream.seek(span.start)
        while left and (block := stream.read(min(left, _BLOCK))):
            digest.update(block)
            lines += block.count(b"\n")
            left -= len(block)
    return digest.hexdigest(), lines
