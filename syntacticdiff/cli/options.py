"""Options that several commands share, each group a decorator that hands over one object."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.output import Output
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.corpora import Document, read_documents

# The parameters of SyntacticDiff that are options here.
SETTINGS = (
    *("reference", "search", "max_edits", "beam", "positions", "operations"),
    *("insertions", "substitutions", "removals", "min_count", "penalties", "aggregate"),
    *("alpha", "cost", "stop_at", "min_gain", "engine"),
)

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]


@dataclass
class Corpus:
    """The inputs of a command, and what was wrong with them."""

    inputs: tuple[str, ...]
    text: str | None
    id_column: str | None
    lines: bool
    tokenized: bool
    documents_read: int = field(default=0, init=False)
    problems: int = field(default=0, init=False)

    def documents(self) -> Iterator[Document]:
        """The documents; raises at once if the call is at fault."""
        return self._counted(
            read_documents(
                self.inputs,
                text=self.text,
                id_column=self.id_column,
                lines=self.lines,
                tokenized=self.tokenized,
                report=self._report,
            )
        )

    def refuse_nothing(self) -> None:
        """End the command if nothing could be read. (What is wrong has been said already.)"""
        if not self.documents_read:
            raise click.exceptions.Exit(1)

    def finish(self) -> None:
        """End the command with exit code 1 if anything was left out or had to be mended."""
        if self.problems:
            raise click.exceptions.Exit(1)

    def _counted(self, documents: Iterator[Document]) -> Iterator[Document]:
        for document in documents:
            self.documents_read += 1
            yield document

    def _report(self, message: str) -> None:
        self.problems += 1
        say(message)


def comma_separated(
    kind: Callable[[str], Any], example: str, word: str | None = None
) -> Callable[[str], Any]:
    """The type of `insert,sub` or `0,0,1`: a tuple of values; or of one word, taken as it is."""

    def convert(value: str) -> Any:
        if value == word:
            return value
        try:
            return tuple(kind(part.strip()) for part in value.split(","))
        except ValueError:
            raise click.BadParameter(f"{value!r} is not a list such as {example}") from None

    return convert


def number_or(kind: Callable[[Any], Any], word: str, meaning: Any) -> Callable[[Any], Any]:
    """The type of a number, or of one word that stands for something else."""

    def convert(value: Any) -> Any:
        if value == word:
            return meaning
        try:
            return kind(value)
        except ValueError:
            raise click.BadParameter(f"{value!r} is neither a number nor {word!r}") from None

    return convert


def input_options(*, lines: bool = True) -> Decorator:
    """INPUT... and how to read it, as the argument `corpus`.

    Without `lines` there is no --lines: each line of a text file is a document anyway.
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def wrapper(
            inputs: tuple[str, ...],
            text: str | None,
            id_column: str | None,
            tokenized: bool,
            **others: Any,
        ) -> Any:
            by_line = others.pop("lines") if lines else text is None
            corpus = Corpus(inputs, text, id_column, by_line, tokenized)
            return function(corpus=corpus, **others)

        wrapped = _options(
            click.argument("inputs", metavar="INPUT...", nargs=-1, required=True),
            click.option(
                "--text", metavar="COLUMN", help="The column of a table that holds the text."
            ),
            click.option(
                "--id", "id_column", metavar="COLUMN", help="The column that names documents."
            ),
            click.option(
                "--tokenized",
                is_flag=True,
                help="Tokens are separated by spaces already, sentences by lines.",
            ),
        )(wrapper)
        if lines:
            wrapped = click.option("--lines", is_flag=True, help="Each line is a document.")(
                wrapped
            )
        return wrapped

    return decorate


def output_options(function: Function) -> Function:
    """--json and --out, as the argument `output`."""

    @functools.wraps(function)
    def wrapper(as_json: bool, out: str | None, **others: Any) -> Any:
        return function(output=Output(as_json, out), **others)

    return _options(
        click.option("--json", "as_json", is_flag=True, help="Print JSON Lines."),
        click.option("--out", metavar="FILE", help="Write results to this file."),
    )(wrapper)


reference_option = click.option(
    "--reference",
    default="default",
    show_default=True,
    metavar="NAME|PATH",
    help="The reference model: `default`, or a file.",
)


