"""Models as plain dictionaries, the slow and obvious way, for tests to compare with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from syntacticdiff.reference.counting import Text
from syntacticdiff.reference.interpolation import Distribution, contexts_of
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import Level

DATA = Path(__file__).parents[1] / "reference" / "data"

Ids = tuple[int, ...]


def corpus(name: str = "corpus.txt") -> list[list[str]]:
    return [line.split() for line in (DATA / name).read_text("utf-8").splitlines()]


def numbered(sentences: Sequence[Sequence[int]]) -> Text:
    """A text from sentences that are word ids already."""
    words = [word for sentence in sentences for word in sentence]
    return Text(np.array(words, np.uint32), np.array([len(s) for s in sentences], np.int64))


def marked(sentences: Sequence[Sequence[int]]) -> Iterator[Ids]:
    for sentence in sentences:
        yield (1, *sentence, 2)


def sentences_of_ids(most_words: int = 7) -> st.SearchStrategy[list[list[int]]]:
    """Small texts over the ids 3..most_words; 0 is a token spelled like a marker."""
    word = st.sampled_from([*range(3, most_words + 1), 0])
    sentence = st.lists(word, min_size=1, max_size=8)
    return st.lists(sentence, min_size=1, max_size=25)


def ngrams_of(words: Sequence[np.ndarray], contexts: Sequence[np.ndarray]) -> list[list[Ids]]:
    """The word ids of every n-gram, order by order."""
    tables: list[list[Ids]] = [[(int(word),) for word in words[0]]]
    for k in range(1, len(words)):
        below = tables[-1]
        pairs = zip(words[k].tolist(), contexts[k].tolist(), strict=True)
        tables.append([(*below[context], word) for word, context in pairs])
    return tables


def exact_table(levels: Sequence[Distribution]) -> dict[Ids, tuple[float, float]]:
    """Probability and back-off by word ids, of a model that is not rounded."""
    names = ngrams_of([level.words for level in levels], [level.context for level in levels])
    table: dict[Any, tuple[float, float]] = {}
    for level, ngrams in zip(levels, names, strict=True):
        backoff = level.backoff if len(level.backoff) else np.ones(len(level))
        table |= dict(zip(ngrams, zip(level.probability, backoff, strict=True), strict=True))
    return table


def stored_table(
    lexicon: Lexicon, levels: Sequence[Level]
) -> dict[tuple[str, ...], tuple[float, float]]:
    """log10 and back-off by spelling, of a model as it is stored."""
    words = list(lexicon.words())
    names = ngrams_of([level.words for level in levels], contexts_of(levels))
    table: dict[Any, tuple[float, float]] = {}
    for level, ngrams in zip(levels, names, strict=True):
        backoff = level.backoff if len(level.backoff) else np.zeros(len(level))
        spelled = [tuple(words[i] for i in ngram) for ngram in ngrams]
        table |= dict(zip(spelled, zip(level.log10, backoff, strict=True), strict=True))
    return table


def probability(table: dict[Ids, tuple[float, float]], context: Ids, word: int) -> float:
    """p(word | context) by the rule of back-off models."""
    if (*context, word) in table:
        return table[*context, word][0]
    weight = table[context][1] if context in table else 1.0
    return weight * probability(table, context[1:], word)


def sums(levels: Sequence[Distribution]) -> Iterator[tuple[Ids, float]]:
    """Of every context in the model, the sum over the vocabulary (without <s>)."""
    table = exact_table(levels)
    vocabulary = [word for word in range(len(levels[0])) if word != 1]
    for context in [(), *(ngram for ngram in table if len(ngram) < len(levels))]:
        yield context, sum(probability(table, context, word) for word in vocabulary)
