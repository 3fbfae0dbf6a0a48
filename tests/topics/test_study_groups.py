"""Pairs that complement each other, and teams that are mixed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff import UsageError
from syntacticdiff.topics import study_groups
from syntacticdiff.topics.study_groups import complementarity, pairs, teams


@st.composite
def shares(draw: st.DrawFn, most: int = 9) -> np.ndarray:
    writers = draw(st.integers(2, most))
    generator = np.random.default_rng(draw(st.integers(0, 10_000)))
    return generator.dirichlet(np.full(draw(st.integers(2, 4)), 0.4), writers)


@given(shares())
def test_every_writer_is_in_one_pair_and_one_of_an_odd_number_makes_three(
    rows: np.ndarray,
) -> None:
    found = pairs(rows)
    assert sorted(itertools.chain(*found)) == list(range(len(rows)))
    sizes = sorted(map(len, found))
    assert sizes == [2] * (len(sizes) - 1) + [3 if len(rows) % 2 else 2]


@given(shares(8))
def test_no_exchange_of_partners_improves_the_pairs(rows: np.ndarray) -> None:
    benefit = complementarity(rows)
    for one, other in itertools.combinations([p for p in pairs(rows) if len(p) == 2], 2):
        if len(rows) % 2:
            continue
        (a, b), (c, d) = one, other
        now = benefit[a, b] + benefit[c, d]
        assert now >= benefit[a, c] + benefit[b, d] - 1e-9
        assert now >= benefit[a, d] + benefit[b, c] - 1e-9


@given(shares())
def test_complementarity_is_a_distance_from_0_to_1(rows: np.ndarray) -> None:
    found = complementarity(rows)
    assert (found == found.T).all()
    assert not np.diag(found).any()
    assert found.max() <= 1 + 1e-9


def test_writers_with_the_same_errors_are_not_paired() -> None:
    rows = np.array([[1.0, 0, 0], [0.95, 0.05, 0], [0, 1, 0], [0, 0.9, 0.1]])
    assert {frozenset(pair) for pair in pairs(rows)} & {frozenset((0, 1)), frozenset((2, 3))} == (
        set()
    )


@given(shares(), st.integers(1, 4))
def test_every_writer_is_in_one_team_and_teams_are_of_one_size(
    rows: np.ndarray, number: int
) -> None:
    number = min(number, len(rows))
    found = teams(rows, number)
    assert sorted(itertools.chain(*found)) == list(range(len(rows)))
    assert len(found) == number
    assert max(map(len, found)) - min(map(len, found)) <= 1


def uneven(rows: np.ndarray, found: list[tuple[int, ...]]) -> float:
    """The sum of the squared differences between the teams' mean shares and the class's."""
    return sum(float(((rows[list(t)].mean(axis=0) - rows.mean(axis=0)) ** 2).sum()) for t in found)


@given(shares(8))
def test_no_change_of_places_improves_the_teams(rows: np.ndarray) -> None:
    found = teams(rows, 2)
    for one, other in itertools.product(*found):
        places = {one: other, other: one}
        changed = [tuple(places.get(member, member) for member in team) for team in found]
        assert uneven(rows, found) <= uneven(rows, changed) + 1e-9


def test_many_pairs_are_processed_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(0).dirichlet(np.ones(4), 30)
    wanted = pairs(rows)
    monkeypatch.setattr(study_groups, "_AT_ONCE", 7)
    assert pairs(rows) == wanted


def test_teams_have_every_kind_of_writer() -> None:
    kinds = np.repeat(np.eye(3), 4, axis=0)
    for team in teams(kinds, 4):
        assert kinds[list(team)].sum(axis=0).tolist() == [1, 1, 1]


def test_what_cannot_be_grouped_is_refused() -> None:
    rows = np.eye(3)
    with pytest.raises(UsageError, match="pairs: at least 2 writers are needed, not 1"):
        pairs(rows[:1])
    with pytest.raises(
        UsageError, match="teams: a number from 1 to 3, the number of writers, is needed, not 4"
    ):
        teams(rows, 4)
    with pytest.raises(UsageError, match="at most 5,000 writers"):
        pairs(np.ones((5001, 2)))
