"""The file format of models: a JSON header and aligned arrays that are memory mapped.

docs/format.md defines it. This module handles bytes, sections and checksums; the room that defines
a `Kind` of file also defines what its sections mean.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.atomic import atomic_write

ALIGNMENT = 64
DTYPES = {
    code: f"<{code}" for code in ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8")
}

_PREAMBLE = struct.Struct("<8sIII4x")  # magic, version, header length, header CRC-32
_CHECKSUM_BYTES = 32

Array = NDArray[Any]
Arrays = Mapping[str, Array]


class SectionEntry(TypedDict):
    """Where an array is in the file, as its header says."""

    dtype: str
    offset: int
    length: int


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Parameters
    ----------
    magic : bytes
        The first eight bytes. They should include a carriage return and a line feed, so that a
        copy made in text mode is noticed at once.
    version : int
        The newest version of the format that can be read, and the one that is written.
    name : str
        What messages call such a file: `reference model`.
    remedy : str
        How to get one, for the message about a file that is something else.
    """

    magic: bytes
    version: int
    name: str
    remedy: str


@dataclass(frozen=True)
class Container:
    """An open file: its header, its arrays (views of the mapping) and its checksum."""

    path: Path
    header: dict[str, Any]
    arrays: dict[str, Array]
    checksum: str


def write_container(
    path: str | os.PathLike[str], kind: Kind, header: Mapping[str, object], arrays: Arrays
) -> str:
    """Write a file whole or not at all; returns its checksum.

    The same header and arrays always give the same bytes.
    """
    digest = hashlib.sha256()
    with atomic_write(path) as stream:
        for chunk in _chunks(kind, header, arrays):
            stream.write(chunk)
            digest.update(chunk)
        stream.write(digest.digest())
    return digest.hexdigest()


def container_checksum(kind: Kind, header: Mapping[str, object], arrays: Arrays) -> str:
    """The checksum that the file would have."""
    digest = hashlib.sha256()
    for chunk in _chunks(kind, header, arrays):
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(
    kind: Kind, header: Mapping[str, object], arrays: Arrays
) -> Iterator[bytes | memoryview]:
    """The bytes of a file without its checksum, in chunks."""
    sections: dict[str, SectionEntry] = {}
    end = 0  # offsets count from the end of the header, so they do not depend on its length
    for name, array in arrays.items():
        start = _aligned(end)
        end = start + array.nbytes
        sections[name] = {"dtype": array.dtype.str[1:], "offset": start, "length": len(array)}
    encoded = json.dumps({**header, "sections": sections}, sort_keys=True).encode()
    yield _PREAMBLE.pack(kind.magic, kind.version, len(encoded), zlib.crc32(encoded))
    yield encoded
    yield _padding(_PREAMBLE.size + len(encoded))
    for array in arrays.values():
        yield np.ascontiguousarray(array, DTYPES[array.dtype.str[1:]]).data
        yield _padding(array.nbytes)


def open_container(path: str | os.PathLike[str], kind: Kind, verify: bool = True) -> Container:
    """Map a file. Header, header checksum and section bounds are always checked.

    With `verify`, the checksum of the whole file is compared as well, which reads all of it.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size < _PREAMBLE.size + _CHECKSUM_BYTES:
                raise ModelError(f"{path}: not a {kind.name}: only {size} bytes long")
            mapping = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror or error}") from error
    header, start = _read_header(path, kind, mapping)
    sections = header.pop("sections")
    expected = start + max((_aligned(_end(s)) for s in sections.values()), default=0)
    if len(mapping) != expected + _CHECKSUM_BYTES:
        fault = "truncated" if len(mapping) < expected + _CHECKSUM_BYTES else "damaged"
        raise ModelError(
            f"{path}: {fault}: it has {len(mapping)} bytes instead of {expected + _CHECKSUM_BYTES}"
        )
    arrays = {name: _array(mapping, start, section) for name, section in sections.items()}
    stored = mapping[-_CHECKSUM_BYTES:]
    if verify:
        with memoryview(mapping)[:-_CHECKSUM_BYTES] as body:
            intact = hashlib.sha256(body).digest() == stored
        if not intact:
            raise ModelError(f"{path}: damaged: its checksum does not match; copy or make it again")
    return Container(path, header, arrays, stored.hex())


def _read_header(path: Path, kind: Kind, mapping: mmap.mmap) -> tuple[dict[str, Any], int]:
    """The JSON header, and where the arrays begin."""
    magic, version, length, crc = _PREAMBLE.unpack_from(mapping)
    if magic != kind.magic:
        raise ModelError(f"{path}: not a SyntacticDiff {kind.name}; {kind.remedy}")
    if version > kind.version:
        raise ModelError(
            f"{path}: made by a newer version (file format {version}, this one reads up to "
            f"{kind.version}); upgrade syntacticdiff"
        )
    if version < 1:
        raise ModelError(f"{path}: damaged: there is no file format {version}")
    end = _PREAMBLE.size + length
    if end + _CHECKSUM_BYTES > len(mapping):
        raise ModelError(f"{path}: truncated: it ends within its header")
    encoded = mapping[_PREAMBLE.size : end]
    if zlib.crc32(encoded) != crc:
        raise ModelError(f"{path}: damaged: its header's checksum does not match")
    try:
        header = json.loads(encoded)
        sections = header["sections"].values()
        if not all(_is_section(section) for section in sections):
            raise ValueError("section")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ModelError(f"{path}: damaged: its header does not describe a {kind.name}") from None
    return header, _aligned(end)


def _is_section(section: object) -> bool:
    return (
        isinstance(section, dict)
        and section.get("dtype") in DTYPES
        and all(isinstance(section.get(k), int) and section[k] >= 0 for k in ("offset", "length"))
        and section["offset"] % ALIGNMENT == 0
    )


def _end(section: SectionEntry) -> int:
    """Where a section ends, relative to the same point as its offset."""
    end: int = section["offset"] + section["length"] * np.dtype(section["dtype"]).itemsize
    return end


def _array(mapping: mmap.mmap, start: int, section: SectionEntry) -> Array:
    dtype = np.dtype(DTYPES[section["dtype"]])
    if section["length"] == 0:
        return np.empty(0, dtype)
    return np.frombuffer(mapping, dtype, section["length"], start + section["offset"])


def _padding(length: int) -> bytes:
    return bytes(_aligned(length) - length)


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT
