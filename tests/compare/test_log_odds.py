"""Log-odds with an informative prior: laws, and a worked example."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from syntacticdiff.compare.log_odds import log_odds

COUNTS = arrays(np.float64, 6, elements=st.integers(0, 50).map(float))


@given(COUNTS, COUNTS)
def test_exchanging_the_groups_changes_the_signs_and_nothing_else(
    first: np.ndarray, second: np.ndarray
) -> None:
    there, back = log_odds(first, second), log_odds(second, first)
    assert (there.delta == -back.delta).all()
    assert (there.z == -back.z).all()
    assert np.isfinite(there.z).all()


@given(COUNTS)
def test_equal_groups_do_not_differ(counts: np.ndarray) -> None:
    assert not log_odds(counts, counts).z.any()


def test_a_worked_example() -> None:
    first, second = np.array([30.0, 70.0]), np.array([10.0, 90.0])
    found = log_odds(first, second, prior=0.5)
    # pseudo-counts: 20 and 80
    delta = np.log(50 / 150) - np.log(30 / 170)
    assert found.delta[0] == pytest.approx(delta)
    assert found.z[0] == pytest.approx(delta / np.sqrt(1 / 50 + 1 / 150 + 1 / 30 + 1 / 170))


def test_of_equal_ratios_the_common_feature_scores_higher() -> None:
    found = log_odds(np.array([3.0, 30.0, 967.0]), np.array([1.0, 10.0, 989.0]))
    assert 0 < found.z[0] < found.z[1]


def test_a_feature_of_neither_group_scores_0() -> None:
    assert log_odds(np.array([0.0, 5.0]), np.array([0.0, 3.0])).z[0] == 0


def test_chance_does_not_give_large_scores() -> None:
    generator = np.random.default_rng(0)
    shares = generator.dirichlet(np.full(300, 0.3))
    found = log_odds(
        generator.multinomial(20_000, shares).astype(float),
        generator.multinomial(20_000, shares).astype(float),
    )
    assert np.abs(found.z).max() < 4.5
    planted = shares.copy()
    planted[np.argsort(shares)[-5]] *= 1.5
    other = generator.multinomial(20_000, planted / planted.sum()).astype(float)
    found = log_odds(other, generator.multinomial(20_000, shares).astype(float))
    assert np.argmax(found.z) == np.argsort(shares)[-5]
