"""Noun phrases as far as tags tell: where one begins, its noun, what says one or many."""

from __future__ import annotations

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.proposal import words

NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS"))
NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_INSIDE = frozenset(
    ("DT", "PRP$", "POS", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "CD", "RB", "PDT", "WP$")
) | {"HYPH", "$", "VBN", "VBG", "RBS", "RBR", "``", "-LRB-", "WDT", "FW"}
_MODIFIERS = frozenset(("JJ", "JJR", "JJS", "RB", "RBR", "RBS", "VBN", "VBG", "CD", "HYPH"))
SINGULAR = words("a an one this that every each another")
PLURAL = words(
    "many these those several few both two three four five six seven eight nine ten twenty hundred "
    "various numerous different all most other"
)
UNCOUNTABLE = words(
    "information advice equipment furniture homework knowledge research software money music "
    "traffic luggage baggage evidence progress behaviour behavior weather stuff training feedback "
    "vocabulary literature clothing machinery scenery pollution transportation staff garbage "
    "happiness electricity violence luck fun news mathematics jewelry mail bread rice"
)
_LONGEST = 4


def begins_phrase(draft: Draft, place: int) -> bool:
    """Whether a noun phrase without a determiner begins here."""
    return draft.tags[place] in NOMINAL and draft.tag(place - 1) not in _INSIDE


def noun_of(draft: Draft, place: int) -> int | None:
    """The last noun of the phrase whose first word, after any determiner, is here."""
    found = None
    for at in range(place, min(place + _LONGEST, len(draft))):
        tag = draft.tags[at]
        if tag in NOUNS:
            found = at
        elif found is not None or tag not in _MODIFIERS:
            break
    return found


def determiner_of(draft: Draft, noun: int) -> str:
    """The word before the modifiers of a noun if it determines it; empty if nothing does."""
    at = noun - 1
    while at >= 0 and noun - at < _LONGEST and draft.tags[at] in _MODIFIERS | NOUNS:
        if draft.lower[at] in PLURAL or draft.tags[at] == "CD":
            return draft.lower[at]
        at -= 1
    return draft.lower[at] if at >= 0 and draft.tags[at] in ("DT", "PRP$", "POS", "PDT") else ""


def has_verb(draft: Draft) -> bool:
    """Whether this is a clause rather than a title."""
    return not FINITE.isdisjoint(draft.tags)
