"""Substitutes from the same closed class: determiners, prepositions, auxiliaries, marks."""

from __future__ import annotations

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.function_words import CLOSED_CLASSES, CONFUSION_CLASSES

# Marks that stand between sentences or clauses.
_MARKS = (".", ",", "?", "!", ";", ":")


def confusions(known: KnownWords) -> Source:
    """Words of the same closed class."""
    classes = [CLOSED_CLASSES[name] for name in CONFUSION_CLASSES] + [_MARKS]
    return lambda word: [other for words in classes if word in words for other in words]
