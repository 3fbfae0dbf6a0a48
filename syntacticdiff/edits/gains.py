"""What an edit saves in its sentence as a whole."""

from __future__ import annotations

from syntacticdiff.edits.diff import Diff, Edit


def saved_bits(edit: Edit, diff: Diff) -> float:
    """What a sweep's edit saves in its sentence, as a whole and per token: the smaller of the two.

    Per token, one more common word thins out the others' bits, so nearly every insertion gains; as
    a whole, one word fewer is nearly always cheaper, so every removal does. What counts both ways
    is neither. (Per token means: bits per token times the original's tokens and its end.)

    Examples
    --------
    >>> from syntacticdiff import Diff, Edit
    >>> edit = Edit("insert", 1, "", "to", 0.5)
    >>> saved_bits(edit, Diff("Go school", ("go", "school"), (edit,), 2.0, None, None, None))
    0.0
    """
    tokens = len(diff.tokens) + 1  # its end is one, too
    longer = {"insert": 1, "remove": -1, "sub": 0}[edit.op]
    as_a_whole = diff.before * tokens - (diff.before - edit.gain) * (tokens + longer)
    return min(as_a_whole, edit.gain * tokens)
