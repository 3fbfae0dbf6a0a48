"""A sentence split into pieces: the text that is kept, and each edit at its place.

Terminals, pages and notebooks all display these pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

MARK_STYLES = ("critic", "wdiff")  # how changes may be marked in plain text


class Placed(Protocol):
    """What an edit needs so that it can be marked; Edit and the report's EditSummary have it."""

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
    text : str
        Characters of the sentence; empty for an insertion.
    target : str, default=""
        The inserted word, if any.
    left, right : str, default=""
        A space beside the inserted word, where the sentence has none.
    edit : edit or None, default=None
        The edit; None for text that is kept.
    """

    text: str
    target: str = ""
    left: str = ""
    right: str = ""
    edit: PlacedEdit | None = None


def pieces(text: str, edits: Sequence[PlacedEdit]) -> list[Piece[PlacedEdit]]:
    """Split a sentence into pieces.

    Parameters
    ----------
    text : str
        The sentence.
    edits : sequence of edits
        From left to right. A sweep may both remove and replace one token; the text of the token is
        then in the first of these pieces.

    Returns
    -------
    list of Piece
        From left to right.

    Examples
    --------
    >>> from syntacticdiff.edits.diff import Edit
    >>> edit = Edit("insert", 1, "", "the", start=3, end=3)
    >>> [(piece.text, piece.target, piece.right) for piece in pieces("In end", [edit])]
    [('In ', '', ''), ('', 'the', ' '), ('end', '', '')]
    """
    found: list[Piece[PlacedEdit]] = []
    done = 0  # the text up to here is in `found`
    last = " "  # the last character of `found`
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
