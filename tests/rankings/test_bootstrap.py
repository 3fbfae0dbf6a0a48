"""Rank ranges and rank groups: those of the original program, and small cases by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.rankings.bootstrap import (
    as_weights,
    drawn_rankings,
    rank_groups,
    rank_ranges,
    ranks,
)


def golden_blocks() -> dict[str, list[list[str]]]:
    """For each prefix the rank groups, each a list of `name score (best, worst)`."""
    text = golden_path("clusters_reassess_gec.txt").read_text("utf-8")
    found: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if heading := re.search(r"result/(\w+)_ ", line):
            blocks = found[heading[1]] = [[]]
        elif line.startswith("+"):
            blocks.append([])
        else:
            blocks[-1].append(line)
    return found


@needs_golden
@pytest.mark.parametrize("prefix", ["AMU", "main", "ctrl"])
def test_ranges_and_rank_groups_are_those_of_the_original_program(prefix: str) -> None:
    runs = [golden(f"mu_sigma/{prefix}_{number}_mu_sigma.json") for number in range(100)]
    names = [name for name in runs[0] if name != "data_points"]
    scores = np.array([[run[name][0] for name in names] for run in runs])
    means, ranges = scores.mean(axis=0), rank_ranges(scores)
    order = sorted(range(len(names)), key=lambda system: -means[system])
    found = [
        [
            f"{names[order[p]]} {means[order[p]]:.3f} {tuple(map(float, ranges[order[p]]))}"
            for p in group
        ]
        for group in rank_groups([ranges[system] for system in order])
    ]
    shown = [[_three_digits(line) for line in block] for block in golden_blocks()[prefix]]
    assert found == shown


def _three_digits(line: str) -> str:
    name, score, reach = line.split(maxsplit=2)
    return f"{name} {float(score):.3f} {reach}"


def test_equal_scores_share_the_better_rank() -> None:
    assert ranks(np.array([[1.0, 3.0, 3.0, 2.0]])).tolist() == [[4, 1, 1, 3]]


def test_the_outermost_resamples_are_left_out() -> None:
    # In two of a hundred resamples the order is the other way round: 3 are left out at each end.
    scores = np.array([[1.0, 0.0]] * 98 + [[0.0, 1.0]] * 2)
    assert rank_ranges(scores) == [(1, 1), (2, 2)]
    assert rank_ranges(scores, confidence=0.99) == [(1, 2), (1, 2)]


def test_too_few_resamples_to_leave_any_out_are_all_kept() -> None:
    assert rank_ranges(np.array([[1.0, 0.0]])) == [(1, 1), (2, 2)]


def test_a_range_that_spans_a_gap_joins_the_groups() -> None:
    assert rank_groups([(1, 3), (2, 2), (3, 3)]) == [[0, 1, 2]]
    assert rank_groups([(1, 2), (1, 2), (3, 3)]) == [[0, 1], [2]]


ranges_of = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair))),
    min_size=1,
    max_size=6,
)


@given(ranges_of)
def test_ranges_of_groups_do_not_overlap_and_no_group_can_be_split(
    ranges: list[tuple[int, int]],
) -> None:
    found = rank_groups(ranges)
    assert [place for group in found for place in group] == list(range(len(ranges)))
    borders = {group[-1] + 1 for group in found[:-1]}
    for border in range(1, len(ranges)):
        apart = max(worst for _, worst in ranges[:border]) < min(b for b, _ in ranges[border:])
        assert (border in borders) == apart


def test_weights_count_what_was_drawn() -> None:
    drawn = drawn_rankings(5, 20, seed=7)
    weights = as_weights(drawn)
    assert (weights.sum(axis=1) == 5).all()
    assert weights[3].tolist() == [(drawn[3] == number).sum() for number in range(5)]
    assert (drawn_rankings(5, 20, seed=7) == drawn).all()
