"""From bytes to lines of text: UTF-8 with or without a byte order mark, and nothing else.

Bytes that are not UTF-8 become U+FFFD, and that is reported once for each file; a NUL byte means
that the file is no text at all (UTF-16, or a program). Lines end at a line feed only.

Of a part of a file (a `Span`) nothing is mended: such bytes are kept, as Python keeps those of file
names, so that the one document that has them can be refused (`unfit`) and no other.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from syntacticdiff.errors import InputError

STANDARD_INPUT = "-"

# No document may be larger: a novel has a twentieth of this, and memory must stay bounded.
MAX_DOCUMENT_BYTES = 1 << 24

TOO_LARGE = f"larger than {MAX_DOCUMENT_BYTES >> 20} MB"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REPLACEMENT = "\ufffd"
_SURROGATE = re.compile("[\ud800-\udfff]")

Report = Callable[[str], None]


class Problem(str):
    """A line for people about one document of a file; programs are told file, row and reason."""

    file: str
    row: int
    reason: str

    def __new__(cls, file: str, row: int, reason: str) -> Problem:
        made = super().__new__(cls, f"{file}:{row}: {reason}")
        made.file, made.row, made.reason = file, row, reason
        return made


@dataclass(frozen=True)
class Span:
    """A part of a file that can be read by itself: bytes `start` to `end`.

    Parameters
    ----------
    lines, rows : how many there are before it
    columns : the names in a CSV file's first row, which is not in it
    groups : the first row group of a Parquet file that is in it, and the first after them
    path : where the file is for a process that works in another folder
    whole : whether that is all of the file, so that it is empty if nothing is found
    """

    start: int
    end: int
    lines: int = 0
    rows: int = 0
    columns: tuple[str, ...] = ()
    groups: tuple[int, int] = (0, 0)
    path: str = ""
    whole: bool = False


class TooLargeError(InputError):
    """One line is too large to be a document; the lines after it can be read.

    `quotes` is how many quotation marks are in it: after an odd number a CSV cell goes on.
    """

    quotes = 0


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
        self.number = 0 if span is None else span.lines  # of the line that was read last, from 1
        self.offset = 0 if span is None else span.start  # where the next line begins
        self._stream = stream
        self._mends = span is None
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
            self.offset += len(raw)
            quotes += raw.count(b'"')
            raw = b"" if raw.endswith(b"\n") else self._read(self._stream.readline)
        error = TooLargeError(Problem(self.name, self.number, f"{TOO_LARGE}; skipped"))
        error.quotes = quotes
        raise error

    def numbered(self, report: Report) -> Iterator[tuple[int, str]]:
        """Lines with their numbers; those that are too large are reported and left out."""
        while True:
            try:
                line = next(self, None)
            except TooLargeError as error:
                report(error.args[0])
                continue
            if line is None:
                return
            yield self.number, line

    def everything(self) -> str:
        """All lines in one."""
        raw = self._read(self._stream.read)
        if len(raw) > MAX_DOCUMENT_BYTES:
            raise InputError(
                f"{self.name}: {TOO_LARGE}, too much for one document; "
                "split it, or use --lines if each line is a document"
            )
        return self._decoded(raw)

    def report_replaced(self, report: Report) -> None:
        """To be called at the end: says how much was not UTF-8, if anything was."""
        if self._replaced:
            places = "1 place" if self._replaced == 1 else f"{self._replaced} places"
            report(
                f"{self.name}: not UTF-8 in {places}, first at byte {self._first}; "
                "replaced by U+FFFD"
            )

    def _read(self, method: Callable[[int], bytes]) -> bytes:
        try:
            return method(MAX_DOCUMENT_BYTES + 1)
        except OSError as error:
            raise unreadable(self.name, error) from error

    def _decoded(self, raw: bytes) -> str:
        start, self.offset = self.offset, self.offset + len(raw)
        if start == 0:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise InputError(f"{self.name}: UTF-16, not UTF-8; convert it first (iconv)")
            if raw.startswith(_BYTE_ORDER_MARK):
                raw, start = raw[len(_BYTE_ORDER_MARK) :], len(_BYTE_ORDER_MARK)
        if not self._mends:
            return raw.decode(errors="surrogateescape")
        if not self._allow_nul and (place := raw.find(0)) >= 0:
            raise InputError(f"{self.name}: not text: NUL at byte {start + place}")
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
    name: str, report: Report, span: Span | None = None, *, allow_nul: bool = False
) -> Iterator[Lines]:
    """The lines of a file, or of standard input; what had to be replaced is reported at the end.

    With a `span`, only that part of the file is read. With `allow_nul`, NUL is a character.
    """
    if name == STANDARD_INPUT:
        lines = Lines(name, sys.stdin.buffer, allow_nul=allow_nul)
        yield lines
    else:
        try:
            path = Path(name if span is None else span.path)
            stream = path.open("rb")
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
    """The next so many bytes of a stream, and then its end."""

    def __init__(self, stream: IO[bytes], length: int) -> None:
        self._stream, self._left = stream, length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(min(len(buffer), self._left))
        buffer[: len(data)] = data
        self._left -= len(data)
        return len(data)


def unfit(text: str) -> str | None:
    """Why text of a `Span` cannot be a document: a NUL, or bytes that are no UTF-8, are in it."""
    if "\0" in text:
        return "not text: it has a NUL"
    return "not UTF-8" if _SURROGATE.search(text) else None


def unreadable(name: str, error: OSError) -> InputError:
    """The one line that says why the system will not let us read."""
    return InputError(f"{name}: cannot be read: {error.strerror or error}")


def without_surrogates(text: str) -> str:
    """JSON can escape half of a surrogate pair, which is no character and cannot be written."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(
            _REPLACEMENT if "\ud800" <= character <= "\udfff" else character for character in text
        )
    return text
