"""What a feature says in plain words: the habit that it is a sign of.

Names of features are for programs: `insert DET per bare noun`, `sub({VBP}->{form >s})|PRP_NN`. A
reader is told `missing article`, `subject and verb do not agree`. Several features say the same;
their contributions to a score are added up by habit.
"""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.edits.diff import Edit
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.features.grammar import group_of
from syntacticdiff.features.kinds import tagged_kind

OTHER = "everything else"
WORDING = "unusual wording"
SPELLING = "spelling or another word"  # a tag does not say whether `doing` is misspelled `making`

_PROBLEMS = {"insert": "missing", "remove": "needless", "sub": "wrong"}
_CLASSES = {"DET": "article", "PREP": "preposition", "PUNCT": "punctuation"}
_AGREEING = frozenset(
    frozenset(pair.split("/"))
    for pair in ("is/are", "is/am", "are/am", "was/were", "has/have", "do/does", "go/goes")
)
_CHANGES = {"capital": "capital letters", "small letter": "capital letters"}


@lru_cache(100_000)
def habit_of_feature(name: str) -> str:
    """The habit that a feature of `EditVectorizer` is a sign of.

    Parameters
    ----------
    name : str
        The name of a feature, of the preset `grammar` or of templates.

    Returns
    -------
    str
        A habit, as by `edits.plain_words`; `unusual wording` or `everything else`.

    Examples
    --------
    >>> [habit_of_feature(name) for name in ("insert DET per bare noun", "insert(the)|IN_NN")]
    ['missing article', 'missing article']
    >>> [habit_of_feature(name) for name in ("sub({VBP}->{form >s})", "letters(ie>ei)")]
    ['subject and verb do not agree', 'spelling or another word']
    """
    group = group_of(name)
    if group == "number":
        return WORDING
    if group == "spelling":
        return SPELLING
    if group == "kind":
        return habit_of_kind(name.partition(" per ")[0])
    parsed = parsed_name(f"{name.rpartition('|')[0]}" if group == "context" else name)
    if parsed is None:
        return OTHER
    tag, change = _mask(parsed.source), _mask(parsed.target)
    if parsed.op == "sub" and change is not None and change != "word":
        return habit_of_kind(f"sub {(tag or '')[:2]} {change}")
    edit = Edit(parsed.op, 0, parsed.source, parsed.target)
    return habit_of_edit(edit, tag or "")


def habit_of_edit(edit: Edit, tag: str) -> str:
    """The habit that an edit is a sign of, given the tag of the token that it changes.

    Examples
    --------
    >>> habit_of_edit(Edit("sub", 1, "is", "are"), "VBZ")
    'subject and verb do not agree'
    >>> habit_of_edit(Edit("remove", 1, "of"), "IN")
    'needless preposition'
    """
    source, target = edit.source.lower(), edit.target.lower()
    if frozenset((source, target)) in _AGREEING:
        return "subject and verb do not agree"
    if source == target:
        return "capital letters"
    return habit_of_kind(tagged_kind(edit, tag))


@lru_cache(10_000)
def habit_of_kind(kind: str) -> str:
    """The habit of a kind of edit, as `features.kinds` names it.

    Examples
    --------
    >>> habit_of_kind("sub NN form s>"), habit_of_kind("insert word"), habit_of_kind("sub AUX")
    ('singular and plural', 'missing words', 'form of the verb')
    """
    operation, _, rest = kind.partition(" ")
    if operation not in _PROBLEMS:
        return OTHER
    if rest in _CLASSES:
        return f"{_PROBLEMS[operation]} {_CLASSES[rest]}"
    if operation != "sub":
        return f"{_PROBLEMS[operation]} words"
    if rest == "AUX":
        return "form of the verb"
    tag, _, change = rest.partition(" ")
    if change in _CHANGES:
        return _CHANGES[change]
    if change == "joining":
        return "apostrophes"
    if change == "spelling":
        return SPELLING
    if not change.startswith("form "):
        return "word choice"
    if tag == "NN":
        return "singular and plural"
    if tag == "VB":
        agreeing = change in ("form >s", "form s>")
        return "subject and verb do not agree" if agreeing else "form of the verb"
    return "form of the word"


def _mask(word: str) -> str | None:
    """What stands in braces; None for a word."""
    return word[1:-1] if word.startswith("{") and word.endswith("}") else None
