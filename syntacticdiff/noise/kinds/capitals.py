"""Capitals: i, sentences that begin small, names without one, ordinary words with one."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal

_QUOTES = frozenset(("``", "''", "-LRB-"))


def is_first(draft: Draft, place: int) -> bool:
    """Whether this is the first word, quotation marks and brackets aside."""
    return all(tag in _QUOTES for tag in draft.tags[:place])


def is_headline(draft: Draft) -> bool:
    """Whether most words have capitals, so that they say nothing."""
    words = [word for word in draft.words if word[:1].isalpha() and len(word) > 3]
    return len(words) > 2 and sum(not word[0].islower() for word in words) * 2 > len(words)


def capitals(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to the capitals of a word."""
    word = draft.words[place]
    first = word[:1]
    if word == "I":
        if not is_first(draft, place):
            yield Proposal("capitals.i", 1.0, "i")
        else:
            yield Proposal("capitals.first", 1.0, "i")
    elif first.isupper():
        if is_first(draft, place):
            if not lexis.is_name(word.lower()):
                yield Proposal("capitals.first", 1.0, first.lower() + word[1:])
            else:
                yield Proposal("capitals.name", 1.0, word.lower())
        elif word[1:].islower() and draft.tags[place] in ("NNP", "NNPS", "JJ"):
            if lexis.is_name(word.lower()):
                yield Proposal("capitals.name", 1.0, word.lower())
        elif word.isupper() and word.isalpha() and lexis.is_name(word.lower()) and len(word) < 4:
            yield Proposal("capitals.name", 0.4, word.lower())
    elif draft.tags[place] in ("NN", "NNS", "JJ") and place and len(word) > 3 and word.isalpha():
        yield Proposal("capitals.added", 1.0, first.upper() + word[1:])
