"""The sentences of the inputs with their diffs, for commands that print them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.cli.output import Printer
from syntacticdiff.files.documents import Document

if TYPE_CHECKING:
    from syntacticdiff.correction.systems import DiffFinder
    from syntacticdiff.edits.diff import Diff


_LINES = 100  # of a tokenized document in a passage: enough to tell how many errors it has


class Passage(NamedTuple):
    """A part of a document that is searched by itself, and its place in the document."""

    document: str
    text: str
    offset: int
    sentence: int  # the number of its first sentence


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
    for passage, diffs in results:
        for number, diff in enumerate(diffs, passage.sentence):
            yield SentenceDiff(passage.document, number, passage.offset + diff.offset, diff)


def print_json(sentences: Iterable[SentenceDiff], printer: Printer) -> None:
    """Print one object per sentence; its offset is that in the document."""
    for document, number, offset, diff in sentences:
        place = {"document": document, "sentence": number}
        printer.json({**place, **diff.to_dict(), "offset": offset})


def _passages(documents: Iterable[Document], tokenized: bool) -> Iterator[Passage]:
    """Whole documents; of tokenized ones some lines, so that several processes can share them."""
    for document in documents:
        if not tokenized:
            yield Passage(document.name, document.text, 0, 0)
            continue
        lines = document.text.removesuffix("\n").split("\n")
        offset = 0
        for first in range(0, len(lines), _LINES):
            text = "".join(f"{line}\n" for line in lines[first : first + _LINES])
            yield Passage(document.name, text, offset, first)
            offset += len(text)


def _read_ahead(passages: Iterable[Passage], waiting: deque[Passage]) -> Iterator[str]:
    """The texts of the passages, which are queued until their results arrive, in order."""
    for passage in passages:
        waiting.append(passage)
        yield passage.text
