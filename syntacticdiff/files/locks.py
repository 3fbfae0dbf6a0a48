"""Locks on open files, which the system releases however the process ends."""

from __future__ import annotations

import os
import sys

_FAR = 1 << 30  # where nothing is written: Windows refuses to read what another process has locked


def lock_or_fail(descriptor: int) -> None:
    """Lock an open file for this process alone.

    Parameters
    ----------
    descriptor : int
        Of a file that is open for reading and writing.

    Raises
    ------
    BlockingIOError
        If another process has it.
    OSError
        If there are no locks in this place: some network file systems have none.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
