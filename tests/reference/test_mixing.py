"""Mixtures of models, and pruning by relative entropy: sums are 1, numbers are the formulas'."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_tables import corpus, ngrams_of, stored_table

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.backoff import packed_levels, rebuilt, unpacked_levels
from syntacticdiff.reference.entropy_pruning import prune_by_entropy
from syntacticdiff.reference.interpolation import contexts_of
from syntacticdiff.reference.ngrams import Level, NgramScorer

texts = st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6), min_size=1)
others = st.lists(st.lists(st.sampled_from("abcxyz"), min_size=1, max_size=6), min_size=1)

LETTERS = [s for s in corpus() if len(s) % 2]
NEWS = [s for s in corpus() if not len(s) % 2]


def plain(model: ReferenceModel) -> tuple[Level, ...]:
    """The levels of a model with one number for each n-gram, however they are stored."""
    return tuple(level.plain() for level in model.levels or ())


def context_sums(model: ReferenceModel) -> list[float]:
    """Over the vocabulary, after every context in the model, `<unk>` as often as it counts."""
    levels = plain(model)
    assert levels is not None
    scorer = NgramScorer(levels)
    names = ngrams_of([level.words for level in levels], contexts_of(levels))
    times = np.ones(len(model.lexicon))
    times[0] = max(model.header["unknown_words"], 1)
    times[1] = 0
    totals = []
    for ngram in [(), *(ngram for ngrams in names[:-1] for ngram in ngrams)]:
        state = (0,) + (-1,) * (len(levels) - 1)
        for word in ngram:
            state = scorer.advance(state, word)[1]
        totals.append(sum(times[w] * 10 ** scorer.advance(state, w)[0] for w in range(len(times))))
    return totals


def log10(model: ReferenceModel, ngram: tuple[str, ...]) -> float:
    state = (0,) + (-1,) * (model.order - 1)
    value = -math.inf
    for word in ngram:
        number = 1 if word == "<s>" else 2 if word == "</s>" else model.lexicon.id(word)
        value, state = model.scorer.advance(state, number)
    return value


@settings(deadline=None, max_examples=40)
@given(texts, others, st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.floats(0, 1))
def test_contexts_of_a_mixture_sum_to_one(
    one: list[list[str]],
    two: list[list[str]],
    order: int,
    other_order: int,
    min_word_count: int,
    weight: float,
) -> None:
    models = (
        ReferenceModel.train(one, order, min_word_count=min_word_count),
        ReferenceModel.train(two, other_order, min_word_count=2),
    )
    mixed = ReferenceModel.mix(zip(models, (weight, 1 - weight), strict=True))
    assert mixed.order == max(order, other_order)
    assert context_sums(mixed) == pytest.approx([1.0] * len(context_sums(mixed)), abs=1e-4)


def test_a_mixture_has_the_weighted_mean_of_every_ngram() -> None:
    models = [ReferenceModel.train(text, 3, min_word_count=2) for text in (LETTERS, NEWS)]
    mixed = ReferenceModel.mix(zip(models, (0.25, 0.75), strict=True))
    words = set(mixed.lexicon.words())
    cut = mixed.header["unknown_words"]
    assert cut == max(
        model.header["unknown_words"] - len(words) + len(model.lexicon) for model in models
    )
    unigrams_and_more = stored_table(mixed.lexicon, plain(mixed))
    for ngram, (value, _) in unigrams_and_more.items():
        if ngram[-1] == "<s>":
            continue
        mean = 0.0
        for model, weight in zip(models, (0.25, 0.75), strict=True):
            probability = 10 ** log10(model, ngram)
            if ngram[-1] != "</s>" and not model.lexicon.id(ngram[-1]):
                # all that the model gives to unknown words, over all words that it does not know
                shares = model.header["unknown_words"]
                probability *= shares / (len(words) - len(model.lexicon) + cut)
            mean += weight * probability
        assert value == pytest.approx(math.log10(mean), abs=1e-5), ngram
    assert len(unigrams_and_more) == len(
        {n for m in models for n in stored_table(m.lexicon, plain(m))}
    )


def test_a_model_mixed_with_itself_stays_what_it_is() -> None:
    model = ReferenceModel.train(corpus(), 3, min_word_count=2)
    mixed = ReferenceModel.mix([(model, 0.4), (model, 0.6)])
    assert list(mixed.lexicon.words()) == list(model.lexicon.words())
    assert mixed.header["unknown_words"] == model.header["unknown_words"]
    np.testing.assert_array_equal(mixed.lexicon.capitalised, model.lexicon.capitalised)
    for ours, theirs in zip(plain(mixed), plain(model), strict=True):
        np.testing.assert_array_equal(ours.words, theirs.words)
        np.testing.assert_allclose(ours.log10, theirs.log10, atol=1e-5)
        np.testing.assert_allclose(ours.backoff, theirs.backoff, atol=1e-4)


def test_counts_add_up_and_capitals_are_weighed_by_them() -> None:
    one = ReferenceModel.train([["see", "Rome"], ["see", "Rose"]], 1)
    two = ReferenceModel.train([["a", "rose"], ["a", "rose"], ["a", "rose"]], 1)
    lexicon = ReferenceModel.mix([(one, 0.5), (two, 0.5)]).lexicon
    assert lexicon.counts is not None
    assert lexicon.capitalised is not None
    assert list(lexicon.words())[3:] == ["rose", "a", "see", "rome"]
    assert lexicon.counts.tolist()[3:] == [4, 3, 2, 1]
    assert lexicon.capitalised.tolist()[3:] == [64, 0, 0, 255]


def test_weights_are_those_under_which_held_out_text_is_most_likely() -> None:
    models = [ReferenceModel.train(text, 2) for text in (LETTERS[20:], NEWS[20:])]
    held_out = [*LETTERS[:20], *NEWS[:5]]
    found = ReferenceModel.mixture_weights(models, held_out)
    assert sum(found) == pytest.approx(1.0)

    def bits(weights: tuple[float, float]) -> float:
        mixed = ReferenceModel.mix(zip(models, weights, strict=True))
        return sum(-mixed.score(sentence).log10 for sentence in held_out)

    best = bits((found[0], found[1]))
    for step in (-0.1, 0.1):
        assert best < bits((found[0] + step, found[1] - step))


def test_held_out_text_of_one_model_gives_it_nearly_all_weight() -> None:
    models = [ReferenceModel.train(text, 2) for text in ([["a", "b"]] * 9, [["x", "y"]] * 9)]
    assert ReferenceModel.mixture_weights(models, [["x", "y"], ["x"]])[1] > 0.9


def test_the_header_of_a_mixture_says_what_is_in_it(tmp_path) -> None:
    source = [{"name": "one.txt", "sha256": "0"}]
    one = ReferenceModel.train(LETTERS, 2, corpora=source)
    mixed = ReferenceModel.mix([(one, 0.5), (ReferenceModel.train(NEWS, 3), 0.5)], licence="CC0")
    header = mixed.header
    assert (header["smoothing"], header["weights"]) == ("mixture", [0.5, 0.5])
    assert (header["order"], header["licence"], header["corpora"]) == (3, "CC0", source)
    assert header["sentences"] == len(corpus())
    mixed.save(tmp_path / "mixed.sdlm")
    assert ReferenceModel.load(tmp_path / "mixed.sdlm").score("the cat") == mixed.score("the cat")


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ((0.5, 0.6), "they must sum to 1, not 1.1"),
        ((-0.5, 1.5), "each must be 0 or more"),
        ((), "no models to mix"),
    ],
)
def test_bad_weights_are_refused(weights: tuple[float, ...], problem: str) -> None:
    model = ReferenceModel.train(LETTERS, 2)
    with pytest.raises(UsageError, match=problem):
        ReferenceModel.mix([(model, weight) for weight in weights])


def test_models_that_read_text_differently_are_not_mixed() -> None:
    one, two = ReferenceModel.train(LETTERS, 2), ReferenceModel.train(NEWS, 2, cased=True)
    with pytest.raises(UsageError, match="here cased is False and True"):
        ReferenceModel.mix([(one, 0.5), (two, 0.5)])
    with pytest.raises(UsageError, match="here cased is False and True"):
        ReferenceModel.mixture_weights([one, two], LETTERS)


def test_held_out_text_without_a_token_is_refused() -> None:
    with pytest.raises(UsageError, match="has no sentence with a token"):
        ReferenceModel.mixture_weights([ReferenceModel.train(LETTERS, 2)], [""])


# Pruning


@settings(deadline=None, max_examples=40)
@given(texts, st.integers(1, 4), st.integers(1, 3), st.sampled_from([0.0, 1e-4, 1e-2, 1e9]))
def test_contexts_of_a_pruned_model_sum_to_one(
    sentences: list[list[str]], order: int, min_word_count: int, threshold: float
) -> None:
    model = ReferenceModel.train(sentences, order, min_word_count=min_word_count).pruned(threshold)
    assert context_sums(model) == pytest.approx([1.0] * len(context_sums(model)), abs=1e-4)


def test_what_a_pruned_ngram_begins_and_ends_with_stays() -> None:
    model = ReferenceModel.train(corpus(), 4).pruned(1e-3)
    whole = ReferenceModel.train(corpus(), 4)
    table = stored_table(model.lexicon, plain(model))
    assert 0 < len(table) < len(stored_table(whole.lexicon, plain(whole)))
    assert len((plain(model))[-1]) > 0
    assert all(n[1:] in table and n[:-1] in table for n in table if len(n) > 1)


def test_the_largest_threshold_leaves_single_words_and_none_everything() -> None:
    model = ReferenceModel.train(corpus(), 3)
    assert [len(level) for level in plain(model.pruned(1e9))][1:] == [0, 0]
    lengths = [len(level) for level in plain(model)]
    assert [len(level) for level in plain(model.pruned(0.0))] == lengths


def test_the_ngrams_that_go_are_those_whose_loss_alone_raises_entropy_least() -> None:
    # Entropy by the book: of the next word in each context, for the model with one bigram less.
    model = ReferenceModel.train([["a", "b"], ["a", "b"], ["a", "c"], ["b", "a"], ["c", "a"]], 2)
    assert model.levels is not None
    lexicon, (words, pairs) = model.lexicon, plain(model)
    contexts = contexts_of(plain(model))[1]
    counts = lexicon.counts
    assert counts is not None
    frequency = counts / counts.sum()
    frequency[1] = frequency[2]
    unigram = 10.0 ** words.log10.astype(float)
    unigram[1] = 0.0

    def distribution(context: int, without: int | None) -> np.ndarray:
        chosen = [i for i in np.flatnonzero(contexts == context) if i != without]
        seen = pairs.words[chosen]
        result = unigram.copy()
        result[seen] = 0.0
        own = 10.0 ** pairs.log10[chosen].astype(float)
        result *= (1 - own.sum()) / result.sum()
        result[seen] = own
        return result

    rises = []
    for i in range(len(pairs)):
        before, after = (distribution(contexts[i], without) for without in (None, i))
        some = before > 0
        divergence = np.sum(before[some] * np.log(before[some] / after[some]))
        rises.append(math.expm1(frequency[contexts[i]] * divergence))
    for threshold in sorted(rises):
        kept = prune_by_entropy(plain(model), threshold * 1.0001, counts=counts)[1]
        assert len(kept) == sum(rise > threshold * 1.0001 for rise in rises)


def test_pruning_costs_less_than_dropping_as_many_ngrams_at_random() -> None:
    model = ReferenceModel.train(corpus(), 3)
    pruned = model.pruned(1e-4)
    orders = unpacked_levels(plain(model))
    lengths = [len(level) for level in plain(pruned)]
    assert 0 < lengths[2] < len(orders[2]) / 2
    chosen = [np.ones(len(ngrams), np.bool_) for ngrams in orders]
    chosen[2][np.random.default_rng(1).permutation(len(orders[2]))[lengths[2] :]] = False
    random = NgramScorer(packed_levels(rebuilt(orders, chosen), 0))

    def bits(scorer: NgramScorer) -> float:
        total = 0.0
        for sentence in corpus():
            state = scorer.begin()
            for word in [*map(model.lexicon.id, sentence), 2]:
                log10, state = scorer.advance(state, word)
                total -= log10
        return total

    assert bits(NgramScorer(plain(pruned))) < bits(random)  # with fewer bigrams, too


@pytest.mark.parametrize("threshold", [-1.0, math.nan, math.inf])
def test_bad_thresholds_are_refused(threshold: float) -> None:
    with pytest.raises(UsageError, match="must be a number from 0 on"):
        ReferenceModel.train(LETTERS, 2).pruned(threshold)


def test_an_imported_model_with_gaps_is_refused(tmp_path) -> None:
    path = tmp_path / "gaps.arpa"
    path.write_text(
        "\\data\\\nngram 1=4\nngram 2=1\nngram 3=1\n\n"
        "\\1-grams:\n-1 <unk>\n-99 <s>\n-1 </s>\n-1 a\n"
        "\n\\2-grams:\n-1 a a\n\n\\3-grams:\n-1 <s> a </s>\n\n\\end\\\n"
    )
    with pytest.raises(ModelError, match="cannot be mixed or pruned"):
        ReferenceModel.from_arpa(path).pruned(0.1)
