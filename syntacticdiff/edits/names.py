"""Names of edits: `insert(the)`, `remove(of)`, `sub(a->an)`.

Two edits have the same name only if they are the same change: what could be misread in a word is
escaped with a backslash. That is the backslash itself, `->`, `|`, and the comma after digits at the
beginning, because features put a neighbour after `|` and a position before the comma.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Operation = Literal["insert", "remove", "sub"]

_SIGNS = re.compile(r"\\|(?<=-)>|\|")
_POSITION = re.compile(r"\A([0-9]+),")
_NAME = re.compile(r"(insert|remove|sub)\((.*)\)", re.DOTALL)
_PIECES = re.compile(r"\\.|->|.", re.DOTALL)


class NamedEdit(NamedTuple):
    """What a name says of an edit."""

    op: Operation
    source: str
    target: str


def edit_name(op: Operation, source: str, target: str) -> str:
    r"""The name of an edit without its position, as in features and penalties.

    Parameters
    ----------
    op : {"insert", "remove", "sub"}
        What the edit does.
    source, target : str
        The word that it removes, and the one that it inserts.

    Returns
    -------
    str
        `insert(target)`, `remove(source)` or `sub(source->target)`.

    Examples
    --------
    >>> edit_name("sub", "a", "an")
    'sub(a->an)'
    >>> print(edit_name("sub", "a->b", "c"), edit_name("sub", "a", "b->c"))
    sub(a-\>b->c) sub(a->b-\>c)
    """
    return plain_name(op, escaped(source), escaped(target))


def plain_name(op: Operation, source: str, target: str) -> str:
    """The name without any escape, by which the cues of prices are hashed."""
    if op == "insert":
        return f"insert({target})"
    if op == "remove":
        return f"remove({source})"
    return f"sub({source}->{target})"


def escaped(word: str) -> str:
    """A word as it stands in a name."""
    if "\\" in word or "|" in word or ">" in word or "," in word[1:]:
        return _POSITION.sub(r"\1\\,", _SIGNS.sub(_with_backslash, word))
    return word


def _with_backslash(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def parsed_name(name: str, *, neighbours: bool = True) -> NamedEdit | None:
    """What a name says; None if it is not the name of an edit.

    Parameters
    ----------
    name : str
        The name of an edit, or of a feature.
    neighbours : bool, default True
        Whether an unescaped `|` begins a neighbour, which is left out.

    Examples
    --------
    >>> parsed_name("sub(a->an)")
    NamedEdit(op='sub', source='a', target='an')
    >>> parsed_name("insert(the|in)").target
    'the'
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    words = [""]
    for piece in _PIECES.findall(found[2]):
        if piece == "->" and found[1] == "sub" and len(words) == 1:
            words.append("")
        elif piece == "|" and neighbours and words[-1]:
            break
        else:
            words[-1] += piece[1:] if piece[0] == "\\" and piece[1:] else piece
    if not all(words) or (len(words) == 2) != (found[1] == "sub"):
        return None
    if found[1] == "sub":
        return NamedEdit("sub", *words)
    if found[1] == "insert":
        return NamedEdit("insert", "", words[0])
    return NamedEdit("remove", words[0], "")
