"""The vocabulary: the cut of rare words, and how often a word is capitalised."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import Ids, corpus, ngrams_of, probability, stored_table

from syntacticdiff.errors import UsageError
from syntacticdiff.reference import Level, ReferenceModel
from syntacticdiff.reference.interpolation import contexts_of
from syntacticdiff.reference.ngrams import NgramScorer
from syntacticdiff.reference.scorer import END, word_bits
from syntacticdiff.reference.training import Trained, train_ngrams
from syntacticdiff.reference.vocabulary import lower_cased

RARE = [["a", "b", "rare"], ["a", "b", "odd"], ["b", "a"], ["a", "b", "odd"], ["b"]]


def linear_table(levels: Sequence[Level]) -> dict[Ids, tuple[float, float]]:
    """Probability and back-off by word ids."""
    names = ngrams_of([level.words for level in levels], contexts_of(levels))
    table = {}
    for level, ngrams in zip(levels, names, strict=True):
        backoff = level.backoff if len(level.backoff) else np.zeros(len(level))
        numbers = zip(10.0 ** level.log10.astype(float), 10.0 ** backoff.astype(float), strict=True)
        table |= dict(zip(ngrams, numbers, strict=True))
    return table


def test_rarer_words_become_unknown() -> None:
    trained = train_ngrams(RARE, order=2, min_word_count=3)
    assert list(trained.lexicon.words()) == ["<unk>", "<s>", "</s>", "b", "a"]
    assert trained.unknown_words == 2
    assert trained.lexicon.counts is not None
    assert trained.lexicon.counts.tolist() == [3, 0, 5, 5, 4]


def test_a_word_that_occurs_exactly_so_often_is_kept() -> None:
    assert train_ngrams(RARE, order=1, min_word_count=2).lexicon.id("odd") > 0


def test_the_words_that_were_cut_share_the_probability_of_the_unknown_word() -> None:
    cut = train_ngrams(RARE, order=2, min_word_count=3)
    spelled = [[word if word in "ab" else "<unk>" for word in s] for s in RARE]
    one_word = stored_table(*_model(train_ngrams(spelled, order=2)))
    for ngram, (log10, backoff) in stored_table(*_model(cut)).items():
        expected, expected_backoff = one_word[ngram]
        if ngram[-1] == "<unk>":
            expected -= math.log10(2)
        assert log10 == pytest.approx(expected, abs=1e-6), ngram
        assert backoff == expected_backoff


def _model(trained: Trained) -> tuple:
    return trained.lexicon, trained.levels


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6), min_size=1),
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(0, 1),
    st.sampled_from([None, (0.1, 0.3, 0.6)]),
)
def test_sums_are_one_if_the_unknown_word_counts_as_often_as_words_were_cut(
    sentences: list[list[str]],
    order: int,
    min_word_count: int,
    threshold: int,
    weights: tuple[float, ...] | None,
) -> None:
    trained = train_ngrams(
        sentences,
        order=order if weights is None else 2,
        smoothing="kneser-ney" if weights is None else "linear",
        weights=weights,
        prune=(0, threshold)[: order if weights is None else 2],
        min_word_count=min_word_count,
    )
    table = linear_table(trained.levels)
    times = {0: max(trained.unknown_words, 1)}
    vocabulary = [word for word in range(len(trained.lexicon)) if word != 1]
    for context in [(), *(ngram for ngram in table if len(ngram) < len(trained.levels))]:
        total = sum(times.get(w, 1) * probability(table, context, w) for w in vocabulary)
        assert total == pytest.approx(1.0, abs=1e-5), context


def test_held_out_bits_are_those_of_a_cut_model_of_the_other_sentences() -> None:
    trained = train_ngrams(corpus(), order=2, min_word_count=4)
    rest = [s for i, s in enumerate(corpus(), 1) if i % 20]
    other = train_ngrams(rest, order=2, min_word_count=4, hold_out=False)
    assert other.unknown_words > 1
    scorer = NgramScorer(other.levels)
    bits = tokens = 0
    for sentence in corpus()[19::20]:
        state = scorer.begin()
        for word in [*map(other.lexicon.id, sentence), END]:
            log10, state = scorer.advance(state, word)
            bits += word_bits(log10)
            tokens += 1
    assert trained.held_out_bits == pytest.approx(bits / 2**20 / tokens, abs=1e-12)


def test_a_vocabulary_cuts_other_words_as_rare_ones_are_cut() -> None:
    by_count = ReferenceModel.train(RARE, order=2, min_word_count=3)
    by_list = ReferenceModel.train(RARE, order=2, vocabulary=iter(["a", "b", "never seen"]))
    assert list(by_list.lexicon.words()) == list(by_count.lexicon.words())
    assert by_list.header["unknown_words"] == by_count.header["unknown_words"]
    assert by_list.score("a odd b") == by_count.score("a odd b")
    with pytest.raises(UsageError, match="an iterable of words is needed, not one string"):
        ReferenceModel.train(RARE, vocabulary="ab")


@pytest.mark.parametrize("value", [0, -1, 2.0, True])
def test_a_bad_limit_is_refused(value: int) -> None:
    with pytest.raises(UsageError, match="min_word_count: a whole number from 1 is needed"):
        train_ngrams(RARE, min_word_count=value)


def test_the_header_says_how_many_words_were_cut_and_arpa_cannot(tmp_path) -> None:
    model = ReferenceModel.train(RARE, order=2, min_word_count=3)
    assert (model.header["unknown_words"], model.header["min_word_count"]) == (2, 3)
    with pytest.warns(UserWarning, match="<unk> stands for 2 words, which ARPA cannot say"):
        model.to_arpa(tmp_path / "cut.arpa")


def capitalised(*texts: str | list[str], **settings: bool) -> dict[str, int] | None:
    lexicon = ReferenceModel.train(texts, order=1, **settings).lexicon
    if lexicon.capitalised is None:
        return None
    assert lexicon.capitalised.dtype == np.uint8
    return dict(zip(lexicon.words(), lexicon.capitalised.tolist(), strict=True))


def test_capitals_inside_sentences_are_counted_by_word() -> None:
    shares = capitalised(
        "He saw Rome, Paris and the Rose. The rose saw Rome. NATO saw it, NATO did."
    )
    assert shares is not None
    assert (shares["rome"], shares["paris"], shares["nato"]) == (255, 255, 255)
    assert (shares["rose"], shares["saw"], shares["he"]) == (128, 0, 0)


def test_a_capital_where_a_sentence_or_quotation_begins_says_nothing() -> None:
    shares = capitalised('"The cat," she said, "The dog: The end - The cat (The dog)."')
    assert shares is not None
    assert shares["the"] == 0


def test_letters_outside_ascii_have_capitals_too() -> None:
    shares = capitalised(["die", "Übung", "der", "übung", "im", "Élan"])
    assert shares is not None
    assert (shares["übung"], shares["élan"]) == (128, 255)


def test_quotes_made_straight_are_no_capitals() -> None:
    shares = capitalised(["it", "’s", "fine"], straight_quotes=True)
    assert shares is not None
    assert shares["'s"] == 0


def test_a_cased_model_counts_no_capitals() -> None:
    assert capitalised("He saw Rome.", cased=True) is None


@given(st.lists(st.text()))
def test_lower_casing_all_tokens_at_once_is_lower_casing_each(tokens: list[str]) -> None:
    assert lower_cased(tokens) == [token.lower() for token in tokens]


def test_the_last_sigma_of_each_token_is_a_final_one() -> None:
    assert lower_cased(["ΟΔΟΣ", "Σ", "ΑΣ"]) == ["οδος", "σ", "ας"]
