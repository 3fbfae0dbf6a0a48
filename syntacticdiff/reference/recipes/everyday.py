"""Everyday sentences: the English side of Tatoeba's pairs of sentences and translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO

_AUTHOR = re.compile(r"#\d+ \(([^()]*)\) & ")
# A few hundred thousand of Tatoeba's sentences are about the same two people.
_STOCK_CHARACTERS = re.compile(r"\b(?:Tom|Mary)\b")


def tatoeba(streams: Iterable[IO[bytes]]) -> Iterator[tuple[str, str]]:
    """Every English sentence once, with the name of its author.

    A line has the sentence, its translation and the attribution of both, separated by tabs.
    """
    seen = set[str]()
    for stream in streams:
        for raw in stream:
            sentence, _, attribution = raw.decode("utf-8").rstrip("\n").split("\t")
            if sentence not in seen:
                seen.add(sentence)
                author = _AUTHOR.search(attribution)
                yield sentence, author[1] if author else ""


def names_stock_characters(sentence: str) -> bool:
    """Whether a sentence names Tom or Mary, whom a quarter of Tatoeba's sentences are about.

    Parameters
    ----------
    sentence : str
        The sentence.
    """
    return _STOCK_CHARACTERS.search(sentence) is not None
