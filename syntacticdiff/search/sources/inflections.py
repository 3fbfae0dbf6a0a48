"""Substitutes with the same lemma, from the forms that come with the package."""

from __future__ import annotations

from collections.abc import Iterable

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.english import english_words


def inflections(known: KnownWords) -> Source:
    """Forms of the same lemma."""

    def same_lemma(word: str) -> Iterable[str]:
        return english_words().inflected(word.lower())

    return same_lemma
