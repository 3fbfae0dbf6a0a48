"""`syntacticdiff evaluate all`: one table of every metric for several systems."""

from __future__ import annotations

import click

from syntacticdiff.cli.evaluate.inputs import (
    CommandWithReferences,
    GoldFiles,
    gold_after_hypotheses,
)
from syntacticdiff.cli.evaluate.rendering import table_lines
from syntacticdiff.cli.messages import progress, say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks


@click.command("all", cls=CommandWithReferences)
@gold_after_hypotheses
@output_options
def command(hypotheses: tuple[str, ...], gold: GoldFiles, output: Output) -> None:
    """One table of every metric for several systems.

    The last argument is GOLD, unless --source and --references are given. The table has the main
    figure of each metric with its defaults. The signatures are printed below it. With --json, one
    object per system.
    """
    from syntacticdiff.errors import UsageError
    from syntacticdiff.evaluate.inputs import prepared
    from syntacticdiff.evaluate.registry import METRICS

    wanted, systems = gold.read(*hypotheses)
    for system in systems:
        system.check(wanted)
    rows: list[dict[str, object]] = [{"system": system.name} for system in systems]
    signatures: dict[str, str] = {}
    for name in progress(METRICS, "metrics", shown=not output.on_terminal):
        metric = METRICS[name].load()()
        try:
            signatures[name] = metric.signature
            for row, system in zip(rows, systems, strict=True):
                row[name] = metric.corpus(*prepared(metric, system, wanted)).value
        except UsageError as error:  # an extra that is not installed
            signatures.pop(name, None)
            say(f"{name} is skipped: {error}")
    with output.open() as printer:
        if output.json:
            for row in rows:
                printer.json({**row, "signatures": signatures})
        else:
            marks = Marks(printer.color)
            for line in table_lines(rows, marks):
                printer.line(line)
            for signature in signatures.values():
                printer.line(marks.aside(signature))
    gold.finish()
