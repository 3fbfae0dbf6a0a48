"""Substitutes with the same lemma, from the forms that come with the package.

What is no word may be an irregular one with a regular ending: `goed`, `childs`, `goodest`. Then its
stem's forms are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.english import english_words


def inflections(known: KnownWords) -> Source:
    """Forms of the same lemma."""
    words = english_words()

    def same_lemma(word: str) -> Iterable[str]:
        folded = word.lower()
        if folded in words or not folded.isalpha():
            return words.inflected(folded)
        return dict.fromkeys(
            form for stem in _stems(folded) if stem in words for form in words.inflected(stem)
        )

    return same_lemma


_ENDINGS = ("ed", "d", "es", "s", "er", "r", "est", "st", "ing", "en")
_LEAST_STEM = 2  # letters


def _stems(word: str) -> Iterator[str]:
    """What may stand before a regular ending, without the letter that was doubled for it."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_STEM:
            yield stem
            if ending[0] in "ei" and len(stem) > _LEAST_STEM and stem[-1] == stem[-2]:
                yield stem[:-1]
