"""The map of essays: habits decide where one is, and not its length."""

from __future__ import annotations

import numpy as np

from syntacticdiff.report.essay_map import essay_map

HABITS = ["spelling", "missing article", "number"]


def test_essays_with_the_same_habits_are_close() -> None:
    counts = [[20, 0, 1], [18, 1, 0], [0, 20, 1], [1, 19, 0]]
    found = essay_map(counts, [500] * 4, HABITS)
    assert found is not None
    distances = np.linalg.norm(found.points[:, None] - found.points[None], axis=2)
    assert distances[0, 1] < distances[0, 2] / 2
    assert distances[2, 3] < distances[0, 2] / 2
    assert set(found.ends[:2]) == {"spelling", "missing article"}
    assert np.abs(found.points).max() <= 1.0


def test_an_essay_half_as_long_with_the_same_rates_is_no_outlier() -> None:
    counts = np.array([[20, 2, 4], [10, 1, 2], [2, 20, 4], [4, 4, 20]])
    found = essay_map(counts, [400, 200, 400, 400], HABITS)
    assert found is not None
    distances = np.linalg.norm(found.points[:, None] - found.points[None], axis=2)
    assert distances[0, 1] == distances[0, 1:].min()


def test_too_few_essays_or_equal_ones_have_no_map() -> None:
    assert essay_map([[1, 2], [3, 4]], [10, 10], HABITS[:2]) is None
    assert essay_map([[1, 2]] * 5, [10] * 5, HABITS[:2]) is None
    assert essay_map(np.zeros((5, 1)), [10] * 5, [""]) is None
