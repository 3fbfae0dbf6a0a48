"""NPMI against its definition, written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from syntacticdiff.topics.coherence import npmi, topic_coherence

COUNTS = arrays(np.int64, (7, 4), elements=st.integers(0, 2))


def by_definition(counts: np.ndarray, first: int, second: int) -> float:
    """NPMI = log(p(x, y) / (p(x) p(y))) / -log p(x, y)."""
    rows = len(counts)
    a, b = counts[:, first] > 0, counts[:, second] > 0
    p_a, p_b, p_both = a.sum() / rows, b.sum() / rows, (a & b).sum() / rows
    if not p_a or not p_b:
        return 0.0
    if not p_both:
        return -1.0
    return 0.0 if p_both == 1 else math.log(p_both / (p_a * p_b)) / -math.log(p_both)


@given(COUNTS)
def test_npmi_is_what_its_definition_says(counts: np.ndarray) -> None:
    found = npmi(sparse.csr_matrix(counts), range(4))
    for first in range(4):
        for second in range(4):
            assert found[first, second] == pytest.approx(by_definition(counts, first, second))


@given(COUNTS)
def test_it_is_symmetric_and_from_minus_one_to_one(counts: np.ndarray) -> None:
    found = npmi(sparse.csr_matrix(counts), [3, 1, 0])
    assert (found == found.T).all()
    assert (np.abs(found) <= 1).all()


def test_a_topic_s_coherence_is_the_mean_of_its_pairs() -> None:
    counts = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]])
    pairs = [by_definition(counts, *pair) for pair in ((0, 1), (0, 2), (1, 2))]
    found = topic_coherence(sparse.csr_matrix(counts), [[0, 1, 2], [2]])
    assert found.tolist() == pytest.approx([np.mean(pairs), 0.0])
