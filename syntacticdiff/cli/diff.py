"""`syntacticdiff diff`: the edits of each sentence, as JSON Lines or made for eyes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from syntacticdiff.cli.messages import counted, printable, progress
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    output_options,
    search_options,
)
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.cli.rendering import Marks, commonest, explained, marked
from syntacticdiff.io import Document

if TYPE_CHECKING:
    from syntacticdiff.edits import Diff

MOST_COMMON = 15


@click.command("diff")
@input_options()
@output_options
@search_options(search="beam")
@jobs_option
def command(corpus: Corpus, output: Output, settings: dict[str, Any], jobs: int | None) -> None:
    """The edits that would make each sentence more like the reference.

    With --json, one object per sentence; otherwise the sentences with their edits marked, and the
    commonest edits at the end.
    """
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff import SyntacticDiff

    differ = SyntacticDiff(**settings, tokenized=corpus.tokenized)
    pieces: deque[_Piece] = deque()
    texts = _read_ahead(_pieces(documents, corpus.tokenized), pieces)
    with output.open() as printer:
        rows = _rows(differ.many(texts, n_jobs=jobs), pieces)
        _print_json(rows, printer) if output.json else _print_for_eyes(rows, printer)
        corpus.refuse_nothing()
    corpus.finish()


class _Piece(NamedTuple):
    """A part of a document that is searched by itself, and where in the document it is."""

    document: str
    text: str
    offset: int
    sentence: int  # the number of its first sentence


class _Row(NamedTuple):
    document: str
    sentence: int
    offset: int
    diff: Diff


def _pieces(documents: Iterable[Document], tokenized: bool) -> Iterator[_Piece]:
    """Whole documents; but lines of tokenised ones, so that several processes can share them."""
    for document in documents:
        lines = [document.text]
        if tokenized:
            lines = document.text.removesuffix("\n").split("\n")
        offset = 0
        for number, line in enumerate(lines):
            yield _Piece(document.name, f"{line}\n" if tokenized else line, offset, number)
            offset += len(line) + 1


def _read_ahead(pieces: Iterable[_Piece], waiting: deque[_Piece]) -> Iterator[str]:
    """The pieces' texts; the pieces wait for their results, which come in the same order."""
    for piece in pieces:
        waiting.append(piece)
        yield piece.text


def _rows(results: Iterable[list[Diff]], waiting: deque[_Piece]) -> Iterator[_Row]:
    for diffs in results:
        piece = waiting.popleft()
        for number, diff in enumerate(diffs, piece.sentence):
            yield _Row(piece.document, number, piece.offset + diff.offset, diff)


def _print_json(rows: Iterable[_Row], printer: Printer) -> None:
    for row in rows:
        place = {"document": row.document, "sentence": row.sentence}
        printer.json(place | row.diff.to_dict() | {"offset": row.offset})


@dataclass
class _Totals:
    """What the closing summary needs."""

    documents: int = 0
    sentences: int = 0
    changed: int = 0
    edits: Counter[str] = field(default_factory=Counter)

    def add(self, diff: Diff) -> None:
        self.sentences += 1
        self.changed += bool(diff.edits)
        self.edits.update(str(edit) for edit in diff.edits)


def _print_for_eyes(rows: Iterable[_Row], printer: Printer) -> None:
    marks = Marks(printer.color)
    totals = _Totals()
    document = None
    for row in rows:
        if row.document != document:
            printer.line(
                ("" if document is None else "\n") + marks.heading(printable(row.document))
            )
            document = row.document
            totals.documents += 1
        printer.line(f"  {marked(row.diff, marks)}")
        printer.line(f"    {marks.aside(explained(row.diff))}")
        totals.add(row.diff)
    if document is not None:
        _print_totals(totals, printer, marks)


def _print_totals(totals: _Totals, printer: Printer, marks: Marks) -> None:
    edits = sum(totals.edits.values())
    printer.line()
    printer.line(
        marks.heading(
            f"{counted(totals.documents, 'document')}, {counted(totals.sentences, 'sentence')}, "
            f"{totals.changed:,} of them with an edit; {counted(edits, 'edit')}"
            + (", the commonest:" if edits else "")
        )
    )
    for line in commonest(totals.edits, MOST_COMMON):
        printer.line(line)
