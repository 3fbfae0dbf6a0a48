"""`correct --out FOLDER/`: one file for each document, with the name that the document has.

Files of an input folder keep their place below it. Documents that would get the same file get a
number, so that none overwrites another. Word and OpenDocument files stay what they are, with
tracked changes, unless marks in plain text are asked for.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.options import Corpus
from syntacticdiff.cli.sentences import Passage
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.atomic import atomic_write, remove_abandoned
from syntacticdiff.files.decoding import STANDARD_INPUT
from syntacticdiff.files.office import TextChange, is_office, read_office

if TYPE_CHECKING:
    from syntacticdiff.edits.changes import Change
    from syntacticdiff.edits.diff import Diff

AUTHOR = "SyntacticDiff"

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
_LONGEST = 120  # characters of a name that is made from an identifier
# What Windows takes for a device, whatever follows the first dot.
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))", re.I
)


class Searched(NamedTuple):
    """A whole document with its diffs, whose offsets are those in the document."""

    name: str
    text: str
    diffs: list[Diff]


def whole_documents(found: Iterable[tuple[Passage, list[Diff]]]) -> Iterator[Searched]:
    """Put the passages of each document together again; they come in order."""
    from dataclasses import replace

    name, text = "", ""
    diffs: list[Diff] = []
    begun = False
    for passage, new in found:
        if begun and not passage.offset:  # another document begins, perhaps of the same name
            yield Searched(name, text, diffs)
            text, diffs = "", []
        name, begun = passage.document, True
        text += passage.text
        diffs += [replace(diff, offset=diff.offset + passage.offset) for diff in new]
    if begun:
        yield Searched(name, text, diffs)


class CorrectedFolder:
    """Writes documents into a folder.

    Parameters
    ----------
    out : str
        The folder; it is made if there is none.
    corpus : Corpus
        The inputs.
    suffix : str or None
        The suffix of all files; None for that of each document.
    """

    def __init__(self, out: str, corpus: Corpus, suffix: str | None) -> None:
        self._root, self._corpus, self._suffix = Path(out), corpus, suffix
        self._taken: dict[str, list[Path]] = {}  # the files written, by their names in lower case
        self._unfinished: dict[Path, bool] = {}
        self._check(out)

    def _check(self, out: str) -> None:
        if self._root.exists() and not self._root.is_dir():
            raise UsageError(f"{out}: not a folder; choose another name, or leave out the /")
        place = self._root.resolve()
        for name in self._corpus.inputs:
            folder = Path(name).resolve()
            if name != STANDARD_INPUT and folder.is_dir() and place.is_relative_to(folder):
                raise UsageError(
                    f"{out}: inside the input {name}, so its files would become input; choose a "
                    "folder beside it"
                )
            if name != STANDARD_INPUT and folder.is_file() and folder.parent == place:
                raise UsageError(f"{out}: has the input {name} in it; choose another folder")

    def write(self, name: str, content: bytes, added: str = "") -> None:
        """Write the file of one document, `added` to its name, whole or not at all."""
        place = self._place(name, self._suffix)
        path = self._free(place.with_name(place.name + added))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path.parent}: cannot be made: {error.strerror}") from error
        if self._is_unfinished(path.parent):
            remove_abandoned(path)
        with atomic_write(path) as stream:
            stream.write(content)

    def _is_unfinished(self, folder: Path) -> bool:
        """Whether a run that was killed left something in a folder; looked for once."""
        if folder not in self._unfinished:
            self._unfinished[folder] = any(folder.glob(".*.part"))
        return self._unfinished[folder]

    def _place(self, name: str, suffix: str | None) -> PurePosixPath:
        """Where the file of a document belongs, below the folder."""
        path = self._file(name)
        if path is None:
            safe = _NOT_IN_NAMES.sub("-", os.path.basename(name) if ":" in name else name)
            safe = safe.strip(" .-")[:_LONGEST].strip(" .") or "document"
            safe = _RESERVED.sub(r"\g<0>-", safe, count=1) if _RESERVED.match(safe) else safe
            return PurePosixPath(safe.removesuffix(".txt") + (suffix or ".txt"))
        return path if suffix is None else path.with_suffix(suffix)

    def _file(self, name: str) -> PurePosixPath | None:
        """The place of a document that is a file; None for a row, a line or standard input."""
        if self._corpus.text is not None or self._corpus.lines or name == STANDARD_INPUT:
            return None
        for given in self._corpus.inputs:
            if given != STANDARD_INPUT and Path(given).is_dir() and Path(name) != Path(given):
                try:
                    relative = os.path.relpath(name, given)
                except ValueError:  # on another drive
                    continue
                if not relative.startswith(os.pardir):
                    return PurePosixPath(Path(relative).as_posix())
        return PurePosixPath(Path(name).name)

    def _free(self, place: PurePosixPath) -> Path:
        """The path for a place, or one with a number if another document is there."""
        free, number = place, 1
        while self._is_taken(free):
            number += 1
            free = place.with_name(f"{place.stem}-{number}{place.suffix}")
        if free != place:
            say(f"{place}: a document of this name was written already; this one is {free}")
        self._taken.setdefault(str(free).lower(), []).append(self._root / free)
        return self._root / free

    def _is_taken(self, place: PurePosixPath) -> bool:
        """Whether a document was written there; some file systems do not tell `a` from `A`."""
        path = self._root / place
        return any(
            path == other or (path.exists() and path.samefile(other))
            for other in self._taken.get(str(place).lower(), ())
        )


def tracked(name: str, document: Searched, changes: Callable[[Diff], list[Change]]) -> bytes:
    """A Word or OpenDocument file with the changes of its document tracked."""
    made = [
        TextChange(diff.offset + change.start, diff.offset + change.end, change.text)
        for diff in document.diffs
        for change in changes(diff)
    ]
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return read_office(name).with_changes(made, AUTHOR, now)


def is_tracked(out: str, corpus: Corpus) -> bool:
    """Whether one Word or OpenDocument file is to be written; raises if it cannot be."""
    if not is_office(out):
        return False
    [*inputs] = corpus.inputs
    same = len(inputs) == 1 and inputs[0].lower().endswith(Path(out).suffix.lower())
    if not same or not Path(inputs[0]).is_file() or corpus.lines or corpus.text is not None:
        raise UsageError(
            f"{out}: tracked changes need one {Path(out).suffix} file as input; for several "
            "documents, name a folder: --out FOLDER/"
        )
    return True
