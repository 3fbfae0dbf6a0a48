"""The folder of a run: its parts, the record of them, and the lock.

During a run, `manifest.journal` gets a line for every part that is done; at the end it becomes
`manifest.json` and `rejected.jsonl`. Neither contains anything that depends on when, where or in
how many runs the work was done. Files appear under their names only when they are complete.
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
from syntacticdiff.files.locks import lock_or_fail
from syntacticdiff.partitioned.parts import Part, RejectedDocument
from syntacticdiff.partitioned.planning import Partition

MANIFEST, JOURNAL, REJECTED, LOCK = "manifest.json", "manifest.journal", "rejected.jsonl", ".lock"
VERSION = 1

_LEFT_BEHIND = re.compile(r"\.(part-|manifest\.|rejected\.).*\.part")  # names of atomic_write
_BLOCK = 1 << 20
_OPEN_FILES_STAY = os.name == "nt"  # Windows removes no file that is open


@dataclass(frozen=True)
class _Done:
    """The record of a part that is done."""

    checksum: str
    size: int
    documents: int
    rejected: int


@dataclass(frozen=True)
class EarlierRun:
    """What an earlier run left: its settings, and its parts with their rejected documents."""

    settings: Mapping[str, object]
    partitions: Sequence[str]
    parts: Mapping[int, tuple[_Done, list[RejectedDocument]]]
    whole: bool  # the run ended; nothing is missing, unless a part is damaged


@dataclass
class RunFolder:
    """The folder that the parts of a run are written to.

    Parameters
    ----------
    path : Path
        The folder, which is made if it does not exist.
    settings : mapping of str to object
        Everything that determines the contents of the parts, by name.
    partitions : sequence of Partition
        All partitions of the run.
    suffix : str
        The suffix of the parts' names.
    say : callable
        Takes a message; called for damaged parts of an earlier run.
    """

    path: Path
    settings: Mapping[str, object]
    partitions: Sequence[Partition]
    suffix: str
    say: Report
    done: dict[int, _Done] = field(default_factory=dict, init=False)
    finished: bool = field(default=False, init=False)
    _places: dict[int, int] = field(default_factory=dict, init=False)  # in the journal
    _checksums: list[str] = field(default_factory=list, init=False)

    @contextlib.contextmanager
    def opened(self, *, resume: bool) -> Iterator[RunFolder]:
        """Lock the folder for this run.

        With `resume`, the parts of an earlier run with the same settings are kept.

        Raises
        ------
        UsageError
            If another run holds the folder, or it has contents that cannot be resumed.
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
        """The partitions that are not done yet."""
        return [p for p in self.partitions if p.number not in self.done]

    @property
    def documents(self) -> int:
        """How many documents the finished parts have."""
        return sum(part.documents for part in self.done.values())

    @property
    def rejected(self) -> int:
        """How many documents were rejected."""
        return sum(part.rejected for part in self.done.values())

    def add(self, partition: Partition, part: Part) -> None:
        """Write a part and record it in the journal."""
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
        """Turn the journal into manifest and rejected.jsonl, once nothing is missing."""
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

    def _refuse(self, found: EarlierRun | None, resume: bool) -> None:
        shown = f"{self.path}{os.sep}"
        if found is None:
            if any(entry.name != LOCK for entry in os.scandir(self.path)):
                raise UsageError(
                    f"{shown}: not empty, and not the folder of an earlier run; choose another"
                )
            return
        if not resume:
            raise UsageError(
                f"{shown}: contains an earlier run; continue it with --resume, or choose "
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
                files = sorted({section.file for section in partition.sections})
                more = f" or one of {len(files) - 1} more" if len(files) > 1 else ""
                return f"the input {files[0]}{more} has changed"
        return f"the inputs were {len(before)} partitions, are {len(self.partitions)}"

    def _begin(self, found: EarlierRun | None) -> None:
        """Keep the intact parts of an earlier run, and write a journal that lists them."""
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
    """Hold the folder's lock, which the system releases however this process ends."""
    path = folder / LOCK
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error
        try:
            lock_or_fail(descriptor)
        except BlockingIOError:
            holder = os.read(descriptor, 200).decode(errors="replace").strip()
            os.close(descriptor)
            raise UsageError(
                f"{folder}{os.sep}: another run is using this folder ({holder or 'just started'}); "
                "wait for it, or choose another folder"
            ) from None
        except OSError as error:
            os.close(descriptor)
            raise InputError(f"{path}: cannot be locked: {error.strerror}") from error
        with contextlib.suppress(FileNotFoundError):
            # Another run may have ended, and removed this file, since it was opened.
            if os.stat(path).st_ino == os.fstat(descriptor).st_ino:
                break
        os.close(descriptor)
    try:
        with contextlib.suppress(OSError):  # for people to read
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"process {os.getpid()} on {socket.gethostname()}".encode())
        yield
    finally:
        if _OPEN_FILES_STAY:
            os.close(descriptor)
        with contextlib.suppress(OSError):
            path.unlink()
        if not _OPEN_FILES_STAY:
            os.close(descriptor)


def _remove_left_behind(folder: Path) -> None:
    for entry in list(os.scandir(folder)):
        if _LEFT_BEHIND.fullmatch(entry.name):
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def _found(folder: Path) -> EarlierRun | None:
    """The record of an earlier run; the journal first, because it exists during a run."""
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


def _from_journal(path: Path) -> EarlierRun:
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
                continue  # a full disk or a power failure cut the line short
    return EarlierRun(header["settings"], header["partitions"], parts, whole=False)


def _from_manifest(folder: Path) -> EarlierRun:
    manifest = json.loads((folder / MANIFEST).read_bytes())
    _check_version(folder / MANIFEST, manifest)
    rejected: Iterator[RejectedDocument] | None = iter(())
    if manifest["rejected"]:
        rejected = _known_rejected(folder / REJECTED, manifest["rejected_sha256"])
    parts = {}
    for number, entry in enumerate(manifest["parts"]):
        count = entry["rejected"]
        if count and rejected is None:
            continue  # the rejected documents are known only if the part is made again
        listed = [next(rejected) for _ in range(count)] if rejected is not None else []
        done = _Done(entry["sha256"], entry["bytes"], entry["documents"], count)
        parts[number] = (done, listed)
    checksums = [entry["input_sha256"] for entry in manifest["parts"]]
    return EarlierRun(manifest["settings"], checksums, parts, whole=rejected is not None)


def _known_rejected(path: Path, checksum: str) -> Iterator[RejectedDocument] | None:
    """The lines of rejected.jsonl; None if its checksum does not match."""
    try:
        with path.open("rb") as stream:
            if _checksum(stream) != checksum:
                return None
    except OSError:
        return None
    return _json_lines(path)


def _json_lines(path: Path) -> Iterator[RejectedDocument]:
    with path.open("rb") as stream:
        yield from map(json.loads, stream)


def _check_version(path: Path, header: Mapping[str, Any]) -> None:
    if header["version"] > VERSION:
        raise UsageError(f"{path}: made by a newer version; upgrade syntacticdiff")


def _entry(number: int, done: _Done, rejected: Sequence[RejectedDocument]) -> dict[str, object]:
    return {
        "part": number,
        "sha256": done.checksum,
        "bytes": done.size,
        "documents": done.documents,
        "rejected": list(rejected),
    }


def _line(value: object) -> bytes:
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


def _shown(value: object) -> str:
    text = "not set" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
