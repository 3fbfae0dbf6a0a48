"""Options that several commands share; each group is a decorator that passes one object."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.output import Output
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.decoding import STANDARD_INPUT
from syntacticdiff.files.documents import Document, read_documents
from syntacticdiff.files.tables import FORMATS, named_columns
from syntacticdiff.parameters import shown

Function = Callable[..., object]
Value = TypeVar("Value")
Meaning = TypeVar("Meaning")
Decorator = Callable[[Function], Function]


@dataclass
class Corpus:
    """The inputs of a command, and how many problems they had."""

    inputs: tuple[str, ...]
    text: str | None
    id_column: str | None
    lines: bool
    tokenized: bool
    piped: str = "jsonl"
    documents_read: int = field(default=0, init=False)
    problems: int = field(default=0, init=False)

    def documents(self, *, keep_empty: bool = False) -> Iterator[Document]:
        """Read the documents; raises at once if the arguments are invalid."""
        return self._counted(
            read_documents(
                self.inputs,
                text=self.text,
                id_column=self.id_column,
                lines=self.lines,
                tokenized=self.tokenized,
                piped=self.piped,
                keep_empty=keep_empty,
                report=self._report,
                note=say,
            )
        )

    def refuse_nothing(self) -> None:
        """Exit with code 1 if nothing could be read, which has been reported by then."""
        if not self.documents_read:
            raise click.exceptions.Exit(1)

    def finish(self) -> None:
        """Exit with code 1 if anything was skipped or replaced."""
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
    kind: Callable[[str], Value], example: str, word: str | None = None
) -> Callable[[str], tuple[Value, ...] | str]:
    """An option type for lists: `insert,sub` or `0,0,1`, or `word` alone, which stays a string."""

    def convert(value: str) -> tuple[Value, ...] | str:
        if value == word:
            return value
        try:
            return tuple(kind(part.strip()) for part in value.split(","))
        except ValueError:
            raise click.BadParameter(f"{shown(value)} is not a list such as {example}") from None

    return convert


def size_in_bytes(value: str) -> int:
    """An option type for `500M` or `4G`: a number of bytes, in powers of 1,024."""
    number, unit = (value[:-1], value[-1:]) if value[-1:].upper() in _UNITS else (value, "")
    try:
        return int(float(number) * 1024 ** _UNITS.index(unit.upper()))
    except (ValueError, OverflowError):
        raise click.BadParameter(f"{shown(value)} is not a size such as 500M or 4G") from None


_UNITS = ("", "K", "M", "G", "T")


def number_or(
    kind: Callable[[str], Value], word: str, meaning: Meaning
) -> Callable[[str], Value | Meaning]:
    """An option type for a number, or for one word with a meaning of its own."""

    def convert(value: str) -> Value | Meaning:
        if value == word:
            return meaning
        try:
            return kind(value)
        except ValueError:
            raise click.BadParameter(f"{shown(value)} is neither a number nor {word!r}") from None

    return convert


def input_options(*, lines: bool = True) -> Decorator:
    """INPUT... and how to read it, as the argument `corpus`.

    Without `lines` there is no --lines, and each line of a text file is a document.
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def wrapper(
            inputs: tuple[str, ...],
            text: str | None,
            id_column: str | None,
            tokenized: bool,
            piped: str | None,
            **others: object,
        ) -> object:
            by_line = bool(others.pop("lines")) if lines else text is None
            if piped is not None and (text is None or STANDARD_INPUT not in inputs):
                raise UsageError("--format is for a table on standard input: - with --text")
            corpus = Corpus(inputs, text, id_column, by_line, tokenized, piped or "jsonl")
            return function(corpus=corpus, **others)

        wrapped = joined(
            click.argument("inputs", metavar="INPUT...", nargs=-1, required=True),
            click.option(
                "--text", metavar="COLUMN", help="The column of a table that holds the text."
            ),
            click.option(
                "--id", "id_column", metavar="COLUMN", help="The column that names documents."
            ),
            click.option(
                "--format",
                "piped",
                type=click.Choice(FORMATS),
                help="The format of a table on standard input.  [default: jsonl]",
            ),
            click.option(
                "--tokenized",
                is_flag=True,
                help="Tokens are already separated by spaces, sentences by lines.",
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
    return _output_options(function, folders=False)


def output_or_folder_options(function: Function) -> Function:
    """The same; an --out that ends in / is a folder, which the command checks by itself."""
    return _output_options(function, folders=True)


def _output_options(function: Function, *, folders: bool) -> Function:
    @functools.wraps(function)
    def wrapper(as_json: bool, out: str | None, **others: object) -> object:
        output = Output(as_json, out)
        if not (folders and out is not None and out.endswith(("/", os.sep))):
            output.check()
        return function(output=output, **others)

    return joined(
        click.option("--json", "as_json", is_flag=True, help="Print JSON Lines."),
        click.option("--out", metavar="FILE", help="Write results to this file."),
    )(wrapper)


reference_option = click.option(
    "--reference",
    default="default",
    show_default=True,
    metavar="NAME|PATH",
    help="The reference model: a file, or a name that `syntacticdiff reference list` lists.",
)


MOST_WORKERS = 1024


def _jobs(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    if value == 0:
        raise click.BadParameter("0 workers cannot do anything", ctx, param)
    return value


jobs_option = click.option(
    "--jobs",
    type=WholeNumber(-MOST_WORKERS, MOST_WORKERS),
    metavar="N",
    callback=_jobs,
    help="Workers to use; -1 for one per core.  [default: 1]",
)


def seed_option(help_text: str) -> Decorator:
    """`--seed`, for everything that draws random numbers: 0 to 2**32 - 1."""
    return click.option(
        "--seed",
        type=WholeNumber(0, 2**32 - 1),
        default=0,
        show_default=True,
        metavar="N",
        help=help_text,
    )


def joined(*options: Decorator) -> Decorator:
    """Combine decorators; --help shows the options in the order given."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def cell(document: Document, column: str, option: str) -> str:
    """The text of a document's column.

    Parameters
    ----------
    document : Document
        A row of a table.
    column : str
        The name of the column.
    option : str
        The option that chose the column, for the message.

    Raises
    ------
    UsageError
        If there is no such column.
    InputError
        If the cell is empty.
    """
    if column not in document.fields:
        known = named_columns(document.fields)
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
