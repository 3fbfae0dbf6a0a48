"""Noise: what it may do to a word, and that a seed repeats it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.recognition import CONDITIONS, WordNoise, may_change, semicharacter_key

WORDS = st.text("abcdeXYZ'-", min_size=4, max_size=10).filter(may_change)
SEEDS = st.integers(0, 1000)


@pytest.mark.parametrize("word", ["", "a", "the", "1984", "mid-1980s", "....", "x²yz"])
def test_short_words_and_those_with_digits_are_left_alone(word: str) -> None:
    assert not may_change(word)
    for kind in ("jumble", "delete", "insert", "mixed"):
        assert WordNoise(kind)([word]) == [word]


@given(WORDS, SEEDS, st.sampled_from(sorted(CONDITIONS)))
def test_a_jumble_has_the_same_key(word: str, seed: int, condition: str) -> None:
    [noisy] = WordNoise("jumble", condition, seed)([word])
    assert semicharacter_key(noisy, condition) == semicharacter_key(word, condition)


@given(WORDS, SEEDS)
def test_one_letter_inside_goes(word: str, seed: int) -> None:
    [noisy] = WordNoise("delete", seed=seed)([word])
    assert noisy in {word[:place] + word[place + 1 :] for place in range(1, len(word) - 1)}


@given(WORDS, SEEDS)
def test_one_letter_comes_in_between_the_first_and_the_last(word: str, seed: int) -> None:
    [noisy] = WordNoise("insert", seed=seed)([word])
    assert len(noisy) == len(word) + 1
    assert (noisy[0], noisy[-1]) == (word[0], word[-1])
    assert any(
        noisy[:place] + noisy[place + 1 :] == word and noisy[place].islower()
        for place in range(1, len(noisy) - 1)
    )


@given(st.lists(st.text(max_size=8), max_size=8), SEEDS)
def test_the_same_seed_gives_the_same_noise(words: list[str], seed: int) -> None:
    assert WordNoise(seed=seed)(words) == WordNoise(seed=seed)(words)
    assert len(WordNoise(seed=seed)(words)) == len(words)


def test_mixed_noise_is_of_all_kinds() -> None:
    lengths = {len(word) for word in WordNoise(seed=3)(["research"] * 50)}
    assert lengths == {7, 8, 9}


def test_noise_that_must_change_a_word_does_where_it_can() -> None:
    noise = WordNoise("jumble", seed=1, changes=True)
    assert all(noise.word("form") == "from" for _ in range(20))
    assert noise.word("feed") == "feed"  # nothing else can come out
    assert {WordNoise("jumble", seed=seed).word("form") for seed in range(20)} == {"form", "from"}


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="noise: 'swap' is not one of jumble, delete, insert"):
        WordNoise("swap")
