"""The text of Word and OpenDocument files that are sent, by their bytes: no file is opened."""

from __future__ import annotations

import io
import zipfile

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.opendocument import OpenDocumentText
from syntacticdiff.files.word import WordDocument
from syntacticdiff.service.failing import BAD_REQUEST, TOO_LARGE, RefusedError

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
OPEN_DOCUMENT = "application/vnd.oasis.opendocument.text"
_MOST_UNPACKED = 50_000_000  # bytes
_NAME = "the document"


def document_text(media_type: str, data: bytes) -> str:
    """The text of a document.

    Parameters
    ----------
    media_type : str
        `WORD` or `OPEN_DOCUMENT`.
    data : bytes
        The file.

    Raises
    ------
    RefusedError
        If it is damaged or too large, or the extra `documents` is not installed.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile:
        size = 0  # the reader says what is wrong
    if size > _MOST_UNPACKED:
        raise RefusedError(TOO_LARGE, f"{_NAME}: too large; split it")
    try:
        reader = WordDocument if media_type == WORD else OpenDocumentText
        return reader(_NAME, data).text
    except UsageError as error:  # lxml is missing
        raise RefusedError(415, str(error)) from None
    except InputError as error:
        raise RefusedError(BAD_REQUEST, str(error)) from None
