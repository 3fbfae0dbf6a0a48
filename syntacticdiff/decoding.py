"""From bytes to lines of text: UTF-8 with or without a byte order mark, and nothing else.

Bytes that are not UTF-8 become U+FFFD, and that is reported once for each file; a NUL byte means
that the file is no text at all (UTF-16, or a program). Lines end at a line feed only.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from syntacticdiff.errors import InputError

STANDARD_INPUT = "-"

# No document may be larger: a novel has a twentieth of this, and memory must stay bounded.
MAX_DOCUMENT_BYTES = 1 << 24

_MEGABYTES = MAX_DOCUMENT_BYTES >> 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REPLACEMENT = "\ufffd"

Report = Callable[[str], None]


class _TooLargeError(InputError):
    """One line is too large to be a document; the lines after it can be read."""


class Lines:
    """The lines of a binary stream as text, each with its line end.

    UTF-8 can be decoded line by line, because no longer sequence contains the line feed's byte.
    """

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self.name = name
        self.number = 0  # of the line that was read last, from 1
        self._stream = stream
        self._offset = 0
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
        self._offset += len(raw)
        while raw and not raw.endswith(b"\n"):
            raw = self._read(self._stream.readline)
            self._offset += len(raw)
        raise _TooLargeError(f"{self.name}:{self.number}: larger than {_MEGABYTES} MB; skipped")

    def numbered(self, report: Report) -> Iterator[tuple[int, str]]:
        """Lines with their numbers; those that are too large are reported and left out."""
        while True:
            try:
                line = next(self, None)
            except _TooLargeError as error:
                report(str(error))
                continue
            if line is None:
                return
            yield self.number, line

    def everything(self) -> str:
        """All lines in one."""
        raw = self._read(self._stream.read)
        if len(raw) > MAX_DOCUMENT_BYTES:
            raise InputError(
                f"{self.name}: larger than {_MEGABYTES} MB, too much for one document; "
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
        start, self._offset = self._offset, self._offset + len(raw)
        if start == 0:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise InputError(f"{self.name}: UTF-16, not UTF-8; convert it first (iconv)")
            if raw.startswith(_BYTE_ORDER_MARK):
                raw, start = raw[len(_BYTE_ORDER_MARK) :], len(_BYTE_ORDER_MARK)
        if (place := raw.find(0)) >= 0:
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
def open_lines(name: str, report: Report) -> Iterator[Lines]:
    """The lines of a file, or of standard input; what had to be replaced is reported at the end."""
    if name == STANDARD_INPUT:
        lines = Lines(name, sys.stdin.buffer)
        yield lines
    else:
        try:
            stream = Path(name).open("rb")  # noqa: SIM115 (errors of the block are not ours)
        except OSError as error:
            raise unreadable(name, error) from error
        with stream:
            lines = Lines(name, stream)
            yield lines
    lines.report_replaced(report)


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
