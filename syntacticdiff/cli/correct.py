"""`syntacticdiff correct`: corrected text, or the edits that make it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import progress
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    output_or_folder_options,
    reference_option,
)
from syntacticdiff.cli.output import Output, Printer, check_writable
from syntacticdiff.cli.sentences import Passage, print_json, searched, sentence_diffs
from syntacticdiff.correction.systems import SYSTEMS
from syntacticdiff.edits.marking import MARK_STYLES
from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.office import is_office

if TYPE_CHECKING:
    from syntacticdiff.correction.systems import CorrectionSystem
    from syntacticdiff.edits.changes import Change
    from syntacticdiff.edits.diff import Diff


@click.command("correct")
@input_options()
@output_or_folder_options
@click.option("--m2", "as_m2", is_flag=True, help="Print M2: tokens, and edits with their types.")
@click.option(
    "--marked",
    is_flag=True,
    help="Print the text with its changes marked in it, as CriticMarkup: {~~a~>an~~}.",
)
@click.option(
    "--marks",
    type=click.Choice(list(MARK_STYLES)),
    help="The marks of --marked; wdiff is [-a-]{+an+}.  [default: critic]",
)
@click.option(
    "--system",
    type=click.Choice(list(SYSTEMS)),
    default=next(iter(SYSTEMS)),
    show_default=True,
    help="What corrects: " + "; ".join(f"{e.name}, {e.help}" for e in SYSTEMS.values()) + ".",
)
@click.option(
    "--settings",
    metavar="FILE",
    help="A file that tune has written.  [default: those of `diff`]",
)
@click.option(
    "--min-probability",
    type=float,
    metavar="X",
    help="Make edits that are at least so probable.  [default: that of the settings, 0.5]",
)
@click.option(
    "--context/--no-context",
    default=None,
    help="Whether prices may ask a network that sees the whole sentence; without it, text is "
    "corrected faster.  [default: that of the settings, context]",
)
@click.option(
    "--model",
    metavar="FILE",
    help="A file that the system has learned: for eref by train-parser, for nrl by "
    "train-corrector.  [default: the embedded one]",
)
@click.option(
    "--guard/--no-guard",
    default=None,
    help="For nrl: drop outputs that are less likely than their sources, or half as long again.  "
    "[default: guard]",
)
@click.option(
    "--spelling/--no-spelling",
    default=None,
    help="For nrl: put misspelled words right first.  [default: spelling]",
)
@reference_option
@click.option(
    "--engine",
    type=click.Choice(["auto", "native", "python"]),
    default="auto",
    show_default=True,
    help="What does the work.",
)
@jobs_option
def command(
    corpus: Corpus,
    output: Output,
    as_m2: bool,
    marked: bool,
    marks: str | None,
    system: str,
    settings: str | None,
    min_probability: float | None,
    context: bool | None,
    model: str | None,
    guard: bool | None,
    spelling: bool | None,
    reference: str,
    engine: str,
    jobs: int | None,
) -> None:
    """Corrected text: what the reference would change, and nothing else.

    The edits are those of `diff`: probably right, at least by --min-probability.

    Prints the documents one after another, changed where they have to be; with --tokenized or
    --lines, a line for each line. With --json, one object per sentence, as `diff` prints it.

    With an --out that ends in /, one file for each document, under the name that it has. Word and
    OpenDocument files get tracked changes there, and with --out FILE.docx or FILE.odt; with
    --marked, eva.docx becomes the plain text eva.docx.txt.
    """
    wanted = _Wanted(output.json, as_m2, (marks or MARK_STYLES[0]) if marked or marks else None)
    to_folder = output.path is not None and output.path.endswith(("/", os.sep))
    read = corpus.documents(keep_empty=to_folder)  # every document gets its file
    documents = progress(read, "documents", shown=not output.on_terminal)
    from syntacticdiff.cli.corrected_files import (
        CorrectedFolder,
        is_tracked,
        tracked,
        whole_documents,
    )

    folder, office = None, False
    if output.path is not None and to_folder:
        folder = CorrectedFolder(output.path, corpus, wanted.suffix)
    elif output.path is not None and is_tracked(output.path, corpus):
        office = True
        if not wanted.is_document:
            raise UsageError(
                f"{output.path}: --json, --m2 and --marked are not for Word and OpenDocument"
            )
        check_writable(output.path)
    corrector = SYSTEMS[system].made(
        reference,
        tokenized=corpus.tokenized,
        engine=engine,
        settings=settings,
        model=model,
        min_probability=min_probability,
        context=context,
        guard=guard,
        spelling=spelling,
    )
    found = searched(corrector.differ, documents, jobs)
    changes = _changes(corrector)
    is_file = corpus.text is None and not corpus.lines
    if folder is not None:
        for document in whole_documents(found):
            of_office = is_file and is_office(document.name)
            if wanted.is_document and of_office:
                folder.write(document.name, tracked(document.name, document, changes))
                continue
            stream = io.BytesIO()
            passage = Passage(document.name, document.text, 0)
            results = iter([(passage, document.diffs)])
            _print(results, wanted, corrector, changes, Printer(stream))
            # Marks are plain text: eva.docx.txt, beside an eva.txt that there may be.
            added = ".txt" if of_office and wanted.suffix is None else ""
            content = stream.getvalue() if document.text else b""
            folder.write(document.name, content, added)
    elif office and output.path is not None:
        for document in whole_documents(found):
            content = tracked(document.name, document, changes)
            with atomic_write(output.path) as file:
                file.write(content)
    else:
        with output.open() as printer:
            _print(found, wanted, corrector, changes, printer)
            corpus.refuse_nothing()
    corpus.refuse_nothing()
    corpus.finish()


@dataclass(frozen=True)
class _Wanted:
    """What is printed: JSON Lines, M2, or text, with marks of some style or without."""

    json: bool
    m2: bool
    marks: str | None

    def __post_init__(self) -> None:
        chosen = (("--m2", self.m2), ("--json", self.json), ("--marked", self.marks is not None))
        names = [name for name, is_chosen in chosen if is_chosen]
        if len(names) > 1:
            raise UsageError(f"{' and '.join(names)}: one of them, not both")

    @property
    def is_document(self) -> bool:
        """Whether documents stay what they are: neither data nor marks in plain text."""
        return not self.json and not self.m2 and self.marks is None

    @property
    def suffix(self) -> str | None:
        """The suffix of files of this kind; None for that of the document."""
        return ".jsonl" if self.json else ".m2" if self.m2 else None


def _changes(corrector: CorrectionSystem) -> Callable[[Diff], list[Change]]:
    """What gives the changes of a sentence's characters."""
    from syntacticdiff.edits.stretches import stretches_of

    model = corrector.differ.model

    def changes(diff: Diff) -> list[Change]:
        if not diff.edits:
            return []
        found = stretches_of(diff, corrector.differ.spans(diff), model.casing, model.cased)
        return [one.change for one in found]

    return changes


def _print(
    found: Iterator[tuple[Passage, list[Diff]]],
    wanted: _Wanted,
    corrector: CorrectionSystem,
    changes: Callable[[Diff], list[Change]],
    printer: Printer,
) -> None:
    if wanted.json:
        print_json(sentence_diffs(found), printer)
        return
    if wanted.m2:
        for sentence in sentence_diffs(found):
            printer.line(f"{corrector.m2(sentence.diff)}\n")
        return
    from syntacticdiff.correction.corrector import put_together
    from syntacticdiff.edits.changes import Change, marked_text

    for passage, diffs in found:
        if wanted.marks is None:
            text = put_together(passage.text, diffs).output
        else:
            moved = [
                Change(diff.offset + start, diff.offset + end, new)
                for diff in diffs
                for start, end, new in changes(diff)
            ]
            text = marked_text(passage.text, moved, wanted.marks)
        # The last line gets an end even if it had none: others follow.
        printer.line(text.removesuffix("\n"))
