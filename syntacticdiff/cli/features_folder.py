"""`features --out FOLDER/`: the same table in parts, for inputs of any size; resumable."""

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
from syntacticdiff.features.rows import DocumentFeatures
from syntacticdiff.features.tables import FeatureTable, checked_format
from syntacticdiff.files.corpora import ReadingOptions
from syntacticdiff.partitioned.folder import RunFolder
from syntacticdiff.partitioned.parts import PartSettings, read_partition
from syntacticdiff.partitioned.planning import Partition, planned
from syntacticdiff.partitioned.run import Execute, in_this_process, run

_NEED_ALL = ("min_df", "max_df", "max_features")


@dataclass(frozen=True)
class RunOptions:
    """What the command was told about the run, besides what is to be counted."""

    format: str
    partition_size: int
    scheduler: str | None
    workers: int | None
    resume: bool
    json_log: bool
    jobs: int | None

    def check(self) -> None:
        """Refuse what cannot be meant together."""
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
            import_module("syntacticdiff.distributed")  # says what to install


def write_parts(
    corpus: Corpus,
    out: str,
    keep: tuple[str, ...],
    settings: dict[str, Any],
    counting: dict[str, Any],
    options: RunOptions,
) -> None:
    """Do the work of the command, and end it with exit code 1 if a document was rejected."""
    options.check()
    for name, usual in zip(_NEED_ALL, (1, 1.0, None), strict=True):
        if counting.pop(name) != usual:
            raise UsageError(
                f"--{name.replace('_', '-')} needs all documents at once: write a single file, or "
                "fit an EditVectorizer with syntacticdiff.distributed"
            )
    checked_format(f"{out.rstrip('/')}/part.{options.format}")
    reading = ReadingOptions(corpus.text, corpus.id_column, corpus.lines, corpus.tokenized)
    differ = SyntacticDiff(**settings, tokenized=corpus.tokenized)
    features = DocumentFeatures(counting["features"], counting["values"], counting["numeric"])
    part_settings = PartSettings(
        differ.recipe(),
        differ.signature,
        features,
        reading,
        keep,
        counting["binary"],
        options.format,
    )
    FeatureTable((), (), None, dict.fromkeys(keep, ()))  # refuses names that a table has itself
    _check_apart(out, corpus.inputs)
    partitions = planned(corpus.inputs, reading, options.partition_size)
    _check_kept(partitions, reading, keep)
    log = CommandLog(options.json_log)
    shown = _shown(part_settings, options)
    folder = RunFolder(Path(out), shown, partitions, options.format, log.say)
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
    """Whoever was chosen to do the work; no cluster is started for nothing."""
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
    """Parts below an input folder would be inputs of whoever goes on with the run."""
    place = Path(out).resolve()
    for name in inputs:
        folder = Path(name).resolve()
        if folder.is_dir() and place.is_relative_to(folder):
            raise UsageError(
                f"{out}: inside the input {name}, of which its parts would become a part; choose a "
                "folder outside of it"
            )


def _check_kept(
    partitions: list[Partition], reading: ReadingOptions, keep: tuple[str, ...]
) -> None:
    """As for a single file, the first document says which columns there are."""
    for partition in partitions if keep else ():
        for document in read_partition(partition, reading).documents:
            for column in keep:
                if column not in document.fields:
                    known = ", ".join(document.fields) or "none"
                    raise UsageError(
                        f'{document.name}: no column "{column}" to keep; besides the text there '
                        f"are {known}. Choose with --keep."
                    )
            return


def _shown(settings: PartSettings, options: RunOptions) -> dict[str, Any]:
    """All that decides the bytes of the parts, by the names that people know."""
    shown: dict[str, Any] = {}
    for part in settings.signature.split("|"):
        name, _, value = part.partition(":")
        shown[name] = value
    reading = settings.options
    return {
        **shown,
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
