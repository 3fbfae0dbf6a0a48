"""Coherence of topics by NPMI: do a topic's features occur in the same documents?

Normalised pointwise mutual information of two features is -1 if they never meet, 0 if they meet as
often as chance has it and 1 if they are always together. What the features are does not matter
here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats = npt.NDArray[np.float64]


def npmi(matrix: sparse.csr_matrix, columns: Sequence[int]) -> Floats:
    """NPMI of each pair of columns, by the rows in which they are not 0.

    A pair of which one never occurs has no information, so it is 0; one that is in every row is
    together with everything by chance alone, so it is 0 as well.

    Examples
    --------
    >>> counts = sparse.csr_matrix([[1, 2, 0], [3, 1, 0], [0, 0, 1], [0, 0, 0]])
    >>> npmi(counts, [0, 1, 2]).tolist()
    [[1.0, 1.0, -1.0], [1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]]
    """
    present = (matrix[:, list(columns)] != 0).astype(np.float64)
    joint = np.asarray((present.T @ present).todense()) / max(matrix.shape[0], 1)
    single = np.diag(joint)
    expected = np.outer(single, single)
    found: Floats = np.zeros_like(joint)
    found[(expected > 0) & (joint == 0)] = -1.0
    some = (joint > 0) & (joint < 1)
    found[some] = np.log(joint[some] / expected[some]) / -np.log(joint[some])
    return found.clip(-1.0, 1.0)


def topic_coherence(matrix: sparse.csr_matrix, topics: Sequence[Sequence[int]]) -> Floats:
    """The mean NPMI of the pairs of each topic's columns; 0 for a topic of fewer than two."""
    means = []
    for columns in topics:
        pairs = npmi(matrix, columns)[np.triu_indices(len(columns), 1)]
        means.append(float(pairs.mean()) if len(pairs) else 0.0)
    return np.array(means)
