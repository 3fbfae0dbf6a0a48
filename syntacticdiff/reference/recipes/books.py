"""Novels and speeches: texts whose packages have them as plain text or as tables."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from typing import IO

# One of the books still has the publisher's terms behind it, which are neither prose nor free.
_AFTER_THE_BOOK = re.compile(r"^[^\n]*\bEnd of (?:the )?Project Gutenberg.*", re.I | re.M | re.S)
_BLANK_LINE = re.compile(r"\n\s*\n")
_SINGLE_QUOTE = re.compile(r"(?<!\w)'(?=\w)|(?<=[,.!?;:-])'(?!\w)")


def novel(stream: IO[bytes], *, single_quotes: bool = False) -> Iterator[str]:
    """The paragraphs of a book of the Gutenberg selection.

    Parameters
    ----------
    stream : binary stream
        The book.
    single_quotes : bool, default False
        Whether it quotes in the British manner.
    """
    text = _AFTER_THE_BOOK.sub("", stream.read().decode("latin-1"))
    if single_quotes:
        text = _SINGLE_QUOTE.sub('"', text)
    yield from _BLANK_LINE.split(text)


def address_names(stream: IO[bytes], first: int, last: int) -> list[str]:
    """Names of the addresses given from one year to another, from the package's own list."""
    rows = csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8", newline=""))
    return sorted(row["fileid"] for row in rows if first <= int(row["year"]) <= last)


def speeches(stream: IO[bytes]) -> Iterator[str]:
    """The speeches of a zipped table of ParlSpeech."""
    with zipfile.ZipFile(stream) as archive, archive.open("en.csv") as table:
        rows = csv.DictReader(io.TextIOWrapper(table, encoding="utf-8", newline=""))
        yield from (row["text"] for row in rows)
