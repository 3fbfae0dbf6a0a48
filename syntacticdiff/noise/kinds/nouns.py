"""Nouns: one for many, many for one, possessives."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.phrases import (
    NOUNS,
    PLURAL,
    SINGULAR,
    UNCOUNTABLE,
    determiner_of,
)
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal

_PLURAL_VERBS = frozenset(("are", "were", "have", "do"))
_SINGULAR_VERBS = frozenset(("is", "was", "has", "does"))
_UNSEEN = 0.12  # where nothing in the sentence says how many


def nouns(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to a noun or to its possessive."""
    tag = draft.tags[place]
    if tag == "POS" and place:
        yield Proposal("possessive.omit", 0.5)
    elif tag in ("NN", "NNS") and draft.words[place].isalpha():
        yield from _number(draft, place, tag, lexis)
        if draft.tag(place + 1) == "POS" and draft.lower[place + 1] in ("'s", "’s"):
            yield Proposal("possessive.apostrophe", 1.0, f"{draft.words[place]}s", span=2)
    elif tag == "NNP" and draft.tag(place + 1) == "POS" and draft.lower[place + 1] in ("'s", "’s"):
        yield Proposal("possessive.apostrophe", 1.0, f"{draft.words[place]}s", span=2)


def _number(draft: Draft, place: int, tag: str, lexis: Lexis) -> Iterator[Proposal]:
    word = draft.words[place]
    other = "NN" if tag == "NNS" else "NNS"
    if draft.tag(place + 1) in NOUNS and tag == "NN":
        return  # the first part of a compound
    if len(word) < 3 or (written := lexis.form(word, tag, other)) is None:
        return
    if tag == "NNS":
        yield Proposal("noun.singular", _many(draft, place), written)
        if draft.lower[place] in ("children", "men", "women", "people"):
            yield Proposal("noun.plural", 0.3, word + "s")
    else:
        yield Proposal("noun.plural", _one(draft, place), written)


def _many(draft: Draft, place: int) -> float:
    """How clearly the sentence says that there are many."""
    determiner, following = determiner_of(draft, place), draft.word(place + 1)
    if determiner in PLURAL or (determiner[:1].isdigit() and determiner != "1"):
        return 1.0
    if following in _PLURAL_VERBS or draft.tag(place + 1) == "VBP":
        return 1.0
    if not determiner:
        return 0.9  # a bare singular needs an article
    if draft.word(place - 2) in ("one", "some", "many", "most", "number", "lot", "kind", "all"):
        return 0.9
    return _UNSEEN


def _one(draft: Draft, place: int) -> float:
    """How clearly the sentence says that there is one."""
    if draft.lower[place] in UNCOUNTABLE:
        return 2.0
    determiner, following = determiner_of(draft, place), draft.word(place + 1)
    if determiner in SINGULAR:
        return 1.0
    if following in _SINGULAR_VERBS or draft.tag(place + 1) == "VBZ":
        return 0.8
    return 0.4 if not determiner else _UNSEEN
