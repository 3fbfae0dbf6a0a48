"""Training: what becomes a word, which number it gets, and what is held out."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import corpus, numbered, stored_table

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.ngrams import NgramScorer
from syntacticdiff.reference.scorer import END, word_bits
from syntacticdiff.reference.training import Trained, token_log10, train_ngrams


def test_ids_fall_with_counts_and_ties_go_by_bytes() -> None:
    trained = train_ngrams([["b", "a", "é", "z"], ["z", "b", "\U0001f600", "\uff5e"]], order=1)
    assert list(trained.lexicon.words()) == [
        *("<unk>", "<s>", "</s>"),
        *("b", "z", "a", "é", "\uff5e", "\U0001f600"),
    ]
    assert trained.lexicon.counts is not None
    assert trained.lexicon.counts.tolist() == [0, 0, 2, 2, 2, 1, 1, 1, 1]


def test_tokens_spelled_like_markers_are_the_unknown_word() -> None:
    trained = train_ngrams([["<s>", "a", "</s>"], ["<unk>", "a"]], order=2)
    assert list(trained.lexicon.words()) == ["<unk>", "<s>", "</s>", "a"]
    assert trained.lexicon.counts is not None
    assert trained.lexicon.counts.tolist() == [3, 0, 2, 2]
    names = stored_table(trained.lexicon, trained.levels)
    assert ("<s>", "<unk>") in names
    assert ("<unk>", "a") in names
    assert ("a", "<unk>") in names


def test_empty_sentences_are_skipped() -> None:
    with_empty = train_ngrams([[], ["a", "b"], [], ["b"]], order=2)
    without = train_ngrams([["a", "b"], ["b"]], order=2)
    assert (with_empty.sentences, with_empty.tokens) == (2, 3)
    same_model(with_empty, without)


def same_model(one: Trained, other: Trained) -> None:
    assert list(one.lexicon.words()) == list(other.lexicon.words())
    for ours, theirs in zip(one.levels, other.levels, strict=True):
        for name in ("words", "log10", "backoff", "children"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


def test_the_order_of_the_sentences_does_not_matter_to_linear_interpolation() -> None:
    # (To Kneser-Ney it does, a little: lmplz's discounts depend on which word is new last.)
    weights = (0.1, 0.2, 0.3, 0.4)
    sentences = corpus()
    shuffled = random.Random(3).sample(sentences, len(sentences))
    one = train_ngrams(sentences, smoothing="linear", weights=weights)
    same_model(one, train_ngrams(shuffled, smoothing="linear", weights=weights))


def test_sentences_may_come_from_a_generator_and_be_tuples() -> None:
    same_model(train_ngrams(tuple(s) for s in corpus()), train_ngrams(corpus()))


def test_under_200_sentences_nothing_is_held_out() -> None:
    assert len(corpus()) >= 200
    assert train_ngrams(corpus()[:199]).held_out_bits is None
    assert train_ngrams(corpus()[:200]).held_out_bits is not None
    assert train_ngrams(corpus(), hold_out=False).held_out_bits is None


@pytest.mark.parametrize(
    ("order", "prune", "smoothing"),
    [(1, None, "kneser-ney"), (3, (0, 0, 1), "kneser-ney"), (2, None, "linear")],
)
def test_held_out_bits_are_those_of_a_model_of_the_other_sentences(
    order: int, prune: tuple[int, ...] | None, smoothing: str
) -> None:
    trained = train_ngrams(corpus(), order=order, prune=prune, smoothing=smoothing)
    held_out, rest = corpus()[19::20], [s for i, s in enumerate(corpus(), 1) if i % 20]
    other = train_ngrams(
        rest,
        order=order,
        prune=prune,
        smoothing=smoothing,
        weights=trained.weights,
        hold_out=False,
    )
    scorer = NgramScorer(other.levels)
    bits = tokens = 0
    for sentence in held_out:
        state = scorer.begin()
        for word in [*map(other.lexicon.id, sentence), END]:
            log10, state = scorer.advance(state, word)
            bits += word_bits(log10)
            tokens += 1
    assert trained.held_out_bits == pytest.approx(bits / 2**20 / tokens, abs=1e-12)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), min_size=1, max_size=15),
    st.lists(st.lists(st.sampled_from("abcdxyz"), min_size=1), min_size=1, max_size=5),
    st.integers(1, 5),
    st.integers(0, 1),
)
def test_scoring_all_tokens_at_once_equals_the_scorer(
    sentences: list[list[str]], others: list[list[str]], order: int, threshold: int
) -> None:
    trained = train_ngrams(sentences, order=order, prune=(0, threshold)[:order])
    scorer = NgramScorer(trained.levels)
    ids = [[trained.lexicon.id(word) for word in sentence] for sentence in others]
    one_by_one = []
    for sentence in ids:
        state = scorer.begin()
        for word in [*sentence, END]:
            log10, state = scorer.advance(state, word)
            one_by_one.append(log10)
    assert token_log10(trained.levels, numbered(ids)) == pytest.approx(one_by_one, abs=1e-12)


def test_arrays_have_the_types_that_the_file_stores() -> None:
    trained = train_ngrams([["a", "b"], ["b"]], order=3)
    for level in trained.levels:
        assert level.words.dtype == level.children.dtype == np.uint32
        assert level.log10.dtype == level.backoff.dtype == np.float32
    assert len(trained.levels[-1].backoff) == len(trained.levels[-1].children) == 0
    assert trained.prune == (0, 0, 0)


@pytest.mark.parametrize("order", [0, 6, -1, 2.0, True])
def test_orders_outside_one_to_five_are_refused(order: int) -> None:
    with pytest.raises(UsageError, match="from 1 to 5"):
        train_ngrams([["a"]], order=order)


@pytest.mark.parametrize("sentences", [[], [[], []]])
def test_empty_training_text_is_refused(sentences: list[list[str]]) -> None:
    with pytest.raises(InputError, match="training text is empty"):
        train_ngrams(sentences)


def test_a_string_in_place_of_tokens_is_refused() -> None:
    with pytest.raises(UsageError, match="lists of tokens"):
        train_ngrams(["the cat"])


def test_an_unknown_smoothing_is_refused() -> None:
    with pytest.raises(UsageError, match='smoothing "witten-bell": must be one of kneser-ney'):
        train_ngrams([["a"]], smoothing="witten-bell")
