"""What a search is given and gives back, whichever engine does it."""

from __future__ import annotations

from dataclasses import dataclass

from syntacticdiff.search.hypothesis import Steps, Word


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found in one sentence.

    Parameters
    ----------
    steps : tuple of Step
        The edits, left to right.
    gains : tuple of float
        The bits per token that each edit saves.
    before : float
        The sentence's bits per token.
    after : float or None
        Those of the changed sentence; None if the search does not rewrite.
    """

    steps: Steps
    gains: tuple[float, ...]
    before: float
    after: float | None


def everything(word: Word) -> bool:
    """That any word may be removed."""
    return True
