"""Substitutes of nearly the same letters, for words that the reference does not know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.search.sources.known_words import KnownWords, has_letter
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.spelling import SpellingIndex

MOST_SPELLINGS = 10
LONG_WORD = 7  # letters from which a word may be misspelled twice


def spelling(known: KnownWords) -> Source:
    """For a word that the reference does not know: words of nearly the same letters."""

    @lru_cache(1)
    def index() -> SpellingIndex:
        return SpellingIndex([word for word in known if has_letter(word)])

    def nearly_same_letters(word: str) -> Iterable[str]:
        letters = sum(map(str.isalpha, word))
        if not letters or known.lexicon.id(word) != UNKNOWN:
            return ()
        near = index().nearest(word, 2 if letters >= LONG_WORD else 1, MOST_SPELLINGS)
        return [*index().variants(word), *near]

    return nearly_same_letters
