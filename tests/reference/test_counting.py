"""Counting in arrays gives what counting in dictionaries gives."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.ngram_tables import Ids, marked, ngrams_of, numbered, sentences_of_ids

from syntacticdiff.reference.counting import ABSENT, adjusted_counts, count_ngrams, locate

WORDS = 8


def counted(sentences: list[list[int]], k: int) -> Counter[Ids]:
    """All n-grams of k words; of single words all but <s>."""
    counter = Counter(
        sentence[i : i + k] for sentence in marked(sentences) for i in range(len(sentence) - k + 1)
    )
    if k == 1:
        del counter[1,]
    return counter


@given(sentences_of_ids(), st.integers(1, 5))
def test_counts_are_those_of_a_dictionary(sentences: list[list[int]], order: int) -> None:
    levels = count_ngrams(numbered(sentences), WORDS, order)
    names = ngrams_of([level.words for level in levels], [level.context for level in levels])
    for k, (level, ngrams) in enumerate(zip(levels, names, strict=True), 1):
        assert ngrams == sorted(set(ngrams))
        counts = dict(zip(ngrams, level.count.tolist(), strict=True))
        assert {ngram: count for ngram, count in counts.items() if count} == counted(sentences, k)
        assert level.begins.tolist() == [ngram[0] == 1 for ngram in ngrams]


@given(sentences_of_ids(), st.integers(2, 5))
def test_suffixes_are_the_last_words(sentences: list[list[int]], order: int) -> None:
    levels = count_ngrams(numbered(sentences), WORDS, order)
    names = ngrams_of([level.words for level in levels], [level.context for level in levels])
    for k in range(1, order):
        suffixes = [names[k - 1][i] for i in levels[k].suffix]
        assert suffixes == [ngram[1:] for ngram in names[k]]


@given(sentences_of_ids(), st.integers(1, 5))
def test_adjusted_counts_are_distinct_words_before(sentences: list[list[int]], order: int) -> None:
    levels = count_ngrams(numbered(sentences), WORDS, order)
    names = ngrams_of([level.words for level in levels], [level.context for level in levels])
    for k, (adjusted, ngrams) in enumerate(zip(adjusted_counts(levels), names, strict=True), 1):
        true, longer = counted(sentences, k), counted(sentences, k + 1)
        before = Counter(ngram[1:] for ngram in longer)
        for ngram, count in zip(ngrams, adjusted.tolist(), strict=True):
            as_is = k == order or ngram[0] == 1
            assert count == (true[ngram] if as_is else before[ngram])


def test_the_first_word_counts_the_beginning_as_a_word_before() -> None:
    levels = count_ngrams(numbered([[3, 4], [3, 4], [4, 3]]), 5, 2)
    # <s> and 4 stand before 3; <s> and 3 before 4; 4 and 3 before </s>.
    assert adjusted_counts(levels)[0].tolist() == [0, 0, 2, 2, 2]


def test_ngrams_do_not_cross_sentences() -> None:
    levels = count_ngrams(numbered([[3], [4]]), 5, 3)
    names = ngrams_of([level.words for level in levels], [level.context for level in levels])
    assert names[1] == [(1, 3), (1, 4), (3, 2), (4, 2)]
    assert names[2] == [(1, 3, 2), (1, 4, 2)]


def test_a_sentence_shorter_than_the_order_has_no_ngrams_of_it() -> None:
    levels = count_ngrams(numbered([[3]]), 4, 5)
    assert [len(level) for level in levels] == [4, 2, 1, 0, 0]


@given(sentences_of_ids(5), sentences_of_ids(), st.integers(1, 4))
def test_every_ngram_of_another_text_is_found_or_absent(
    sentences: list[list[int]], others: list[list[int]], order: int
) -> None:
    levels = count_ngrams(numbered(sentences), WORDS, order)
    contexts, words = [level.context for level in levels], [level.words for level in levels]
    names = ngrams_of(words, contexts)
    text = numbered(others)
    ids, position = text.with_markers()
    endings = locate(contexts, words, ids, position)
    tokens = [(s, i) for s in marked(others) for i in range(len(s))]
    for k in range(1, order + 1):
        for (sentence, i), found in zip(tokens, endings[k - 1].tolist(), strict=True):
            ngram = sentence[max(0, i - k + 1) : i + 1]
            known = len(ngram) == k and ngram in names[k - 1]
            assert (names[k - 1][found] == ngram) if known else (found == ABSENT)


def test_choosing_sentences() -> None:
    text = numbered([[3], [4, 5], [6]])
    chosen = text.select(np.array([True, False, True]))
    assert chosen.words.tolist() == [3, 6]
    assert chosen.lengths.tolist() == [1, 1]
