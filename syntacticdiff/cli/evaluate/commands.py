"""`syntacticdiff evaluate`: how good corrected text is, by one metric or by all.

Each metric is a command; what it takes besides hypothesis and gold is in `METRIC_COMMANDS`, and
what it computes in `syntacticdiff.evaluate`, where the registry has it under the same name.
Commands that take anything else (`COMMANDS`) have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from syntacticdiff.cli.evaluate.chunks import chunk_options, chunk_settings
from syntacticdiff.cli.evaluate.inputs import GoldFiles, gold_options
from syntacticdiff.cli.evaluate.rendering import score_lines, sentence_lines
from syntacticdiff.cli.options import Decorator, output_options
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks


@dataclass(frozen=True)
class MetricCommand:
    """How a metric is called: its help, and options whose values are the metric's settings."""

    help: str
    options: tuple[Decorator, ...] = ()
    settings: Callable[[dict[str, Any]], dict[str, Any]] = dict  # what options mean to the metric
    means: bool = False  # at the sentences' level there is one score, their mean


beta_option = click.option(
    "--beta", default=0.5, show_default=True, metavar="X", help="Recall's weight in F."
)

METRIC_COMMANDS: dict[str, MetricCommand] = {
    "m2": MetricCommand(
        """MaxMatch: edits that agree with those of the kindest annotator.

        Of all ways to see the hypothesis as edits of the source, the one that agrees most with the
        gold counts.
        """,
        (
            beta_option,
            click.option(
                "--max-unchanged",
                default=2,
                show_default=True,
                metavar="N",
                help="Unchanged words that an edit may contain.",
            ),
            click.option("--ignore-case", is_flag=True, help="Take capitals for small letters."),
        ),
    ),
    "gleu": MetricCommand(
        """GLEU: n-grams shared with references, less what the source had to lose.

        gleu is the mean over drawn references, as the original program computes it; expected is
        what that estimates, over all draws there are.
        """,
        (
            click.option("--iterations", default=500, show_default=True, metavar="N"),
            click.option(
                "--seed", default=0, show_default=True, metavar="N", help="0: the program's draws."
            ),
            click.option(
                "--draws",
                type=click.Choice(["python2", "python3"]),
                default="python2",
                show_default=True,
                help="Which Python's random numbers the program would have had.",
            ),
        ),
    ),
    "errant": MetricCommand(
        """ERRANT's comparison of two M2 files, by type if wanted.

        What has to agree: span and correction (cs), also the type (cse), the span alone (ds), or
        tokens alone (dt). Of plain text, the edits are extracted first.
        """,
        (
            click.option(
                "--mode",
                type=click.Choice(["cs", "cse", "ds", "dt"]),
                default="cs",
                show_default=True,
                help="Correction or detection.",
            ),
            beta_option,
            click.option(
                "--types",
                type=click.Choice(["none", "operation", "class", "all"]),
                default="none",
                show_default=True,
                help="A table by type of edit.",
            ),
        ),
    ),
    "cleme": MetricCommand(
        """CLEME: precision and recall of chunks, cut alike in all versions of a sentence.

        Long edits weigh more where they are right, and less where they are wrong.
        """,
        (beta_option, *chunk_options("length")),
        chunk_settings,
        means=True,
    ),
    "cleme2": MetricCommand(
        """CLEME2.0: how much was hit, wrong, left standing and made up.

        The score is a weighted sum of the four, with weights of its own for each level.
        """,
        chunk_options("none"),
        chunk_settings,
        means=True,
    ),
    "imeasure": MetricCommand(
        """I-measure: how much better or worse than the source left as it is.

        1 is perfect, 0 no better than doing nothing, negative worse. GOLD may be the I-measure's
        XML, too.
        """,
        (
            click.option(
                "--mix/--no-mix",
                default=True,
                show_default=True,
                help="Whether corrections of different annotators may be combined.",
            ),
            click.option(
                "--weight",
                default=2.0,
                show_default=True,
                metavar="X",
                help="How much changed tokens count.",
            ),
        ),
    ),
    "bleu": MetricCommand(
        """BLEU by sacrebleu: n-grams shared with the references.

        The tokens are taken as they are. Of a sentence, smoothed.
        """,
        (click.option("--lowercase", is_flag=True, help="Take capitals for small letters."),),
    ),
}

# Modules of commands that are no metric, or take other input, with what they do.
COMMANDS: dict[str, tuple[str, str]] = {
    "usim": (
        "evaluate.usim",
        "USim and DistSim: whether the meaning was kept, by labelled graphs of both sentences.",
    ),
    "all": ("evaluate.all_metrics", "One table of every metric for several systems."),
    "compare": ("evaluate.compare", "Whether one system is better than another: paired bootstrap."),
}


class _Metrics(click.Group):
    """A group whose commands are made, or imported, when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*METRIC_COMMANDS, *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in METRIC_COMMANDS:
            return _metric_command(cmd_name, METRIC_COMMANDS[cmd_name])
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"syntacticdiff.cli.{COMMANDS[cmd_name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, metric.help.splitlines()[0]) for name, metric in METRIC_COMMANDS.items()]
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


def _metric_command(name: str, entry: MetricCommand) -> click.Command:
    def score(
        hypothesis: str, gold: GoldFiles, output: Output, level: str, **settings: Any
    ) -> None:
        from syntacticdiff.evaluate.inputs import prepared
        from syntacticdiff.evaluate.registry import metric_class

        if entry.means:
            settings["level"] = level
        metric = metric_class(name)(**entry.settings(settings))
        found, wanted = prepared(metric, *gold.read_with(hypothesis))
        if level == "corpus" or entry.means:
            scores = [metric.corpus(found, wanted).to_dict()]
        else:
            scores = [each.to_dict() for each in metric.sentences(found, wanted)]
        _print(scores, level == "sentence" and not entry.means, output)
        gold.finish()

    function: Any = score
    for option in reversed(entry.options):
        function = option(function)
    function = click.option(
        "--level",
        type=click.Choice(["corpus", "sentence"]),
        default="corpus",
        show_default=True,
        help="One score, or the mean of the sentences'."
        if entry.means
        else "One score, or one for each sentence.",
    )(function)
    function = output_options(function)
    function = click.argument("hypothesis")(gold_options(function))
    return click.command(name, help=entry.help)(function)


def _print(scores: list[dict[str, Any]], by_sentence: bool, output: Output) -> None:
    with output.open() as printer:
        if output.json:
            for number, score in enumerate(scores, 1):
                printer.json({"sentence": number, **score} if by_sentence else score)
            return
        marks = Marks(printer.color)
        lines = sentence_lines(scores, marks) if by_sentence else score_lines(scores[0], marks)
        for line in lines:
            printer.line(line)
