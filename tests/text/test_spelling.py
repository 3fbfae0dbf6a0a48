"""Spelling: the distance against its recursive definition, the index against plain search."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.text.spelling import SpellingIndex, damerau_levenshtein, letters_between

WORDS = st.text("abcd", max_size=6)
ANY_WORDS = WORDS | st.text(max_size=4)


def distance_by_definition(first: str, second: str) -> int:
    """Edit distance with swaps of letters that become adjacent by removals."""

    @cache
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        options = [
            distance(i - 1, j) + 1,
            distance(i, j - 1) + 1,
            distance(i - 1, j - 1) + (first[i - 1] != second[j - 1]),
        ]
        for k in range(1, i):
            for m in range(1, j):
                if first[k - 1] == second[j - 1] and second[m - 1] == first[i - 1]:
                    options.append(distance(k - 1, m - 1) + (i - k - 1) + 1 + (j - m - 1))
        return min(options)

    return distance(len(first), len(second))


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [("", "", 0), ("", "ab", 2), ("the", "teh", 1), ("ca", "abc", 2), ("kitten", "sitting", 3)],
)
def test_known_distances(first: str, second: str, distance: int) -> None:
    assert damerau_levenshtein(first, second) == distance


@given(ANY_WORDS, ANY_WORDS)
def test_the_distance_is_that_of_the_definition(first: str, second: str) -> None:
    assert damerau_levenshtein(first, second) == distance_by_definition(first, second)


@given(st.lists(ANY_WORDS, unique=True, max_size=30), ANY_WORDS, st.sampled_from([1, 2]))
def test_the_index_finds_what_a_search_of_all_words_finds(
    known: list[str], word: str, distance: int
) -> None:
    ranked = sorted((damerau_levenshtein(word, other), rank) for rank, other in enumerate(known))
    expected = [known[rank] for exact, rank in ranked if exact <= distance]
    for index in (SpellingIndex(known), SpellingIndex(known, native=False)):
        assert index.nearest(word, distance, 100) == expected
        assert index.nearest(word, distance, 3) == expected[:3]


def test_variants_differ_in_case_hyphens_and_apostrophes_only() -> None:
    index = SpellingIndex(["well-known", "USA", "usable", "o'clock", "Well-Known", "-"])
    assert index.variants("wellknown") == ["well-known", "Well-Known"]
    assert index.variants("well-known") == ["Well-Known"]
    assert index.variants("usa") == ["USA"]
    assert index.variants("o\u2019clock") == ["o'clock"]
    assert index.variants("--") == index.variants("known") == []


@pytest.mark.parametrize(
    ("first", "second", "letters"),
    [
        ("recieve", "receive", 1),
        ("Wellknown", "well-known", 0),
        ("usefull", "useful", 1),
        ("a" * 101, "a" * 101, 0),
        ("a" * 101, "b" * 101, 1),
        ("a" * 10_000_000, "a", 100),
    ],
)
def test_letters_between_words_are_counted_without_case_and_joints(
    first: str, second: str, letters: int
) -> None:
    assert letters_between(first, second) == letters_between(second, first) == letters


def test_letters_that_occur_very_often_do_not_overflow() -> None:
    long = "a" * 300
    assert SpellingIndex([long, "b" * 300]).nearest(long + "b", 1, 10) == [long]
