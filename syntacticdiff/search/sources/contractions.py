"""Several tokens for one: contractions without their apostrophe."""

from __future__ import annotations

from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.contractions import CONTRACTIONS


def contractions(known: KnownWords) -> Source:
    """What a contraction without its apostrophe stands for, and what sounds like one."""
    return lambda word: CONTRACTIONS.get(word, ())
