"""The characters that edits change: which part of a text becomes what.

An edit is about tokens; a change is about characters, and includes the spaces and capitals that go
with the edit. `stretches` finds the changes of a diff; marks in text, tracked changes of Word
documents and pages with accept and reject are all made from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Change(NamedTuple):
    """Characters `start` to `end` of a text become `text`.

    Parameters
    ----------
    start, end : int
        The characters that are replaced; equal for an insertion.
    text : str
        What stands there instead; empty for a removal.
    """

    start: int
    end: int
    text: str


def changed(text: str, changes: Iterable[Change]) -> str:
    """A text with changes made.

    Parameters
    ----------
    text : str
        The text.
    changes : iterable of Change
        From left to right, without overlaps.

    Returns
    -------
    str
        The changed text.

    Examples
    --------
    >>> changed("In end.", [Change(3, 3, "the ")])
    'In the end.'
    """
    parts: list[str] = []
    done = 0
    for start, end, new in changes:
        parts += (text[done:start], new)
        done = end
    return "".join((*parts, text[done:]))


def marked_text(text: str, changes: Iterable[Change], style: str = "critic") -> str:
    """A text with its changes marked.

    Parameters
    ----------
    text : str
        The text.
    changes : iterable of Change
        From left to right, without overlaps.
    style : {"critic", "wdiff"}, default "critic"
        CriticMarkup (`{~~a~>an~~}`, `{++the ++}`, `{--of --}`), or the marks of wdiff
        (`[-a-]{+an+}`).

    Returns
    -------
    str
        The marked text.

    Examples
    --------
    >>> marked_text("In end of a hour.", [Change(3, 3, "the "), Change(10, 11, "an")])
    'In {++the ++}end of {~~a~>an~~} hour.'
    >>> marked_text("In end of a hour.", [Change(10, 11, "an")], "wdiff")
    'In end of [-a-]{+an+} hour.'
    """
    parts: list[str] = []
    done = 0
    for start, end, new in changes:
        parts += (text[done:start], _mark(text[start:end], new, style))
        done = end
    return "".join((*parts, text[done:]))


def _mark(old: str, new: str, style: str) -> str:
    if style == "wdiff":
        return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")
    if old and new:
        return f"{{~~{old}~>{new}~~}}"
    return f"{{--{old}--}}" if old else f"{{++{new}++}}"
