"""Where results go: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from syntacticdiff.errors import UsageError
from syntacticdiff.files.atomic import atomic_write

STANDARD_OUTPUT = "-"


class Printer:
    """Writes lines. `color` says whether a person looks at them on a terminal that has colours."""

    def __init__(self, stream: IO[bytes], encoding: str = "utf-8", *, color: bool = False) -> None:
        self.color = color
        self._stream = stream
        self._encoding = encoding

    def line(self, text: str = "") -> None:
        """One line for people; a character that cannot be shown is shown by its number."""
        self._stream.write(f"{text}\n".encode(self._encoding, "backslashreplace"))

    def json(self, value: Any) -> None:
        """One object of JSON Lines, always UTF-8.

        Half a surrogate pair (from a file name that is not UTF-8) is escaped by the handler in the
        very way in which JSON escapes it.
        """
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        self._stream.write(f"{text}\n".encode("utf-8", "backslashreplace"))


@dataclass(frozen=True)
class Output:
    """What `--json` and `--out` chose."""

    json: bool
    path: str | None

    @property
    def on_terminal(self) -> bool:
        """Whether results scroll by as they are made, so that they are progress enough."""
        return self.path in (None, STANDARD_OUTPUT) and sys.stdout.isatty()

    @contextlib.contextmanager
    def open(self) -> Iterator[Printer]:
        """A printer; a file that it fills appears only if the block ends well."""
        if self.path in (None, STANDARD_OUTPUT):
            yield Printer(sys.stdout.buffer, sys.stdout.encoding, color=_has_colors())
            sys.stdout.flush()
        elif _is_special(self.path):  # a pipe or a device must not be replaced by a file
            with Path(self.path).open("wb") as stream:
                yield Printer(stream)
        else:
            check_writable(self.path)
            with atomic_write(self.path) as stream:
                yield Printer(stream)


def check_writable(path: str) -> None:
    """Refuse, before the work is done, a path where no file can be put."""
    target = Path(path)
    if target.is_dir():
        raise UsageError(f"{path}: a folder; a file name is needed")
    if not target.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {target.parent}")
    if _is_special(path):
        raise UsageError(f"{path}: not an ordinary file")


def _is_special(path: str) -> bool:
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _has_colors() -> bool:
    """See https://no-color.org."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()
