"""Punctuation: commas missing and superfluous, sentences without an end."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.phrases import FINITE
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, words

_ENDS = frozenset((".", "?", "!"))
_INTRODUCTIONS = words(
    "however therefore moreover furthermore first firstly second secondly finally nowadays also "
    "besides yes no well oh actually unfortunately fortunately nevertheless thus hence then "
    "today now recently generally usually sometimes so anyway indeed instead meanwhile "
    "additionally consequently overall"
)
_SUBORDINATE = words(
    "if when although because while since after before as though unless whenever once until"
)
_BEFORE_WRONG_COMMA = words("that because which who if and or when")


def marks(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to a mark, or where a comma may be put in."""
    word = draft.words[place]
    if word in _ENDS:
        if place == len(draft) - 1 and place:
            # Nobody can tell that it was an exclamation mark.
            yield Proposal("end.omit", 0.05 if word == "!" else 1.0)
            if word == "?":
                yield Proposal("end.swap", 1.0, ".")
    elif word == ",":
        yield Proposal("comma.omit", _is_needed(draft, place))
    elif word == ";" and 0 < place < len(draft) - 1:
        yield Proposal("comma.for", 1.0, ",")
    elif place > 1 and draft.lower[place] in _BEFORE_WRONG_COMMA:
        if draft.tag(place - 1)[:1] in ("V", "N") and draft.tags[place] in ("IN", "WP", "CC"):
            weight = 1.0 if draft.lower[place] == "that" else 0.25
            yield Proposal("comma.add", weight, ",", span=0)
    elif place > 1 and _is_after_long_subject(draft, place):
        yield Proposal("comma.add", 0.4, ",", span=0)


def _is_after_long_subject(draft: Draft, place: int) -> bool:
    """Whether a verb comes here after a noun with more than an article before it."""
    before, second = draft.tags[place - 1], draft.tags[place - 2]
    return draft.tags[place] in FINITE and before in ("NN", "NNS") and second != "DT"


def _is_needed(draft: Draft, place: int) -> float:
    """How clearly a comma is needed; many may be left out."""
    following, first = draft.word(place + 1), draft.lower[0]
    if place == 1 and first in _INTRODUCTIONS:
        return 1.0
    if first in _SUBORDINATE and draft.tag(place + 1) in ("PRP", "DT", "NN", "NNP", "NNS", "EX"):
        return 1.0
    if following in ("but", "so", "yet"):
        return 0.7
    if following in ("and", "or"):
        return 0.1 if draft.tag(place - 1)[:1] == "N" else 0.4
    if following in ("which", "who", "however", "too"):
        return 0.8
    if draft.tag(place - 1)[:1] in ("N", "J") and draft.tag(place + 1)[:1] in ("N", "J"):
        return 0.5
    return 0.2
