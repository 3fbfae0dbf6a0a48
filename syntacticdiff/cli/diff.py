"""`syntacticdiff diff`: the edits of each sentence, as JSON Lines or marked text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import counted, printable, progress, say
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    output_options,
)
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.cli.rendering import Marks, commonest, explained, marked
from syntacticdiff.cli.search_options import search_options
from syntacticdiff.cli.sentences import SentenceDiff, print_json, searched, sentence_diffs

if TYPE_CHECKING:
    from syntacticdiff.differ.settings import DifferSettings
    from syntacticdiff.edits.diff import Diff

MOST_COMMON = 15


@click.command("diff")
@input_options()
@output_options
@search_options("believable")
@jobs_option
def command(corpus: Corpus, output: Output, settings: DifferSettings, jobs: int | None) -> None:
    """The edits that would make each sentence more like the reference.

    Those that a reader would probably agree with, each with its probability; --min-probability says
    how probable they must be. With --describe, everything that the reference finds less usual. With
    --json, one object per sentence; otherwise the sentences with their edits marked, and the
    commonest edits at the end.
    """
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff import SyntacticDiff

    settings["tokenized"] = corpus.tokenized
    differ = SyntacticDiff(**settings)
    if not differ.searching.search.rewrites:
        say(
            "this describes: every edit alone would make its sentence more usual; the edits are "
            "features and no corrections"
        )
    with output.open() as printer:
        found = sentence_diffs(searched(differ, documents, jobs))
        print_json(found, printer) if output.json else _print_marked(found, printer)
        corpus.refuse_nothing()
    corpus.finish()


@dataclass
class _Totals:
    """The figures of the closing summary."""

    documents: int = 0
    sentences: int = 0
    changed: int = 0
    edits: Counter[str] = field(default_factory=Counter)

    def add(self, diff: Diff) -> None:
        self.sentences += 1
        self.changed += bool(diff.edits)
        self.edits.update(str(edit) for edit in diff.edits)


def _print_marked(found: Iterable[SentenceDiff], printer: Printer) -> None:
    marks = Marks(printer.color)
    totals = _Totals()
    document = None
    for sentence in found:
        if sentence.document != document:
            heading = marks.heading(printable(sentence.document))
            printer.line(heading if document is None else f"\n{heading}")
            document = sentence.document
            totals.documents += 1
        printer.line(f"  {marked(sentence.diff, marks)}")
        printer.line(f"    {marks.aside(explained(sentence.diff))}")
        totals.add(sentence.diff)
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
