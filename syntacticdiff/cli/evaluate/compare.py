"""`syntacticdiff evaluate compare`: whether one system is better than another."""

from __future__ import annotations

import click

from syntacticdiff.cli.evaluate.inputs import CommandWithReferences, GoldFiles, gold_options
from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output
from syntacticdiff.cli.rendering import Marks
from syntacticdiff.evaluate.registry import METRICS


@click.command("compare", cls=CommandWithReferences)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@gold_options
@click.option(
    "--metric",
    "name",
    type=click.Choice(list(METRICS)),
    default="m2",
    show_default=True,
    help="The metric, with its default settings.",
)
@click.option(
    "--samples",
    type=WholeNumber(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of samples.",
)
@click.option(
    "--seed",
    type=WholeNumber(0, 2**32 - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the draws.",
)
@output_options
def command(
    first: str,
    second: str,
    gold: GoldFiles,
    name: str,
    samples: int,
    seed: int,
    output: Output,
) -> None:
    """Whether one system is better than another: paired bootstrap.

    Sentences are drawn with replacement, the same for both systems. The interval contains 95% of
    the differences; p is two-sided.
    """
    from syntacticdiff.evaluate.bootstrap import paired_bootstrap
    from syntacticdiff.evaluate.inputs import prepared
    from syntacticdiff.evaluate.registry import metric_class

    wanted, systems = gold.read(first, second)
    metric = metric_class(name)()
    one, two = (prepared(metric, system, wanted) for system in systems)
    found = paired_bootstrap(metric, one, two, samples=samples, seed=seed)
    with output.open() as printer:
        if output.json:
            printer.json(found.to_dict())
        else:
            width = max(len(printable(first)), len(printable(second)), len("difference"))
            low, high = found.interval
            printer.line(f"{printable(first):{width}}  {found.first:8.4f}")
            printer.line(f"{printable(second):{width}}  {found.second:8.4f}")
            printer.line(
                f"{'difference':{width}}  {found.difference:+8.4f}  "
                f"95% [{low:+.4f}, {high:+.4f}]  p {found.p:.4f}"
            )
            printer.line(Marks(printer.color).aside(found.signature))
    gold.finish()
