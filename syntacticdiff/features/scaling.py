"""ColumnScaling: columns of one variance, groups of columns of one weight.

Values are not centred, so that a sparse matrix stays sparse; the intercept of a linear model does
that. It knows nothing of edits: a group is a label of a column.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.features.matrix import EmptyVocabularyError

COMMON = 0.01  # the share of documents that a column must occur in
RARE = 0.002  # the same, of groups that are weighted by rarity; at least two documents

Matrix: TypeAlias = sparse.csr_matrix | npt.NDArray[np.generic]


class ColumnScaling(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Divide columns by their standard deviations, or weight them by rarity; balance groups.

    The variances of a group's columns then sum to its weight, however many columns it has.

    Parameters
    ----------
    groups : sequence of str
        The group of each column.
    min_df : float, default 0.01
        Leave out columns that are 0 in all but this share of the documents.
    idf_groups : collection of str, default ()
        Groups whose columns are multiplied by their inverse document frequency instead of divided
        by their standard deviation. Of these, columns of two documents in a thousand are kept.
    weights : mapping of str to float or None, default None
        The variance of a group, 1 unless it is given.

    Attributes
    ----------
    columns_ : ndarray of int
        The columns that are kept.
    factors_ : ndarray of float
        What each of them is multiplied by.

    Examples
    --------
    >>> scaling = ColumnScaling(["a", "a", "b"])
    >>> scaling.fit_transform(np.array([[1.0, 0, 0], [0, 4, 6]])).toarray().round(2).tolist()
    [[1.41, 0.0, 0.0], [0.0, 1.41, 2.0]]
    """

    def __init__(
        self,
        groups: Sequence[str],
        min_df: float = COMMON,
        idf_groups: Collection[str] = (),
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.groups = groups
        self.min_df = min_df
        self.idf_groups = idf_groups
        self.weights = weights

    def fit(self, X: Matrix, y: object = None) -> ColumnScaling:  # noqa: N803
        """Learn the factors.

        Parameters
        ----------
        X : matrix of shape (n_documents, n_columns)
            The values.
        y : None
            Ignored.

        Returns
        -------
        ColumnScaling
            The fitted transformer.

        Raises
        ------
        EmptyVocabularyError
            If every column is rare or constant.
        """
        values = sparse.csc_matrix(X, dtype=np.float64)
        size = max(1, values.shape[0])
        means = np.asarray(values.sum(axis=0)).ravel() / size
        squares = np.asarray(values.multiply(values).sum(axis=0)).ravel() / size
        spread = np.sqrt(np.maximum(squares - means**2, 0.0))
        seen, groups = values.getnnz(axis=0), np.asarray(self.groups)
        by_idf = np.isin(groups, list(self.idf_groups))
        least = max(1, math.ceil(self.min_df * size))
        fewest = min(least, max(2, math.ceil(RARE * size)))
        often = seen >= np.where(by_idf, fewest, least)
        self.columns_ = np.flatnonzero(often & (spread > 1e-9))
        if not len(self.columns_):
            raise EmptyVocabularyError(
                f"empty vocabulary: no feature varies in {size} documents, of which too few may "
                "have been given"
            )
        idf = np.log((1 + size) / (1 + seen)) + 1.0
        factors = np.where(by_idf, idf, 1.0 / np.maximum(spread, 1e-9))[self.columns_]
        weights = self.weights or {}
        names, places = np.unique(groups[self.columns_], return_inverse=True)
        variances = np.bincount(places, (factors * spread[self.columns_]) ** 2)
        wanted = np.array([weights.get(name, 1.0) for name in names.tolist()])
        self.factors_ = factors * np.sqrt(wanted / variances)[places]
        return self

    def transform(self, X: Matrix) -> sparse.csr_matrix:  # noqa: N803
        """The columns that are kept, scaled.

        Parameters
        ----------
        X : matrix of shape (n_documents, n_columns)
            The values.

        Returns
        -------
        scipy.sparse.csr_matrix
            The scaled columns.
        """
        check_is_fitted(self)
        kept = sparse.csr_matrix(X, dtype=np.float64)[:, self.columns_]
        return sparse.csr_matrix(kept @ sparse.diags(self.factors_))
