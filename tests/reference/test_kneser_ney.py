"""Kneser-Ney estimates: lmplz's, and those of a slow program that reads like the formula."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import (
    DATA,
    Ids,
    corpus,
    exact_table,
    marked,
    numbered,
    sentences_of_ids,
    stored_table,
    sums,
)

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.arpa import read_arpa
from syntacticdiff.reference.counting import adjusted_counts, count_ngrams
from syntacticdiff.reference.interpolation import ZERO, pruning, rounded
from syntacticdiff.reference.kneser_ney import FALLBACK, discounts, kneser_ney
from syntacticdiff.reference.training import train_ngrams

WORDS = 8

GOLDEN = {
    "corpus.1.arpa": ("corpus.txt", 1, None),
    "corpus.3.arpa": ("corpus.txt", 3, None),
    "corpus.5.arpa": ("corpus.txt", 5, None),
    "corpus.3.prune-0-0-1.arpa": ("corpus.txt", 3, (0, 0, 1)),
    "corpus.5.prune-0-1-1-2-2.arpa": ("corpus.txt", 5, (0, 1, 1, 2, 2)),
    # its newest word recurs, which shows in lmplz's discounts
    "recurring.3.arpa": ("recurring.txt", 3, None),
    "tiny.3.arpa": ("tiny.txt", 3, None),
}

prunings = st.lists(st.integers(0, 2), max_size=4).map(lambda later: (0, *sorted(later)))


@pytest.mark.parametrize("engine", ["numpy", "auto"])
@pytest.mark.parametrize("golden", GOLDEN)
def test_estimates_are_those_of_lmplz(golden: str, engine: str) -> None:
    text, order, prune = GOLDEN[golden]
    trained = train_ngrams(corpus(text), order=order, prune=prune, engine=engine)
    ours = stored_table(trained.lexicon, trained.levels)
    theirs = stored_table(*read_arpa(DATA / golden))
    assert ours.keys() == theirs.keys()
    names = sorted(ours)
    difference = np.array([ours[name] for name in names]) - [theirs[name] for name in names]
    assert np.abs(difference).max() < 1e-5


def test_the_golden_files_cover_both_estimated_and_fallback_discounts() -> None:
    def orders_with_fallback(name: str, order: int) -> list[bool]:
        words = sorted({word for sentence in corpus(name) for word in sentence})
        ids = {word: number for number, word in enumerate(words, 3)}
        text = numbered([[ids[word] for word in sentence] for sentence in corpus(name)])
        counts = count_ngrams(text, len(ids) + 3, order)
        return [discounts(adjusted) == FALLBACK for adjusted in adjusted_counts(counts)]

    assert orders_with_fallback("corpus.txt", 5) == [False] * 5
    assert orders_with_fallback("tiny.txt", 3) == [False, True, True]


def slow_kneser_ney(
    sentences: list[list[int]], order: int, prune: tuple[int, ...]
) -> dict[Ids, tuple[float, float]]:
    """Probability and back-off of every kept n-gram, straight from the formulas."""
    true: Counter[Ids] = Counter(
        s[i : i + k]
        for s in marked(sentences)
        for k in range(1, order + 1)
        for i in range(len(s) - k + 1)
    )
    del true[1,]
    before = Counter(ngram[1:] for ngram in true)
    before.update({(0,): 0})
    adjusted = {
        ngram: count if len(ngram) == order or ngram[0] == 1 else before[ngram]
        for ngram, count in true.items()
    }
    kept = {ngram for ngram in adjusted if len(ngram) == 1 or true[ngram] > prune[len(ngram) - 1]}
    # the n-gram that lmplz sorts last, and its suffixes, are observed with their true counts
    newest = list(dict.fromkeys(word for sentence in sentences for word in sentence))
    last = max(
        (s[max(0, i - order + 1) : i + 1] for s in marked(sentences) for i in range(1, len(s))),
        key=lambda g: (
            [newest.index(w) + 3 if w > 2 else w for w in g[::-1]] + [1] * (order - len(g))
        ),
    )
    observed = adjusted | {last[i:]: true[last[i:]] for i in range(len(last))}
    discount = {
        k: (0.0, *discounts(np.array([a for g, a in observed.items() if len(g) == k] or [0])))
        for k in range(1, order + 1)
    }

    def taken(ngram: Ids) -> float:
        count = adjusted[ngram]
        return discount[len(ngram)][min(count, 3)] if ngram in kept else count

    def followers(context: Ids) -> list[Ids]:
        longer = len(context) + 1
        return [g for g in adjusted if len(g) == longer and g[:-1] == context]

    def backoff(context: Ids) -> float:
        ngrams = followers(context) if len(context) < order else []
        total = sum(adjusted[g] for g in ngrams)
        return sum(map(taken, ngrams)) / total if total else 1.0

    def p(ngram: Ids) -> float:
        if not ngram:
            return 1 / (WORDS - 1)
        total = sum(adjusted[g] for g in followers(ngram[:-1]))
        own = adjusted.get(ngram, 0) - taken(ngram) if ngram in adjusted else 0
        return own / total + backoff(ngram[:-1]) * p(ngram[1:])

    words = {(word,) for word in range(WORDS) if word != 1}
    table = {ngram: (p(ngram), backoff(ngram)) for ngram in kept | words}
    return table | {(1,): (0.0, backoff((1,)))}


@settings(deadline=None, max_examples=60)
@given(sentences_of_ids(), st.integers(1, 5), prunings)
def test_estimates_are_those_of_the_formula(
    sentences: list[list[int]], order: int, prune: tuple[int, ...]
) -> None:
    thresholds = pruning(prune[:order], order)
    fast = exact_table(kneser_ney(count_ngrams(numbered(sentences), WORDS, order), thresholds))
    slow = slow_kneser_ney(sentences, order, thresholds)
    assert fast.keys() == slow.keys()
    for ngram, values in slow.items():
        assert fast[ngram] == pytest.approx(values, rel=1e-9, abs=1e-15), ngram


@settings(deadline=None, max_examples=60)
@given(sentences_of_ids(), st.integers(1, 5), prunings)
def test_every_context_sums_to_one(
    sentences: list[list[int]], order: int, prune: tuple[int, ...]
) -> None:
    counts = count_ngrams(numbered(sentences), WORDS, order)
    for context, total in sums(kneser_ney(counts, pruning(prune[:order], order))):
        assert math.isclose(total, 1.0, abs_tol=1e-6), context


@pytest.mark.parametrize("prune", [(0,), (0, 0, 1), (0, 1, 2)])
def test_contexts_of_the_corpus_sum_to_one(prune: tuple[int, ...]) -> None:
    words = sorted({word for sentence in corpus() for word in sentence})
    ids = {word: number for number, word in enumerate(words, 3)}
    text = numbered([[ids[word] for word in sentence] for sentence in corpus()])
    levels = kneser_ney(count_ngrams(text, len(ids) + 3, 3), pruning(prune, 3))
    assert max(abs(total - 1) for _, total in sums(levels)) < 1e-6


@given(sentences_of_ids(), st.integers(1, 4))
def test_what_an_ngram_begins_and_ends_with_is_in_the_model(
    sentences: list[list[int]], order: int
) -> None:
    counts = count_ngrams(numbered(sentences), WORDS, order)
    table = exact_table(kneser_ney(counts, pruning((0, 1), order) if order > 1 else (0,)))
    assert all(n[1:] in table and n[:-1] in table for n in table if len(n) > 1)


def test_discounts_follow_equation_26() -> None:
    counts = np.repeat([1, 2, 3, 4, 9], [40, 20, 10, 5, 3])
    assert discounts(counts) == pytest.approx((0.5, 1.25, 2.0))


@pytest.mark.parametrize(
    "times",
    [
        pytest.param([0, 5, 5, 5], id="nothing occurs once"),
        pytest.param([9, 0, 5, 5], id="nothing occurs twice"),
        pytest.param([9, 5, 0, 5], id="nothing occurs three times"),
        pytest.param([90, 5, 40, 5], id="a discount below 0"),
    ],
)
def test_discounts_fall_back_where_counts_allow_no_estimate(times: list[int]) -> None:
    assert discounts(np.repeat([1, 2, 3, 4], times)) == (0.5, 1.0, 1.5)


def test_discounts_do_without_ngrams_that_occur_four_times() -> None:
    assert discounts(np.repeat([1, 2, 3], [40, 20, 10]))[2] == 3.0


def test_the_beginning_of_a_sentence_is_never_predicted() -> None:
    levels = rounded(kneser_ney(count_ngrams(numbered([[3, 4]]), 5, 2), (0, 0)))
    assert levels[0].log10[1] == ZERO


@pytest.mark.parametrize(
    ("prune", "problem"),
    [
        ((1, 1, 1), "the first must be 0"),
        ((0, 2, 1), "must not be lower"),
        ((0, 0, 0, 1), "4 thresholds for a model of order 3"),
        ((0, -1), "whole numbers from 0 on"),
        ((0, 0.5), "whole numbers from 0 on"),
    ],
)
def test_bad_thresholds_are_refused(prune: tuple[int, ...], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        pruning(prune, 3)


def test_the_last_threshold_holds_for_higher_orders() -> None:
    assert pruning((0, 1), 4) == (0, 1, 1, 1)
    assert pruning(None, 2) == (0, 0)
