"""Feature templates: the names under which an edit is counted.

`TEMPLATES` is the registry: the documentation's table, the help of `--templates` and the messages
are made from it. To add a template, write a function for its spelling, and one for what stands
beside edits if the name says that too, and add an entry. Context and positions are those of the
original sentence.

What could be misread in a word is escaped (see `edits.names`), so that two templates never give the
same name. A word of more than 100 characters is cut, so that names have a bounded length. How
features are counted is decided in `features.rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING

from syntacticdiff.edits.diff import Diff, Edit, Operation
from syntacticdiff.edits.names import edit_name, escaped
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import one_of
from syntacticdiff.text.word_classes import EDGE, word_class

GRAMMAR = "grammar"  # the name of the preset of `features.grammar`, which loads more

if TYPE_CHECKING:
    from syntacticdiff.syntax.tagger import Tagger

LONGEST_WORD = 100
LONGEST_NAME = 2 * LONGEST_WORD + len("sub(->)")

_MOST_CACHED_NAMES = 200_000

Change = tuple[Operation, str, str]  # operation, source and target: what edits are alike in
Beside = str | int | None  # None is the place beyond an end of the sentence


@dataclass(frozen=True)
class FeatureTemplate:
    """A way to name what is counted of a sentence.

    A template that counts edits has a spelling, and a name is spelled once for all edits that have
    it. Without one, the template counts sentences that have no edit.

    Parameters
    ----------
    name : str
        The name of the template.
    help : str
        What its features say, for the documentation.
    example : str
        The name of such a feature.
    spelling : callable or None, default None
        From the operation, source and target of an edit, and what `beside` gives, to the name of
        the feature.
    beside : callable or None, default None
        From edits and the tokens of their sentence to what else each name depends on.
    of_tags : bool, default False
        Whether `beside` gets the tags of the tokens instead of the tokens.
    """

    name: str
    help: str
    example: str
    spelling: Callable[..., str] | None = None
    beside: Callable[[Sequence[Edit], Sequence[str]], Sequence[Beside]] | None = None
    of_tags: bool = False


def _previous(edits: Sequence[Edit], tokens: Sequence[str]) -> list[Beside]:
    return [tokens[edit.position - 1] if edit.position else None for edit in edits]


def _next(edits: Sequence[Edit], tokens: Sequence[str]) -> list[Beside]:
    places = [edit.position + (edit.op != "insert") for edit in edits]
    return [tokens[place] if place < len(tokens) else None for place in places]


def _position(edits: Sequence[Edit], tokens: Sequence[str]) -> list[Beside]:
    return [edit.position for edit in edits]


def _operation(op: Operation, source: str, target: str) -> str:
    return op


def spelled_edit(op: Operation, source: str, target: str) -> str:
    """The name of an edit, of bounded length."""
    return edit_name(op, _cut(source), _cut(target))


def beside_name(edit: str, neighbour: str, *, after: bool) -> str:
    """The name of an edit with the name of the token before or after it."""
    return f"{edit[:-1]}|+{neighbour})" if after else f"{edit[:-1]}|{neighbour})"


def _spelled_with_previous(op: Operation, source: str, target: str, previous: str | None) -> str:
    return beside_name(spelled_edit(op, source, target), neighbour_name(previous), after=False)


def _spelled_with_next(op: Operation, source: str, target: str, following: str | None) -> str:
    return beside_name(spelled_edit(op, source, target), neighbour_name(following), after=True)


def _spelled_with_previous_tag(op: Operation, source: str, target: str, tag: str | None) -> str:
    return f"{spelled_edit(op, source, target)[:-1]}|tag {tag or EDGE})"


def _spelled_with_next_tag(op: Operation, source: str, target: str, tag: str | None) -> str:
    return f"{spelled_edit(op, source, target)[:-1]}|+tag {tag or EDGE})"


def neighbour_name(word: str | None) -> str:
    """A neighbour as it stands in a name: nothing is taken for `^`, `+` or a tag that is none."""
    if word is None:
        return EDGE
    spelled = escaped(_cut(word))
    return f"\\{spelled}" if word == EDGE or word.startswith(("+", "tag ")) else spelled


def _spelled_with_position(op: Operation, source: str, target: str, position: int) -> str:
    return spelled_edit(op, source, target).replace("(", f"({position},", 1)


def _spelled_with_classes(op: Operation, source: str, target: str) -> str:
    return edit_name(op, word_class(source), word_class(target))


def _cut_name(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 2]}…)"


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 1]}…"


_ENTRIES = (
    FeatureTemplate("edit", "the edit alone", "insert(the)", spelled_edit),
    FeatureTemplate(
        "edit|previous",
        "the edit with the token before it; `^` at the beginning of the sentence",
        "insert(the|in)",
        _spelled_with_previous,
        _previous,
    ),
    FeatureTemplate(
        "edit|next",
        "the edit with the token after it; `+^` at the end of the sentence",
        "insert(the|+home)",
        _spelled_with_next,
        _next,
    ),
    FeatureTemplate(
        "edit|previous tag",
        "the edit with the part of speech of the token before it; English only",
        "insert(the|tag IN)",
        _spelled_with_previous_tag,
        _previous,
        of_tags=True,
    ),
    FeatureTemplate(
        "edit|next tag",
        "the edit with the part of speech of the token after it; English only",
        "insert(the|+tag NN)",
        _spelled_with_next_tag,
        _next,
        of_tags=True,
    ),
    FeatureTemplate(
        "edit@position",
        "the edit with the index of its token, counted from 0",
        "insert(4,the)",
        _spelled_with_position,
        _position,
    ),
    FeatureTemplate("operation", "the operation alone", "insert", _operation),
    FeatureTemplate(
        "class",
        "the operation with the classes of its words",
        "sub(ED->ING)",
        _spelled_with_classes,
    ),
    FeatureTemplate("unmodified", "a sentence without edits", "unmodified"),
)

TEMPLATES = {template.name: template for template in _ENTRIES}

# An edit says more with its neighbours: see results/native_language.md for what each adds.
DEFAULT_TEMPLATES = ("edit", "edit|previous", "edit|next")


class _Names(dict[Change, str]):
    """The names of edits by one template, each spelled when it is first needed."""

    def __init__(self, spell: Callable[..., str]) -> None:
        self._spell = spell

    def of(self, edits: Sequence[Edit], tokens: Sequence[str]) -> list[str]:
        return [self[edit.op, edit.source, edit.target] for edit in edits]

    def __missing__(self, change: Change) -> str:
        if len(self) >= _MOST_CACHED_NAMES:
            self.clear()
        name = self[change] = self._spell(*change)
        return name


class _NamesBeside(dict[tuple[Operation, str, str, Beside], str]):
    """The names of edits by a template that says what stands beside them."""

    def __init__(
        self,
        spell: Callable[..., str],
        beside: Callable[[Sequence[Edit], Sequence[str]], Sequence[Beside]],
    ) -> None:
        self._spell, self._beside = spell, beside

    def of(self, edits: Sequence[Edit], tokens: Sequence[str]) -> list[str]:
        return [
            self[edit.op, edit.source, edit.target, other]
            for edit, other in zip(edits, self._beside(edits, tokens), strict=True)
        ]

    def __missing__(self, key: tuple[Operation, str, str, Beside]) -> str:
        if len(self) >= _MOST_CACHED_NAMES:
            self.clear()
        name = self[key] = self._spell(*key)
        return name


def _names_of(template: FeatureTemplate) -> _Names | _NamesBeside:
    assert template.spelling is not None
    if template.beside is None:
        return _Names(template.spelling)
    return _NamesBeside(template.spelling, template.beside)


class FeatureTemplates:
    """Several templates at once.

    Parameters
    ----------
    templates : str or iterable of str
        Names of `TEMPLATES`.

    Attributes
    ----------
    names : tuple of str
        The names of the templates, each once.

    Examples
    --------
    >>> diff = Diff("We go home", ("we", "go", "home"), (Edit("insert", 2, "", "to"),), 5.0,
    ...             None, None, None)
    >>> [name for name, _ in FeatureTemplates(["edit|previous", "class"]).features(diff)]
    ['insert(to|go)', 'insert(PREP)']
    """

    def __init__(self, templates: str | Iterable[str]) -> None:
        self.names = checked_templates(templates)
        chosen = [TEMPLATES[name] for name in self.names]
        of_edits = [(template, _names_of(template)) for template in chosen if template.spelling]
        self._of_edits = [(names, template.of_tags) for template, names in of_edits]
        self._beside_edit = [
            (names, template.of_tags) for template, names in of_edits if template.name != "edit"
        ]
        self._has_edit = "edit" in self.names
        self._needs_tags = any(template.of_tags for template in chosen)
        self._of_sentences = [template.name for template in chosen if not template.spelling]

    def features(self, diff: Diff) -> Iterable[tuple[str, float]]:
        """The features of a sentence, once for each occurrence, with the gain of the edit.

        A sentence without edits has no gain and counts as 1. A blank line is not a sentence.
        """
        if not diff.edits:
            return self._unmodified(diff)
        gains = [edit.gain for edit in diff.edits]
        return zip(self.occurring(diff), cycle(gains), strict=False)

    def occurring(self, diff: Diff) -> Sequence[str]:
        """The names of the features of a sentence, once for each occurrence."""
        edits = diff.edits
        if not edits:
            return self._of_sentences if diff.tokens else ()
        tags = self._tags(diff)
        found: list[str] = []
        for names, of_tags in self._of_edits:
            found += names.of(edits, tags if of_tags else diff.tokens)
        return found

    def expected(self, diff: Diff) -> Iterable[tuple[str, float]]:
        """The features of a sentence with how often each is expected.

        The template `edit` has all edits, however improbable. For the others, what stands beside an
        edit must be known: they have the edits of the diff and its alternatives. A sentence without
        edits counts as 1, as ever. A feature may come several times.
        """
        found = [*self._unmodified(diff)]
        if self._has_edit and diff.soft_counts is not None:
            found += ((_cut_name(name), count) for name, count in diff.soft_counts.items())
        edits = (*diff.edits, *diff.alternatives)
        if edits:
            tags = self._tags(diff)
            probabilities = [edit.probability or 0.0 for edit in edits]
            for names, of_tags in self._beside_edit:
                spelled = names.of(edits, tags if of_tags else diff.tokens)
                found += zip(spelled, probabilities, strict=True)
        return found

    def _unmodified(self, diff: Diff) -> Iterable[tuple[str, float]]:
        if diff.edits or not diff.tokens:
            return []
        return [(name, 1.0) for name in self._of_sentences]

    def _tags(self, diff: Diff) -> Sequence[str]:
        return shared_tagger().tag(words_as_written(diff)) if self._needs_tags else ()


@cache
def shared_tagger() -> Tagger:
    """The shipped tagger, loaded once."""
    from syntacticdiff.syntax import Tagger  # NumPy, which a list of templates does not need

    return Tagger.load()


def words_as_written(diff: Diff) -> list[str]:
    """A sentence's tokens with the capitals of its text, which tell a tagger much.

    A token that the text does not have in this form stays as it is.
    """
    text, folded = diff.text, diff.text.lower()
    words, at = [], 0
    for token in diff.tokens:
        place = folded.find(token, at) if len(folded) == len(text) else -1
        if place < 0:
            words.append(token)
        else:
            at = place + len(token)
            words.append(text[place:at])
    return words


def checked_templates(templates: object) -> tuple[str, ...]:
    """The names of templates, each once.

    Raises
    ------
    UsageError
        If one of them is not in `TEMPLATES`.
    """
    given = [templates] if isinstance(templates, str) else templates
    if not isinstance(given, Iterable):
        allowed = ", ".join(TEMPLATES)
        raise UsageError(f"features: one or several of {allowed} are needed, not {templates!r}")
    return tuple(dict.fromkeys(one_of("features", name, TEMPLATES) for name in given))
