"""`syntacticdiff align`: the edits between versions of a text, as M2, JSON Lines or plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import counted, printable, say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.errors import UsageError

if TYPE_CHECKING:
    from syntacticdiff.alignment.m2 import M2Edit, M2Sentence


@click.command("align")
@click.argument("source", metavar="SOURCE")
@click.argument("targets", metavar="TARGET...", nargs=-1, required=True)
@click.option("--m2", "as_m2", is_flag=True, help="Print M2, one annotator for each TARGET.")
@output_options
def command(source: str, targets: tuple[str, ...], as_m2: bool, output: Output) -> None:
    """The edits between a text and its corrected versions.

    SOURCE and each TARGET have one sentence a line, with tokens separated by spaces. Words are
    aligned if they share a stem, a word class or letters; changes that belong together become one
    edit, as in ERRANT, and every edit has a type in ERRANT's terms.
    """
    if as_m2 and output.json:
        raise UsageError("--m2 and --json cannot be combined")
    if (source, *targets).count("-") > 1:
        raise UsageError("- (standard input) can be read only once")
    from syntacticdiff.alignment.annotate import read_parallel
    from syntacticdiff.evaluate.inputs import existing

    for name in (source, *targets):
        existing(name)
    problems: list[str] = []
    sentences = read_parallel(source, targets, problems.append)
    for problem in problems:
        say(problem)
    with output.open() as printer:
        for number, sentence in enumerate(sentences):
            if as_m2:
                printer.line(f"{sentence}\n")
            elif output.json:
                printer.json({"sentence": number} | _plain(sentence, len(targets)))
            else:
                _print_sentence(sentence, len(targets), printer)
    if not output.json and not as_m2:
        _say_total(sentences)
    if problems:
        raise click.exceptions.Exit(1)


def _plain(sentence: M2Sentence, targets: int) -> dict[str, object]:
    edits = sentence.annotations
    return {
        "source": sentence.tokens,
        "targets": [
            [_plain_edit(sentence, edit) for edit in edits[target]] for target in range(targets)
        ],
    }


def _plain_edit(sentence: M2Sentence, edit: M2Edit) -> dict[str, object]:
    return {
        "start": edit.start,
        "end": edit.end,
        "type": edit.type,
        "source": " ".join(sentence.tokens[edit.start : edit.end]),
        "target": edit.correction,
    }


def _print_sentence(sentence: M2Sentence, targets: int, printer: Printer) -> None:
    printer.line(printable(" ".join(sentence.tokens)))
    for annotator, edits in sentence.annotations.items():
        for edit in edits:
            words = " ".join(sentence.tokens[edit.start : edit.end]) or "∅"
            place = str(edit.start) if edit.start == edit.end else f"{edit.start}-{edit.end}"
            which = f"{annotator}  " if targets > 1 else ""
            change = printable(f"{words} -> {edit.correction or '∅'}")
            printer.line(f"  {which}{place:<7} {edit.type:<13} {change}")


def _say_total(sentences: list[M2Sentence]) -> None:
    edits = sum(not edit.is_noop for sentence in sentences for edit in sentence.edits)
    say(f"{counted(len(sentences), 'sentence')}, {counted(edits, 'edit')}")
