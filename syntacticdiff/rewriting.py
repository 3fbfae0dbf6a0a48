"""A changed sentence as text again: every character stays that does not have to change.

Spaces go where English typography wants them. The one place where letters of words that were not
edited may change is the beginning, where capitals move to the new first word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from syntacticdiff.edits import Edit

_CLOSING = frozenset(".,;:!?)]}%…”’»")
_OPENING = frozenset("([{“‘«$£€#@\"'`-/")
_QUOTES = frozenset("\"'")

Span = tuple[int, int]


@dataclass
class _Place:
    """What happens at a token and in the gap before it."""

    inserted: list[str] = field(default_factory=list)
    removed: bool = False
    target: str | None = None


def rewrite(
    text: str,
    spans: Sequence[Span],
    edits: Iterable[Edit],
    *,
    known: Callable[[str], bool],
    recase: bool = True,
) -> str:
    """`text` with `edits` applied.

    Parameters
    ----------
    text : the sentence
    spans : where its tokens begin and end
    edits : in the order and normal form of `Diff.edits`
    known : whether the reference knows a word; a first word is lower-cased only if it does
    recase : give a substitute its source's capitals, as a model without capitals needs it
    """
    places = [_Place() for _ in range(len(spans) + 1)]
    for edit in edits:
        place = places[edit.position]
        if edit.op == "insert":
            place.inserted.append(edit.target)
        elif edit.op == "remove":
            place.removed = True
        else:
            source = text[slice(*spans[edit.position])]
            place.target = _cased_like(source, edit.target) if recase else edit.target
    surfaces = [text[start:end] for start, end in spans]
    _move_capital(surfaces, places, known)
    return _spliced(text, spans, surfaces, places)


def _move_capital(surfaces: list[str], places: list[_Place], known: Callable[[str], bool]) -> None:
    """Capitalise the new first word and lower-case the old one, where the rule allows it."""
    if not surfaces or not (places[0].removed or places[0].inserted):
        return
    first = surfaces[0]
    capitalised = first[:1].isupper() and first[1:] == first[1:].lower() and first != "I"
    if not (capitalised and known(first.lower())):
        return
    surfaces[0] = first.lower()
    if places[0].target is not None:
        places[0].target = places[0].target.lower()
    for index, place in enumerate(places):
        if place.inserted:
            place.inserted[0] = _capital(place.inserted[0])
            return
        if index < len(surfaces) and not place.removed:
            if place.target is not None:
                place.target = _capital(place.target)
            else:
                surfaces[index] = _capital(surfaces[index])
            return


def _spliced(
    text: str, spans: Sequence[Span], surfaces: Sequence[str], places: Sequence[_Place]
) -> str:
    """The kept text with runs of removed tokens cut out and new words put in."""
    pieces: list[str] = []
    done = 0  # text up to here is in `pieces`
    index = 0
    while index <= len(spans):
        place = places[index]
        run = index
        while run < len(spans) and places[run].removed:
            run += 1
        if run > index:
            start, end = spans[index][0], spans[run - 1][1]
            new = _joined(place.inserted)
            if not new:
                start, end = _with_space(text, start, end)
            pieces += (text[done : max(done, start)], new)
            done = max(done, end)
            index = run
            continue
        if place.inserted:
            at, new = _insertion(text, spans, surfaces, index, place.inserted)
            pieces += (text[done : max(done, at)], new)
            done = max(done, at)
        if index < len(spans):
            start, end = spans[index]
            pieces += (text[done:start], surfaces[index] if place.target is None else place.target)
            done = end
        index += 1
    return "".join((*pieces, text[done:]))


def _with_space(text: str, start: int, end: int) -> Span:
    """A removed stretch together with the space that nothing needs any more."""
    before = len(text[:start].rstrip())
    after = len(text) - len(text[end:].lstrip())
    if before == 0 or (before < start and end < after < len(text)):
        return start, after
    return (before, end) if before < start else (start, end)


def _insertion(
    text: str, spans: Sequence[Span], surfaces: Sequence[str], gap: int, words: Sequence[str]
) -> tuple[int, str]:
    """Where the words of a gap go in the text, with the spaces they need."""
    new = _joined(words)
    if not spans:
        return 0, new
    if gap == 0:
        return spans[0][0], f"{new} "
    before = spans[gap - 1][1]
    if gap == len(spans):
        return before, new if _leans_left(words[0]) else f" {new}"
    after = spans[gap][0]
    if _leans_left(words[0]):
        return before, new if before < after else f"{new} "
    if before < after:
        return after, f"{new} "
    left = "" if surfaces[gap - 1][-1:] in _OPENING else " "
    right = "" if _leans_left(surfaces[gap]) or surfaces[gap] in _QUOTES else " "
    return after, f"{left}{new}{right}"


def _joined(words: Iterable[str]) -> str:
    result = ""
    for word in words:
        result += word if not result or _leans_left(word) else f" {word}"
    return result


def _leans_left(word: str) -> bool:
    """Whether a word is written without a space before it: `,` and `n't`, but not `the`."""
    if word[:1] in _CLOSING and word[1:2].isdigit():
        return False  # .5
    return word[:1] in _CLOSING or word == "n't" or (word[:1] == "'" and len(word) > 1)


def _cased_like(source: str, target: str) -> str:
    if len(source) > 1 and source.isupper():
        return target.upper()
    return _capital(target) if source[:1].isupper() else target


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
