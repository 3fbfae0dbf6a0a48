"""Substitutes with the same stem."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial

from syntacticdiff.search.sources.known_words import KnownWords, has_letter
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.stemming import has_stem, light_stem, stem


def _stem_source(known: KnownWords, stem: Callable[[str], str]) -> Source:
    """Words with the same stem.

    Stems are slow, so words are only put together by their first letters at first, and a group is
    stemmed when one of its words is asked for. English stemming may turn a second letter y into i
    (`dying`, `die`) and changes no earlier letter; in other languages nothing is safe (`Häuser`).
    """
    groups: dict[str, list[str]] = defaultdict(list)
    classes: dict[str, dict[str, list[str]]] = {}

    def stemmed(word: str) -> bool:
        return has_stem(word) and has_letter(word)

    def plain(word: str) -> str:
        return word.lower().replace("\u2019", "'")

    def first_letters(word: str) -> str:
        if known.language != ENGLISH:
            return ""
        return plain(word).lstrip("'").partition("'")[0][:2].replace("y", "i")

    def same_stem(word: str) -> Iterable[str]:
        if not stemmed(word):
            return ()
        if not groups:
            for other in filter(stemmed, known):
                groups[first_letters(other)].append(other)
        start = first_letters(word)
        if start not in classes:
            classes[start] = defaultdict(list)
            for other in groups.get(start, ()):
                classes[start][stem(plain(other))].append(other)
        return classes[start].get(stem(plain(word)), ())

    return same_stem


def porter2(known: KnownWords) -> Source:
    """Words with the same Snowball stem."""
    return _stem_source(known, partial(stem, language=known.language))


def porter2_light(known: KnownWords) -> Source:
    """The same word but for plural and possessive."""
    return _stem_source(known, light_stem)
