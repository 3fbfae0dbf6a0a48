"""How well topics foretell edits that they have not seen: document completion.

The occurrences of a row's features are dealt out in turn to two halves; topic shares are inferred
from one half and have to make the other half likely, and the other way round. Unlike a bound on the
likelihood, this compares any number of topics and any method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.model_selection import KFold

from syntacticdiff.topics.models import Floats, TopicModel

FOLDS = 3
_UNIFORM = 0.01  # of every probability, so that NMF's zeros are not infinitely wrong


def completion_score(model: TopicModel, matrix: sparse.csr_matrix) -> float:
    """The mean log2 probability of an occurrence, given the other half of its row.

    A hundredth of the probability is spread evenly over all features. The score is 0 at best, and
    nan if no row has two occurrences.
    """
    counts = sparse.csr_matrix(matrix)
    total, occurrences = 0.0, 0
    components = model.components
    for known, asked in halves(counts):
        shares = model.shares(known)
        entries = asked.tocoo()
        likely = np.einsum("ij,ij->i", shares[entries.row], components.T[entries.col])
        likely = (1 - _UNIFORM) * likely + _UNIFORM / components.shape[1]
        total += float(entries.data @ np.log2(likely))
        occurrences += int(entries.data.sum())
    return total / occurrences if occurrences else float("nan")


def halves(counts: sparse.csr_matrix) -> Iterator[tuple[sparse.csr_matrix, sparse.csr_matrix]]:
    """Each row's occurrences in two halves, dealt out in turn by column; then exchanged.

    A row with a single occurrence has nothing to say and nothing to be asked.
    """
    counts = counts.copy()
    counts.sort_indices()
    times = np.rint(counts.data).astype(np.int64)
    before = np.concatenate(([0], np.cumsum(times)))  # of each entry, in the whole matrix
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    first = (before[:-1] - before[counts.indptr[rows]]) % 2  # whose turn it is, within the row
    even = (times + 1 - first) // 2
    alone = np.asarray(counts.sum(axis=1)).ravel()[rows] < 2
    even, odd = np.where(alone, 0, even), np.where(alone, 0, times - even)
    parts = [_with_data(counts, part.astype(np.float64)) for part in (even, odd)]
    yield parts[0], parts[1]
    yield parts[1], parts[0]


def _with_data(matrix: sparse.csr_matrix, data: npt.NDArray[np.float64]) -> sparse.csr_matrix:
    part = sparse.csr_matrix((data, matrix.indices.copy(), matrix.indptr.copy()), matrix.shape)
    part.eliminate_zeros()
    return part


def cross_validated(
    fit: Callable[[sparse.csr_matrix], TopicModel], matrix: sparse.csr_matrix, seed: int
) -> Floats:
    """The completion scores of rows that were left out, one for each of FOLDS folds."""
    folds = KFold(FOLDS, shuffle=True, random_state=seed)
    return np.array(
        [
            completion_score(fit(matrix[training]), matrix[test])
            for training, test in folds.split(np.zeros(matrix.shape[0]))
        ]
    )
