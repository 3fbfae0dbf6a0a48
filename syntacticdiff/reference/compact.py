"""Arrays of an n-gram model in as few bytes as they need, each item found in constant time.

Nothing is lost here: what these forms hold reads back the same to the last bit. Rounding values to
fewer levels, so that they need fewer bytes, is done before (`reference.quantising`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

_CODES = (np.uint8, np.uint16)
_PROBE = 1 << 20


def narrowed(numbers: NDArray[Any]) -> NDArray[np.unsignedinteger[Any]]:
    """Whole numbers from 0 in the narrowest type that holds the largest."""
    largest = int(numbers.max(initial=0))
    return numbers.astype(np.min_scalar_type(largest))


@dataclass(frozen=True)
class Values:
    """float32 numbers: as they are, or as codes of one or two bytes for the levels of a table.

    `codes` are the numbers themselves where there is no table. In memory a table has a level for
    every possible code, so that no code of a damaged file leads outside; see `of_sections`.
    """

    codes: NDArray[Any]
    table: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, np.float32))

    @classmethod
    def packed(cls, numbers: NDArray[np.float32]) -> Values:
        """The smallest form."""
        bits = np.ascontiguousarray(numbers).view(np.uint32)  # equal to the last bit, -0.0 and NaN
        most = np.iinfo(_CODES[-1]).max + 1
        if len(bits) > _PROBE and len(np.unique(bits[:_PROBE])) > most:
            return cls(numbers)  # sorting all of a large model takes seconds
        distinct, codes = np.unique(bits, return_inverse=True)
        for kind in _CODES:
            small = len(numbers) * kind().itemsize + distinct.nbytes < numbers.nbytes
            if small and len(distinct) <= np.iinfo(kind).max + 1:
                return cls(codes.astype(kind), distinct.view(np.float32))
        return cls(numbers)

    @classmethod
    def of_sections(cls, codes: NDArray[Any], table: NDArray[np.float32] | None) -> Values | None:
        """The values that a file holds; None if the two arrays do not belong together."""
        if codes.dtype == np.float32:
            return cls(codes) if table is None else None
        if codes.dtype.type not in _CODES or table is None or not len(table):
            return None
        missing = np.iinfo(codes.dtype).max + 1 - len(table)
        return None if missing < 0 else cls(codes, np.pad(table, (0, missing), mode="edge"))

    def __len__(self) -> int:
        return len(self.codes)

    def array(self) -> NDArray[np.float32]:
        """The numbers."""
        return self.table[self.codes] if len(self.table) else self.codes

    def reader(self) -> Callable[[int], float]:
        """A function that gives the number at an index; much faster than indexing an array."""
        codes = self.codes.data
        if not len(self.table):
            return codes.__getitem__
        table = self.table.data
        return lambda index: table[codes[index]]


@dataclass(frozen=True)
class Offsets:
    """Whole numbers that never fall: as they are, or relative to a base for each block of them.

    A block is a power of two of items; which one follows from the number of bases.
    """

    items: NDArray[Any]
    bases: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    shift: int = 0

    @classmethod
    def packed(cls, numbers: NDArray[np.uint32]) -> Offsets:
        """The smallest form; of those with items of one width, the one with the largest blocks."""
        if (numbers[1:] < numbers[:-1]).any():
            return cls(numbers)
        best, least = cls(numbers), numbers.nbytes
        for kind in _CODES:
            for shift in range(len(numbers).bit_length(), 1, -1):
                bases = np.ascontiguousarray(numbers[:: 1 << shift])
                largest = np.append(numbers[(1 << shift) - 1 :: 1 << shift], numbers[-1:])
                size = len(numbers) * kind().itemsize + bases.nbytes
                if size >= least:
                    break
                if (largest[: len(bases)] - bases).max(initial=0) <= np.iinfo(kind).max:
                    within = numbers - np.repeat(bases, 1 << shift)[: len(numbers)]
                    best, least = cls(within.astype(kind), bases, shift), size
                    break
        return best

    @classmethod
    def of_sections(cls, items: NDArray[Any], bases: NDArray[np.uint32] | None) -> Offsets | None:
        """The offsets that a file holds; None if the two arrays do not belong together."""
        if items.dtype == np.uint32:
            return cls(items) if bases is None else None
        if items.dtype.type not in _CODES or bases is None:
            return None
        for shift in range(len(items).bit_length() + 1):
            if -(-len(items) // (1 << shift)) == len(bases):
                return cls(items, bases, shift)
        return None

    def __len__(self) -> int:
        return len(self.items)

    def array(self) -> NDArray[np.uint32]:
        """The numbers."""
        if not len(self.bases):
            return self.items
        whole: NDArray[np.uint32] = self.items + np.repeat(self.bases, 1 << self.shift)[: len(self)]
        return whole

    def pair_reader(self) -> Callable[[int], tuple[int, int]]:
        """A function that gives the number at an index and the one behind it: a range."""
        items = self.items.data
        if not len(self.bases):
            return lambda index: (items[index], items[index + 1])
        bases, shift = self.bases.data, self.shift

        def pair(index: int) -> tuple[int, int]:
            following = index + 1
            start = bases[index >> shift] + items[index]
            return start, bases[following >> shift] + items[following]

        return pair


def run_ends(numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Numbers of which equal ones stand together: each once, and where its run ends."""
    ends = np.flatnonzero(np.append(numbers[1:] != numbers[:-1], True)[: len(numbers)]) + 1
    return numbers[ends - 1], ends.astype(np.uint32)


def of_runs(numbers: NDArray[Any], ends: NDArray[Any], length: int) -> NDArray[Any] | None:
    """The numbers that `run_ends` was given; None if the runs do not fill the length."""
    ends = ends.astype(np.int64)
    lengths = np.diff(ends, prepend=0)
    if len(ends) != len(numbers) or (lengths < 0).any() or int(lengths.sum()) != length:
        return None
    return np.repeat(numbers, lengths)
