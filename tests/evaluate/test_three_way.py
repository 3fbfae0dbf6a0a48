"""The alignment of three sentences, compared with a search that visits every point."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.evaluate import three_way
from syntacticdiff.evaluate.three_way import Column, aligned, aligned_pair

words = st.lists(st.sampled_from("abc"), max_size=6)


def cost(column: Sequence[str]) -> int:
    pairs = itertools.combinations(column, 2)
    return sum(0 if a == b else 3 if a and b else 2 for a, b in pairs)


def everywhere(*sentences: Sequence[str]) -> list[tuple[str, ...]]:
    """The cheapest alignment of two or three sentences, the longest steps preferred."""
    steps = sorted(
        itertools.product((1, 0), repeat=len(sentences)), key=lambda s: (-sum(s), [-x for x in s])
    )
    costs = {(0,) * len(sentences): 0}
    came = {}
    for point in itertools.product(*(range(len(s) + 1) for s in sentences)):
        for step in steps[:-1]:
            before = tuple(a - b for a, b in zip(point, step, strict=True))
            if before in costs:
                column = tuple(
                    s[p - 1] if taken else ""
                    for s, p, taken in zip(sentences, point, step, strict=True)
                )
                found = costs[before] + cost(column)
                if point not in costs or found < costs[point]:
                    costs[point], came[point] = found, (before, column)
    columns = []
    point = tuple(map(len, sentences))
    while any(point):
        point, column = came[point]
        columns.append(column)
    return columns[::-1]


@given(words, words, words)
def test_columns_are_those_of_a_search_that_visits_every_point(
    source: list[str], hypothesis: list[str], reference: list[str]
) -> None:
    if source == hypothesis:
        expected = [(a, a, b) for a, b in everywhere(source, reference)]
    elif source == reference:
        expected = [(a, b, a) for a, b in everywhere(source, hypothesis)]
    else:
        expected = everywhere(source, hypothesis, reference)
    assert aligned(source, hypothesis, reference) == expected


@given(words, words)
def test_pairs_are_those_of_a_search_that_visits_every_point(
    first: list[str], second: list[str]
) -> None:
    assert aligned_pair(first, second) == everywhere(first, second)


def test_a_replaced_token_is_aligned_with_its_replacement() -> None:
    assert aligned(["a", "b", "d"], ["a", "c", "d"], ["a", "c", "x", "d"]) == [
        *(("a", "a", "a"), ("b", "c", "c"), ("", "", "x"), ("d", "d", "d"))
    ]


def sentence_of(columns: list[Column], which: int) -> list[str]:
    return [column[which] for column in columns if column[which]]


def test_dissimilar_sentences_are_aligned_in_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coin = random.Random(2)
    sentences = [coin.choices("abcdefghij", k=12) for _ in range(3)]
    exact = aligned(*sentences)
    monkeypatch.setattr(three_way, "MAX_POINTS", 10)
    by_pairs = aligned(*sentences)
    assert sum(map(cost, by_pairs)) >= sum(map(cost, exact))
    for columns in (exact, by_pairs):
        assert [sentence_of(columns, which) for which in range(3)] == sentences


def test_very_long_sentences_are_aligned_token_by_token() -> None:
    source = [f"w{number}" for number in range(20_000)]
    changed = [*source[:7], "x", *source[8:]]
    columns = aligned(source, changed, [*source[:7], "y", "z", *source[8:]])
    assert columns[7:9] == [("w7", "x", "y"), ("", "", "z")]
    assert columns[-1] == ("w19999",) * 3
    assert sentence_of(columns, 1) == changed
