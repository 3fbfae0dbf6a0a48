"""The `syntacticdiff` command: imports the module of a subcommand, and prints errors in one line.

Exit codes: 0 success, 1 a problem with the data, 2 invalid arguments, 130 interrupted, 143
terminated, 141 the output was closed (as shells report it for programs that a closed pipe ends).
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from syntacticdiff._version import __version__
from syntacticdiff.cli.little_memory import nearly_out, prepare
from syntacticdiff.cli.messages import messages_as_json, say
from syntacticdiff.errors import SyntacticDiffError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The module and the summary of each command, so that --help need not import any.
COMMANDS = {
    "demo": ("demo", "A tour with made-up essays: their edits, counted."),
    "diff": ("diff", "The edits that would make each sentence more like the reference."),
    "correct": ("correct", "Corrected text: what the reference would change, and nothing else."),
    "features": (
        "features",
        "The edits of each document as a table of counts.",
    ),
    "classify": (
        "classify",
        "Predict the classes or scores of documents from words, edits or both.",
    ),
    "cluster": ("cluster", "Find topics of errors in documents."),
    "compare": ("compare", "Find the edits that distinguish two corpora."),
    "report": ("report", "Texts and their edits as one page to look at."),
    "tune": ("tune", "Settings for correct, fitted on annotated text."),
    "evaluate": ("evaluate.commands", "How good corrected text is, by the field's metrics."),
    "align": ("align", "The edits between a text and its corrected versions."),
    "rank": ("rank", "Systems in the order that people's judgments put them in."),
    "parse": ("parse", "Tags and dependency trees of sentences."),
    "train-parser": ("train_parser", "Make a parser from a treebank."),
    "recognize": ("recognize", "The words behind jumbled, missing and superfluous letters."),
    "train-recognizer": (
        "train_recognizer",
        "Make a network that recognises words, from clean text.",
    ),
    "train-corrector": (
        "train_corrector",
        "Make an encoder-decoder that corrects, from pairs of sentences.",
    ),
    "serve": ("serve", "The page and the HTTP interface, on this machine."),
    "score": ("score", "How likely the reference finds each sentence."),
    "train": ("train", "Make a reference model from text."),
    "info": ("info", "What a reference model is made of, or a file of settings for `correct`."),
    "reference": ("reference", "Larger references, built on this machine from packages by name."),
    "import": ("import_", "Make a reference model from an ARPA file."),
    "export": ("export", "Write a reference model as an ARPA file."),
    "doctor": ("doctor", "Look at this installation: versions, engine, models, extras, threads."),
    "completion": (
        "completion",
        "Lines that make a shell complete commands, options and file names.",
    ),
}

# What the system's loader says if a library does not fit into memory.
_NO_MEMORY = ("failed to map segment", "annot allocate memory")

_LACK = "memory ran out; free some, or try less at a time (shorter documents, fewer --jobs)"

INTERRUPTED, BROKEN_PIPE, TERMINATED = 130, 141, 143


class _InterruptedError(Exception):
    """Ctrl-C, as an exception that click does not handle (it would print an empty line)."""


class _CommandLine(click.Group):
    """A group that imports a command when it is invoked, and handles errors."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if not ctx.resilient_parsing:
            prepare(cmd_name)
        command = import_module(f"syntacticdiff.cli.{COMMANDS[cmd_name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        from click.shell_completion import CompletionItem

        return [  # without importing any command
            CompletionItem(name, help=purpose)
            for name, (_, purpose) in COMMANDS.items()
            if name.startswith(incomplete)
        ]

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None
        except BrokenPipeError:
            _discard_output()
            raise click.exceptions.Exit(BROKEN_PIPE) from None

    def main(self, args: Sequence[str] | None = None, *_: object, **__: object) -> NoReturn:
        """Run the command line and exit; further arguments of click's method are ignored."""
        messages_as_json(False)
        if "_SYNTACTICDIFF_COMPLETE" in os.environ:  # a shell asks
            from syntacticdiff.cli.completion import complete_file_names

            complete_file_names()
        _replace_closed_streams()
        _explain_fatal_signals()
        # SIGTERM unwinds the stack like an exception, so that no half-written file is left.
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
        try:
            with _warnings_in_one_line():
                code = self._exit_code(args)
        finally:
            # Processes that the caller forks later must end at once on SIGTERM.
            signal.signal(signal.SIGTERM, before)
        sys.exit(code)

    def _exit_code(self, args: Sequence[str] | None) -> int:
        try:
            result = super().main(args, prog_name="syntacticdiff", standalone_mode=False)
            sys.stdout.flush()
            return result if isinstance(result, int) else 0
        except SyntacticDiffError as error:
            say(str(error))
            return error.exit_code
        except click.ClickException as error:
            say(_in_one_line(error))
            return error.exit_code
        except _InterruptedError:
            say("interrupted")
            return INTERRUPTED
        except (KeyboardInterrupt, click.Abort):
            say("interrupted")
            return INTERRUPTED
        except ImportError as error:
            if not (any(sign in str(error) for sign in _NO_MEMORY) or nearly_out()):
                raise
            say("memory ran out while a library was loaded")
            return 1
        except MemoryError:
            say(_LACK)
            return 1
        except BrokenPipeError:
            _discard_output()
            return BROKEN_PIPE
        except OSError as error:
            _discard_output()
            say(f"{error.filename or 'standard output'}: {error.strerror or error}")
            return 1
        except Exception:
            if not nearly_out():
                raise
            say(_LACK)
            return 1


def _replace_closed_streams() -> None:
    """Standard output or error that the shell closed (`>&-`) is None, which nobody expects.

    Results that cannot be written are an error, messages are not.
    """
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # for as long as the process lives


def _explain_fatal_signals() -> None:
    """Say where the process was if the system ends it, and do not end without a word.

    That happens if a model file is truncated while it is mapped (SIGBUS); no program can go on.
    """
    if not faulthandler.is_enabled():
        with contextlib.suppress(OSError, ValueError, AttributeError):  # no standard error
            faulthandler.enable()


def _in_one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" (see {error.ctx.command_path} --help)"
    return message


def _discard_output() -> None:
    """Redirect standard output, so that Python does not try to flush it again at exit."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stdout is sys.__stdout__ or sys.__stdout__ is None:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)


@contextlib.contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    def show(message: Warning | str, *_: object, **__: object) -> None:
        say(f"note: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from syntacticdiff.search.extension import WHY_MISSING

    click.echo(f"syntacticdiff {__version__}")
    missing = f"Python, which is hundreds of times slower: {WHY_MISSING}"
    click.echo(f"engine: {'native' if WHY_MISSING is None else missing}")
    ctx.exit()


@click.group(
    cls=_CommandLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and whether the native engine is there, and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """How a text differs from how others write, as a bag of edits.

    INPUT is a text file, a folder, a table (.csv, .tsv, .jsonl, .parquet, with --text COLUMN) or -
    for standard input. Results go to standard output, messages to standard error.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)
