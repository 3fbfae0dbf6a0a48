"""Word documents (.docx) and OpenDocument text (.odt): their text in, tracked changes out.

Both are zip files with XML in them, which lxml parses (the extra `documents`): no entity is
expanded, nothing is fetched, and nothing larger than a document may be is unpacked. `word` and
`opendocument` know the elements.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from syntacticdiff.errors import UsageError
from syntacticdiff.files.decoding import (
    MAX_DOCUMENT_BYTES,
    FileInputError,
    Problem,
    unreadable,
)
from syntacticdiff.files.opening import read_whole

Element: TypeAlias = Any  # of lxml, which has no types of its own

OFFICE = (".docx", ".odt")
PARAGRAPH_BREAK = "\n\n"  # between paragraphs: every sentence ends there

_MOST_XML = 8 * MAX_DOCUMENT_BYTES  # there is much more markup than text


class TextChange(NamedTuple):
    """Characters `start` to `end` of a document's text become `text`."""

    start: int
    end: int
    text: str


def by_paragraph(
    lengths: Iterable[int], changes: Sequence[TextChange]
) -> Iterator[tuple[int, list[TextChange]]]:
    """Where each paragraph begins, and the changes inside it; those across paragraphs are left out.

    Parameters
    ----------
    lengths : iterable of int
        The number of characters of each paragraph.
    changes : sequence of TextChange
        From left to right.

    Yields
    ------
    tuple of int and list of TextChange
        The changes from right to left, so that making one does not move the others.
    """
    start, waiting = 0, list(changes)
    for length in lengths:
        end = start + length
        yield start, [each for each in waiting if start <= each.start and each.end <= end][::-1]
        waiting = [each for each in waiting if each.start > end]
        start = end + len(PARAGRAPH_BREAK)


class OfficeDocument(Protocol):
    """A document whose text can be read and changed."""

    @property
    def text(self) -> str:
        """The text, with a blank line between paragraphs."""
        ...

    def with_changes(self, changes: Sequence[TextChange], author: str, date: str) -> bytes:
        """The document with tracked changes, from left to right and without overlaps."""
        ...


def is_office(name: str) -> bool:
    """Whether a file is a Word or OpenDocument text, by its name."""
    return name.lower().endswith(OFFICE)


def read_office(name: str, path: str | None = None) -> OfficeDocument:
    """Read a document.

    Parameters
    ----------
    name : str
        The name of the file, for messages.
    path : str or None, default None
        Where it is; `name` by default.

    Raises
    ------
    FileInputError
        If it is damaged, protected by a password or too large, or lxml is not installed.
    """
    from syntacticdiff.files.opendocument import OpenDocumentText
    from syntacticdiff.files.word import WordDocument

    try:
        data = read_whole(path or name)
    except OSError as error:
        raise unreadable(name, error) from error
    try:
        if name.lower().endswith(".docx"):
            return WordDocument(name, data)
        return OpenDocumentText(name, data)
    except UsageError as error:  # lxml is missing
        raise FileInputError(Problem(name, str(error), skipped=False)) from error


def unpacked(name: str, data: bytes, member: str) -> bytes:
    """A file inside a zip file.

    Raises
    ------
    FileInputError
        If it cannot be read, or is larger than a document may be.
    """
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise _unfit(name, "protected by a password, or an old .doc; save it as .docx without one")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(member) as stream:
            found = stream.read(_MOST_XML + 1)
    except (
        zipfile.BadZipFile,
        KeyError,
        RuntimeError,
        EOFError,
        ValueError,
        OverflowError,
        zlib.error,
    ):
        raise _unfit(name, "not a readable document: damaged, or of another format") from None
    if len(found) > _MOST_XML:
        raise _unfit(name, "too large for one document; split it")
    return found


def repacked(data: bytes, replaced: dict[str, bytes]) -> bytes:
    """The zip file with some of its files replaced; the order of the files stays."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(target, "w") as made:
        for entry in archive.infolist():
            content = replaced.get(entry.filename)
            made.writestr(entry, archive.read(entry) if content is None else content)
    return target.getvalue()


def parsed(name: str, data: bytes) -> Element:
    """The root of untrusted XML.

    Raises
    ------
    FileInputError
        If it is not well-formed, or declares entities.
    UsageError
        If lxml is not installed.
    """
    try:
        from lxml import etree
    except ImportError as error:
        raise UsageError(
            "Word and OpenDocument files need the lxml package: "
            'pip install "syntacticdiff[documents]"'
        ) from error
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        raise _unfit(name, "not a readable document: its XML is not well-formed") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise _unfit(name, "declares entities, which no office program does")
    return root


def _unfit(name: str, reason: str) -> FileInputError:
    return FileInputError(Problem(name, reason, skipped=False))
