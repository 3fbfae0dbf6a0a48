"""Sentences of the inputs with their diffs, for commands that print them one after another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.cli.output import Printer
from syntacticdiff.files.corpora import Document

if TYPE_CHECKING:
    from syntacticdiff.differ.differ import SyntacticDiff
    from syntacticdiff.edits.diff import Diff


class Piece(NamedTuple):
    """A part of a document that is searched by itself, and where in the document it is."""

    document: str
    text: str
    offset: int
    sentence: int  # the number of its first sentence


class Row(NamedTuple):
    """A sentence with its place in the document."""

    document: str
    sentence: int
    offset: int
    diff: Diff


def searched(
    differ: SyntacticDiff, documents: Iterable[Document], jobs: int | None
) -> Iterator[tuple[Piece, list[Diff]]]:
    """The pieces of the documents, each with its diffs, in order."""
    waiting: deque[Piece] = deque()
    texts = _read_ahead(_pieces(documents, differ.tokenized), waiting)
    for diffs in differ.many(texts, n_jobs=jobs):
        yield waiting.popleft(), diffs


def rows(results: Iterable[tuple[Piece, list[Diff]]]) -> Iterator[Row]:
    """Sentence by sentence."""
    for piece, diffs in results:
        for number, diff in enumerate(diffs, piece.sentence):
            yield Row(piece.document, number, piece.offset + diff.offset, diff)


def print_json(sentences: Iterable[Row], printer: Printer) -> None:
    """One object per sentence."""
    for row in sentences:
        place = {"document": row.document, "sentence": row.sentence}
        printer.json(place | row.diff.to_dict() | {"offset": row.offset})


def _pieces(documents: Iterable[Document], tokenized: bool) -> Iterator[Piece]:
    """Whole documents; but lines of tokenised ones, so that several processes can share them."""
    for document in documents:
        lines = [document.text]
        if tokenized:
            lines = document.text.removesuffix("\n").split("\n")
        offset = 0
        for number, line in enumerate(lines):
            yield Piece(document.name, f"{line}\n" if tokenized else line, offset, number)
            offset += len(line) + 1


def _read_ahead(pieces: Iterable[Piece], waiting: deque[Piece]) -> Iterator[str]:
    """The pieces' texts; the pieces wait for their results, which come in the same order."""
    for piece in pieces:
        waiting.append(piece)
        yield piece.text
