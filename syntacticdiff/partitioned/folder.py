"""The folder of a run: its parts, what is known of them, and the lock.

While a run is going on, `manifest.journal` gets a line for every part that is done; at the end that
becomes `manifest.json` and `rejected.jsonl`. Both hold nothing that depends on when, where or in
how many runs the work was done. Files appear under their names only when they are whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.decoding import Report
from syntacticdiff.partitioned.parts import Part, Rejected
from syntacticdiff.partitioned.planning import Partition

MANIFEST, JOURNAL, REJECTED, LOCK = "manifest.json", "manifest.journal", "rejected.jsonl", ".lock"
VERSION = 1

_LEFT_BEHIND = re.compile(r"\.(part-|manifest\.|rejected\.).*\.part")  # names of atomic_write
_BLOCK = 1 << 20


@dataclass(frozen=True)
class _Done:
    """What is known of a part that is done."""

    checksum: str
    size: int
    documents: int
    rejected: int


@dataclass(frozen=True)
class Found:
    """What an earlier run left: its settings, and the parts with their rejected documents."""

    settings: Mapping[str, Any]
    partitions: Sequence[str]
    parts: Mapping[int, tuple[_Done, list[Rejected]]]
    whole: bool  # ended, with nothing missing but what is found damaged


@dataclass
class RunFolder:
    """Where the parts of a run go.

    Parameters
    ----------
    path : made if it is not there
    settings : all that decides what is in the parts, by name
    partitions : the whole plan
    suffix : of the parts' names
    say : told what is wrong with parts of an earlier run
    """

    path: Path
    settings: Mapping[str, Any]
    partitions: Sequence[Partition]
    suffix: str
    say: Report
    done: dict[int, _Done] = field(default_factory=dict, init=False)
    finished: bool = field(default=False, init=False)
    _places: dict[int, int] = field(default_factory=dict, init=False)  # of lines in the journal
    _checksums: list[str] = field(default_factory=list, init=False)

    @contextlib.contextmanager
    def opened(self, *, resume: bool) -> Iterator[RunFolder]:
        """Take the folder for this run.

        With `resume`, what an earlier run has done stays, if its settings were the same.

        Raises
        ------
        UsageError
            if another run is at work in it, or it has something in it that is not to be gone on
            with
        """
        _make(self.path)
        with _locked(self.path):
            _remove_left_behind(self.path)
            self._checksums = [partition.checksum for partition in self.partitions]
            found = _found(self.path)
            self._refuse(found, resume)
            self._begin(found)
            yield self

    @property
    def missing(self) -> list[Partition]:
        """The partitions that are still to be done."""
        return [p for p in self.partitions if p.number not in self.done]

    @property
    def documents(self) -> int:
        """How many are in the parts that are done."""
        return sum(part.documents for part in self.done.values())

    @property
    def rejected(self) -> int:
        """How many are not, though they should be."""
        return sum(part.rejected for part in self.done.values())

    def add(self, partition: Partition, part: Part) -> None:
        """Keep a part, for good."""
        with atomic_write(self._part(partition.number)) as stream:
            stream.write(part.data)
        checksum = hashlib.sha256(part.data).hexdigest()
        done = _Done(checksum, len(part.data), part.documents, len(part.rejected))
        journal = self.path / JOURNAL
        with _writing(journal), journal.open("ab") as stream:
            self._places[partition.number] = stream.tell()
            stream.write(_line(_entry(partition.number, done, part.rejected)))
            stream.flush()
            os.fsync(stream.fileno())
        self.done[partition.number] = done

    def finish(self) -> None:
        """To be called when nothing is missing: the journal becomes manifest and rejected.jsonl."""
        if self.finished:
            return
        digest = hashlib.sha256()
        if self.rejected:
            with atomic_write(self.path / REJECTED) as stream:
                for line in self._rejected_lines():
                    stream.write(line)
                    digest.update(line)
        manifest = {
            "version": VERSION,
            "settings": dict(self.settings),
            "documents": self.documents,
            "rejected": self.rejected,
            "rejected_sha256": digest.hexdigest() if self.rejected else None,
            "parts": [
                {
                    "file": self._part(number).name,
                    "sha256": done.checksum,
                    "bytes": done.size,
                    "documents": done.documents,
                    "rejected": done.rejected,
                    "input_sha256": self._checksums[number],
                }
                for number, done in sorted(self.done.items())
            ],
        }
        with atomic_write(self.path / MANIFEST) as stream:
            stream.write((json.dumps(manifest, indent=1, ensure_ascii=True) + "\n").encode())
        (self.path / JOURNAL).unlink()
        self.finished = True

    def _part(self, number: int) -> Path:
        return self.path / f"part-{number:05}.{self.suffix}"

    def _refuse(self, found: Found | None, resume: bool) -> None:
        shown = f"{self.path}{os.sep}"
        if found is None:
            if any(entry.name != LOCK for entry in os.scandir(self.path)):
                raise UsageError(
                    f"{shown}: not empty, and not the folder of an earlier run; choose another"
                )
            return
        if not resume:
            raise UsageError(
                f"{shown}: an earlier run has been here; go on with it with --resume, or choose "
                "another folder"
            )
        others = [
            f"{name} was {_shown(found.settings.get(name))}, is {_shown(self.settings.get(name))}"
            for name in {**found.settings, **self.settings}
            if found.settings.get(name) != self.settings.get(name)
        ]
        if others:
            raise UsageError(
                f"{shown}: made with other settings: {'; '.join(others)}; use those, or choose "
                "another folder"
            )
        if list(found.partitions) != self._checksums:
            raise UsageError(
                f"{shown}: made from other inputs: {self._changed_input(found.partitions)}; use "
                "those, or choose another folder"
            )

    def _changed_input(self, before: Sequence[str]) -> str:
        for partition, checksum in zip(self.partitions, before, strict=False):
            if partition.checksum != checksum:
                files = sorted({piece.file for piece in partition.pieces})
                more = f" or one of {len(files) - 1} more" if len(files) > 1 else ""
                return f"the input {files[0]}{more} is not what it was"
        return f"the inputs were {len(before)} partitions, are {len(self.partitions)}"

    def _begin(self, found: Found | None) -> None:
        """Keep what is intact of an earlier run, and write a journal that says so."""
        intact = {}
        if found is not None:
            for number, known in found.parts.items():
                if self._is_intact(number, known[0]):
                    intact[number] = known
        self.done = {number: done for number, (done, _) in intact.items()}
        if found is not None and found.whole and not self.missing:
            self.finished = True
            return
        header = {
            "version": VERSION,
            "settings": dict(self.settings),
            "partitions": self._checksums,
        }
        with atomic_write(self.path / JOURNAL) as stream:
            stream.write(_line(header))
            for number, (done, rejected) in sorted(intact.items()):
                self._places[number] = stream.tell()
                stream.write(_line(_entry(number, done, rejected)))
        for name in (MANIFEST, REJECTED):
            (self.path / name).unlink(missing_ok=True)

    def _is_intact(self, number: int, done: _Done) -> bool:
        if number >= len(self.partitions):
            return False
        path = self._part(number)
        problem = "missing"
        with contextlib.suppress(OSError), path.open("rb") as stream:
            if _checksum(stream) == done.checksum:
                return True
            problem = "damaged: its checksum does not match"
        self.say(f"{path}: {problem}; it is made again")
        return False

    def _rejected_lines(self) -> Iterator[bytes]:
        with (self.path / JOURNAL).open("rb") as stream:
            for number in sorted(self.done):
                if self.done[number].rejected:
                    stream.seek(self._places[number])
                    for rejection in json.loads(stream.readline())["rejected"]:
                        yield _line(rejection)


def _make(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{path}: a file; the name of a folder is needed") from None
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no folder {path.parent}") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be made: {error.strerror}") from error


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system lets go of if this process dies, however it dies."""
    import fcntl

    path = folder / LOCK
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 200).decode(errors="replace").strip()
            os.close(descriptor)
            raise UsageError(
                f"{folder}{os.sep}: another run is at work here ({holder or 'just started'}); "
                "wait for it, or choose another folder"
            ) from None
        except OSError as error:
            os.close(descriptor)
            raise InputError(f"{path}: cannot be locked: {error.strerror}") from error
        with contextlib.suppress(FileNotFoundError):
            # Another run may have ended, and removed this very file, since it was opened.
            if os.stat(path).st_ino == os.fstat(descriptor).st_ino:
                break
        os.close(descriptor)
    try:
        with contextlib.suppress(OSError):  # only there to be read by people
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"process {os.getpid()} on {socket.gethostname()}".encode())
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _remove_left_behind(folder: Path) -> None:
    for entry in list(os.scandir(folder)):
        if _LEFT_BEHIND.fullmatch(entry.name):
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def _found(folder: Path) -> Found | None:
    """What an earlier run wrote down; the journal first, since it is there while a run is on."""
    try:
        if (folder / JOURNAL).exists():
            return _from_journal(folder / JOURNAL)
        if (folder / MANIFEST).exists():
            return _from_manifest(folder)
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        name = JOURNAL if (folder / JOURNAL).exists() else MANIFEST
        raise InputError(
            f"{folder / name}: damaged; start again in another folder, or empty this one"
        ) from None
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror}") from error
    return None


