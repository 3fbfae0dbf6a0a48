"""From bytes to lines of text: UTF-8 with or without a byte order mark, and nothing else.

Bytes that are not UTF-8 become U+FFFD, which is reported once for each file. A NUL byte means that
the file is not text (but UTF-16, or a program). Lines end at a line feed only.

In a part of a file (a `Span`) nothing is replaced. Invalid bytes become surrogates, as in Python's
file names, so that only the document that contains them is rejected (`unfit`).
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.opening import open_file

if TYPE_CHECKING:
    from typing_extensions import Buffer

STANDARD_INPUT = "-"

# The largest document. A novel is about a twentieth of this; memory must stay bounded.
MAX_DOCUMENT_BYTES = 1 << 24

TOO_LARGE = f"larger than {MAX_DOCUMENT_BYTES >> 20} MB"
_BLOCK = 1 << 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REPLACEMENT = "\ufffd"
_SURROGATE = re.compile("[\ud800-\udfff]")

Report = Callable[[str], None]  # takes a message, one line


@dataclass(frozen=True)
class Problem:
    """What is wrong with a file, or with one document in it; `str` gives the message.

    Parameters
    ----------
    file : str
        The name of the file.
    reason : str
        What is wrong, and what to do about it.
    row : int or None, default=None
        The line or row of the document, from 1; None if the whole file is meant.
    skipped : bool, default=True
        Whether the message says that it is skipped.
    """

    file: str
    reason: str
    row: int | None = None
    skipped: bool = True

    def __str__(self) -> str:
        place = self.file if self.row is None else f"{self.file}:{self.row}"
        return f"{place}: {self.reason}{'; skipped' if self.skipped else ''}"


ProblemReport = Callable[[Problem], None]


def as_text(report: Report) -> ProblemReport:
    """Report problems as messages."""
    return lambda problem: report(str(problem))


class FileInputError(InputError):
    """A file cannot be read, because of `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class FileUsageError(UsageError):
    """A file cannot be read in the way that was asked for, because of `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class Span:
    """A part of a file that can be read by itself: bytes `start` to `end`.

    Parameters
    ----------
    start, end : int
        The bytes of the file.
    lines, rows : int, default=0
        How many lines and rows precede it.
    columns : tuple of str, default=()
        The header of a CSV file, which the span does not contain.
    groups : tuple of int, default=(0, 0)
        The first row group of a Parquet file in the span, and the first one after it.
    path : str, default=""
        The absolute path of the file, for processes that run in another folder.
    whole : bool, default=False
        Whether the span is the whole file, so that the file is empty if nothing is found.
    """

    start: int
    end: int
    lines: int = 0
    rows: int = 0
    columns: tuple[str, ...] = ()
    groups: tuple[int, int] = (0, 0)
    path: str = ""
    whole: bool = False


class TooLargeError(FileInputError):
    """One line is too large to be a document; the lines after it can be read.

    `quotes` is the number of quotation marks in it: after an odd number a CSV cell continues.
    """

    def __init__(self, problem: Problem, quotes: int = 0) -> None:
        super().__init__(problem)
        self.quotes = quotes


