"""A run: the partitions that are missing are done, by whomever, and kept as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from syntacticdiff.partitioned.folder import RunFolder
from syntacticdiff.partitioned.parts import Part, PartSettings, make_part
from syntacticdiff.partitioned.planning import Partition

Execute = Callable[[Iterable[Partition], PartSettings], Iterator[tuple[Partition, Part]]]


class RunLog(Protocol):
    """What wants to know how a run is going."""

    def start(self, folder: RunFolder) -> None:
        """The folder is open; what an earlier run has done is known."""

    def part(self, folder: RunFolder, partition: Partition, part: Part) -> None:
        """One more part is kept."""


def run(folder: RunFolder, settings: PartSettings, execute: Execute, log: RunLog) -> None:
    """Do what is missing in an open folder, and finish it."""
    log.start(folder)
    missing = folder.missing
    if missing:
        for partition, part in execute(missing, settings):
            folder.add(partition, part)
            log.part(folder, partition, part)
    folder.finish()


def in_this_process(n_jobs: int | None = None) -> Execute:
    """One partition after the other, in as many threads or processes as joblib is told."""

    def execute(
        partitions: Iterable[Partition], settings: PartSettings
    ) -> Iterator[tuple[Partition, Part]]:
        for partition in partitions:
            yield partition, make_part(partition, settings, n_jobs=n_jobs)

    return execute
