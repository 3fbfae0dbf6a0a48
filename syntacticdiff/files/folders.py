"""The files below a folder: those of the wanted kinds, and the names of all that is left out.

One odd entry never ends the reading of the others. What cannot be a file (a link to itself, a pipe,
a socket, a device, a folder that cannot be opened) is reported and skipped.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace

from syntacticdiff.files.decoding import Problem, ProblemReport, unreadable
from syntacticdiff.files.opening import kind_of_special

_NAMED = 5  # files of other kinds that a note names


def files_below(
    folder: str,
    suffixes: tuple[str, ...],
    report: ProblemReport,
    left_out: list[str] | None = None,
) -> Iterator[str]:
    """Paths of the files below a folder that end in one of `suffixes`, in sorted order.

    Parameters
    ----------
    folder : str
        Where to look. Links to folders are not followed, because they may go round in circles.
    suffixes : tuple of str
        The ends of the names, in lower case.
    report : callable
        Takes a `Problem`: called for every entry that cannot be read.
    left_out : list of str or None, default=None
        Collects the paths of what is not read because it is of another kind. Hidden files are not
        listed.

    Yields
    ------
    str
        The path of a file, or of a link to one.
    """
    waiting = [iter(_entries(folder, report))]  # not recursive: folders may be very deep
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(iter(_entries(entry.path, report)))
                continue
            wanted = entry.name.lower().endswith(suffixes)
            mode = entry.stat().st_mode
        except OSError as error:  # a link to itself, or to nothing
            report(_skipped(entry.path, error))
            continue
        if wanted and stat.S_ISREG(mode):
            yield entry.path
        elif wanted and not stat.S_ISDIR(mode):
            kind = kind_of_special(mode) or "special"
            report(Problem(entry.path, f"{kind}, not a file"))
        elif left_out is not None and not entry.name.startswith("."):
            left_out.append(entry.path)


def _entries(folder: str, report: ProblemReport) -> list[os.DirEntry[str]]:
    """The entries of one folder, sorted; none if it cannot be opened."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        report(_skipped(folder, error))
        return []


def _skipped(path: str, error: OSError) -> Problem:
    return replace(unreadable(path, error).problem, skipped=True)


def about_left_out(folder: str, left_out: Sequence[str], suffixes: Sequence[str]) -> Problem | None:
    """A note on files of other kinds in a folder, which names some; None if there are none."""
    if not left_out:
        return None
    names = [os.path.relpath(path, folder) for path in left_out[:_NAMED]]
    more = len(left_out) - len(names)
    shown = ", ".join(names) + (f" and {more:,} more" if more else "")
    wanted = " or ".join(suffixes)
    reason = f"not read, because the name does not end in {wanted}: {shown}"
    return Problem(folder, reason, skipped=False)