class Lines:
    """The lines of a binary stream as text, each with its line end.

    UTF-8 can be decoded line by line, because no longer sequence contains the line feed's byte.
    """

    def __init__(
        self,
        name: str,
        stream: IO[bytes],
        span: Span | None = None,
        *,
        allow_nul: bool = False,
    ) -> None:
        self.name = name
        self.number = 0 if span is None else span.lines  # of the last line read, from 1
        self.offset = 0 if span is None else span.start  # where the next line begins
        self._stream = stream
        self._replaces = span is None
        self._allow_nul = allow_nul
        self._replaced = 0
        self._first = 0  # offset of the first byte that is not UTF-8

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        raw = self._read(self._stream.readline)
        if not raw:
            raise StopIteration
        self.number += 1
        if len(raw) <= MAX_DOCUMENT_BYTES:
            return self._decoded(raw)
        quotes = 0
        while raw:
            if self._replaces and not self._allow_nul and b"\0" in raw:
                self._decoded(raw)  # raises: it is not text, and may never end
            self.offset += len(raw)
            quotes += raw.count(b'"')
            raw = b"" if raw.endswith(b"\n") else self._read(self._stream.readline)
        raise TooLargeError(Problem(self.name, TOO_LARGE, self.number), quotes)

    def numbered(self, report: ProblemReport) -> Iterator[tuple[int, str]]:
        """Lines with their numbers; those that are too large are reported and skipped."""
        while True:
            try:
                line = next(self, None)
            except TooLargeError as error:
                report(error.problem)
                continue
            if line is None:
                return
            yield self.number, line

    def everything(self) -> str:
        """All lines in one string."""
        raw = b"".join(self._blocks())
        if len(raw) > MAX_DOCUMENT_BYTES:
            reason = (
                f"{TOO_LARGE}, too much for one document; "
                "split it, or use --lines if each line is a document"
            )
            raise FileInputError(Problem(self.name, reason, skipped=False))
        return self._decoded(raw)

    def report_replaced(self, report: ProblemReport) -> None:
        """Report how much was not UTF-8, if anything was; to be called at the end."""
        if self._replaced:
            places = "1 place" if self._replaced == 1 else f"{self._replaced} places"
            reason = f"not UTF-8 in {places}, first at byte {self._first}; replaced by U+FFFD"
            report(Problem(self.name, reason, skipped=False))

    def _blocks(self) -> Iterator[bytes]:
        """All that is left, up to more than a document may have; a short file takes no more."""
        left = MAX_DOCUMENT_BYTES + 1
        while left > 0 and (block := self._read(lambda most: self._stream.read(min(most, _BLOCK)))):
            left -= len(block)
            yield block

    def _read(self, method: Callable[[int], bytes]) -> bytes:
        try:
            return method(MAX_DOCUMENT_BYTES + 1)
        except OSError as error:
            raise unreadable(self.name, error) from error

    def _decoded(self, raw: bytes) -> str:
        start, self.offset = self.offset, self.offset + len(raw)
        if start == 0:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                reason = "UTF-16, not UTF-8; convert it first (iconv)"
                raise FileInputError(Problem(self.name, reason, skipped=False))
            if raw.startswith(_BYTE_ORDER_MARK):
                raw, start = raw[len(_BYTE_ORDER_MARK) :], len(_BYTE_ORDER_MARK)
        if not self._replaces:
            return raw.decode(errors="surrogateescape")
        if not self._allow_nul and (place := raw.find(0)) >= 0:
            reason = f"not text: NUL at byte {start + place}"
            raise FileInputError(Problem(self.name, reason, skipped=False))
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            text = raw.decode(errors="replace")
            if not self._replaced:
                self._first = start + error.start
            self._replaced += text.count(_REPLACEMENT) - raw.count(_REPLACEMENT.encode())
            return text


@contextlib.contextmanager
def open_lines(
    name: str, report: ProblemReport, span: Span | None = None, *, allow_nul: bool = False
) -> Iterator[Lines]:
    """The lines of a file, or of standard input; what was replaced is reported at the end.

    With a `span`, only that part of the file is read. With `allow_nul`, NUL is a character.
    """
    if name == STANDARD_INPUT:
        if sys.stdin is None:  # the shell's <&-
            raise FileInputError(Problem(name, "standard input is closed", skipped=False))
        lines = Lines(name, sys.stdin.buffer, allow_nul=allow_nul)
        yield lines
    else:
        try:
            path = Path(name if span is None else span.path)
            stream = open_file(path, stream=span is None)
        except OSError as error:
            raise unreadable(name, error) from error
        with stream:
            part: IO[bytes] = stream
            if span is not None:
                stream.seek(span.start)
                part = io.BufferedReader(_Limited(stream, span.end - span.start))
            lines = Lines(name, part, span, allow_nul=allow_nul)
            yield lines
    lines.report_replaced(report)


class _Limited(io.RawIOBase):
    """The next `length` bytes of a stream, and then its end."""

    def __init__(self, stream: IO[bytes], length: int) -> None:
        self._stream, self._left = stream, length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        data = self._stream.read(min(len(view), self._left))
        view[: len(data)] = data
        self._left -= len(data)
        return len(data)


def unfit(text: str) -> str | None:
    """Why text of a `Span` cannot be a document: it has a NUL, or bytes that are not UTF-8."""
    if "\0" in text:
        return "not text: it has a NUL"
    return "not UTF-8" if _SURROGATE.search(text) else None


def unreadable(name: str, error: OSError) -> FileInputError:
    """The error to raise if the operating system does not let us read a file."""
    reason = f"cannot be read: {error.strerror or error}"
    return FileInputError(Problem(name, reason, skipped=False))


def without_surrogates(text: str) -> str:
    """Replace surrogates, which JSON can escape but which cannot be encoded, by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(
            _REPLACEMENT if "\ud800" <= character <= "\udfff" else character for character in text
        )
    return text
