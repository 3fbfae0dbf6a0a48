"""Messages to the user: single lines on standard error, safe for a terminal."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

# Text is untrusted, and terminals interpret control characters: make them visible.
from syntacticdiff.text.visible import visible as printable

__all__ = ["Clock", "counted", "messages_as_json", "printable", "progress", "say"]

Item = TypeVar("Item")


_LONGEST_MESSAGE = 2_000


def say(message: str) -> None:
    """Print one line on standard error, cut off if it is very long."""
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]} [...]"
    if _Log.as_json:
        line = json.dumps({"event": "message", "message": message})
    else:
        line = f"syntacticdiff: {printable(message)}"
    if "tqdm" in sys.modules:  # the line must not run into a progress bar
        sys.modules["tqdm"].tqdm.write(line, file=sys.stderr)
    else:
        print(line, file=sys.stderr)


class _Log:
    """Whether messages are objects of JSON Lines, for programs."""

    as_json = False


def messages_as_json(wanted: bool) -> None:
    """From now on, `say` prints an event of the log instead of a line for people, or not."""
    _Log.as_json = wanted


def progress(items: Iterable[Item], unit: str, *, shown: bool = True) -> Iterator[Item]:
    """Iterate with a progress bar on standard error, if it is a terminal and the work is slow."""
    if not (shown and sys.stderr.isatty()):
        return iter(items)
    from tqdm import tqdm

    return iter(tqdm(items, unit=f" {unit}", delay=1, leave=False))


class Clock:
    """What is going on and for how long, in one line that is written over, if a person looks on.

    For work that reports no progress: the time goes on even if nothing is said for minutes.
    """

    def __init__(self, what: str = "") -> None:
        self._what = what

    def __enter__(self) -> Clock:
        from tqdm import tqdm

        self._bar = tqdm(
            bar_format="{desc} [{elapsed}]", disable=not sys.stderr.isatty(), leave=False, delay=1
        )
        self._ended = threading.Event()
        if not self._bar.disable:
            self.show(self._what)
            threading.Thread(target=self._tick, daemon=True).start()
        return self

    def show(self, what: str) -> None:
        """Say what is going on now."""
        self._bar.set_description_str(what)

    def _tick(self) -> None:
        while not self._ended.wait(1.0):
            self._bar.refresh()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._bar.close()


def counted(number: int, noun: str) -> str:
    """`1 edit`, `1,204 edits`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
