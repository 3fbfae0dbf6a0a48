"""Substitutes from the same closed class: determiners, prepositions, auxiliaries."""

from __future__ import annotations

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.function_words import CLOSED_CLASSES, CONFUSION_CLASSES


def confusions(known: KnownWords) -> Source:
    """Words of the same closed class."""
    classes = [CLOSED_CLASSES[name] for name in CONFUSION_CLASSES]
    return lambda word: [other for words in classes if word in words for other in words]
