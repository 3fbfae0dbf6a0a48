"""Substitutes that are confused with a word: `then` and `than`, `quick` and `quickly`."""

from __future__ import annotations

from collections.abc import Iterable

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.confused_words import CONFUSED_WORDS, adverbs_and_adjectives
from syntacticdiff.text.english import english_words


def homophones(known: KnownWords) -> Source:
    """Words that are often confused with a word, and the adverb of an adjective."""

    def often_confused(word: str) -> Iterable[str]:
        derived = (other for other in adverbs_and_adjectives(word) if other in english_words())
        return (*CONFUSED_WORDS.get(word, ()), *derived)

    return often_confused
