"""Articles: missing, superfluous, the wrong one, a for an."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.phrases import (
    UNCOUNTABLE,
    begins_phrase,
    has_verb,
    noun_of,
)
from syntacticdiff.noise.lexis import Lexis, begins_with_vowel_sound
from syntacticdiff.noise.proposal import Proposal, words
from syntacticdiff.syntax.forms import capitalized_like

# Words that call for `the`: a best, a same.
_DEFINITE = words("same only first second third last next best worst most least")
# How clearly wrong a sentence is without `the`, or with one too many, by the noun's tag.
_WITHOUT_THE = {"NN": 0.8, "NNS": 0.25, "NNP": 0.6, "NNPS": 0.6, "": 0.3}
_WITH_THE = {"NN": 0.7, "NNS": 0.35, "NNP": 0.5, "NNPS": 0.2}
_EITHER = 0.12  # where both articles are right


def articles(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to an article, or where there is none."""
    word, tag = draft.lower[place], draft.tags[place]
    if tag == "DT" and word in ("a", "an", "the"):
        yield from _present(draft, place, word)
    elif place and begins_phrase(draft, place) and has_verb(draft):
        yield from _absent(draft, place)


def _present(draft: Draft, place: int, word: str) -> Iterator[Proposal]:
    noun = noun_of(draft, place + 1)
    tag = "" if noun is None else draft.tags[noun]
    following = draft.word(place + 1)
    if place + 1 >= len(draft) or not following[:1].isalnum():
        return
    written = draft.words[place]
    if word == "the":
        definite = following in _DEFINITE or draft.tag(place + 1) in ("JJS", "RBS")
        yield Proposal("article.omit", 1.0 if definite else _WITHOUT_THE[tag])
        if tag == "NN" or definite:
            other = "an" if begins_with_vowel_sound(draft.words[place + 1]) else "a"
            weight = 1.0 if definite else _EITHER
            yield Proposal("article.swap", weight, capitalized_like(written, other))
        return
    yield Proposal("article.omit", 1.0)
    if tag == "NN":
        yield Proposal("article.swap", _EITHER, capitalized_like(written, "the"))
        yield Proposal("article.swap", 0.05, capitalized_like(written, "one"))
    # `a apple` is far more common than `an book`.
    other, weight = ("a", 1.0) if word == "an" else ("an", 0.08)
    yield Proposal("article.sound", weight, capitalized_like(written, other))


def _absent(draft: Draft, place: int) -> Iterator[Proposal]:
    noun = noun_of(draft, place)
    if noun is None:
        return
    tag = draft.tags[noun]
    if tag == "NNP" and draft.tag(place - 1) not in ("IN", "TO", "VB", "VBD", "VBP", "VBZ", "VBG"):
        return
    yield Proposal("article.add", _WITH_THE[tag], "the", span=0)
    if tag == "NN" and noun - place < 2:
        article = "an" if begins_with_vowel_sound(draft.words[place]) else "a"
        weight = 0.6 if draft.lower[noun] in UNCOUNTABLE else 0.3
        yield Proposal("article.add", weight, article, span=0)
    elif tag == "NNS":
        article = "an" if begins_with_vowel_sound(draft.words[place]) else "a"
        yield Proposal("article.add", 0.12, article, span=0)
