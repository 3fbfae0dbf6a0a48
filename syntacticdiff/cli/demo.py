"""`syntacticdiff demo`: a tour with invented essays, from text to counted edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.demo_essays import ESSAYS, Essay
from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.options import reference_option
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.cli.rendering import Marks, explained, marked
from syntacticdiff.differ.ways import BELIEVABLE, DESCRIPTIVE

if TYPE_CHECKING:
    from syntacticdiff.differ.differ import SyntacticDiff
    from syntacticdiff.differ.settings import DifferSettings

# Articles may be removed freely; other words should be replaced rather than removed.
DESCRIBING: DifferSettings = {
    **DESCRIPTIVE,
    "substitutions": "porter2+confusions",
    "penalties": {"base": 0.3, "remove": 0.6}
    | {f"remove({article})": -0.8 for article in ("a", "an", "the")},
    "min_gain": 0.15,
}

MOST_FEATURES = 6  # shown for each essay
TABLE_ROWS = 12

NEXT_STEPS = (
    ("the edits of your own text", "syntacticdiff diff essay.txt"),
    ("a folder of essays to look at", "syntacticdiff report essays/ --out report.html"),
    ("essays by their errors", "syntacticdiff cluster essays/ --topics auto"),
    ("two corpora compared", "syntacticdiff compare mine/ theirs/"),
    ("a table for machine learning", "syntacticdiff features essays/ --out edits.npz"),
    ("corrected text", "syntacticdiff correct essay.txt"),
    ("a reference of your own", "syntacticdiff train normal.txt --out my.sdlm"),
    ("  and its use", "syntacticdiff diff essay.txt --reference my.sdlm"),
)


@click.command("demo")
@reference_option
@click.option(
    "--min-probability",
    type=float,
    default=BELIEVABLE["min_probability"],
    show_default=True,
    metavar="X",
    help="Show edits that are at least so probable.",
)
def command(reference: str, min_probability: float) -> None:
    """A tour with made-up essays: their edits, counted.

    Needs no network and no data, and takes less than a minute.
    """
    from syntacticdiff import ReferenceModel, SyntacticDiff

    model = ReferenceModel.load(reference)
    rewriter = SyntacticDiff(model, min_probability=min_probability)
    describer = SyntacticDiff(model, **DESCRIBING)
    with Output(json=False, path=None).open() as printer:
        marks = Marks(printer.color)
        _print_introduction(printer, marks)
        bags = [_print_essay(essay, rewriter, describer, printer, marks) for essay in ESSAYS]
        _print_table(bags, printer, marks)
        printer.line(marks.heading("Where to go from here"))
        for purpose, call in NEXT_STEPS:
            printer.line(f"  {purpose:30}{call}")


def _print_introduction(printer: Printer, marks: Marks) -> None:
    printer.line(marks.heading("SyntacticDiff: an edit is a feature"))
    printer.line(
        "A reference model says which small changes would make a sentence more like ordinary\n"
        "English. Below are four essays, made up for this tour, each with a habit of its own.\n"
        f"{marks.removed('Removed')} and {marks.inserted('inserted')} words are probable "
        "corrections; fewer bits per token are more\nusual. Features describe: they count every "
        "change that would make a sentence more usual."
    )
    printer.line()


def _print_essay(
    essay: Essay,
    rewriter: SyntacticDiff,
    describer: SyntacticDiff,
    printer: Printer,
    marks: Marks,
) -> Counter[str]:
    """Print one essay and its most frequent features; returns its bag of edits."""
    from syntacticdiff import bag_of_edits

    printer.line(marks.heading(f"{essay.writer} {essay.habit}"))
    for diff in rewriter.document(essay.text):
        printer.line(f"  {marked(diff, marks)}")
        printer.line(f"    {marks.aside(explained(diff))}")
    bag = bag_of_edits(describer.document(essay.text))
    commonest = (f"{printable(name)}: {count}" for name, count in _ranked(bag)[:MOST_FEATURES])
    printer.line(f"  As features: {{{', '.join(commonest)}, ...}}")
    printer.line()
    return bag


def _print_table(bags: Sequence[Counter[str]], printer: Printer, marks: Marks) -> None:
    """Print the features on which the essays differ most, with one column for each essay."""
    spread = Counter(
        {
            name: max(bag[name] for bag in bags) - min(bag[name] for bag in bags)
            for name in set().union(*bags)
        }
    )
    printer.line(marks.heading("The edits that tell the writers apart, counted"))
    printer.line(" " * 24 + "".join(f"{essay.writer:>8}" for essay in ESSAYS))
    for name, _ in _ranked(spread)[:TABLE_ROWS]:
        counts = "".join(f"{bag[name] or '.':>8}" for bag in bags)
        printer.line(f"  {printable(name):22}{counts}")
    printer.line()


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
