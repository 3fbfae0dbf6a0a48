"""What an edit is called where people read it: its habit and its name.

`sub(a->an)` is the name of a feature; a teacher reads `a -> an`, filed under articles (`kinds`). In
names, words of the text stand between asterisks, as in Markdown: `missing *the*`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from syntacticdiff.edits.kinds import edit_kind, has_apostrophe
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.visible import visible

# Kinds in which a word too few, one too many and a wrong one are habits of their own.
_SPLIT = {"articles": "article", "prepositions": "preposition", "punctuation": "punctuation"}
_HABITS = {
    "agreement": "subject and verb do not agree",
    "verb forms": "form of the verb",
    "number": "singular and plural",
    "word forms": "form of the word",
    "capitals": "capital letters",
}
_CLOSE = frozenset(",.;:!?%)")  # written without a space before them
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_ASTERISK = "\N{ASTERISK OPERATOR}"  # for an asterisk of the text, which would begin an emphasis


def edit_habit(error_type: str, source: str = "", target: str = "", language: str = ENGLISH) -> str:
    """The habit that an edit is a sign of: its kind, with what is wrong where that matters.

    Parameters
    ----------
    error_type : str
        Its type in ERRANT's terms; empty where there are no types.
    source, target : str, default ""
        The words that it removes and inserts.
    language : str, default "en"
        The language of the text.

    Returns
    -------
    str
        For instance `missing article`, `wrong preposition` or `spelling`.

    Examples
    --------
    >>> edit_habit("M:DET"), edit_habit("R:PREP"), edit_habit("R:SPELL")
    ('missing article', 'wrong preposition', 'spelling')
    """
    kind = edit_kind(error_type, source, target, language)
    if kind == "punctuation" and has_apostrophe(source, target):
        return "apostrophes"
    if kind not in _SPLIT:
        return _HABITS.get(kind, kind)
    problem = {"M": "missing", "U": "needless"}.get(error_type[:1], "wrong")
    if not error_type:
        problem = "wrong" if source and target else "needless" if source else "missing"
    return f"{problem} {_SPLIT[kind]}"


def readable_name(op: str, source: str, target: str) -> str:
    """The name of an edit for people.

    Parameters
    ----------
    op : {"insert", "remove", "sub"}
        What the edit does.
    source, target : str
        The words that it removes and inserts.

    Returns
    -------
    str
        Words of the text that are not beside an arrow stand between asterisks.

    Examples
    --------
    >>> readable_name("sub", "a", "an"), readable_name("insert", "", "the")
    ('a -> an', 'missing *the*')
    >>> readable_name("insert", "", ",")
    'missing comma'
    """
    if op == "sub":
        return f"{written(source.split(' '))} -> {written(target.split(' '))}"
    word = source or target
    shown = MARK_NAMES.get(word) or f"*{written([word])}*"
    return f"{'missing' if op == 'insert' else 'needless'} {shown}"


def readable_feature(name: str) -> str:
    """The name for people of an edit or feature given by its name in data.

    Parameters
    ----------
    name : str
        For instance `sub(a->an)`; a name that is not that of an edit is returned as it is.

    Returns
    -------
    str
        As by `readable_name`, without the neighbours that a feature may have.

    Examples
    --------
    >>> readable_feature("sub(a->an)"), readable_feature("insert(the)")
    ('a -> an', 'missing *the*')
    """
    parsed = parsed_name(name)
    return name if parsed is None else readable_name(*parsed)


MARK_NAMES = {
    ",": "comma",
    ".": "full stop",
    "?": "question mark",
    "!": "exclamation mark",
    ";": "semicolon",
    ":": "colon",
    "-": "hyphen",
    "'": "apostrophe",
}


def emphasised(text: str) -> str:
    """The HTML of a name or a reason: escaped, with `<em>` for what stands between asterisks.

    Parameters
    ----------
    text : str
        The name or reason.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> emphasised("missing *<b>*")
    'missing <em>&lt;b&gt;</em>'
    """
    return _EMPHASIS.sub(r"<em>\1</em>", escape(visible(text)))


def quoted(text: str) -> str:
    """A name or a reason for where nothing can be emphasised: quotation marks for asterisks.

    Parameters
    ----------
    text : str
        The name or reason.

    Returns
    -------
    str
        Plain text.

    Examples
    --------
    >>> quoted("missing *the*")
    'missing “the”'
    """
    return _EMPHASIS.sub(r"“\1”", text)


def written(words: Iterable[str]) -> str:
    """Words as they are written one after another, for a name or a reason.

    Examples
    --------
    >>> written(["do", "n't", ",", "please"])
    "don't, please"
    """
    result = ""
    for word in words:
        close = word in _CLOSE or word in ("n't", "n’t") or (word[:1] in "'’" and len(word) > 1)
        result += word if close or not result else f" {word}"
    return result.replace("*", _ASTERISK)
