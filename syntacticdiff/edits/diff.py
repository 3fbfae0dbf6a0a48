"""Edits, the diffs that hold them, and what applying them gives.

An edit is at a token of the original sentence; positions are 0-based, and an insertion at p stands
before token p. How edits are found is `search`'s business, how a changed sentence is written out
again as text is `rewriting`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Operation = Literal["insert", "remove", "sub"]
OPERATIONS: tuple[Operation, ...] = ("insert", "remove", "sub")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change. `start` and `end` are code points within the diff's `text`."""

    op: Operation
    position: int
    source: str = ""
    target: str = ""
    gain: float = 0.0
    start: int = field(default=0, repr=False)
    end: int = field(default=0, repr=False)

    def __str__(self) -> str:
        """The feature that this edit counts as: `insert(the)`, `remove(of)`, `sub(a->an)`."""
        return edit_name(self.op, self.source, self.target)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, in the order in which the command line prints it."""
        return {
            "op": self.op,
            "position": self.position,
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "gain": self.gain,
        }


def edit_name(op: Operation, source: str, target: str) -> str:
    """An edit without its place, as features and penalties name it."""
    if op == "insert":
        return f"insert({target})"
    if op == "remove":
        return f"remove({source})"
    return f"sub({source}->{target})"


@dataclass(frozen=True, slots=True)
class Diff:
    """What the reference would change in one sentence.

    `before` and `after` are bits per token. A sweep describes and does not rewrite, so its diffs
    have no `after`, `output` and `output_tokens`.
    """

    text: str
    tokens: tuple[str, ...]
    edits: tuple[Edit, ...]
    before: float
    after: float | None
    output: str | None
    output_tokens: tuple[str, ...] | None
    unknown: int = 0
    offset: int = 0
    signature: str = field(default="", repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "offset": self.offset,
            "text": self.text,
            "edits": [edit.to_dict() for edit in self.edits],
            "before": self.before,
            "after": self.after,
            "output": self.output,
        }

    def _repr_html_(self) -> str:
        """How notebooks show it: the sentence with its edits marked."""
        from syntacticdiff.edits.html import diff_fragment  # which imports this module

        return diff_fragment(self)


def apply_edits(tokens: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """The tokens after all edits; insertions of one gap stand in the order in which they come."""
    inserted: dict[int, list[str]] = {}
    changed: dict[int, tuple[str, ...]] = {}
    for edit in edits:
        if edit.op == "insert":
            inserted.setdefault(edit.position, []).append(edit.target)
        else:
            changed[edit.position] = () if edit.op == "remove" else (edit.target,)
    output: list[str] = []
    for position, token in enumerate(tokens):
        output += inserted.get(position, ())
        output += changed.get(position, (token,))
    return (*output, *inserted.get(len(tokens), ()))


def bag_of_edits(diffs: Iterable[Diff]) -> Counter[str]:
    """How often each edit occurs in a document's diffs."""
    return Counter(str(edit) for diff in diffs for edit in diff.edits)
