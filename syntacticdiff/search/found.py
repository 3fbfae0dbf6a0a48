"""What a search is given and gives back, whichever engine does it."""

from __future__ import annotations

from dataclasses import dataclass

from syntacticdiff.search.hypothesis import Steps, Word


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found in one sentence: its steps and their gains, and H before and after."""

    steps: Steps
    gains: tuple[float, ...]
    before: float
    after: float | None


def everything(word: Word) -> bool:
    """That any word may be removed."""
    return True
