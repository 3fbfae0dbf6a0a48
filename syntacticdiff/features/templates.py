"""Feature templates: the name under which an edit is counted.

- `edit`: `insert(the)`, `remove(of)`, `sub(a->an)`
- `edit|previous`: `insert(the|in)`, with the token before it; `^` at the sentence's beginning
- `edit|next`: `insert(the|+home)`, with the token after it; `+^` at the sentence's end
- `edit@position`: `insert(4,the)`, with the token that it is at, counted from 0
- `operation`: `insert`, `remove`, `sub`
- `class`: `insert(DET)`, `sub(ED->ING)`, with the words' classes
- `unmodified`: `unmodified`, for a sentence with no edit

Context and positions are those of the original sentence. Two templates can give the same name only
if a word has `|` or `,` in it; that is then one feature. A word of over 100 characters is cut, so
that no text can make names of any length. How often a feature occurs is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from syntacticdiff.edits.diff import Diff, Edit, edit_name
from syntacticdiff.errors import UsageError
from syntacticdiff.text.word_classes import EDGE, word_class

UNMODIFIED = "unmodified"
LONGEST_WORD = 100

_MOST_CACHED_NAMES = 200_000
# Of an edit, a template takes what its name depends on (the key, cheap) and spells that (once).

Key = tuple[Any, ...]


def _key(edit: Edit, tokens: Sequence[str]) -> Key:
    return edit.op, edit.source, edit.target


def _key_and_previous(edit: Edit, tokens: Sequence[str]) -> Key:
    at = edit.position
    return edit.op, edit.source, edit.target, tokens[at - 1] if at else EDGE


def _key_and_next(edit: Edit, tokens: Sequence[str]) -> Key:
    at = edit.position if edit.op == "insert" else edit.position + 1
    return edit.op, edit.source, edit.target, tokens[at] if at < len(tokens) else EDGE


def _key_and_position(edit: Edit, tokens: Sequence[str]) -> Key:
    return edit.op, edit.source, edit.target, edit.position


def _operation_key(edit: Edit, tokens: Sequence[str]) -> Key:
    return (edit.op,)


def _spelled(op: Any, source: str, target: str) -> str:
    return edit_name(op, _cut(source), _cut(target))


def _spelled_with_previous(op: Any, source: str, target: str, previous: str) -> str:
    return f"{_spelled(op, source, target)[:-1]}|{_cut(previous)})"


def _spelled_with_next(op: Any, source: str, target: str, following: str) -> str:
    return f"{_spelled(op, source, target)[:-1]}|+{_cut(following)})"


def _spelled_with_position(op: Any, source: str, target: str, position: int) -> str:
    return _spelled(op, source, target).replace("(", f"({position},", 1)


def _spelled_with_classes(op: Any, source: str, target: str) -> str:
    return edit_name(op, word_class(source), word_class(target))


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 1]}…"


_EDIT_TEMPLATES: dict[str, tuple[Callable[[Edit, Sequence[str]], Key], Callable[..., str]]] = {
    "edit": (_key, _spelled),
    "edit|previous": (_key_and_previous, _spelled_with_previous),
    "edit|next": (_key_and_next, _spelled_with_next),
    "edit@position": (_key_and_position, _spelled_with_position),
    "operation": (_operation_key, str),
    "class": (_key, _spelled_with_classes),
}

TEMPLATES = (*_EDIT_TEMPLATES, UNMODIFIED)

# An edit says more with its neighbours: see results/native_language.md for what each adds.
DEFAULT_TEMPLATES = ("edit", "edit|previous", "edit|next")


class _Names(dict[Key, str]):
    """The names of keys, spelled when they are first asked for."""

    def __init__(self, spell: Callable[..., str]) -> None:
        self._spell = spell

    def __missing__(self, key: Key) -> str:
        if len(self) >= _MOST_CACHED_NAMES:
            self.clear()
        name = self[key] = self._spell(*key)
        return name


class FeatureTemplates:
    """Several templates at once.

    Parameters
    ----------
    templates : of TEMPLATES; one as a string, or several

    Examples
    --------
    >>> diff = Diff("We go home", ("we", "go", "home"), (Edit("insert", 2, "", "to"),), 5.0,
    ...             None, None, None)
    >>> [name for name, _ in FeatureTemplates(["edit|previous", "class"]).features(diff)]
    ['insert(to|go)', 'insert(PREP)']
    """

    def __init__(self, templates: str | Iterable[str]) -> None:
        self.templates = checked_templates(templates)
        self._unmodified = UNMODIFIED in self.templates
        self._spelling = [
            (key, _Names(spell))
            for key, spell in (_EDIT_TEMPLATES[t] for t in self.templates if t != UNMODIFIED)
        ]

    def features(self, diff: Diff) -> Iterable[tuple[str, float]]:
        """The features of a sentence, each as often as it occurs, with the gain of its edit.

        A blank line is no sentence, so it is not `unmodified`; that has no gain and counts as 1.
        """
        edits, tokens = diff.edits, diff.tokens
        if not edits:
            return [(UNMODIFIED, 1.0)] if self._unmodified and tokens else []
        return [
            (names[key(edit, tokens)], edit.gain) for key, names in self._spelling for edit in edits
        ]


def checked_templates(templates: Any) -> tuple[str, ...]:
    """The templates, each once; a stranger is refused by name."""
    allowed = ", ".join(TEMPLATES)
    given = [templates] if isinstance(templates, str) else templates
    if not isinstance(given, Iterable):
        raise UsageError(f"features: one or several of {allowed} are needed, not {templates!r}")
    names = list(given)
    for name in names:
        if name not in TEMPLATES:
            raise UsageError(f"features: {name!r} is not one of {allowed}")
    return tuple(dict.fromkeys(names))
