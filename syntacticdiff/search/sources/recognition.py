"""Substitutes for misspelled words: the words behind jumbled, missing and superfluous letters.

A source is asked for a word alone, so a network sees no neighbours: which of its words fits is for
the reference to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from syntacticdiff.recognition.index import SemicharacterIndex
from syntacticdiff.recognition.indexed_words import reference_index
from syntacticdiff.recognition.misspelled import Orthography
from syntacticdiff.recognition.model_file import load_network
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source

MOST_WORDS = 10  # of each kind


def recognition(known: KnownWords, argument: str = "") -> Source:
    """For a misspelled word: the index' words and, with a file, its network's."""
    right = Orthography(known.lexicon, known.min_count, known.language)
    network = load_network(argument) if argument else None

    @lru_cache(1)
    def index() -> SemicharacterIndex:
        return reference_index(known.lexicon, known.language)

    def words_behind(word: str) -> Iterable[str]:
        if not right.is_misspelled(word):
            return
        yield from index().behind(word)[:MOST_WORDS]
        if network is not None:
            [likely] = network.likeliest([word], most=MOST_WORDS)
            yield from (each.word for each in likely if each.word is not None)

    return words_behind
