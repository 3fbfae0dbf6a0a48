"""How many bits an edit saves in its sentence."""

from __future__ import annotations

from syntacticdiff.edits.diff import Diff, Edit


def saved_bits(edit: Edit, diff: Diff) -> float:
    """How many bits an edit of a sweep saves: the smaller of two measures.

    By bits per token, nearly every insertion is a gain, because one more common word lowers the
    average. By total bits, nearly every removal is a gain, because one word fewer costs less. An
    edit that saves bits by both measures has neither bias. Bits per token are multiplied by the
    number of the original's tokens, including the end of the sentence, to make them comparable.

    Parameters
    ----------
    edit : Edit
        An edit that was judged by itself, as in a sweep.
    diff : Diff
        The diff that it is from.

    Returns
    -------
    float
        The bits saved; negative if the edit is a loss by one of the measures.

    Examples
    --------
    >>> from syntacticdiff import Diff, Edit
    >>> edit = Edit("insert", 1, "", "to", 0.5)
    >>> saved_bits(edit, Diff("Go school", ("go", "school"), (edit,), 2.0, None, None, None))
    0.0
    """
    tokens = len(diff.tokens) + 1  # the end of the sentence counts as one
    longer = {"insert": 1, "remove": -1, "sub": 0}[edit.op]
    in_total = diff.before * tokens - (diff.before - edit.gain) * (tokens + longer)
    return min(in_total, edit.gain * tokens)
