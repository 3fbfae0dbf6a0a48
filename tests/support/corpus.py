"""A small corpus in partitions, and what an undisturbed run makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PARTS = 8


@dataclass(frozen=True)
class Corpus:
    """A folder with an input and a model, the arguments of the command, and what it must give."""

    folder: Path
    arguments: tuple[str, ...]
    wanted: dict[str, bytes]
    documents: int


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
