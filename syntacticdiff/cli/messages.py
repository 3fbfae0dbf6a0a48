"""What the command line says to people: single lines on standard error, safe for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

# Text comes from strangers, and a terminal obeys control characters: show them instead.
_CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_OVERRIDES = (*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_BREAKS = map(ord, "\t\n\r\u2028\u2029")
_SHOWN = _CONTROL_PICTURES | dict.fromkeys(_OVERRIDES, 0xFFFD) | dict.fromkeys(_BREAKS, 0x20)


def printable(text: str) -> str:
    """The text in one line, with nothing in it that a terminal would obey."""
    return text.translate(_SHOWN)


def say(message: str) -> None:
    """One line on standard error."""
    line = f"syntacticdiff: {printable(message)}"
    if "tqdm" in sys.modules:  # a bar may be on the screen, and the line must not run into it
        sys.modules["tqdm"].tqdm.write(line, file=sys.stderr)
    else:
        print(line, file=sys.stderr)


def progress(items: Iterable[Item], unit: str, *, shown: bool = True) -> Iterator[Item]:
    """`items`, with a bar on standard error if that is a terminal and the work takes a while."""
    from tqdm import tqdm

    bar = tqdm(items, unit=f" {unit}", delay=1, disable=None if shown else True, leave=False)
    return iter(bar)


def counted(number: int, noun: str) -> str:
    """`1 edit`, `1,204 edits`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
