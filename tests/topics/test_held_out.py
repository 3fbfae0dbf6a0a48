"""Halves of documents, and how well one predicts the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from syntacticdiff.topics.held_out import completion_score, cross_validated, halves

COUNTS = arrays(np.int64, (5, 6), elements=st.integers(0, 3))


@given(COUNTS)
def test_the_halves_of_a_row_are_the_row_and_as_large_as_can_be(counts: np.ndarray) -> None:
    (even, odd), exchanged = halves(sparse.csr_matrix(counts, dtype=np.float64))
    assert exchanged[0] is odd
    assert exchanged[1] is even
    whole = (even + odd).toarray()
    alone = counts.sum(axis=1) < 2
    assert (whole[~alone] == counts[~alone]).all()
    assert not whole[alone].any()
    difference = even.sum(axis=1) - odd.sum(axis=1)
    assert np.isin(difference, (0, 1)).all()


@dataclass(frozen=True)
class Known:
    """A model that was not learned: two topics, and shares by which features a row has."""

    components: np.ndarray
    model: object = None

    def shares(self, matrix: sparse.csr_matrix) -> np.ndarray:
        weights = matrix @ self.components.T + 1e-9
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def test_the_score_is_the_mean_log_probability_of_the_other_half() -> None:
    model = Known(np.array([[0.5, 0.5, 0, 0], [0, 0, 0.25, 0.75]]))
    score = completion_score(model, sparse.csr_matrix([[1.0, 1, 0, 0], [0, 0, 1, 1]]))
    wanted = np.log2(0.99 * np.array([0.5, 0.5, 0.25, 0.75]) + 0.01 / 4).mean()
    assert score == pytest.approx(wanted, abs=1e-6)


def test_documents_of_one_edit_have_no_score() -> None:
    model = Known(np.array([[1.0]]))
    assert np.isnan(completion_score(model, sparse.csr_matrix([[1.0], [0.0]])))


def test_held_out_rows_are_scored_by_models_that_have_not_seen_them() -> None:
    matrix = sparse.csr_matrix(np.eye(9) * 2)
    seen = []

    def fit(training: sparse.csr_matrix) -> Known:
        seen.append(set(training.indices.tolist()))
        return Known(np.ones((1, 9)) / 9)

    scores = cross_validated(fit, matrix, seed=0)
    assert scores == pytest.approx(np.log2(1 / 9))
    left_out = [set(range(9)) - training for training in seen]
    assert set.union(*left_out) == set(range(9))
    assert sum(map(len, left_out)) == 9
