"""Where results are written: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import click

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import atomic_write, remove_abandoned, written_path
from syntacticdiff.files.csv_lines import csv_line
from syntacticdiff.files.decoding import STANDARD_INPUT
from syntacticdiff.files.json_lines import json_line

STANDARD_OUTPUT = "-"

_OUTPUTS = frozenset({"figure", "out", "report"})  # parameters that name files to write


class Printer:
    """Writes lines; `color` is whether they appear on a terminal with colours."""

    def __init__(self, stream: IO[bytes], encoding: str = "utf-8", *, color: bool = False) -> None:
        self.color = color
        self._stream = stream
        self._encoding = encoding

    def line(self, text: str = "") -> None:
        """Write one line of text; characters that cannot be encoded are escaped."""
        self._stream.write(f"{text}\n".encode(self._encoding, "backslashreplace"))

    def json(self, value: object) -> None:
        """Write one object of JSON Lines, always in UTF-8."""
        self._stream.write(json_line(value))

    def csv(self, cells: Iterable[object]) -> None:
        """Write one row of CSV, always in UTF-8."""
        self._stream.write(csv_line(cells))


@dataclass(frozen=True)
class Output:
    """The choices of `--json` and `--out`."""

    json: bool
    path: str | None

    @property
    def on_terminal(self) -> bool:
        """Whether results appear on the terminal as they are made, so that no bar is needed."""
        return self.path in (None, STANDARD_OUTPUT) and sys.stdout.isatty()

    def check(self) -> None:
        """Raise UsageError, before any work is done, if the file cannot be written."""
        if self.path not in (None, STANDARD_OUTPUT) and not _is_special(self.path):
            check_writable(self.path)

    @contextlib.contextmanager
    def open(self) -> Iterator[Printer]:
        """Open a printer; its file is written only if the block ends without an exception."""
        if self.path in (None, STANDARD_OUTPUT):
            yield Printer(sys.stdout.buffer, sys.stdout.encoding, color=_has_colors())
            sys.stdout.flush()
        elif _is_special(self.path):  # a pipe or a device must not be replaced by a file
            try:
                with Path(self.path).open("wb") as stream:
                    yield Printer(stream)
            except BrokenPipeError:
                raise
            except OSError as error:
                if error.filename is not None:
                    raise
                reason = error.strerror or error
                raise InputError(f"{self.path}: cannot be written: {reason}") from error
        else:
            check_writable(self.path)
            with atomic_write(self.path) as stream:
                yield Printer(stream)


def check_writable(path: str) -> None:
    """Raise UsageError, before any work is done, if no file can be written to a path.

    What a run that was killed has left beside it is removed.
    """
    target = written_path(path)
    if target.is_dir():
        raise UsageError(f"{path}: a folder; a file name is needed")
    if not target.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {target.parent}")
    if _is_special(path):
        raise UsageError(f"{path}: not an ordinary file")
    context = click.get_current_context(silent=True)
    if context is not None:
        _refuse_two_outputs(path, context.params)
        if target.exists():
            _refuse_input(path, target, context.params)
    remove_abandoned(path)


def _refuse_two_outputs(path: str, given: Mapping[str, object]) -> None:
    """Raise UsageError if two options name one file: only the second result would be there."""
    place = os.path.realpath(path)
    same = [
        f"--{name}"
        for name, value in given.items()
        if name in _OUTPUTS and isinstance(value, str) and os.path.realpath(value) == place
    ]
    if len(same) > 1:
        raise UsageError(f"{path}: for {' and '.join(sorted(same, key=_order))}; name two files")


def _order(option: str) -> tuple[bool, str]:
    return option != "--out", option


def _refuse_input(path: str, target: Path, params: Mapping[str, object]) -> None:
    """Raise UsageError for a file that another parameter of the command names, or a folder of it.

    Results that replaced their own input could not be made again.
    """
    for name, value in params.items():
        if name in _OUTPUTS:
            continue
        for given in value if isinstance(value, (list, tuple)) else (value,):
            if not isinstance(given, str):
                continue
            standard = given == STANDARD_INPUT and _is_standard_input(target)
            if standard or any(_is_in(target, one) for one in _paths(given)):
                raise UsageError(f"{path}: an input ({given}); choose another name for the output")


def _is_standard_input(target: Path) -> bool:
    """Whether standard input comes from this file, as in `score - --out essay.txt <essay.txt`."""
    try:
        return os.path.samestat(os.fstat(0), target.stat())
    except (OSError, ValueError):  # closed
        return False


def _paths(given: str) -> Iterator[str]:
    """What a value may name: itself, or the files of sources of words, `spelling+file:PATH`."""
    yield given
    for part in given.split("+"):
        if ":" in part:
            yield part.partition(":")[2]


def _is_in(target: Path, given: str) -> bool:
    try:
        if not given:
            return False
        if Path(given).is_dir():
            return target.resolve().is_relative_to(Path(given).resolve())
        return target.samefile(given)
    except (OSError, ValueError):
        return False


def _is_special(path: str) -> bool:
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _has_colors() -> bool:
    """See https://no-color.org. The old console of Windows would print the codes themselves."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if sys.platform == "win32":
        wanted = wanted and any(map(os.environ.get, ("WT_SESSION", "ANSICON", "TERM")))
    return wanted and sys.stdout.isatty()
