"""How well topics predict held-out edits: document completion.

The occurrences of a row's features are split alternately into two halves; topic shares are inferred
from one half and used to predict the other, and vice versa. Unlike a bound on the likelihood, the
score can be compared between numbers of topics and between methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.model_selection import KFold

from syntacticdiff.errors import UsageError
from syntacticdiff.topics.models import Floats, TopicModel

FOLDS = 3
_UNIFORM = 0.01  # mixed into every probability, because NMF gives zeros


class FitNumber(Protocol):
    """Fits a number of topics to counts."""

    def __call__(self, matrix: sparse.csr_matrix, *, n_topics: int) -> TopicModel: ...


def completion_score(model: TopicModel, matrix: sparse.csr_matrix) -> float:
    """The mean log2 probability of an occurrence, given the other half of its row.

    A uniform distribution is mixed in with weight 0.01. The best possible score is 0; it is NaN if
    no row has two occurrences.
    """
    counts = sparse.csr_matrix(matrix)
    total, occurrences = 0.0, 0
    components = model.components
    for known, predicted in halves(counts):
        shares = model.shares(known)
        entries = predicted.tocoo()
        mixed = np.einsum("ij,ij->i", shares[entries.row], components.T[entries.col])
        mixed = (1 - _UNIFORM) * mixed + _UNIFORM / components.shape[1]
        total += float(entries.data @ np.log2(mixed))
        occurrences += int(entries.data.sum())
    return total / occurrences if occurrences else float("nan")


def halves(counts: sparse.csr_matrix) -> Iterator[tuple[sparse.csr_matrix, sparse.csr_matrix]]:
    """Each row's occurrences split alternately, by column, into two halves; then exchanged.

    Rows with a single occurrence are left out.
    """
    counts = counts.copy()
    counts.sort_indices()
    times = np.rint(counts.data).astype(np.int64)
    before = np.concatenate(([0], np.cumsum(times)))  # each entry, in the whole matrix
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    first = (
        before[:-1] - before[counts.indptr[rows]]
    ) % 2  # which half comes first, within the row
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
    """The completion scores of held-out rows, one for each of FOLDS folds."""
    folds = KFold(FOLDS, shuffle=True, random_state=seed)
    return np.array(
        [
            completion_score(fit(matrix[training]), matrix[test])
            for training, test in folds.split(np.zeros(matrix.shape[0]))
        ]
    )


def candidate_scores(
    fit: FitNumber,
    candidates: Iterable[int],
    matrix: sparse.csr_matrix,
    seed: int,
) -> dict[int, float]:
    """The mean completion score of each number of topics.

    Raises
    ------
    UsageError
        If no document has two edits, so that there is nothing to predict.
    """
    found = {}
    for number in candidates:
        scores = cross_validated(partial(fit, n_topics=number), matrix, seed)
        known = scores[~np.isnan(scores)]  # a fold may have no document with two edits
        if not len(known):
            raise UsageError(
                "n_topics: no document has two edits, so no number of topics can be chosen by "
                "predicting held-out edits; give a number"
            )
        found[number] = float(known.mean())
    return found


def possible_candidates(candidates: Iterable[int], matrix: sparse.csr_matrix) -> list[int]:
    """The numbers of topics that can be fitted inside the folds.

    Raises
    ------
    UsageError
        If there are none.
    """
    documents, edits = matrix.shape
    most = min(documents * (FOLDS - 1) // FOLDS, edits)
    possible = [number for number in candidates if number <= most]
    if not possible or documents < FOLDS:
        raise UsageError(
            f"n_topics: {documents} documents with {edits} different edits are too few to choose a "
            "number by cross-validation; give a number"
        )
    return possible
