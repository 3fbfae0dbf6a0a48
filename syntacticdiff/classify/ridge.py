"""Ridge regression whose penalty is chosen inside the training documents, in closed form.

Of a ridge model, the predictions for documents that are left out follow from one decomposition of
the documents' inner products, without fitting again: for a document, or a group of documents, that
is left out, the residuals are (I - H)^-1 times those of the fit, H the block of the hat matrix. So
every penalty is judged by all documents, each predicted without its group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats = npt.NDArray[np.float64]

PENALTIES = tuple(float(f"{penalty:.2g}") for penalty in np.geomspace(0.03, 3000.0, 16))
MOST_DOCUMENTS = 4000  # of which inner products are held; of more, a sample chooses the penalty

_COMMON = 8  # a column that more than one in so many documents have is multiplied as dense
_CHUNK = 1024  # dense columns at a time


@dataclass(frozen=True)
class RidgeFit:
    """A fitted model.

    Parameters
    ----------
    coefficients : ndarray of shape (n_features,)
        The coefficients.
    intercept : float
        The intercept.
    penalty : float
        The penalty that was chosen.
    error : float
        The mean square of the residuals.
    residuals : ndarray
        For each training document, or a sample of them, its score minus the prediction of a model
        that was trained without its group.
    """

    coefficients: Floats
    intercept: float
    penalty: float
    error: float
    residuals: Floats

    def predict(self, matrix: sparse.csr_matrix) -> Floats:
        """The predictions for the rows of a matrix."""
        predicted: Floats = matrix @ self.coefficients + self.intercept
        return predicted


def fitted_ridge(
    matrix: sparse.csr_matrix,
    scores: Floats,
    groups: npt.NDArray[np.str_] | None = None,
    penalties: Sequence[float] = PENALTIES,
    seed: int = 0,
) -> RidgeFit:
    """Fit the penalty with the smallest residuals of documents that are left out, and the model.

    Parameters
    ----------
    matrix : sparse matrix of shape (n_documents, n_features)
        The features.
    scores : ndarray of shape (n_documents,)
        What is predicted.
    groups : ndarray of shape (n_documents,) or None, default None
        Groups that are left out together; None for single documents.
    penalties : sequence of float
        The penalties to choose from.
    seed : int, default 0
        Seed of the sample, if there are more than `MOST_DOCUMENTS` documents.

    Examples
    --------
    >>> values = sparse.csr_matrix(np.arange(6.0)[:, None])
    >>> fit = fitted_ridge(values, 2 * np.arange(6.0) + 1)
    >>> round(float(fit.predict(sparse.csr_matrix([[10.0]]))[0]), 1)
    21.0
    """
    matrix = sparse.csr_matrix(matrix, dtype=np.float64)
    rows = np.arange(matrix.shape[0])
    if len(rows) > MOST_DOCUMENTS:
        rows = np.sort(np.random.default_rng(seed).permutation(rows)[:MOST_DOCUMENTS])
    sample = _Decomposed(matrix[rows], scores[rows])
    known = None if groups is None else groups[rows]
    if known is not None and len(np.unique(known)) < 2:
        known = None
    best = None
    for penalty in penalties:
        residuals = sample.left_out(penalty, known)
        error = float(np.mean(residuals**2))
        if best is None or error < best[0]:
            best = error, penalty, residuals
    assert best is not None, "there is at least one penalty"
    error, penalty, residuals = best
    if len(rows) == matrix.shape[0]:
        coefficients, intercept = sample.model(penalty)
    else:
        from sklearn.linear_model import Ridge

        whole = Ridge(alpha=penalty, solver="sparse_cg").fit(matrix, scores)
        coefficients, intercept = whole.coef_, float(whole.intercept_)
    return RidgeFit(coefficients, intercept, penalty, error, residuals)


class _Decomposed:
    """The centred inner products of documents, decomposed."""

    def __init__(self, matrix: sparse.csr_matrix, scores: Floats) -> None:
        self._matrix, self._mean = matrix, float(scores.mean())
        products = inner_products(matrix)
        means = products.mean(axis=0)
        products += means.mean() - means - means[:, None]
        values, self._vectors = np.linalg.eigh(products)
        self._values = np.maximum(values, 0.0)
        self._centred = scores - self._mean
        self._turned = self._vectors.T @ self._centred

    def left_out(self, penalty: float, groups: npt.NDArray[np.str_] | None) -> Floats:
        """The residual of each document, predicted without it or its group."""
        shrunk = self._values / (self._values + penalty)
        residuals = self._centred - self._vectors @ (shrunk * self._turned)
        size = len(residuals)
        if groups is None:
            hat = np.einsum("ij,j,ij->i", self._vectors, shrunk, self._vectors) + 1 / size
            found: Floats = residuals / np.maximum(1.0 - hat, 1e-12)
            return found
        found = np.empty(size)
        for rows in _blocks(groups):
            vectors = self._vectors[rows]
            hat = (vectors * shrunk) @ vectors.T + 1 / size
            found[rows] = np.linalg.solve(np.eye(len(rows)) - hat, residuals[rows])
        return found

    def model(self, penalty: float) -> tuple[Floats, float]:
        """The coefficients and the intercept."""
        dual = self._vectors @ (self._turned / (self._values + penalty))
        coefficients: Floats = self._matrix.T @ (dual - dual.mean())
        average = np.asarray(self._matrix.mean(axis=0), dtype=np.float64).ravel()
        return coefficients, self._mean - float(average @ coefficients)


def _blocks(groups: npt.NDArray[np.str_]) -> Iterator[npt.NDArray[np.intp]]:
    order = np.argsort(groups, kind="stable")
    ends = np.flatnonzero(groups[order][1:] != groups[order][:-1]) + 1
    yield from np.split(order, ends)


def inner_products(matrix: sparse.csr_matrix) -> Floats:
    """The inner products of all rows.

    Common columns are multiplied as dense ones and rare columns as sparse ones, which is many
    times as fast as either alone for n-grams of characters.
    """
    columns = sparse.csc_matrix(matrix)
    common = np.flatnonzero(np.diff(columns.indptr) * _COMMON > matrix.shape[0])
    rare = np.setdiff1d(np.arange(matrix.shape[1]), common)
    few = sparse.csr_matrix(columns[:, rare])
    products: Floats = (few @ few.T).toarray()
    for start in range(0, len(common), _CHUNK):
        dense = columns[:, common[start : start + _CHUNK]].toarray()
        products += dense @ dense.T
    return products
