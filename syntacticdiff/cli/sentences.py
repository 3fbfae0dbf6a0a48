"""The sentences of the inputs with their diffs, for commands that print them in order."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.cli.output import Printer
from syntacticdiff.files.documents import Document

if TYPE_CHECKING:
    from syntacticdiff.correction.systems import DiffFinder
    from syntacticdiff.edits.diff import Diff


_LINES = 100  # of a tokenized document in a passage: enough to tell how many errors it has
_LONG = 100_000  # characters of a document that is searched as a whole
_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n\s*+(?<=\n)")


class Passage(NamedTuple):
    """A part of a document that is searched by itself, and its place in the document."""

    document: str
    text: str
    offset: int


class SentenceDiff(NamedTuple):
    """The diff of a sentence, with its place in the document."""

    document: str
    sentence: int
    offset: int
    diff: Diff


def searched(
    differ: DiffFinder, documents: Iterable[Document], jobs: int | None
) -> Iterator[tuple[Passage, list[Diff]]]:
    """Search the passages of the documents; yields each with its diffs, in order."""
    waiting: deque[Passage] = deque()
    texts = _read_ahead(_passages(documents, differ.tokenized), waiting)
    for diffs in differ.many(texts, n_jobs=jobs):
        yield waiting.popleft(), diffs


def sentence_diffs(results: Iterable[tuple[Passage, list[Diff]]]) -> Iterator[SentenceDiff]:
    """The results of `searched`, sentence by sentence."""
    number = 0
    for passage, diffs in results:
        if not passage.offset:  # another document begins
            number = 0
        for diff in diffs:
            yield SentenceDiff(passage.document, number, passage.offset + diff.offset, diff)
            number += 1


def print_json(sentences: Iterable[SentenceDiff], printer: Printer) -> None:
    """Print one object per sentence; its offset is that in the document."""
    for document, number, offset, diff in sentences:
        place = {"document": document, "sentence": number}
        printer.json({**place, **diff.to_dict(), "offset": offset})


def _passages(documents: Iterable[Document], tokenized: bool) -> Iterator[Passage]:
    """Whole documents, or pieces, so that several processes can share them in bounded memory.

    Of tokenized documents these are some lines each; other ones are cut at blank lines, where
    every sentence ends, if they are long.
    """
    for document in documents:
        if tokenized:
            parts: Iterable[str] = _some_lines(document.text)
        else:
            parts = _cut_at_blank_lines(document.text)
        offset = 0
        for part in parts:
            yield Passage(document.name, part, offset)
            offset += len(part)


def _some_lines(text: str) -> Iterator[str]:
    lines = text.removesuffix("\n").split("\n")
    for first in range(0, len(lines), _LINES):
        yield "".join(f"{line}\n" for line in lines[first : first + _LINES])


def _cut_at_blank_lines(text: str) -> Iterator[str]:
    start = 0
    for blank in _BLANK_LINE.finditer(text, _LONG):
        if blank.end() - start >= _LONG:
            yield text[start : blank.end()]
            start = blank.end()
    if start < len(text) or not text:
        yield text[start:]


def _read_ahead(passages: Iterable[Passage], waiting: deque[Passage]) -> Iterator[str]:
    """The texts of the passages, which are queued until their results arrive, in order."""
    for passage in passages:
        waiting.append(passage)
        yield passage.text
