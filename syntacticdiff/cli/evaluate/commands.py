"""`syntacticdiff evaluate`: scoring corrected text by one metric or by all.

The commands of the metrics are made from the entries of `syntacticdiff.evaluate.registry` and the
options that each metric declares. Commands with other arguments (`COMMANDS`) have modules of their
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from syntacticdiff.cli.evaluate.inputs import CommandWithReferences, GoldFiles, gold_options
from syntacticdiff.cli.evaluate.options import click_option
from syntacticdiff.cli.evaluate.rendering import score_lines, sentence_lines
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.evaluate.metric import Score
from syntacticdiff.evaluate.options import Option
from syntacticdiff.evaluate.registry import METRICS, MetricEntry

LEVEL = Option(
    "level",
    "corpus",
    "Score all sentences together, or each sentence on its own.",
    choices=("corpus", "sentence"),
)

# The other commands: their modules, and what they do.
COMMANDS: dict[str, tuple[str, str]] = {
    "usim": (
        "evaluate.usim",
        "USim and DistSim: whether the meaning is preserved, by labelled graphs of sentences.",
    ),
    "all": ("evaluate.all_metrics", "One table of every metric for several systems."),
    "compare": ("evaluate.compare", "Whether one system is better than another: paired bootstrap."),
}


class _Metrics(click.Group):
    """A group whose commands are made, or imported, when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*METRICS, *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in METRICS:
            return _metric_command(METRICS[cmd_name])
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"syntacticdiff.cli.{COMMANDS[cmd_name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(entry.name, f"{entry.help}.") for entry in METRICS.values()]
        rows += [(name, purpose) for name, (_, purpose) in COMMANDS.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group("evaluate", cls=_Metrics, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """How good corrected text is, by the field's metrics.

    A hypothesis is plain text, one tokenised sentence a line, or M2; gold is an M2 file, or
    --source and --references in plain text.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


def _metric_command(entry: MetricEntry) -> click.Command:
    metric_class = entry.load()
    has_level = any(option.name == LEVEL.name for option in metric_class.options)

    def score(hypothesis: str, gold: GoldFiles, output: Output, **values: Any) -> None:
        from syntacticdiff.evaluate.inputs import prepared

        # A metric with a level of its own gives one score at either level.
        by_sentence = not has_level and values.pop(LEVEL.name) == "sentence"
        metric = metric_class.from_options(**values)
        found, wanted = prepared(metric, *gold.read_with(hypothesis))
        scores = metric.sentences(found, wanted) if by_sentence else [metric.corpus(found, wanted)]
        _print(scores, output, by_sentence)
        gold.finish()

    options = metric_class.options if has_level else (LEVEL, *metric_class.options)
    function: Any = score
    for option in reversed(options):
        function = click_option(option)(function)
    function = output_options(function)
    function = click.argument("hypothesis")(gold_options(function))
    text = f"{entry.help}.\n\n{metric_class.details}"
    return click.command(entry.name, cls=CommandWithReferences, help=text)(function)


def _print(scores: Sequence[Score], output: Output, by_sentence: bool) -> None:
    plain = [score.to_dict() for score in scores]
    with output.open() as printer:
        if output.json:
            for number, score in enumerate(plain, 1):
                printer.json({"sentence": number, **score} if by_sentence else score)
            return
        marks = Marks(printer.color)
        lines = sentence_lines(plain, marks) if by_sentence else score_lines(plain[0], marks)
        for line in lines:
            printer.line(line)