def _from_journal(path: Path) -> Found:
    parts = {}
    with path.open("rb") as stream:
        header = json.loads(stream.readline())
        _check_version(path, header)
        for line in stream:
            try:
                entry = json.loads(line)
                rejected = list(entry["rejected"])
                done = _Done(entry["sha256"], entry["bytes"], entry["documents"], len(rejected))
                parts[int(entry["part"])] = (done, rejected)
            except (ValueError, KeyError, TypeError):
                continue  # the disk was full, or the power went, in the middle of the line
    return Found(header["settings"], header["partitions"], parts, whole=False)


def _from_manifest(folder: Path) -> Found:
    manifest = json.loads((folder / MANIFEST).read_bytes())
    _check_version(folder / MANIFEST, manifest)
    rejected: Iterator[Rejected] | None = iter(())
    if manifest["rejected"]:
        rejected = _known_rejected(folder / REJECTED, manifest["rejected_sha256"])
    parts = {}
    for number, entry in enumerate(manifest["parts"]):
        count = entry["rejected"]
        if count and rejected is None:
            continue  # which were rejected is found out by making the part again
        listed = [next(rejected) for _ in range(count)] if rejected is not None else []
        done = _Done(entry["sha256"], entry["bytes"], entry["documents"], count)
        parts[number] = (done, listed)
    checksums = [entry["input_sha256"] for entry in manifest["parts"]]
    return Found(manifest["settings"], checksums, parts, whole=rejected is not None)


def _known_rejected(path: Path, checksum: str) -> Iterator[Rejected] | None:
    """The lines of rejected.jsonl; None if it is not what it was."""
    try:
        with path.open("rb") as stream:
            if _checksum(stream) != checksum:
                return None
    except OSError:
        return None
    return _json_lines(path)


def _json_lines(path: Path) -> Iterator[Rejected]:
    with path.open("rb") as stream:
        yield from map(json.loads, stream)


def _check_version(path: Path, header: Mapping[str, Any]) -> None:
    if header["version"] > VERSION:
        raise UsageError(f"{path}: made by a newer version; upgrade syntacticdiff")


def _entry(number: int, done: _Done, rejected: Sequence[Rejected]) -> dict[str, Any]:
    return {
        "part": number,
        "sha256": done.checksum,
        "bytes": done.size,
        "documents": done.documents,
        "rejected": list(rejected),
    }


def _line(value: Any) -> bytes:
    return (json.dumps(value) + "\n").encode()


def _checksum(stream: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := stream.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from error


def _shown(value: Any) -> str:
    text = "not set" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
