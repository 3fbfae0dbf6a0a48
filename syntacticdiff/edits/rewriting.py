"""A changed sentence as text again: every character stays that does not have to change.

Spaces go where English typography wants them. Letters of words that were not edited may change only
where a sentence begins: capitals move to the new first word, and a word behind a full stop that was
put in gets one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from syntacticdiff.edits.diff import Edit
from syntacticdiff.reference.casing import Casing

_CLOSING = frozenset(".,;:!?)]}%…”’»")
_OPENING = frozenset("([{“‘«$£€#@\"'`-/")
_SENTENCE_ENDS = frozenset(".?!")
_QUOTES = frozenset("\"'")
_JOINING = frozenset("-'")  # put in, these stand close to the word before: `dogs'`

Span = tuple[int, int]


@dataclass
class WrittenWord:
    """A word of the changed sentence: a token of the text, perhaps substituted, or a new one.

    A substitute of several tokens is one word, whose `surface` has spaces between the tokens.
    """

    surface: str
    token: int | None = None
    substituted: bool = False


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
    casing: Casing,
    recase: bool = True,
    apart: bool = False,
) -> str:
    """`text` with `edits` applied.

    Parameters
    ----------
    text : str
        The sentence.
    spans : sequence of pairs of int
        Where its tokens begin and end.
    edits : iterable of Edit
        In the order and normal form of `Diff.edits`.
    casing : Casing
        How the reference writes words: a first word that gets another one before it is lower-cased
        only if it usually is.
    recase : bool, default True
        Give new words capitals, as a model without them needs it: a substitute its source's, any
        word the one that it usually has. A change of capitals alone is made as it is.
    apart : bool, default False
        Put a space around every new word, as in text whose tokens are separated by spaces.
    """
    words = rewritten_words(text, spans, edits, casing=casing, recase=recase)
    return _joined(text, spans, words, apart)


def rewritten_words(
    text: str,
    spans: Sequence[Span],
    edits: Iterable[Edit],
    *,
    casing: Casing,
    recase: bool = True,
) -> list[WrittenWord]:
    """The words of the changed sentence, with the capitals that they are written with."""
    places = [_Place() for _ in range(len(spans) + 1)]
    for edit in edits:
        place = places[edit.position]
        if edit.op == "insert":
            place.inserted.append(_usual(edit.target, casing) if recase else edit.target)
        elif edit.op == "remove":
            place.removed = True
        else:
            source = text[slice(*spans[edit.position])]
            place.target = edit.target
            if recase and not _recases(source, edit.target):
                place.target = _cased_like(source, edit.target, edit.position == 0, casing)
    words = _words(text, spans, places)
    if recase:
        _begin_sentences(words)
    if places[0].removed or places[0].inserted:
        first = text[slice(*spans[0])] if spans else ""
        if places[0].target is not None and _recases(first, places[0].target):
            first = places[0].target  # the capital that it should have had moves on
        _move_capital(words, first, casing)
    return words


def _words(text: str, spans: Sequence[Span], places: Sequence[_Place]) -> list[WrittenWord]:
    words: list[WrittenWord] = []
    for index, place in enumerate(places):
        words += map(WrittenWord, place.inserted)
        if index < len(spans) and not place.removed:
            if place.target is None:
                words.append(WrittenWord(text[slice(*spans[index])], index))
            else:
                words.append(WrittenWord(place.target, index, substituted=True))
    return words


def _begin_sentences(words: Sequence[WrittenWord]) -> None:
    """Capitalise what follows a mark at the end of a sentence that was put in."""
    for mark, word in pairwise(words):
        new = mark.substituted or mark.token is None
        if new and mark.surface in _SENTENCE_ENDS and word.surface[:1].islower():
            word.surface = _capital(word.surface)


def _move_capital(words: Sequence[WrittenWord], first: str, casing: Casing) -> None:
    """Capitalise the new first word, and lower-case the old one if it usually is.

    If how words are usually written is only guessed, both or neither: a name that the reference
    does not know may have made the writer's first word what it is.
    """
    capitalised = first[:1].isupper() and first[1:] == first[1:].lower() and first != "I"
    lowered = capitalised and casing.is_lower(first.lower())
    for word in words:
        if word.token == 0 and lowered:
            word.surface = word.surface.lower()
    if words and (lowered or (casing.measured and first[:1].isupper())):
        words[0].surface = _capital(words[0].surface)


def _joined(text: str, spans: Sequence[Span], words: Sequence[WrittenWord], apart: bool) -> str:
    """The words with the spaces that stood between them, or those that they need."""
    between = _between_apart if apart else _between
    if not spans:
        return text + _spelled(word.surface for word in words)
    pieces = [text[: spans[0][0]]]
    before: WrittenWord | None = None  # the last token of the text that is still there
    new: list[WrittenWord] = []  # words put in behind it
    for word in words:
        if word.token is None:
            new.append(word)
            continue
        written = word.surface if apart else _spelled(word.surface.split(" "))
        pieces += (between(text, spans, before, new, word), written)
        before, new = word, []
    if new:
        pieces.append(between(text, spans, before, new, None))
    return "".join((*pieces, text[spans[-1][1] :]))


def _between_apart(
    text: str,
    spans: Sequence[Span],
    before: WrittenWord | None,
    new: Sequence[WrittenWord],
    after: WrittenWord | None,
) -> str:
    """What stands between two tokens that are left, if all words are separated by spaces."""
    kept = " "  # the space that stood before the next token
    if after is not None and after.token:
        kept = text[spans[after.token - 1][1] : spans[after.token][0]]
    left = "" if before is None else kept
    if not new:
        return left
    return left + " ".join(word.surface for word in new) + ("" if after is None else " ")


def _between(
    text: str,
    spans: Sequence[Span],
    before: WrittenWord | None,
    new: Sequence[WrittenWord],
    after: WrittenWord | None,
) -> str:
    """What stands between two tokens that are left: the new words, and space around them."""
    behind = ahead = ""  # the space that stood behind the one and before the other
    adjacent = True
    if before is not None and before.token is not None and before.token + 1 < len(spans):
        behind = text[spans[before.token][1] : spans[before.token + 1][0]]
    if after is not None and after.token:
        ahead = text[spans[after.token - 1][1] : spans[after.token][0]]
        adjacent = before is not None and before.token == after.token - 1
    if not new:
        if before is None or after is None:
            return ""
        if adjacent:
            return ahead or (" " if _would_merge(before, after) else "")
        if not (ahead and behind) and _touch(before, after, behind, ahead):
            return ""
        return behind or ahead or " "
    left = right = ""
    if before is not None and not (_leans_left(new[0].surface) or new[0].surface in _JOINING):
        left = behind or ("" if _is_opening(before, behind) else " ")
    if after is not None and new[-1].surface == "-":
        right = ""
    elif after is not None and not _touch(new[-1], after, " ", ahead):
        right = " " if adjacent and left else ahead or behind or " "
    elif after is not None and not adjacent:
        right = ahead
    return left + _spelled(word.surface for word in new) + right


def _touch(left: WrittenWord, right: WrittenWord, behind: str, ahead: str) -> bool:
    """Whether two words are written without a space between them."""
    closing = not ahead and (_leans_left(right.surface) or right.surface in _QUOTES)
    return closing or _is_opening(left, behind)


def _would_merge(left: WrittenWord, right: WrittenWord) -> bool:
    """Whether a substitute and its neighbour, written without a space, would be one word."""
    letters = left.surface[-1:].isalnum() and right.surface[:1].isalnum()
    return letters and (left.substituted or right.substituted) and not _leans_left(right.surface)


def _is_opening(word: WrittenWord, behind: str) -> bool:
    return not behind and word.surface[-1:] in _OPENING


def _spelled(words: Iterable[str]) -> str:
    """Words as they are written one after another: `that` and `'s` as `that's`."""
    result = ""
    for word in words:
        result += word if not result or _leans_left(word) else f" {word}"
    return result


def _leans_left(word: str) -> bool:
    """Whether a word is written without a space before it: `,` and `n't`, but not `the`."""
    if word[:1] in _CLOSING:
        return not word[1:2].isdigit()  # .5
    return word.lower() in ("n't", "n’t") or (word[:1] in "'’" and len(word) > 1)


def _recases(source: str, target: str) -> bool:
    """Whether a substitution changes capitals alone."""
    return source != target and source.lower() == target.lower()


def _cased_like(source: str, target: str, first: bool, casing: Casing) -> str:
    if len(source) > 1 and source.isupper():
        return target.upper()
    usual = _usual(target, casing)
    return _capital(usual) if source[:1].isupper() and (first or source != "I") else usual


def _usual(words: str, casing: Casing) -> str:
    """A word, or several, as usually written inside a sentence: `I`, `Europe`, `I 'm`."""
    return " ".join(
        _capital(word) if casing.is_capitalised(word) else word for word in words.split(" ")
    )


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
