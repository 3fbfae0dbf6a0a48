"""Gold on the command line: GOLD.m2, or --source and --references.

`--references dev.ref*` is what a shell makes several words of, so that the option takes all words
up to the next option. Arguments that are missing then are taken from the end of these words.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
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


def gold_after_hypotheses(function: Function) -> Function:
    """`HYP... GOLD`, as the arguments `hypotheses` and `gold`.

    The last argument is the gold, unless there are --references.
    """
    inner = _plain_gold(function)

    @functools.wraps(inner)
    def wrapper(
        hypotheses: tuple[str, ...], gold: str | None, references: tuple[str, ...], **others: Any
    ) -> Any:
        if gold is None and not references and len(hypotheses) > 1:
            hypotheses, gold = hypotheses[:-1], hypotheses[-1]
        return inner(hypotheses=hypotheses, gold=gold, references=references, **others)

    old = click.option("--gold", metavar="GOLD", hidden=True)  # as it was called before
    argument = click.argument("hypotheses", metavar="HYP... GOLD", nargs=-1, required=True)
    return argument(old(wrapper))


class CommandWithReferences(click.Command):
    """A command whose `--references` takes several files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        needed = sum(
            1
            for parameter in self.params
            if isinstance(parameter, click.Argument) and parameter.required
        )
        return super().parse_args(ctx, with_repeated(args, "--references", needed, self.params))


def with_repeated(
    args: Sequence[str], flag: str, needed: int, params: Sequence[click.Parameter]
) -> list[str]:
    """`flag a b` as `flag a flag b`; the last words stay arguments if so many are missing."""
    valued = {
        name
        for parameter in params
        if isinstance(parameter, click.Option) and not parameter.is_flag
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    made: list[str] = []
    files: list[int] = []  # the places of words after the first one of the flag
    arguments = 0
    taking, previous = False, ""
    for word in args:
        if previous in valued and not (previous == flag and word.startswith("--")):
            made.append(word)
        elif word.startswith("-") and word != "-":
            taking = word == flag or word.startswith(f"{flag}=")
            made.append(word)
        elif taking:
            made += [flag, word]
            files.append(len(made) - 2)
        else:
            made.append(word)
            arguments += 1
        previous = word if word in valued and previous not in valued else ""
    while arguments < needed and files:
        del made[files.pop()]
        arguments += 1
    return made


def _plain_gold(function: Function) -> Function:
    @functools.wraps(function)
    def wrapper(
        gold: str | None, source: str | None, references: tuple[str, ...], **others: Any
    ) -> Any:
        return function(gold=GoldFiles(gold, source, references), **others)

    for option in (
        click.option(
            "--references",
            multiple=True,
            metavar="FILE...",
            help="Corrected texts: several files, or the option several times.",
        ),
        click.option("--source", metavar="FILE", help="The uncorrected text."),
    ):
        wrapper = option(wrapper)
    return wrapper
