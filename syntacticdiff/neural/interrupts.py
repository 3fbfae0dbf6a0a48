"""Ctrl-C that waits for the end of an update, so that no state is kept that is half made."""

from __future__ import annotations

import signal
import threading
from types import FrameType


class Interrupts:
    """Takes the first Ctrl-C and remembers it; the second one is raised at once.

    Outside the main thread, where no signal arrives, and where somebody else handles Ctrl-C,
    nothing is changed.
    """

    def __init__(self) -> None:
        self._asked = self._handles = False

    def __enter__(self) -> Interrupts:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._remember)
            self._handles = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._handles:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def check(self) -> None:
        """Raise KeyboardInterrupt, if there was a Ctrl-C."""
        if self._asked:
            raise KeyboardInterrupt
