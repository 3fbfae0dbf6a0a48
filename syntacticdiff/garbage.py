"""Python's search for reference cycles, paused while many objects are made that have none.

Every few hundred new objects, Python looks for some that refer to each other in a circle. What is
made of a page of text are thousands of edits, none of which does, and looking through them again
and again takes longer than making them.
"""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Iterator

_lock = threading.Lock()
_pauses = [0]  # blocks that are being run, in all threads
_was_enabled = [False]


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """Within this block no cycles are searched for; keep it short, for it pauses all threads' ones.

    What was made in it is looked through once, afterwards.
    """
    with _lock:
        if not _pauses[0]:
            _was_enabled[0] = gc.isenabled()
            gc.disable()
        _pauses[0] += 1
    try:
        yield
    finally:
        with _lock:
            _pauses[0] -= 1
            if not _pauses[0] and _was_enabled[0]:
                gc.enable()
