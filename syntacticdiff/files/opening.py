"""How files are opened for reading, in one place: what never ends is refused.

Files are regular ones. Where they are read from start to end, so are pipes (a shell's `<(command)`)
and terminals. Other devices, of which some never end (/dev/zero), and sockets are not read. Errors
are those of the operating system, an `OSError` with a `strerror` that can stand in a message.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from io import BufferedReader
from pathlib import Path
from typing import IO

# More than any file has that is held in memory as a whole: settings, lists of words, XML.
MOST_AT_ONCE = 1 << 30
_BLOCK = 1 << 20
# Neither waits for the other end of a terminal nor takes it as one's own; Windows does neither.
_AT_ONCE = getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NONBLOCK", 0)

_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def kind_of_special(mode: int) -> str | None:
    """What a special file is, by its mode; None for regular files and folders."""
    return next((kind for is_one, kind in _KINDS if is_one(mode)), None)


def open_file(path: str | os.PathLike[str], *, stream: bool = False) -> BufferedReader:
    """Open a file for reading.

    Parameters
    ----------
    path : str or path-like
        The file.
    stream : bool, default=False
        Whether it is read once from start to end, so that it may be a pipe or a terminal.

    Raises
    ------
    OSError
        If it cannot be opened, or is neither a regular file nor one of those.
    """
    refuse_special(path, stream=stream)
    return Path(path).open("rb")


def refuse_special(path: str | os.PathLike[str], *, stream: bool = False) -> None:
    """Raise `OSError` if something is not a file, before a library of others opens it."""
    status = os.stat(path)  # before it is opened, which waits for the writer of a pipe
    kind = kind_of_special(status.st_mode)
    if kind is None or (stream and _ends(path, status)):
        return
    raise OSError(errno.EINVAL, f"{kind}, not a file", os.fspath(path))


def read_whole(
    path: str | os.PathLike[str], *, stream: bool = False, most: int = MOST_AT_ONCE
) -> bytes:
    """All bytes of a file; `stream` as for `open_file`.

    Raises
    ------
    OSError
        If it cannot be read, or has more than `most` bytes.
    """
    with open_file(path, stream=stream) as opened:
        return read_stream(opened, most=most)


def read_stream(stream: IO[bytes], *, most: int = MOST_AT_ONCE) -> bytes:
    """All bytes of a stream; `OSError` if it has more than `most`."""
    blocks, left = [], most
    while block := stream.read(_BLOCK):  # to read it at once, as much as may come is allocated
        left -= len(block)
        if left < 0:
            raise OSError(errno.EFBIG, f"larger than {most >> 20:,} MB")
        blocks.append(block)
    return b"".join(blocks)


def _ends(path: str | os.PathLike[str], status: os.stat_result) -> bool:
    """Whether a special file is one that people give as an input: a pipe, a terminal, nothing."""
    if stat.S_ISFIFO(status.st_mode):
        return True
    if not stat.S_ISCHR(status.st_mode):
        return False
    if status.st_rdev == os.stat(os.devnull).st_rdev:
        return True
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
        try:
            return os.isatty(descriptor)
        finally:
            os.close(descriptor)
    return False
