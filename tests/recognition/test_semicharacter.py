"""Semi-character vectors and keys: what they keep of a word, and what they do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.recognition import CONDITIONS, semicharacter_key, semicharacter_vectors
from syntacticdiff.recognition.semicharacter import ALPHABET

WORDS = st.text(max_size=12) | st.text("abcAB'-1", max_size=8)
NAMES = st.sampled_from(sorted(CONDITIONS))


def parts(word: str, condition: str = "INT") -> list[dict[str, int]]:
    """The counts of each part, by letter."""
    rows = semicharacter_vectors([word], condition).reshape(-1, len(ALPHABET))
    return [{ALPHABET[i]: int(n) for i, n in enumerate(row) if n} for row in rows]


def test_the_alphabet_has_76_characters() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 76


def test_the_vector_of_university() -> None:
    inside = {"e": 1, "i": 2, "n": 1, "r": 1, "s": 1, "t": 1, "v": 1}
    assert parts("University") == [{"U": 1}, inside, {"y": 1}]
    assert semicharacter_vectors(["University"]).shape == (1, 228)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("INT", [{"w": 1}, {"o": 1, "r": 1}, {"d": 1}]),
        ("END", [{"w": 1}, {"o": 1, "r": 1, "d": 1}]),
        ("BEG", [{"w": 1, "o": 1, "r": 1}, {"d": 1}]),
        ("ALL", [{"w": 1, "o": 1, "r": 1, "d": 1}]),
    ],
)
def test_conditions_put_parts_together(condition: str, expected: list[dict[str, int]]) -> None:
    assert parts("word", condition) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("", [{}, {}, {}]),
        ("a", [{"a": 1}, {}, {}]),
        ("an", [{"a": 1}, {}, {"n": 1}]),
        ("and", [{"a": 1}, {"n": 1}, {"d": 1}]),
        ("1984", [{"@": 1}, {"@": 1}, {"@": 1}]),
        ("x2", [{"@": 1}, {"@": 1}, {"@": 1}]),
        ("мир", [{"_": 1}, {"_": 1}, {"_": 1}]),
        ("o’s", [{"o": 1}, {"'": 1}, {"s": 1}]),
        ("a\ud800b", [{"a": 1}, {"_": 1}, {"b": 1}]),
    ],
)
def test_short_words_digits_and_other_scripts(word: str, expected: list[dict[str, int]]) -> None:
    assert parts(word) == expected


def test_a_word_of_10000_letters_is_a_vector_like_any_other() -> None:
    assert parts("a" * 10_000) == [{"a": 1}, {"a": 255}, {"a": 1}]


@given(WORDS, NAMES, st.randoms(use_true_random=False))
def test_a_jumble_leaves_vector_and_key_as_they_are(word: str, condition: str, chance) -> None:  # type: ignore[no-untyped-def]
    place = CONDITIONS[condition].jumbled(word)
    letters = list(word[place])
    chance.shuffle(letters)
    jumbled = word[: place.start] + "".join(letters) + word[place.stop :]
    assert semicharacter_key(jumbled, condition) == semicharacter_key(word, condition)
    vectors = semicharacter_vectors([word, jumbled], condition)
    assert np.array_equal(vectors[0], vectors[1])


@given(st.text("abcd", max_size=6), st.text("abcd", max_size=6), NAMES)
def test_words_have_the_same_key_only_if_they_have_the_same_vector(
    first: str, second: str, condition: str
) -> None:
    one, other = semicharacter_vectors([first, second], condition)
    same = semicharacter_key(first, condition) == semicharacter_key(second, condition)
    assert same == np.array_equal(one, other)


@given(st.lists(WORDS, max_size=6), NAMES)
def test_many_words_are_the_rows_of_each(words: list[str], condition: str) -> None:
    rows = [semicharacter_vectors([word], condition)[0] for word in words]
    together = semicharacter_vectors(words, condition)
    assert len(together) == len(words)
    assert all(np.array_equal(row, own) for row, own in zip(together, rows, strict=True))


def test_an_unknown_condition_is_refused() -> None:
    with pytest.raises(UsageError, match="condition: 'MID' is not one of INT, END, BEG, ALL"):
        semicharacter_key("word", "MID")
