"""Tags and heads of sentences for prices, by the parser that is part of the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from syntacticdiff.search.prices.surroundings import Surroundings
from syntacticdiff.search.prices.traits import WordDescriber
from syntacticdiff.syntax.parser import Parser


@lru_cache(1)
def shipped_parser() -> Parser:
    """The parser that is part of the package."""
    return Parser.load(verify=False)


def surroundings_of(
    sentences: Sequence[Sequence[str]], describe: WordDescriber
) -> Iterator[Surroundings]:
    """Each sentence tagged and parsed.

    The tagger sees words as they are usually written: learners' capitals say little, and the
    reference's tokens have none.

    Parameters
    ----------
    sentences : sequence of sequences of str
        The sentences' tokens.
    describe : WordDescriber
        Says how words are usually written.
    """
    usual = [
        [describe.for_tagger(word, place == 0) for place, word in enumerate(words)]
        for words in sentences
    ]
    parser = shipped_parser()
    for words, tags in parser.tagged_batches(usual, None):
        for found, heads in zip(tags, parser.heads(words, tags), strict=True):
            yield Surroundings(found, heads)
