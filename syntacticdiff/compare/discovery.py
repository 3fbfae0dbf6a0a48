"""Which contrasts are more than chance: a test over documents, with the false discovery rate held.

Occurrences in one document are not independent, so documents are what is sampled: for each edit,
its rate in each document of the texts against that in the reference's own texts (Welch's test,
one-sided). A rate is per opportunity, or the share of a document's edits. The p-values of all edits
become q-values by Benjamini and Hochberg (1995): of the edits with q up to 0.05, 5% are expected to
be false discoveries.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse, stats

from syntacticdiff.compare.log_odds import Floats

_SMALLEST = 1e-12  # a variance that rounding alone can give


def q_values(texts: sparse.csr_matrix, own: sparse.csr_matrix) -> Floats:
    """The q-value of each column: that the texts have more of it than the reference's own texts.

    Parameters
    ----------
    texts, own : scipy.sparse.csr_matrix
        Documents by rates of edits; at least two documents each.

    Examples
    --------
    >>> more, less = np.array([[3.0, 1], [5, 1], [4, 2]]), np.array([[1.0, 3], [1, 4], [2, 5]])
    >>> q_values(shares(sparse.csr_matrix(more)), shares(sparse.csr_matrix(less))).round(3).tolist()
    [0.003, 0.999]
    """
    (mean, variance), (own_mean, own_variance) = (_moments(side) for side in (texts, own))
    size, own_size = texts.shape[0], own.shape[0]
    first, second = variance / size, own_variance / own_size
    error = first + second
    certain = error <= _SMALLEST
    error[certain] = 1.0
    freedom = error**2 / np.maximum(
        first**2 / (size - 1) + second**2 / (own_size - 1), _SMALLEST**2
    )
    p = stats.t.sf((mean - own_mean) / np.sqrt(error), np.maximum(freedom, 1.0))
    p[certain] = np.where(mean[certain] > own_mean[certain] + _SMALLEST, 0.0, 1.0)
    return benjamini_hochberg(p)


def benjamini_hochberg(p: Floats) -> Floats:
    """The q-values of p-values.

    Examples
    --------
    >>> benjamini_hochberg(np.array([0.01, 0.8, 0.02])).round(4).tolist()
    [0.03, 0.8, 0.03]
    """
    order = np.argsort(p, kind="stable")[::-1]  # the largest first
    ranks = np.arange(len(p), 0, -1)
    found: Floats = np.empty(len(p))
    found[order] = np.minimum.accumulate(np.minimum(p[order] * len(p) / ranks, 1.0))
    return found


def shares(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """The share of each document's edits that each edit has."""
    sums = np.asarray(counts.sum(axis=1)).ravel()
    return sparse.csr_matrix(sparse.diags(1.0 / np.where(sums > 0, sums, 1.0)) @ counts)


def _moments(values: sparse.csr_matrix) -> tuple[Floats, Floats]:
    """The mean of each column, and its variance as estimated from a sample."""
    size = values.shape[0]
    mean = np.asarray(values.sum(axis=0), dtype=np.float64).ravel() / size
    squares = np.asarray(values.multiply(values).sum(axis=0), dtype=np.float64).ravel() / size
    return mean, np.maximum(squares - mean**2, 0.0) * size / (size - 1)
