"""`syntacticdiff evaluate usim`: graphs of corrections compared with graphs of the originals.

The graphs are read from files, or made from text by the parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.evaluate.rendering import figure, table_lines
from syntacticdiff.cli.messages import counted, printable, say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output, Printer
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import STANDARD_INPUT

if TYPE_CHECKING:
    from syntacticdiff.evaluate.graphs import Graph
    from syntacticdiff.evaluate.usim import USimScore


@click.command("usim")
@click.argument("first", metavar="GRAPHS")
@click.argument("second", metavar="OTHERS")
@click.option(
    "--parse",
    is_flag=True,
    help="GRAPHS and OTHERS are texts: a source and its correction. Their sentences are parsed.",
)
@output_options
@click.option(
    "--level",
    type=click.Choice(["corpus", "sentence"]),
    default="corpus",
    show_default=True,
    help="Score all pairs together, or each pair on its own.",
)
def command(first: str, second: str, parse: bool, output: Output, level: str) -> None:
    """USim and DistSim: whether the meaning is preserved, by labelled graphs of sentences.

    GRAPHS and OTHERS are files, or folders of files, that end in .xml (UCCA), .conllu, .json or
    .jsonl. They must have the same number of graphs, in the same order.

    With --parse they are texts with one sentence a line, tokens separated by spaces. Both are
    parsed; function words belong to their heads, and the labels are coarse roles in UCCA's terms.
    The parser is for English.
    """
    from syntacticdiff.evaluate.inputs import existing
    from syntacticdiff.evaluate.usim import USim

    if (first, second).count(STANDARD_INPUT) > 1:
        raise UsageError("- (standard input) can be read only once")
    read = _parsed if parse else _read
    graphs, others = read(existing(first)), read(existing(second))
    if len(graphs) != len(others):
        raise InputError(
            f"{first}: {counted(len(graphs), 'sentence' if parse else 'graph')}, "
            f"but {len(others):,} in {second}"
        )
    metric = USim()
    by_sentence = level == "sentence"
    scores = metric.sentences(graphs, others) if by_sentence else [metric.corpus(graphs, others)]
    with output.open() as printer:
        if output.json:
            for number, score in enumerate(scores, 1):
                place = {"sentence": number} if by_sentence else {}
                printer.json(place | score.to_dict())
        elif by_sentence:
            _print_sentences(scores, printer)
        else:
            _print_corpus(scores[0], printer)


def _read(name: str) -> list[Graph]:
    from syntacticdiff.evaluate.graph_files import read_graphs

    return read_graphs(name, say)


def _parsed(name: str) -> list[Graph]:
    from syntacticdiff.evaluate.inputs import read_tokens
    from syntacticdiff.evaluate.tree_graphs import tree_graph
    from syntacticdiff.syntax import Parser

    sentences = read_tokens(name, say)
    return [tree_graph(tree) for tree in Parser.load().parse_many(sentences)]


def _print_sentences(scores: list[USimScore], printer: Printer) -> None:
    rows = [
        {
            "sentence": number,
            "usim": score.usim,
            "forward": score.forward,
            "backward": score.backward,
        }
        for number, score in enumerate(scores, 1)
    ]
    for line in table_lines(rows, Marks(printer.color)):
        printer.line(line)


def _print_corpus(score: USimScore, printer: Printer) -> None:
    marks = Marks(printer.color)
    for name in ("usim", "forward", "backward", "pairs"):
        printer.line(f"{name:8}  {figure(getattr(score, name)):>8}")
    printer.line()
    printer.line(
        marks.heading("distsim: mean difference in the number of each label, per sentence")
    )
    for label, difference in score.distsim.items():
        printer.line(f"{printable(label):8}  {difference:8.4f}")
    printer.line(marks.aside(printable(score.signature)))
