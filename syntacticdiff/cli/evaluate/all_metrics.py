"""`syntacticdiff evaluate all`: one table of every metric for several systems."""

from __future__ import annotations

from typing import Any

import click

from syntacticdiff.cli.evaluate.inputs import GoldFiles, gold_options_only
from syntacticdiff.cli.evaluate.rendering import table_lines
from syntacticdiff.cli.messages import progress, say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks

# Settings that differ from a metric's own: the I-measure is published without mixing annotators,
# which is also ten times as fast.
SETTINGS: dict[str, dict[str, Any]] = {"imeasure": {"mix": False}}


@click.command("all")
@click.argument("hypotheses", metavar="HYP...", nargs=-1, required=True)
@gold_options_only
@output_options
def command(hypotheses: tuple[str, ...], gold: GoldFiles, output: Output) -> None:
    """One table of every metric for several systems.

    Each metric's main figure, with its default settings (the I-measure without mixing annotators);
    the signatures stand below the table. With --json, one object per system.
    """
    from syntacticdiff.errors import UsageError
    from syntacticdiff.evaluate.inputs import prepared
    from syntacticdiff.evaluate.registry import METRICS, metric_class

    wanted, systems = gold.read(*hypotheses)
    for system in systems:
        system.check(wanted)
    rows: list[dict[str, Any]] = [{"system": system.name} for system in systems]
    signatures: dict[str, str] = {}
    for name in progress(METRICS, "metrics", shown=not output.on_terminal):
        metric = metric_class(name)(**SETTINGS.get(name, {}))
        try:
            signatures[name] = metric.signature
            for row, system in zip(rows, systems, strict=True):
                row[name] = metric.corpus(*prepared(metric, system, wanted)).value
        except UsageError as error:  # an extra that is not installed
            signatures.pop(name, None)
            say(f"{name} is left out: {error}")
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
