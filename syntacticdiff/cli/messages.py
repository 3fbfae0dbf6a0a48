"""Messages to the user: single lines on standard error, safe for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

# Text is untrusted, and terminals interpret control characters: make them visible.
from syntacticdiff.text.visible import visible as printable

__all__ = ["counted", "printable", "progress", "say"]

Item = TypeVar("Item")


def say(message: str) -> None:
    """Print one line on standard error."""
    line = f"syntacticdiff: {printable(message)}"
    if "tqdm" in sys.modules:  # the line must not run into a progress bar
        sys.modules["tqdm"].tqdm.write(line, file=sys.stderr)
    else:
        print(line, file=sys.stderr)


def progress(items: Iterable[Item], unit: str, *, shown: bool = True) -> Iterator[Item]:
    """Iterate with a progress bar on standard error, if it is a terminal and the work is slow."""
    from tqdm import tqdm

    bar = tqdm(items, unit=f" {unit}", delay=1, disable=None if shown else True, leave=False)
    return iter(bar)


def counted(number: int, noun: str) -> str:
    """`1 edit`, `1,204 edits`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
