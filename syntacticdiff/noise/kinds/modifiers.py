"""Adjectives and adverbs: quick for quickly, good for well, more better."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, words

_LINKING = words("be is are was were look looks looked feel feels felt seem seems")
_IRREGULAR = {"better": "good", "best": "good", "worse": "bad", "worst": "bad"}


def modifiers(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to an adjective or an adverb."""
    word, tag, written = draft.lower[place], draft.tags[place], draft.words[place]
    if tag == "RB":
        if word == "well" and draft.tag(place - 1)[:1] in ("V", "N"):
            yield Proposal("adverb.adjective", 2.0, "good")
        elif adjective := _adjective(written, lexis):
            yield Proposal("adverb.adjective", 1.0, adjective)
    elif tag == "JJ" and word == "good" and draft.word(place - 1) in _LINKING:
        yield Proposal("adjective.adverb", 1.0, "well")
    elif tag == "JJ" and draft.word(place - 1) in _LINKING:
        if (adverb := _adverb(written)) and lexis.is_common(adverb.lower()):
            yield Proposal("adjective.adverb", 0.4, adverb)
    elif tag in ("JJR", "JJS") and word.endswith(("er", "est", "se", "st")):
        yield from _compared(draft, place, word, tag, lexis)
    elif word in ("more", "most") and tag in ("RBR", "RBS") and draft.tag(place + 1) == "JJ":
        yield Proposal("comparison", 0.5)


def _adjective(word: str, lexis: Lexis) -> str | None:
    if not word.lower().endswith("ly") or len(word) < 6:
        return None
    stem = word[:-2]
    for adjective in (stem, stem[:-1] + "y" if stem.endswith("i") else stem + "le"):
        if lexis.is_common(adjective.lower()):
            return adjective
    return None


def _adverb(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ily"
    return word[:-1] + "y" if word.endswith("le") else word + "ly"


def _compared(draft: Draft, place: int, word: str, tag: str, lexis: Lexis) -> Iterator[Proposal]:
    degree = "more" if tag == "JJR" else "most"
    base = _IRREGULAR.get(word) or lexis.form(draft.words[place], tag, "JJ")
    if draft.word(place - 1) in ("more", "most"):
        return
    yield Proposal("comparison", 1.0, degree, span=0)
    if base is not None and base.lower() != word:
        yield Proposal("comparison", 1.0, base.lower(), added=degree)
        if "than" in draft.lower[place + 1 : place + 4] or tag == "JJS":
            yield Proposal("comparison", 0.7, base.lower())
