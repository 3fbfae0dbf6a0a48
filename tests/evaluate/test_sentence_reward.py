"""Sentence GLEU as a reward: the official sentence mode, and the released program's fault."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate import Gleu, Rewrites, SentenceReward, sentence_reward

tokens = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9).map(tuple)


@given(tokens, st.lists(tokens, min_size=1, max_size=3), tokens)
def test_the_reward_is_the_official_sentence_mode(
    source: tuple[str, ...], references: list[tuple[str, ...]], hypothesis: tuple[str, ...]
) -> None:
    [official] = Gleu().sentences([hypothesis], [Rewrites(source, tuple(references))])
    assert sentence_reward(source, references, hypothesis) == pytest.approx(official.gleu)


@given(tokens, tokens, st.sampled_from(["official", "add-one", "released"]))
def test_an_empty_hypothesis_has_no_reward_and_rewards_are_from_0_to_1(
    source: tuple[str, ...], hypothesis: tuple[str, ...], smoothing: str
) -> None:
    reward = SentenceReward(source, [source[::-1]], smoothing)  # type: ignore[arg-type]
    assert reward(()) == 0
    assert 0 <= reward(hypothesis) <= 1


def test_the_released_program_punishes_what_is_rightly_kept() -> None:
    source, reference = ("he", "go", "home"), ("he", "goes", "home")
    right = sentence_reward(source, [reference], reference, "add-one")
    released = sentence_reward(source, [reference], reference, "released")
    # `he` and `home` match and are punished, `goes` matches: 1 of 3; longer ones smoothed to 1.
    assert right == pytest.approx(1)
    assert released == pytest.approx(math.exp(math.log(1 / 3) / 4))
    assert sentence_reward(source, [reference], source, "released") == 0


def test_add_one_smooths_all_orders_but_the_first() -> None:
    # `a` matches, `x` does not; no bigram; lengths are equal.
    value = sentence_reward(("q",), [("a", "b")], ("a", "x"), "add-one")
    assert value == pytest.approx(math.exp((math.log(1 / 2) + math.log(1 / 2)) / 4))
    assert sentence_reward(("q",), [("b", "b")], ("a", "x"), "add-one") == 0


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UsageError, match="references: at least one"):
        SentenceReward(("a",), [])
    with pytest.raises(UsageError, match="smoothing: 'none' is not one of"):
        SentenceReward(("a",), [("a",)], "none")  # type: ignore[arg-type]
