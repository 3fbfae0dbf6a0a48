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
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.header import Rule, decoded, fault, whole
from syntacticdiff.files.opening import open_file

ALIGNMENT = 64
LONGEST_HEADER = 1 << 24  # bytes
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
    rules : mapping from str to Rule, default={}
        What the values of the header must be.
    sections : mapping from str to tuple of str, default={}
        The types that the items of a section may have, by patterns of names (`[1-5].words`). If
        there are any patterns, a section with another name is refused.
    """

    magic: bytes
    version: int
    name: str
    remedy: str
    rules: Mapping[str, Rule] = field(default_factory=dict)
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Container:
    """An open file: its header, its arrays (views of the mapping or copy) and its checksum."""

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


def open_container(
    path: str | os.PathLike[str], kind: Kind, verify: bool = True, *, copy: bool = False
) -> Container:
    """Map a file. Header, header checksum and sections' bounds and types are always checked.

    Parameters
    ----------
    path : str or path-like
        The file.
    kind : Kind
        What it should be.
    verify : bool, default=True
        Compare the checksum of the whole file as well, which reads all of it.
    copy : bool, default=False
        Read the file into memory instead of mapping it: then nothing that happens to the file
        later matters.
    """
    path = Path(path)
    data = _data(path, kind, copy)
    header, start = _read_header(path, kind, data)
    sections = header.pop("sections")
    expected = start + max((_aligned(_end(s)) for s in sections.values()), default=0)
    if len(data) != expected + _CHECKSUM_BYTES:
        state = "truncated" if len(data) < expected + _CHECKSUM_BYTES else "damaged"
        raise ModelError(
            f"{path}: {state}: it has {len(data)} bytes instead of {expected + _CHECKSUM_BYTES}"
        )
    arrays = {name: _array(data, start, section) for name, section in sections.items()}
    stored = bytes(data[-_CHECKSUM_BYTES:])
    if verify and hashlib.sha256(data[:-_CHECKSUM_BYTES]).digest() != stored:
        raise ModelError(f"{path}: damaged: its checksum does not match; copy or make it again")
    return Container(path, header, arrays, stored.hex())


def _data(path: Path, kind: Kind, copy: bool) -> memoryview:
    """The bytes of a file, mapped or copied; read only."""
    try:
        with open_file(path) as stream:
            size = os.fstat(stream.fileno()).st_size
            if size < _PREAMBLE.size + _CHECKSUM_BYTES:
                raise ModelError(f"{path}: not a {kind.name}: only {size} bytes long")
            if copy:
                return np.fromfile(stream, np.uint8).data.toreadonly()
            return memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror or error}") from error


def _read_header(path: Path, kind: Kind, data: memoryview) -> tuple[dict[str, Any], int]:
    """The JSON header, and where the arrays begin."""
    magic, version, length, crc = _PREAMBLE.unpack_from(data)
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
    if end + _CHECKSUM_BYTES > len(data):
        raise ModelError(f"{path}: truncated: it ends within its header")
    if length > LONGEST_HEADER:
        raise ModelError(f"{path}: damaged: no header has {length} bytes")
    encoded = bytes(data[_PREAMBLE.size : end])
    if zlib.crc32(encoded) != crc:
        raise ModelError(f"{path}: damaged: its header's checksum does not match")
    try:
        header = _checked(decoded(encoded), kind)
    except ValueError as error:
        raise ModelError(
            f"{path}: damaged: its header does not describe a {kind.name}: {error}"
        ) from None
    return header, _aligned(end)


def _checked(header: object, kind: Kind) -> dict[str, Any]:
    """The header, if it is one of this kind; ValueError says in words why not."""
    if not isinstance(header, dict):
        raise ValueError("it is not an object")
    sections = header.get("sections")
    if not isinstance(sections, dict):
        raise ValueError("it lists no sections")
    wrong = fault(header, kind.rules)
    if wrong is not None:
        raise ValueError(wrong)
    for name, section in sections.items():
        if not _is_section(section):
            raise ValueError(f'its section "{name}" has no type, offset or length that can be')
        allowed = _allowed_types(kind, name)
        if section["dtype"] not in allowed:
            raise ValueError(
                f'its section "{name}" has items of type {section["dtype"]}, not '
                f"{' or '.join(allowed)}"
            )
    return header


def _is_section(section: object) -> bool:
    return (
        isinstance(section, dict)
        and isinstance(section.get("dtype"), str)
        and section["dtype"] in DTYPES
        and all(whole().holds(section.get(key)) for key in ("offset", "length"))
        and section["offset"] % ALIGNMENT == 0
    )


def _allowed_types(kind: Kind, name: str) -> Collection[str]:
    """The types that the items of a section may have."""
    if not kind.sections:
        return DTYPES
    for pattern, types in kind.sections.items():
        if fnmatchcase(name, pattern):
            return types
    raise ValueError(f'it has a section "{name}", which is none of a {kind.name}')


def _end(section: SectionEntry) -> int:
    """Where a section ends, relative to the same point as its offset."""
    end: int = section["offset"] + section["length"] * np.dtype(section["dtype"]).itemsize
    return end


def _array(data: memoryview, start: int, section: SectionEntry) -> Array:
    dtype = np.dtype(DTYPES[section["dtype"]])
    if section["length"] == 0:
        return np.empty(0, dtype)
    return np.frombuffer(data, dtype, section["length"], start + section["offset"])


def _padding(length: int) -> bytes:
    return bytes(_aligned(length) - length)


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT
