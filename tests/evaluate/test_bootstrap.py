"""The paired bootstrap, on cases with a known answer."""

from __future__ import annotations

import pytest

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.bootstrap import paired_bootstrap
from syntacticdiff.evaluate.m2 import M2

GOLD = [M2Sentence(("he", "go"), (M2Edit(1, 2, "V", ("goes",)),))] * 40
RIGHT, WRONG = ("he", "goes"), ("he", "gone")


def test_a_system_that_is_always_right_is_better() -> None:
    found = paired_bootstrap(M2(), ([RIGHT] * 40, GOLD), ([WRONG] * 40, GOLD), samples=999)
    assert (found.first, found.second, found.difference) == (1.0, 0.0, 1.0)
    assert (found.interval, found.p) == ((1.0, 1.0), 0.002)


def test_equal_systems_do_not_differ() -> None:
    half = [RIGHT, WRONG] * 20
    found = paired_bootstrap(M2(), (half, GOLD), (half, GOLD), samples=200)
    assert (found.difference, found.interval, found.p) == (0.0, (0.0, 0.0), 1.0)


def test_equally_good_systems_do_not_differ_much() -> None:
    one, two = [RIGHT, WRONG] * 20, [WRONG, RIGHT] * 20
    found = paired_bootstrap(M2(), (one, GOLD), (two, GOLD), samples=500)
    low, high = found.interval
    assert found.difference == 0.0
    # F is the share of right sentences: the difference of shares has a deviation of 1/sqrt(40).
    assert (low, high) == (pytest.approx(-0.31, abs=0.06), pytest.approx(0.31, abs=0.06))
    assert found.p > 0.5


def test_swapping_the_systems_reverses_the_sign() -> None:
    one, two = [RIGHT] * 25 + [WRONG] * 15, [RIGHT] * 18 + [WRONG] * 22
    there = paired_bootstrap(M2(), (one, GOLD), (two, GOLD))
    back = paired_bootstrap(M2(), (two, GOLD), (one, GOLD))
    assert there.difference == -back.difference > 0
    assert there.p == back.p < 0.05
    assert there.interval == pytest.approx(tuple(-end for end in reversed(back.interval)))


def test_the_seed_determines_the_result() -> None:
    one, two = [RIGHT, WRONG] * 20, [RIGHT] * 22 + [WRONG] * 18
    found = [
        paired_bootstrap(M2(), (one, GOLD), (two, GOLD), samples=100, seed=seed).to_dict()
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]
    assert found[0]["signature"].endswith("|bootstrap:100|bootstrap-seed:1")


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="samples: a whole number from 1"):
        paired_bootstrap(M2(), ([RIGHT], GOLD[:1]), ([RIGHT], GOLD[:1]), samples=0)
    with pytest.raises(UsageError, match="the same sentences"):
        paired_bootstrap(M2(), ([RIGHT], GOLD[:1]), ([RIGHT] * 2, GOLD[:2]))
    with pytest.raises(UsageError, match="at least one"):
        paired_bootstrap(M2(), ([], []), ([], []))
