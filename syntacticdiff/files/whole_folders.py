"""Replacing folders whole or not at all.

A folder cannot be renamed over another one. Where the system can exchange two names in one step
(Linux), that is done, and no moment exists at which nothing is there. Elsewhere the old folder
steps aside first, under a name by which `restore_folder` finds it if the process is killed between
the two steps.
"""

from __future__ import annotations

import contextlib
import ctypes
import glob
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # not POSIX
    fcntl = None  # type: ignore[assignment]

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A new folder that takes the place of `target` if the block ends without an exception.

    Parameters
    ----------
    target : Path
        Where the folder is to be; an older one there is removed.

    Yields
    ------
    Path
        An empty folder beside it, for what is to be written.

    Raises
    ------
    OSError
        If it cannot be made, or cannot be put in its place.
    """
    remove_abandoned_folders(target)
    new = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    new.mkdir()
    try:
        with _locked(new):
            yield new
            replace_folder(new, target)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Show that someone writes in the folder; a lock ends with its process, however that ends."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network file systems have no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def replace_folder(new: Path, target: Path) -> None:
    """Put a folder in the place of another one, which is removed.

    Parameters
    ----------
    new : Path
        The folder, in the same parent as `target`.
    target : Path
        Where it is to be; there may be a folder already.

    Raises
    ------
    OSError
        If that is not possible. Then `target` is as it was.
    """
    if not target.exists():
        new.rename(target)
    elif exchanged(new, target):
        shutil.rmtree(new, ignore_errors=True)
    else:
        old = new.with_suffix(".old")
        target.rename(old)
        try:
            new.rename(target)
        except BaseException:
            old.rename(target)
            raise
        shutil.rmtree(old, ignore_errors=True)
    sync_folder(target.parent)


def exchanged(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system cannot."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = os.fsencode(one), os.fsencode(other)
    done = rename(_AT_FDCWD, names[0], _AT_FDCWD, names[1], ctypes.c_uint(_RENAME_EXCHANGE))
    return bool(done == 0)


def restore_folder(target: Path) -> None:
    """Put an old folder back that stepped aside for a new one that never came."""
    if target.exists():
        return
    left = sorted(_siblings(target, "old"), key=lambda path: path.stat().st_mtime)
    if left:
        with contextlib.suppress(OSError):
            left[-1].rename(target)


def remove_abandoned_folders(target: Path) -> None:
    """Remove what processes that were killed while they replaced a folder have left behind."""
    restore_folder(target)
    for left in (*_siblings(target, "part"), *_siblings(target, "old")):
        if _is_abandoned(left):
            shutil.rmtree(left, ignore_errors=True)


def _is_abandoned(folder: Path) -> bool:
    if fcntl is None:  # not POSIX: there is no telling
        return False
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while someone writes
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def sync_folder(folder: Path) -> None:
    """Let the new names in a folder outlive a loss of power, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _siblings(target: Path, ending: str) -> list[Path]:
    return list(target.parent.glob(f".{glob.escape(target.name)}.*.{ending}"))
