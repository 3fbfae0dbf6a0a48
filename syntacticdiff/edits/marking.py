"""A sentence cut into pieces: what is kept, and each edit at its place.

Terminals, pages and notebooks all show these pieces, each in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar


class Placed(Protocol):
    """What is needed of an edit to mark it; Edit and the report's EditSummary have it."""

    @property
    def op(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


PlacedEdit = TypeVar("PlacedEdit", bound=Placed)


class Piece(NamedTuple, Generic[PlacedEdit]):
    """A part of a sentence. The `text`s of all pieces, joined, are the sentence.

    Parameters
    ----------
    text : characters of the sentence; empty for an insertion
    target : the word that is put in, if any
    left, right : space that the new word needs, though the sentence has none there
    edit : what is done here; None for what is kept
    """

    text: str
    target: str = ""
    left: str = ""
    right: str = ""
    edit: PlacedEdit | None = None


def pieces(text: str, edits: Sequence[PlacedEdit]) -> list[Piece[PlacedEdit]]:
    """The pieces of a sentence, in order; edits are in the order of their places.

    A sweep may both remove and replace one token; its text is then in the first of these pieces.

    Examples
    --------
    >>> from syntacticdiff.edits.diff import Edit
    >>> edit = Edit("insert", 1, "", "the", start=3, end=3)
    >>> [(piece.text, piece.target, piece.right) for piece in pieces("In end", [edit])]
    [('In ', '', ''), ('', 'the', ' '), ('end', '', '')]
    """
    found: list[Piece[PlacedEdit]] = []
    done = 0  # the text up to here is in `found`
    last = " "  # the character that `found` ends with
    for edit in edits:
        start = max(edit.start, done)
        if start > done:
            found.append(Piece(text[done:start]))
            last = text[start - 1]
        done = start
        if edit.op == "insert":
            right = " " if text[done : done + 1].isalnum() else ""
            found.append(Piece("", edit.target, "" if last.isspace() else " ", right, edit))
            last = right or edit.target[-1:] or last
            continue
        source = text[done : max(edit.end, done)]
        found.append(Piece(source, edit.target, edit=edit))
        done += len(source)
        last = source[-1:] or last
    if done < len(text):
        found.append(Piece(text[done:]))
    return found


def intensity(saved: float) -> str:
    """How strongly an edit is coloured: an opacity that grows with the bits saved, up to twelve."""
    return f"{0.08 + 0.36 * min(max(saved, 0.0), 12.0) / 12.0:.2f}"
