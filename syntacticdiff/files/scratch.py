"""Large arrays on disk while something is computed: files without names, mapped into memory.

A file without a name is gone when the process ends, however it ends; there is nothing to clean up.
Pages of a mapped file are no burden: the system writes them back when memory is needed elsewhere.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from typing import IO, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


class Scratch:
    """Temporary files in one folder, by default the system's (`TMPDIR`)."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder or tempfile.gettempdir()

    def file(self) -> IO[bytes]:
        """A new file for someone who appends to its descriptor."""
        return tempfile.TemporaryFile(dir=self.folder, prefix="syntacticdiff-", buffering=0)

    def mapped(self, file: IO[bytes], dtype: type[Number]) -> NDArray[Number]:
        """The numbers that a file holds. It is closed, and gone when the array is."""
        with file:
            if os.fstat(file.fileno()).st_size == 0:  # cannot be mapped
                return np.empty(0, dtype)
            return np.frombuffer(mmap.mmap(file.fileno(), 0), dtype)

    def zeros(self, length: int, dtype: type[Number]) -> NDArray[Number]:
        """An array to write into. The disk has room for all of it, or this raises OSError."""
        file = self.file()
        size = length * np.dtype(dtype).itemsize
        if size and hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
        else:
            os.truncate(file.fileno(), size)
        return self.mapped(file, dtype)
