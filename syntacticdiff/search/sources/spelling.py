"""Substitutes for misspelled words: words of nearly the same letters, and words run together.

For English a dictionary says which words are misspelled, because a reference has misspellings, too.
For other languages there is none, and a word is misspelled if the reference does not know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from syntacticdiff.recognition.misspelled import LONGEST, Orthography
from syntacticdiff.recognition.misspelled import WELL_KNOWN as WELL_KNOWN
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.search.sources.known_words import KnownWords, has_letter
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.english import english_words
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.spelling import SpellingIndex

MOST_SPELLINGS = 10
MOST_SPLITS = 3
LEAST_SPLIT = 200  # occurrences of both parts of words run together
LONG_WORD = 7  # letters from which a word may be misspelled twice
LONG_ENGLISH_WORD = 5  # the same, where a dictionary says that it is misspelled
SHORT_WORDS = frozenset({"a", "i"})  # that may be one part of words run together


def spelling(known: KnownWords) -> Source:
    """For a misspelled word: words of nearly the same letters, and two words run together."""
    return _english(known) if known.language == ENGLISH else _unknown_words(known)


def _unknown_words(known: KnownWords) -> Source:
    """For a word that the reference does not know."""

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


def _english(known: KnownWords) -> Source:
    """For a word that is in no dictionary."""
    right = Orthography(known.lexicon, known.min_count, known.language)

    @lru_cache(1)
    def index() -> SpellingIndex:
        listed = english_words().listed()
        return SpellingIndex(
            [
                word
                for word in filter(has_letter, known)
                if word.lower() in listed or not word.isalpha() or right.count(word) >= WELL_KNOWN
            ]
        )

    def may_be_part(word: str) -> bool:
        return word.lower() in english_words() and (len(word) > 1 or word in SHORT_WORDS)

    def split(word: str) -> list[str]:
        """Two words that were written as one, those first whose rarer part is commonest."""
        found = []
        for place in range(1, len(word)):
            parts = word[:place], word[place:]
            rarer = min(map(right.count, parts))
            if rarer >= LEAST_SPLIT and all(map(may_be_part, parts)):
                found.append((-rarer, " ".join(parts)))
        return [words for _, words in sorted(found)[:MOST_SPLITS]]

    def nearly_same_letters(word: str) -> Iterable[str]:
        letters = sum(map(str.isalpha, word))
        if not letters or len(word) > LONGEST:
            return ()
        if not right.is_misspelled(word):
            return index().variants(word) if right.is_unknown(word) else ()
        near = index().nearest(word, 2 if letters >= LONG_ENGLISH_WORD else 1, MOST_SPELLINGS)
        return [*index().variants(word), *near, *(split(word) if letters == len(word) else ())]

    return nearly_same_letters
