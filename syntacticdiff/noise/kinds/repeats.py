"""Words written twice."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal

_OFTEN = frozenset(("DT", "IN", "TO", "PRP", "CC", "MD", "VBZ", "VBP", "PRP$"))


def repeats(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """The word before this place, once more."""
    if place and draft.words[place - 1].isalpha():
        before = draft.words[place - 1]
        written = before if before == "I" or place > 1 else before.lower()
        yield Proposal("repeat", 1.0 if draft.tags[place - 1] in _OFTEN else 0.1, written, span=0)
