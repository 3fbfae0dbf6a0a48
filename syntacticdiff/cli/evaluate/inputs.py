"""Gold on the command line: GOLD.m2, or --source and --references."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.options import Function
from syntacticdiff.errors import UsageError
from syntacticdiff.files.decoding import STANDARD_INPUT

if TYPE_CHECKING:
    from syntacticdiff.evaluate.inputs import GoldCorpus, HypothesisCorpus


@dataclass
class GoldFiles:
    """The files that gold is read from, and how many problems they had."""

    gold: str | None
    source: str | None
    references: tuple[str, ...]
    problems: int = field(default=0, init=False)

    def read(self, *hypotheses: str) -> tuple[GoldCorpus, list[HypothesisCorpus]]:
        """The gold, and the hypotheses of these files."""
        from syntacticdiff.evaluate.inputs import read_gold, read_hypotheses

        names = (*hypotheses, self.gold, self.source, *self.references)
        if names.count(STANDARD_INPUT) > 1:
            raise UsageError("- (standard input) can be read only once")
        gold = read_gold(self.gold, self.source, self.references, self._report)
        return gold, [read_hypotheses(name, say, len(gold)) for name in hypotheses]

    def read_with(self, hypothesis: str) -> tuple[HypothesisCorpus, GoldCorpus]:
        """One system's hypotheses, and the gold."""
        gold, (read,) = self.read(hypothesis)
        return read, gold

    def finish(self) -> None:
        """End the command with exit code 1 if bytes of the gold had to be replaced."""
        if self.problems:
            raise click.exceptions.Exit(1)

    def _report(self, message: str) -> None:
        self.problems += 1
        say(message)


def gold_options(function: Function) -> Function:
    """GOLD, --source and --references, as the argument `gold`."""
    return click.argument("gold", required=False)(_plain_gold(function))


def gold_options_only(function: Function) -> Function:
    """The same with --gold as an option, for commands whose arguments are hypotheses."""
    option = click.option(
        "--gold", metavar="GOLD", help="A file in M2 or in the I-measure's XML format."
    )
    return option(_plain_gold(function))


def _plain_gold(function: Function) -> Function:
    @functools.wraps(function)
    def wrapper(
        gold: str | None, source: str | None, references: tuple[str, ...], **others: Any
    ) -> Any:
        return function(gold=GoldFiles(gold, source, references), **others)

    for option in (
        click.option(
            "--references", multiple=True, metavar="FILE", help="A corrected text; repeatable."
        ),
        click.option("--source", metavar="FILE", help="The uncorrected text."),
    ):
        wrapper = option(wrapper)
    return wrapper
