"""The map preserves distances, whatever the topics are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon, pdist, squareform

from syntacticdiff.report.topic_map import (
    jensen_shannon_distances,
    principal_coordinates,
    topic_map,
)

rows = st.integers(1, 6).flatmap(
    lambda edits: st.lists(
        st.lists(st.floats(0.001, 1.0), min_size=edits, max_size=edits), min_size=1, max_size=6
    )
)
points = st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=8)


@given(rows)
def test_distances_are_those_of_scipy(weights: list[list[float]]) -> None:
    found = jensen_shannon_distances(weights)
    for one, first in enumerate(weights):
        for two, second in enumerate(weights):
            expected = jensenshannon(first, second, base=2)
            assert found[one, two] == pytest.approx(np.nan_to_num(expected), abs=1e-6)


@given(points)
def test_points_of_a_plane_keep_their_distances(places: list[tuple[float, float]]) -> None:
    distances = squareform(pdist(np.array(places))) if len(places) > 1 else np.zeros((1, 1))
    found = principal_coordinates(distances)
    assert found.shape == (len(places), 2)
    again = squareform(pdist(found)) if len(places) > 1 else distances
    np.testing.assert_allclose(again, distances, atol=1e-5)


def test_a_topic_without_weight_and_a_single_topic_have_a_place() -> None:
    assert np.isfinite(topic_map([[0, 0], [1, 0]])).all()
    assert topic_map([[0.5, 0.5]]).tolist() == [[0.0, 0.0]]
