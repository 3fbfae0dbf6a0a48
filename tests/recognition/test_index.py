"""The index against its definition by keys, in both engines."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.recognition import (
    CONDITIONS,
    SemicharacterIndex,
    WordNoise,
    may_change,
    semicharacter_key,
)

try:
    from syntacticdiff import _native
except ImportError:
    _native = None  # type: ignore[assignment]

ENGINES = [False, pytest.param(True, marks=pytest.mark.skipif(_native is None, reason="no engine"))]
SHORT = st.text("abc", max_size=6)
ANY = SHORT | st.text(max_size=5)
VOCABULARIES = st.lists(ANY, unique=True, max_size=25)


def without_one(word: str, condition: str) -> set[str]:
    """The keys of a word without one of the letters that may be jumbled."""
    if len(word) < 3:
        return set()
    place = CONDITIONS[condition].jumbled(word)
    shorter = (word[:at] + word[at + 1 :] for at in range(place.start, place.stop))
    return {semicharacter_key(each, condition) for each in shorter}


def behind_by_definition(words: list[str], word: str, condition: str) -> list[list[str]]:
    """Words that have the same letters, one more or one less, and those with one replaced."""
    own, less = semicharacter_key(word, condition), without_one(word, condition)
    keys = {other: semicharacter_key(other, condition) for other in words}
    lesser = {other: without_one(other, condition) for other in words}
    return [
        [other for other in words if keys[other] == own],
        [other for other in words if own in lesser[other]],
        [other for other in words if keys[other] in less],
        [other for other in words if keys[other] != own and lesser[other] & less],
    ]


@pytest.mark.parametrize("native", ENGINES)
@given(words=VOCABULARIES, word=ANY, condition=st.sampled_from(sorted(CONDITIONS)))
def test_the_index_finds_what_the_definition_says(
    native: bool, words: list[str], word: str, condition: str
) -> None:
    index = SemicharacterIndex(words, condition, native)
    expected = behind_by_definition(words, word, condition)
    replaced = [words[number] for number in index.replaced(word)]
    found = [index.jumbled(word), index.missing(word), index.superfluous(word), replaced]
    assert found == expected
    assert index.behind(word) == [
        *expected[0],
        *(each for each in words if each in expected[1] or each in expected[2]),
    ]


@pytest.mark.parametrize("native", ENGINES)
def test_every_word_is_found_from_each_of_its_jumbles(native: bool) -> None:
    words = ["a", "to", "and", "form", "from", "three", "there", "Cambridge", "don't", "élève"]
    index = SemicharacterIndex(words, native=native)
    for word in words:
        for inside in set(permutations(word[1:-1])) if len(word) < 8 else {tuple("abmridg"[::-1])}:
            jumbled = word[:1] + "".join(inside) + word[1:][-1:]
            assert word in index.jumbled(jumbled)


@pytest.mark.parametrize("native", ENGINES)
def test_every_kind_of_noise_is_undone(native: bool) -> None:
    words = ["research", "university", "letters", "important", "order", "place", "pace"]
    index = SemicharacterIndex(words, native=native)
    for seed in range(50):
        for word in filter(may_change, words):
            assert word in index.behind(WordNoise(seed=seed).word(word))


def test_words_come_in_the_order_of_preference() -> None:
    assert SemicharacterIndex(["from", "form"]).jumbled("form") == ["from", "form"]
    assert SemicharacterIndex(["form", "from"]).jumbled("form") == ["form", "from"]


@pytest.mark.parametrize("native", ENGINES)
def test_odd_words_are_no_trouble(native: bool) -> None:
    index = SemicharacterIndex(["", "a", "ab", "1984", "мир", "\ud800x"], native=native)
    assert index.behind("") == [""]
    assert index.behind("a") == ["a"]
    assert index.behind("b") == []
    assert index.behind("1894") == ["1984"]
    assert index.behind("мр") == ["мир"]
    assert index.behind("\ud800x") == ["\ud800x"]
    assert index.behind("x" * 10_000) == index.behind("x" * 1_000_000) == []
    assert SemicharacterIndex([], native=native).behind("word") == []


@pytest.mark.skipif(_native is None, reason="no engine")
def test_both_engines_agree_on_words_of_a_language() -> None:
    chance = random.Random(5)
    words = list(
        {"".join(chance.choices("etaoinsrhl", k=chance.randint(1, 9))) for _ in range(3000)}
    )
    fast, slow = SemicharacterIndex(words), SemicharacterIndex(words, native=False)
    for word in WordNoise(seed=2)(words):
        assert [list(each) for each in fast.numbers(word)] == slow.numbers(word)
