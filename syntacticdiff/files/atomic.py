"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import glob
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from syntacticdiff.errors import InputError
from syntacticdiff.files.whole_folders import sync_folder

try:
    import fcntl
except ImportError:  # not POSIX: there is no telling what is abandoned
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a binary stream that becomes `path` only if the block ends without an exception.

    The bytes go to a temporary file in the same folder, are flushed to disk and then renamed, so
    that a reader sees either the old file or the new one, and a full disk leaves nothing behind.

    Parameters
    ----------
    path : str or path-like
        The file to write. An existing file is replaced; a symbolic link is followed.

    Yields
    ------
    binary stream
        What is written to it becomes the contents of the file.

    Raises
    ------
    InputError
        If the path is not that of an ordinary file, or it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with atomic_write(Path(folder, "edits.txt")) as stream:
    ...         _ = stream.write(b"insert(the)")
    ...     Path(folder, "edits.txt").read_text()
    'insert(the)'
    """
    given, target = Path(path), written_path(path)
    if target.is_symlink():
        raise InputError(f"{given}: a link that leads nowhere; give the name of a file")
    if target.exists() and not target.is_file():
        raise InputError(f"{given}: not an ordinary file; give the name of one")
    try:
        descriptor, temporary = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name}.", suffix=".part"
        )
    except OSError as error:
        raise InputError(f"{given}: cannot be written: {error.strerror}") from error
    try:
        with _locked(descriptor):
            with os.fdopen(descriptor, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise InputError(f"{given}: cannot be written: {error.strerror or error}") from error
        raise
    sync_folder(target.parent)


def written_path(path: str | os.PathLike[str]) -> Path:
    """The file that is written to a path: where a symbolic link leads, as for any program."""
    target = Path(path)
    return Path(os.path.realpath(target)) if target.is_symlink() else target


def remove_abandoned(path: str | os.PathLike[str]) -> None:
    """Remove what processes that were killed while they wrote `path` have left behind."""
    if fcntl is None:
        return
    target = written_path(path)
    for left in target.parent.glob(f".{glob.escape(target.name)}.*.part"):
        with contextlib.suppress(OSError), left.open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while someone writes it
            left.unlink()


@contextlib.contextmanager
def _locked(descriptor: int) -> Iterator[None]:
    """Show that someone is writing to the file, also after `descriptor` is closed.

    A lock ends with its process, however that ends. Some network file systems have no locks; there
    nothing can be locked by `remove_abandoned` either, and so nothing is removed.
    """
    if fcntl is None:
        yield
        return
    lock = os.dup(descriptor)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _umask() -> int:
    """The process's file mode mask, which mkstemp ignores; reading it requires setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
