"""The progress of a long run on standard error: a bar, a line per minute, or JSON Lines."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from syntacticdiff.cli.messages import counted, say
from syntacticdiff.partitioned.folder import RunFolder
from syntacticdiff.partitioned.parts import Part
from syntacticdiff.partitioned.planning import Partition

if TYPE_CHECKING:
    from tqdm import tqdm

_BETWEEN_LINES = 60.0  # seconds, without a progress bar


class CommandLog:
    """Reports a run to the user, or with `as_json` to programs."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._bar: tqdm[NoReturn] | None = None
        self._began = self._said = time.monotonic()
        self._documents = self._bytes = self._all_bytes = 0  # of this run

    def start(self, folder: RunFolder) -> None:
        """The folder is open, and the parts of an earlier run are known."""
        self._began = self._said = time.monotonic()
        self._all_bytes = sum(partition.size for partition in folder.missing)
        kept = len(folder.done)
        self._event("start", parts=len(folder.partitions), done=kept, documents=folder.documents)
        if self._json:
            return
        if kept:
            parts = counted(len(folder.partitions), "part")
            say(f"{folder.path}: finished parts of the earlier run are kept ({kept:,} of {parts})")
        if sys.stderr.isatty() and folder.missing:
            from tqdm import tqdm

            self._bar = tqdm(total=self._all_bytes, unit="B", unit_scale=True, leave=False)

    def part(self, folder: RunFolder, partition: Partition, part: Part) -> None:
        """One more part is written."""
        self._documents += part.documents
        self._bytes += partition.size
        seconds = max(time.monotonic() - self._began, 1e-6)
        rate = self._documents / seconds
        left = (self._all_bytes - self._bytes) * seconds / max(self._bytes, 1)
        self._event(
            "part",
            part=partition.number,
            documents=part.documents,
            rejected=len(part.rejected),
            done=len(folder.done),
            parts=len(folder.partitions),
            documents_per_second=round(rate, 2),
            seconds_left=round(left, 1),
        )
        if self._bar is not None:
            self._bar.set_postfix_str(f"{rate:,.0f} documents/s", refresh=False)
            self._bar.update(partition.size)
        elif not self._json and time.monotonic() - self._said > _BETWEEN_LINES:
            self._said = time.monotonic()
            say(
                f"{len(folder.done):,} of {counted(len(folder.partitions), 'part')}, "
                f"{rate:,.0f} documents a second, about {_duration(left)} left"
            )

    def end(self, folder: RunFolder) -> None:
        """The run is complete."""
        self._close()
        self._event("end", documents=folder.documents, rejected=folder.rejected)
        if self._json:
            return
        done = f"{counted(folder.documents, 'document')} in {counted(len(folder.done), 'part')}"
        rejected = ""
        if folder.rejected:
            rejected = (
                f"; {folder.rejected:,} could not be read: see {folder.path / 'rejected.jsonl'}"
            )
        say(f"{folder.path}: {done}{rejected}")

    def stopped(self, folder: RunFolder, reason: str) -> None:
        """The run ends before it is complete."""
        self._close()
        done, parts = len(folder.done), len(folder.partitions)
        self._event("stopped", reason=reason, done=done, parts=parts)
        if not self._json:
            say(
                f"{folder.path}: finished parts are kept ({done:,} of {counted(parts, 'part')}); "
                "continue with the same command and --resume"
            )

    def say(self, message: str) -> None:
        """Report a problem that does not stop the run."""
        say(message)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def _event(self, event: str, **values: str | float) -> None:
        if self._json:
            print(json.dumps({"event": event, **values}), file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
