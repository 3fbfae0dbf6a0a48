"""The false discovery rate of a comparison."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from syntacticdiff.compare.discovery import benjamini_hochberg, q_values, shares


def test_halves_of_one_population_have_no_discoveries_in_most_trials() -> None:
    generator = np.random.default_rng(0)
    trials = 0
    for _ in range(40):
        counts = sparse.csr_matrix(generator.poisson(generator.gamma(0.5, 1.0, 60), (80, 60)))
        trials += int((q_values(shares(counts[:40]), shares(counts[40:])) <= 0.05).any())
    assert trials <= 6  # 5% are expected: 2 of 40


def test_what_only_one_side_has_is_discovered() -> None:
    generator = np.random.default_rng(1)
    counts = generator.poisson(2.0, (80, 30)).astype(float)
    counts[:40, 3] += generator.poisson(4.0, 40)
    q = q_values(*(shares(sparse.csr_matrix(half)) for half in (counts[:40], counts[40:])))
    assert np.flatnonzero(q <= 0.05).tolist() == [3]


def test_q_values_are_in_the_order_of_p_and_never_smaller() -> None:
    p = np.random.default_rng(2).random(50) ** 3
    q = benjamini_hochberg(p)
    assert (q >= p).all()
    assert (np.diff(q[np.argsort(p)]) >= 0).all()
