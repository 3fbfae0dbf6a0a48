"""Stopping searches whose results nobody needs any more.

Needed where threads search: a thread that is still in the native engine when the interpreter exits
would take the process down, and one whose run has failed would waste time.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable, Iterator

from syntacticdiff.errors import SyntacticDiffError

_LONGEST_WAIT = 5.0  # seconds; searches notice a stop much sooner


class StoppedError(SyntacticDiffError):
    """A search was called off."""


class Stop:
    """One call to stop, heard by every search that listens."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._called = False
        self._listeners: list[Callable[[], None]] = []

    @contextlib.contextmanager
    def heard_by(self, listener: Callable[[], None]) -> Iterator[None]:
        """Within this block, `listener` is called if the call comes; after it, nothing starts."""
        with self._changed:
            if self._called:
                raise StoppedError("the search was called off")
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._changed:
                self._listeners.remove(listener)
                self._changed.notify_all()

    def call(self, *, wait: bool = True) -> None:
        """Call the searches off, and wait the moment until they have ended.

        Parameters
        ----------
        wait : bool, default True
            Whether to wait.
        """
        with self._changed:
            self._called = True
            for listener in self._listeners:
                listener()
            if not wait:
                return
            self._changed.wait_for(lambda: not self._listeners, _LONGEST_WAIT)


AT_EXIT = Stop()
atexit.register(AT_EXIT.call)
