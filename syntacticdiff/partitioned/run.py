"""A run: process the missing partitions, and write each part as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from syntacticdiff.partitioned.folder import RunFolder
from syntacticdiff.partitioned.parts import Part, PartSettings, make_part
from syntacticdiff.partitioned.planning import Partition

Execute = Callable[[Iterable[Partition], PartSettings], Iterator[tuple[Partition, Part]]]


class RunLog(Protocol):
    """Receives the progress of a run."""

    def start(self, folder: RunFolder) -> None:
        """The folder is open, and the parts of an earlier run are known."""

    def part(self, folder: RunFolder, partition: Partition, part: Part) -> None:
        """One more part is written."""


def run(folder: RunFolder, settings: PartSettings, execute: Execute, log: RunLog) -> None:
    """Make the missing parts of an open folder, and finish it."""
    log.start(folder)
    missing = folder.missing
    if missing:
        for partition, part in execute(missing, settings):
            folder.add(partition, part)
            log.part(folder, partition, part)
    folder.finish()


def in_this_process(n_jobs: int | None = None) -> Execute:
    """Process one partition after the other, each with `n_jobs` joblib workers."""

    def execute(
        partitions: Iterable[Partition], settings: PartSettings
    ) -> Iterator[tuple[Partition, Part]]:
        for partition in partitions:
            yield partition, make_part(partition, settings, n_jobs=n_jobs)

    return execute
