"""`syntacticdiff correct`: corrected text, or the edits that make it."""

from __future__ import annotations

import click

from syntacticdiff.cli.messages import progress
from syntacticdiff.cli.options import (
    Corpus,
    input_options,
    jobs_option,
    output_options,
    reference_option,
)
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.sentences import print_json, searched, sentence_diffs
from syntacticdiff.correction.systems import SYSTEMS
from syntacticdiff.errors import UsageError


@click.command("correct")
@input_options()
@output_options
@click.option("--m2", "as_m2", is_flag=True, help="Print M2: tokens, and edits with their types.")
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
    "--model",
    metavar="FILE",
    help="A file that the system has learned, for eref by train-parser.  [default: shipped]",
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
    system: str,
    settings: str | None,
    min_probability: float | None,
    model: str | None,
    reference: str,
    engine: str,
    jobs: int | None,
) -> None:
    """Corrected text: what the reference would change, and nothing else.

    The edits are those of `diff`: probably right, at least by --min-probability.

    Prints the documents one after another, changed where they have to be; with --tokenized or
    --lines, a line for each line. With --json, one object per sentence, as `diff` prints it.
    """
    if as_m2 and output.json:
        raise UsageError("--m2 and --json: one of them, not both")
    documents = progress(corpus.documents(), "documents", shown=not output.on_terminal)
    from syntacticdiff.correction.corrector import put_together

    corrector = SYSTEMS[system].made(
        reference,
        tokenized=corpus.tokenized,
        engine=engine,
        settings=settings,
        model=model,
        min_probability=min_probability,
    )
    with output.open() as printer:
        found = searched(corrector.differ, documents, jobs)
        if output.json:
            print_json(sentence_diffs(found), printer)
        elif as_m2:
            for sentence in sentence_diffs(found):
                printer.line(f"{corrector.m2(sentence.diff)}\n")
        else:
            for passage, diffs in found:
                # The last line gets an end even if it had none: others follow.
                printer.line(put_together(passage.text, diffs).output.removesuffix("\n"))
        corpus.refuse_nothing()
    corpus.finish()
