"""How similar words are: a common stem, class and letters each make a substitution cheaper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.alignment.likeness import coarse_class, common_stem, likeness, substitution_cost

letters = st.text("abcd", max_size=8)


def common_subsequence(source: str, target: str) -> int:
    """The textbook algorithm."""
    table = [[0] * (len(target) + 1) for _ in range(len(source) + 1)]
    for i, letter in enumerate(source):
        for j, other in enumerate(target):
            best = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if letter == other else best
    return table[-1][-1]


@given(letters, letters)
def test_likeness_is_the_share_of_letters_in_the_longest_common_subsequence(
    source: str, target: str
) -> None:
    whole = len(source) + len(target)
    wanted = 2 * common_subsequence(source, target) / whole if whole else 1.0
    assert likeness(source, target) == wanted


def test_a_change_of_case_costs_nothing() -> None:
    assert substitution_cost("HOUSE", "house") == 0.0


@pytest.mark.parametrize(
    ("source", "nearer", "farther"),
    [
        ("walks", "walked", "waits"),  # the same stem
        ("on", "of", "ox"),  # the same class
        ("house", "horse", "table"),  # letters
        ("is", "are", "ox"),  # forms of one word that no stemmer knows
    ],
)
def test_similar_words_are_cheaper_to_substitute(source: str, nearer: str, farther: str) -> None:
    assert substitution_cost(source, nearer) < substitution_cost(source, farther)


def test_unrelated_words_cost_the_sum_of_stem_class_and_letters() -> None:
    assert substitution_cost("of", "any") == pytest.approx(0.499 + 0.5 + 1)


def test_determiners_that_behave_like_adjectives_are_open() -> None:
    assert [coarse_class(word) for word in ("the", "such", "two", "is", "house")] == [
        "DET",
        "OPEN",
        "NUM",
        "AUX",
        "OPEN",
    ]


def test_a_very_long_word_is_its_own_stem() -> None:
    assert common_stem("a" * 200 + "ing") == "a" * 200 + "ing"