def search_options(search: str) -> Decorator:
    """The settings of SyntacticDiff, as the argument `settings` (a dictionary).

    `search` is the command's default search. Values are checked by the library, which knows them.
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def wrapper(**given: Any) -> Any:
            settings = {name: given.pop(name) for name in SETTINGS}
            settings["penalties"] = dict(settings["penalties"]) or None
            return function(settings=settings, **given)

        return _options(*_search_options(search))(wrapper)

    return decorate


def _search_options(search: str) -> tuple[Decorator, ...]:
    def setting(name: str, default: Any, purpose: str, **others: Any) -> Decorator:
        return click.option(name, default=default, show_default=True, help=purpose, **others)

    def choice(*names: str) -> dict[str, Any]:
        return {"type": click.Choice(names)}

    number, words = {"type": float, "metavar": "X"}, {"metavar": "WORDS"}
    return (
        reference_option,
        setting(
            "--search", search, "How edits are sought.", **choice("beam", "sweep", "recursive")
        ),
        setting("--max-edits", 3, "The most edits of one sentence.", type=int, metavar="N"),
        setting(
            "--beam",
            8,
            "Hypotheses that go on.",
            type=number_or(int, "none", None),
            metavar="N|none",
        ),
        setting("--positions", "window", "Where edits may be.", **choice("window", "worst", "all")),
        setting(
            "--operations",
            "insert,remove,sub",
            "The kinds of edits.",
            type=comma_separated(str, "insert,remove,sub"),
            metavar="LIST",
        ),
        setting("--insertions", "function-words", "Or frequent:N, or a file of words.", **words),
        setting(
            "--substitutions",
            "porter2",
            "Or porter2-light, inflections, confusions, spelling; several with +.",
            **words,
        ),
        setting("--removals", "all", "Or function-words, frequent:N, a file of words.", **words),
        setting("--min-count", 5, "Candidates are at least so common.", type=int, metavar="N"),
        click.option(
            "--penalty",
            "penalties",
            multiple=True,
            metavar="NAME=X",
            callback=_penalties,
            help='What edits cost, in bits: base=0.1, insert=0.2, "remove(not)=2"; repeatable.',
        ),
        setting("--aggregate", "mean", "How penalties add up.", **choice("mean", "sum")),
        setting("--alpha", 0.5, "Weight of bits against penalties, 0 to 1.", **number),
        setting("--cost", "bits", "What is made small.", **choice("bits", "window", "perplexity")),
        click.option(
            "--stop-at",
            type=number_or(float, "reference", "reference"),
            metavar="X|reference",
            help="A beam stops at so few bits per token, or at the reference's average.",
        ),
        setting("--min-gain", 0.0, "A sweep keeps edits that gain more bits.", **number),
        setting("--engine", "auto", "What does the work.", **choice("auto", "native", "python")),
    )


def _jobs(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    if value == 0:
        raise click.BadParameter("0 processes can do nothing", ctx, param)
    return value


jobs_option = click.option(
    "--jobs",
    type=int,
    metavar="N",
    callback=_jobs,
    help="Workers to use; -1 for one per core.  [default: 1]",
)


def seed_option(help_text: str) -> Decorator:
    """`--seed`, of all that draws lots with a number from 0 to 2**32 - 1."""
    return click.option(
        "--seed",
        type=click.IntRange(0, 2**32 - 1),
        default=0,
        show_default="0",
        metavar="N",
        help=help_text,
    )


def _penalties(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, float], ...]:
    pairs = []
    for value in values:
        name, equals, number = value.rpartition("=")  # an edit's own name may contain "="
        try:
            pairs.append((name.strip(), float(number)))
        except ValueError:
            equals = ""
        if not equals:
            raise click.BadParameter(f"{value!r} is not NAME=NUMBER, as in base=0.1", ctx, param)
    return tuple(pairs)


def _options(*options: Decorator) -> Decorator:
    """Several decorators in one, shown by --help in the order given."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def cell(document: Document, column: str, option: str) -> str:
    """What stands in a document's column; nothing, or no such column, stops everything.

    `option` is the one that chose the column.
    """
    if column not in document.fields:
        known = ", ".join(document.fields) or "none"
        raise UsageError(
            f'{document.name}: no column "{column}"; besides the text there are {known}. Choose '
            f"one with {option}."
        )
    value = document.fields[column].strip()
    if not value:
        raise InputError(
            f'{document.name}: nothing in column "{column}"; fill it in or leave the row out'
        )
    return value
