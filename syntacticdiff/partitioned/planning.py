"""Splitting inputs into partitions: whole files, lines, rows of CSV, row groups of Parquet.

The partitions depend only on the inputs and the requested size, so that a resumed run finds the
same ones. Every section of a file has the checksum of its bytes, so that a file that changes
between two runs, or during one, is detected. `files.documents` reads the documents themselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import (
    STANDARD_INPUT,
    FileInputError,
    FileUsageError,
    Lines,
    Problem,
    ProblemReport,
    Report,
    Span,
    unreadable,
)
from syntacticdiff.files.documents import (
    EMPTY,
    Document,
    ReadingOptions,
    check_inputs,
    nothing_in,
    span_documents,
)
from syntacticdiff.files.folders import about_left_out, files_below
from syntacticdiff.files.office import is_office
from syntacticdiff.files.opening import open_file, refuse_special
from syntacticdiff.files.tables import (
    TABLES,
    arrow_for,
    check_columns,
    csv_rows,
    delimiter_of,
    opened_parquet,
)

_BLOCK = 1 << 20


class UnseenInputError(FileInputError):
    """An input is missing here, or is not as it was when the run was planned."""


@dataclass(frozen=True)
class FileSection:
    """A part of one file with the checksum of its bytes, or the reason why it cannot be read.

    Parameters
    ----------
    file : str
        The name of the file.
    span : Span
        The part of the file.
    size : int, default=0
        How many bytes it takes in memory, which for Parquet is more than on disk.
    checksum : str, default=""
        SHA-256 of its bytes.
    problem : Problem or None, default=None
        Why nothing can be read.
    """

    file: str
    span: Span
    size: int = 0
    checksum: str = ""
    problem: Problem | None = None

    def documents(self, options: ReadingOptions, report: ProblemReport) -> Iterator[Document]:
        """Its documents; raises UnseenInputError if the file is missing or has changed."""
        if self.problem is not None:
            report(self.problem)
            return
        try:
            checksum, _ = _digest(self.span)
        except OSError as error:
            raise UnseenInputError(unreadable(self.file, error).problem) from error
        if checksum != self.checksum:
            reason = (
                "it was changed during the run; start again in a new folder, or put "
                "the old file back and use --resume"
            )
            raise UnseenInputError(Problem(self.file, reason, skipped=False))
        yield from span_documents(self.file, self.span, options, report)


@dataclass(frozen=True)
class Partition:
    """The documents that are processed together and become one part of the result."""

    number: int
    sections: tuple[FileSection, ...]

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return sum(section.size for section in self.sections)

    @property
    def checksum(self) -> str:
        """The checksum of its contents and of the files and spans they are from."""
        digest = hashlib.sha256()
        for section in self.sections:
            span = replace(section.span, path="")  # the same from any working directory
            shown = f"{section.file!r} {span} {section.checksum} {section.problem}\n"
            digest.update(shown.encode("utf-8", "backslashreplace"))
        return digest.hexdigest()


def planned(
    inputs: Sequence[str], options: ReadingOptions, size: int, note: Report | None = None
) -> list[Partition]:
    """Split inputs into partitions of about `size` bytes; small files share one.

    `note` is called as by `read_documents`.

    Raises
    ------
    UsageError
        If the arguments are invalid, as in `read_documents`, and for standard input, which cannot
        be read again.
    """
    if size < 1:
        raise UsageError(f"partition size: at least 1 byte is needed, not {size}")
    if STANDARD_INPUT in inputs:
        raise UsageError(
            "- (standard input) cannot be cut into partitions and read again; write it to a file"
        )
    check_inputs(inputs, options)
    partitions: list[Partition] = []
    waiting: list[FileSection] = []
    held = 0
    for section in _sections(inputs, options, size, note):
        waiting.append(section)
        held += section.size
        if held >= size:
            partitions.append(Partition(len(partitions), tuple(waiting)))
            waiting, held = [], 0
    if waiting:
        partitions.append(Partition(len(partitions), tuple(waiting)))
    return partitions


def _sections(
    inputs: Sequence[str], options: ReadingOptions, size: int, note: Report | None
) -> Iterator[FileSection]:
    for name in inputs:
        if not Path(name).is_dir():
            yield from _file_sections(name, options, size)
            continue
        empty = True
        problems: list[Problem] = []
        left_out: list[str] = []
        for path in files_below(name, options.suffixes, problems.append, left_out):
            empty = False
            yield from _problem_sections(problems)
            yield from _file_sections(path, options, size)
        yield from _problem_sections(problems)
        if empty:
            yield from _problem_sections([nothing_in(name, options)])
        if note is not None and (left := about_left_out(name, left_out, options.suffixes)):
            note(str(left))


def _file_sections(name: str, options: ReadingOptions, size: int) -> Iterator[FileSection]:
    path, lines = os.path.abspath(name), 0
    try:
        for span, weight in _spans(name, options, size):
            placed = replace(span, path=path, lines=lines)
            checksum, ended = _digest(placed)
            lines += ended
            yield FileSection(name, placed, weight, checksum)
    except OSError as error:
        yield from _problem_sections([unreadable(name, error).problem])
    except (FileInputError, FileUsageError) as error:  # FileUsageError: an odd table in a folder
        yield from _problem_sections([error.problem])


def _problem_sections(problems: list[Problem]) -> Iterator[FileSection]:
    """A section for each problem; the list is empty afterwards."""
    while problems:
        problem = problems.pop(0)
        yield FileSection(problem.file, Span(0, 0), problem=problem)


def _spans(name: str, options: ReadingOptions, size: int) -> Iterator[tuple[Span, int]]:
    """The spans of a file, from its beginning to its end, with their sizes in memory."""
    total = os.stat(name).st_size
    suffix = Path(name).suffix.lower() if options.text is not None else ""
    if suffix == ".parquet":
        yield from _group_spans(name, options, size)
        return
    spans: Iterable[Span] = [Span(0, total)]
    if suffix in (".csv", ".tsv") and total:
        spans = _row_spans(name, options, size, total)
    elif (suffix in TABLES or options.lines) and total and not is_office(name):
        spans = _line_spans(name, size, total)
    for span in spans:
        whole = (span.start, span.end) == (0, total)
        yield replace(span, whole=whole), span.end - span.start


def _line_spans(name: str, size: int, total: int) -> Iterator[Span]:
    """Whole lines, at least `size` bytes of them."""
    start = 0
    with open_file(name) as stream:
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
    with open_file(name) as stream:
        lines = Lines(name, stream, Span(0, total))
        # The same error is raised, and reported, when the last span is read.
        with contextlib.suppress(InputError):
            for number, row in csv_rows(lines, delimiter_of(name), options.wanted, _ignored):
                if lines.offset - start >= size:
                    yield Span(start, lines.offset, rows=before, columns=columns)
                    start, before, columns = lines.offset, number, tuple(row)
    if start < total:
        yield Span(start, total, rows=before, columns=columns)


def _group_spans(name: str, options: ReadingOptions, size: int) -> Iterator[tuple[Span, int]]:
    """Row groups of a Parquet file, at least `size` bytes of them."""
    arrow, parquet = arrow_for(name)
    try:
        refuse_special(name)
        with opened_parquet(parquet, name) as file:
            check_columns(name, list(file.schema_arrow.names), options.wanted)
            # A damaged description of a column ends the process where it is asked for below; to
            # read a row of the group finds the same as an error.
            for number in range(file.metadata.num_row_groups):
                next(file.iter_batches(1, [number], use_threads=False), None)
            groups = [file.metadata.row_group(n) for n in range(file.metadata.num_row_groups)]
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:  # names of columns, too
        cause = (str(error).splitlines() or ["damaged"])[0]
        raise FileInputError(Problem(name, f"cannot be read: {cause}", skipped=False)) from error
    if not groups:
        raise FileInputError(Problem(name, EMPTY, skipped=False))
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


def _ignored(problem: Problem) -> None:
    """Ignore a problem: it is reported when the documents are read."""


def _digest(span: Span) -> tuple[str, int]:
    """The checksum of the bytes of a span, and how many lines end in it."""
    digest, lines, left = hashlib.sha256(), 0, span.end - span.start
    with open_file(span.path) as stream:
        stream.seek(span.start)
        while left and (block := stream.read(min(left, _BLOCK))):
            digest.update(block)
            lines += block.count(b"\n")
            left -= len(block)
    return digest.hexdigest(), lines
