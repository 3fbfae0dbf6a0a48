"""A small corpus in partitions, and the output of an undisturbed run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PARTS = 8


@dataclass(frozen=True)
class Corpus:
    """A folder with an input and a model, the arguments of the command, and the expected output."""

    folder: Path
    arguments: tuple[str, ...]
    wanted: dict[str, bytes]
    documents: int


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
