"""Coherence of topics by NPMI: do the features of a topic occur in the same documents?

The normalised pointwise mutual information of two features is -1 if they never occur together, 0 if
they do so as often as expected by chance, and 1 if they always do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats = npt.NDArray[np.float64]


def npmi(matrix: sparse.csr_matrix, columns: Sequence[int]) -> Floats:
    """The NPMI of each pair of columns, by the rows in which they are not 0.

    It is 0 if one of the two never occurs, or occurs in every row, where it is together with
    everything by chance alone.

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
    """The mean NPMI over the pairs of each topic's columns; 0 for fewer than two columns."""
    means = []
    for columns in topics:
        pairs = npmi(matrix, columns)[np.triu_indices(len(columns), 1)]
        means.append(float(pairs.mean()) if len(pairs) else 0.0)
    return np.array(means)
