"""The characters that edits change: which part of a text becomes what.

An edit is about tokens; a change is about characters, and includes the spaces and capitals that go
with the edit. Marks in text, tracked changes of Word documents and pages with accept and reject are
all made from changes.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.rewriting import Span, rewrite
from syntacticdiff.reference.casing import Casing

_PIECES = re.compile(r"\s+|\w+(?:['’]\w+)*|[^\w\s]")
_IN_WORD = re.compile(r"[\w'’]")


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


def edit_change(
    diff: Diff, edit: Edit, spans: Sequence[Span], casing: Casing, cased: bool
) -> Change:
    """What one edit of a sentence changes, if it is made alone.

    Parameters
    ----------
    diff : Diff
        The diff of the sentence.
    edit : Edit
        One of its edits or alternatives.
    spans : sequence of pairs of int
        Where the tokens of the sentence begin and end.
    casing : Casing
        How the reference writes words.
    cased : bool
        Whether the reference distinguishes capitals.

    Returns
    -------
    Change
        The change of the sentence's text.
    """
    output = rewrite(diff.text, spans, [edit], casing=casing, recase=not cased)
    return _one_change(diff.text, output, edit.start)


def changes_of(diff: Diff, single: Callable[[Edit], Change] | None = None) -> list[Change]:
    """The changes that turn the text of a diff into its output.

    Parameters
    ----------
    diff : Diff
        A diff that rewrites.
    single : callable or None, default None
        Gives the change of one edit. If all these together give the output, they are the result,
        so that each edit is a change of its own.

    Returns
    -------
    list of Change
        From left to right, without overlaps.

    Examples
    --------
    >>> changes_of(Diff("In end.", ("in", "end", "."), (), 1.0, 1.0, "In the end.", ()))
    [Change(start=2, end=2, text=' the')]
    """
    output = diff.text if diff.output is None else diff.output
    if output == diff.text:
        return []
    if single is not None:
        found = [single(edit) for edit in diff.edits]
        if _are_apart(found) and changed(diff.text, found) == output:
            return found
    return _all_changes(diff.text, output)


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


def _are_apart(changes: Sequence[Change]) -> bool:
    done = 0
    for change in changes:
        if change.start < done:
            return False
        done = change.end
    return True


def _one_change(text: str, output: str, latest: int) -> Change:
    """The words that differ, as one change that begins at `latest` or before: no word is cut."""
    shorter = min(len(text), len(output))
    start = 0
    while start < min(shorter, latest) and text[start] == output[start]:
        start += 1
    end = 0
    while end < shorter - start and text[-1 - end] == output[-1 - end]:
        end += 1
    # Words are changed as wholes: `go` becomes `goes`, and not `` becomes `es`.
    while start and _IN_WORD.match(text[start - 1]) and _cuts(text, output, start):
        start -= 1
    while end and _cuts(text, output, len(text) - end, len(output) - end):
        end -= 1
    stop = len(output) - end
    return Change(start, len(text) - end, output[start:stop])


def _cuts(text: str, output: str, place: int, other: int | None = None) -> bool:
    """Whether a place is inside a word of the text or of the output."""
    other = place if other is None else other
    return any(
        0 < at < len(one) and _IN_WORD.match(one[at - 1]) and _IN_WORD.match(one[at])
        for one, at in ((text, place), (output, other))
    )


def _all_changes(text: str, output: str) -> list[Change]:
    before, after = _PIECES.findall(text), _PIECES.findall(output)
    starts = [0]
    for piece in before:
        starts.append(starts[-1] + len(piece))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        Change(starts[first], starts[last], "".join(after[other_first:other_last]))
        for name, first, last, other_first, other_last in matcher.get_opcodes()
        if name != "equal"
    ]


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
