"""`features --out FOLDER/`: the table in parts, for inputs of any size; resumable."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from syntacticdiff.cli.options import Corpus
from syntacticdiff.cli.run_log import CommandLog
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.errors import SyntacticDiffError, UsageError
from syntacticdiff.features.base import check_values
from syntacticdiff.features.rows import DocumentFeatures
from syntacticdiff.features.tables import check_carried, check_kept, checked_format
from syntacticdiff.files.documents import Document, ReadingOptions
from syntacticdiff.partitioned.folder import RunFolder
from syntacticdiff.partitioned.parts import PartSettings
from syntacticdiff.partitioned.planning import Partition, planned
from syntacticdiff.partitioned.run import Execute, in_this_process, run

# Options that need the counts of all documents, with their defaults.
_NEED_ALL = {"min_df": 1, "max_df": 1.0, "max_features": None}


@dataclass(frozen=True)
class RunOptions:
    """The options of the command that concern the run, not what is counted."""

    part_format: str
    partition_size: int
    scheduler: str | None
    workers: int | None
    resume: bool
    json_log: bool
    jobs: int | None

    def check(self) -> None:
        """Refuse options that exclude each other."""
        chosen = [
            option
            for option, value in (
                ("--scheduler", self.scheduler),
                ("--workers", self.workers),
                ("--jobs", self.jobs),
            )
            if value is not None
        ]
        if len(chosen) > 1:
            raise UsageError(f"{chosen[0]} and {chosen[1]}: one of them is enough")
        if self.scheduler is not None or self.workers is not None:
            import_module("syntacticdiff.distributed")  # its error says what to install


def write_parts(
    corpus: Corpus,
    out: str,
    keep: tuple[str, ...],
    settings: dict[str, Any],
    counting: dict[str, Any],
    options: RunOptions,
) -> None:
    """Write the folder; exit with code 1 if a document was rejected."""
    options.check()
    for name, default in _NEED_ALL.items():
        if counting.pop(name) != default:
            raise UsageError(
                f"--{name.replace('_', '-')} needs all documents at once: write a single file, or "
                "fit an EditVectorizer with syntacticdiff.distributed"
            )
    checked_format(f"{out.rstrip('/')}/part.{options.part_format}")
    reading = ReadingOptions(corpus.text, corpus.id_column, corpus.lines, corpus.tokenized)
    differ = SyntacticDiff(**settings, tokenized=corpus.tokenized)
    features = DocumentFeatures(counting["features"], counting["values"], counting["numeric"])
    check_values(differ, features)
    part_settings = PartSettings(
        differ.recipe(),
        differ.signature,
        features,
        reading,
        keep,
        counting["binary"],
        options.part_format,
    )
    check_carried(keep)
    _check_apart(out, corpus.inputs)
    log = CommandLog(options.json_log)
    partitions = planned(corpus.inputs, reading, options.partition_size, log.say)
    _check_kept(partitions, reading, keep)
    recorded = _recorded(differ, part_settings, options)
    folder = RunFolder(Path(out), recorded, partitions, options.part_format, log.say)
    with folder.opened(resume=options.resume):
        try:
            with _executing(options, differ, folder, log) as execute:
                run(folder, part_settings, execute, log)
        except KeyboardInterrupt:
            log.stopped(folder, "interrupted")
            raise
        except (SyntacticDiffError, SystemExit) as error:
            log.stopped(folder, str(error) if isinstance(error, SyntacticDiffError) else "ended")
            raise
        log.end(folder)
    if folder.rejected:
        raise click.exceptions.Exit(1)


@contextlib.contextmanager
def _executing(
    options: RunOptions, differ: SyntacticDiff, folder: RunFolder, log: CommandLog
) -> Iterator[Execute]:
    """Where the partitions are processed; a Dask cluster is only started if any are missing."""
    if not folder.missing or (options.scheduler is None and options.workers is None):
        yield in_this_process(options.jobs)
        return
    from syntacticdiff.distributed.workers import connected, local_cluster, on_cluster

    if options.scheduler is not None:
        cluster = connected(options.scheduler)
    else:
        cluster = local_cluster(int(options.workers or 1))
    with cluster as client:
        yield on_cluster(client, differ.model, log.say)


def _check_apart(out: str, inputs: Sequence[str]) -> None:
    """Refuse a folder below an input, because its parts would be read as input on --resume."""
    place = Path(out).resolve()
    for name in inputs:
        folder = Path(name).resolve()
        if folder.is_dir() and place.is_relative_to(folder):
            raise UsageError(
                f"{out}: inside the input {name}, so its parts would become input; choose a folder "
                "outside of it"
            )


def _check_kept(partitions: list[Partition], reading: ReadingOptions, keep: Sequence[str]) -> None:
    """As for a single file, the first document decides which columns there are."""
    if keep and (first := next(_documents(partitions, reading), None)) is not None:
        check_kept(first, keep)


def _documents(partitions: list[Partition], reading: ReadingOptions) -> Iterator[Document]:
    for partition in partitions:
        for section in partition.sections:
            yield from section.documents(reading, lambda problem: None)  # reported by the run


def _recorded(
    differ: SyntacticDiff, settings: PartSettings, options: RunOptions
) -> dict[str, str | int | None]:
    """Everything that decides the bytes of the parts, under the names of the options."""
    reading = settings.options
    return {
        **differ.signature_fields,
        "text": reading.text,
        "id": reading.id_column,
        "lines": reading.lines,
        "features": ",".join(settings.features.templates),
        "numeric": ",".join(settings.features.numeric),
        "values": settings.features.values,
        "binary": settings.binary,
        "keep": ",".join(settings.keep),
        "format": settings.format,
        "partition_size": options.partition_size,
    }
