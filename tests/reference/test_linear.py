"""Linear interpolation: the published formula, made a distribution, and weights found by EM."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import (
    Ids,
    corpus,
    exact_table,
    marked,
    numbered,
    probability,
    sentences_of_ids,
    sums,
)

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.counting import count_ngrams
from syntacticdiff.reference.interpolation import ZERO, pruning, rounded
from syntacticdiff.reference.linear import (
    checked_weights,
    fit_weights,
    linear,
    stopping,
    weights_of,
)
from syntacticdiff.reference.training import bits_per_token, train_ngrams

WORDS = 8


def weights_for(order: int) -> st.SearchStrategy[tuple[float, ...]]:
    """Weights that sum to 1, zeros among them."""
    part = st.one_of(st.just(0), st.integers(1, 20))
    parts = st.lists(part, min_size=order + 1, max_size=order + 1).filter(any)
    return parts.map(lambda given: tuple(p / sum(given) for p in given))


cases = st.integers(1, 4).flatmap(
    lambda order: st.tuples(sentences_of_ids(), st.just(order), weights_for(order))
)


def published(
    sentences: list[list[int]], weights: tuple[float, ...], context: Ids, word: int
) -> float:
    """The weighted sum of relative frequencies, over the levels whose context was seen."""
    shares = [(weights[0], 1 / (WORDS - 1))]
    for k in range(1, len(weights)):
        if k - 1 > len(context):
            break
        before = context[len(context) - k + 1 :]
        after = Counter(
            s[i + k - 1]
            for s in marked(sentences)
            for i in range(len(s) - k + 1)
            if s[i : i + k - 1] == before and s[i + k - 1] != 1
        )
        if after:
            shares.append((weights[k], after[word] / after.total()))
    scale = sum(weight for weight, _ in shares)
    if scale == 0:  # no level that has weight was seen
        return shares[0][1]
    return sum(weight * share for weight, share in shares) / scale


@settings(deadline=None, max_examples=60)
@given(cases, st.lists(st.sampled_from([3, 4, 5, 0]), max_size=4), st.sampled_from([0, 2, 3, 4]))
def test_probabilities_are_the_published_sum(
    case: tuple[list[list[int]], int, tuple[float, ...]], before: list[int], word: int
) -> None:
    sentences, order, weights = case
    levels = linear(count_ngrams(numbered(sentences), WORDS, order), weights, (0,) * order)
    context = (1, *before)[-(order - 1) :] if order > 1 else ()
    ours = probability(exact_table(levels), context, word)
    assert ours == pytest.approx(published(sentences, weights, context, word), abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(cases, st.integers(0, 2))
def test_every_context_sums_to_one(
    case: tuple[list[list[int]], int, tuple[float, ...]], threshold: int
) -> None:
    sentences, order, weights = case
    prune = pruning((0, threshold)[:order], order)
    levels = linear(count_ngrams(numbered(sentences), WORDS, order), weights, prune)
    for context, total in sums(levels):
        assert math.isclose(total, 1.0, abs_tol=1e-6), context


def test_the_back_off_of_a_seen_context_is_what_the_highest_level_leaves() -> None:
    levels = linear(count_ngrams(numbered([[3, 4], [3]]), 5, 2), (0.1, 0.2, 0.7), (0, 0))
    assert levels[0].backoff[[1, 3, 4]] == pytest.approx([0.3, 0.3, 0.3])
    assert levels[0].backoff[0] == 1.0  # <unk> was never a context


@pytest.mark.parametrize("weights", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
def test_zero_weights_leave_numbers_that_can_be_stored(weights: tuple[float, ...]) -> None:
    levels = rounded(linear(count_ngrams(numbered([[3, 4], [4]]), 5, 2), weights, (0, 0)))
    for level in levels:
        for values in (level.log10, level.backoff):
            assert np.isfinite(values).all()
            assert (values >= ZERO).all()
            assert (values <= 0).all()


@given(st.integers(1, 5).flatmap(weights_for))
def test_weights_and_stopping_chances_say_the_same(weights: tuple[float, ...]) -> None:
    assert weights_of(stopping(weights)) == pytest.approx(weights, abs=1e-12)


@settings(deadline=None, max_examples=40)
@given(sentences_of_ids(6), sentences_of_ids(), st.integers(1, 4))
def test_em_never_makes_held_out_text_less_likely(
    sentences: list[list[int]], others: list[list[int]], order: int
) -> None:
    fit = fit_weights(count_ngrams(numbered(sentences), WORDS, order), numbered(others))
    assert all(
        after <= before + 1e-9 for before, after in zip(fit.bits, fit.bits[1:], strict=False)
    )
    checked_weights(fit.weights, order)


def ids_of_corpus() -> tuple[list[list[int]], int]:
    words = sorted({word for sentence in corpus() for word in sentence})
    ids = {word: number for number, word in enumerate(words, 3)}
    return [[ids[word] for word in sentence] for sentence in corpus()], len(ids) + 3


def test_no_weights_nearby_are_better_than_those_of_em() -> None:
    sentences, vocabulary = ids_of_corpus()
    counts = count_ngrams(numbered(sentences[20:]), vocabulary, 2)
    held_out = numbered(sentences[:20])
    fit = fit_weights(counts, held_out)

    def bits(weights: tuple[float, ...]) -> float:
        return bits_per_token(rounded(linear(counts, weights, (0, 0))), held_out)

    best = bits(fit.weights)
    assert best == pytest.approx(fit.bits[-1], abs=1e-5)
    stop = stopping(fit.weights)
    for k in range(2):
        for step in (-0.03, 0.03):
            moved = stop.copy()
            moved[k] += step
            assert bits(weights_of(moved)) > best


def test_em_can_find_that_a_level_is_useless() -> None:
    counts = count_ngrams(numbered([[3, 4, 5]] * 3), 6, 2)
    fit = fit_weights(counts, numbered([[5, 4, 3]] * 3))  # no bigram comes again
    assert fit.weights[2] == pytest.approx(0, abs=1e-9)


def test_training_with_given_weights_and_with_em() -> None:
    given = train_ngrams(corpus(), order=2, smoothing="linear", weights=(0.1, 0.3, 0.6))
    fitted = train_ngrams(corpus(), order=2, smoothing="linear", weights="em")
    assert given.weights == (0.1, 0.3, 0.6)
    assert fitted.weights is not None
    assert sum(fitted.weights) == pytest.approx(1)
    assert fitted.held_out_bits is not None
    assert given.held_out_bits is not None
    assert fitted.held_out_bits < given.held_out_bits


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ((0.5, 0.5), "order 2 needs 3 numbers"),
        ((0.5, 0.6, -0.1), "each must be 0 or more"),
        ((0.5, float("nan"), 0.5), "each must be 0 or more"),
        ((0.5, 0.5, 0.5), "must sum to 1, not 1.5"),
    ],
)
def test_bad_weights_are_refused(weights: tuple[float, ...], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        train_ngrams([["a"]], order=2, smoothing="linear", weights=weights)


def test_em_needs_enough_text_to_hold_some_out() -> None:
    with pytest.raises(UsageError, match="here are 5; give 4 weights instead"):
        train_ngrams(corpus("tiny.txt"), smoothing="linear", weights="em")


def test_weights_without_linear_interpolation_are_refused() -> None:
    with pytest.raises(UsageError, match="for linear interpolation"):
        train_ngrams([["a"]], order=1, weights=(0.5, 0.5))
    with pytest.raises(UsageError, match='"best": must be "em" or 2 numbers'):
        train_ngrams([["a"]], order=1, smoothing="linear", weights="best")
