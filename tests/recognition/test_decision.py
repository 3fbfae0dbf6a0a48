"""Probabilities of choices against a sum over all sentences."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff.recognition.decision import Choice, probabilities
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import END, LOG2_10

MODELS = {
    order: ReferenceModel.train(
        ["a b c d", "b a c", "d c b a a", "a c d b", "c c a"] * 3, order=order
    )
    for order in (1, 2, 3)
}
CHOICES = st.builds(Choice, st.integers(0, 6).filter(lambda n: n not in (1, 2)), st.floats(0, 8))
PLACES = st.lists(st.lists(CHOICES, min_size=1, max_size=3), max_size=5)


def by_definition(order: int, places: list[list[Choice]]) -> list[list[float]]:
    scorer = MODELS[order].scorer
    shares = [[0.0] * len(choices) for choices in places]
    total = 0.0
    for chosen in product(*(range(len(choices)) for choices in places)):
        state, bits = scorer.begin(), 0.0
        picked = [places[at][choice] for at, choice in enumerate(chosen)]
        for choice in (*picked, Choice(END, 0.0)):
            log10, state = scorer.advance(state, choice.number)
            bits += choice.bits - log10 * LOG2_10
        weight = 2.0**-bits
        total += weight
        for at, choice_number in enumerate(chosen):
            shares[at][choice_number] += weight
    return [[share / total for share in row] for row in shares]


@settings(max_examples=80)
@given(PLACES, st.sampled_from([1, 2, 3]))
def test_probabilities_are_a_sum_over_all_sentences(places: list[list[Choice]], order: int) -> None:
    found = probabilities(MODELS[order].scorer, places)
    for row, expected in zip(found, by_definition(order, places), strict=True):
        assert row == pytest.approx(expected, abs=1e-9)


def test_a_long_sentence_is_no_trouble() -> None:
    places = [[Choice(3, 0.0), Choice(4, 1.0)]] * 3000
    found = probabilities(MODELS[3].scorer, places)
    assert all(sum(row) == pytest.approx(1) for row in found)
