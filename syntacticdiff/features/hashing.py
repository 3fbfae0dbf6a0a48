"""HashingEditVectorizer: documents as bags of edits without a vocabulary, for streams.

The stateless counterpart of `EditVectorizer`: a feature's column is a hash of its name, so nothing
is learned and any part of the data can be transformed on any machine.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.feature_extraction import FeatureHasher

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.settings import DifferSettings, takes_settings
from syntacticdiff.differ.ways import DESCRIPTIVE
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import (
    EditTransformer,
    checked_documents,
    refuse_tables,
)
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.templates import DEFAULT_TEMPLATES
from syntacticdiff.parameters import whole_number
from syntacticdiff.reference.model import DEFAULT, ReferenceModel


class HashingEditVectorizer(EditTransformer):
    """Convert documents to a matrix of edit counts, with columns found by hashing.

    Unlike EditVectorizer it needs no `fit`, and its columns have no names.

    Parameters
    ----------
    reference : ReferenceModel, str or path, default "default"
        The reference: a model, `"default"` for the embedded one, or the path of a model file.
    search : str, default "sweep"
        How edits are searched for: a sweep describes a document; the other searches of
        `SyntacticDiff` rewrite it.
    max_edits, max_inserted, prune, min_probability, beam, positions, operations, insertions, \
substitutions, removals, min_count, penalties, aggregate, alpha, cost, context, stop_at, min_gain, \
engine, tokenized : as for SyntacticDiff
        Further settings of the search, with the types of `SyntacticDiff`. The defaults are those of
        `syntacticdiff.differ.DESCRIPTIVE`: everything that the reference finds less usual, without
        penalties. `**BELIEVABLE` has those of `SyntacticDiff`.
    features : str or sequence of str, default ("edit", "edit|previous", "edit|next")
        Feature templates, as for EditVectorizer.
    numeric : bool, str or sequence of str, default False
        Numeric columns to add after the hashed ones, as for EditVectorizer.
    values : {"count", "per_100_words", "gain", "probability"}, default "count"
        The value of a feature, as for EditVectorizer.
    binary : bool, default False
        Whether every feature that occurs gets the value 1, whatever `values` is.
    n_features : int, default 2**20
        The number of hashed columns; the fewer there are, the more features share one.
    alternate_sign : bool, default True
        Whether half of the features get a negative sign, so that features that share a column
        cancel out rather than add up. Estimators that need non-negative input need False.
    n_jobs : int or None, default None
        Number of workers that search, as in joblib; the result does not depend on it.
    batch_size : int, default 16
        Number of documents that a worker gets at a time.
    dtype : NumPy type, default numpy.float64
        Type of the matrix.

    See Also
    --------
    EditVectorizer : Learns a vocabulary, so that its columns have names.

    Examples
    --------
    >>> from sklearn.linear_model import SGDClassifier
    >>> vectorizer = HashingEditVectorizer(n_features=2**16)
    >>> classifier = SGDClassifier(random_state=0)
    >>> for texts, labels in [(["He go to school."], ["A"]), (["She is in garden."], ["B"])]:
    ...     classifier = classifier.partial_fit(vectorizer.transform(texts), labels, ["A", "B"])
    >>> vectorizer.transform(["He go to school."]).shape
    (1, 65536)
    """

    @takes_settings(DESCRIPTIVE)
    def __init__(
        self,
        reference: ReferenceModel | str | os.PathLike[str] = DEFAULT,
        *,
        features: str | Sequence[str] = DEFAULT_TEMPLATES,
        numeric: bool | str | Sequence[str] = False,
        values: str = "count",
        binary: bool = False,
        n_features: int = 2**20,
        alternate_sign: bool = True,
        n_jobs: int | None = None,
        batch_size: int = 16,
        dtype: npt.DTypeLike = np.float64,
        **settings: Unpack[DifferSettings],
    ) -> None:
        self._assign_settings(reference, settings)
        self.features = features
        self.numeric = numeric
        self.values = values
        self.binary = binary
        self.n_features = n_features
        self.alternate_sign = alternate_sign
        self.n_jobs = n_jobs
        self.batch_size = batch_size
        self.dtype = dtype

    def fit(self, X: object = None, y: object = None) -> HashingEditVectorizer:  # noqa: N803
        """Validate the parameters; there is nothing to learn.

        Parameters
        ----------
        X, y : object, default None
            Ignored.

        Returns
        -------
        HashingEditVectorizer
            The vectorizer itself.
        """
        self._checked_features()
        self._hasher()
        return self

    def partial_fit(self, X: object = None, y: object = None) -> HashingEditVectorizer:  # noqa: N803
        """The same as `fit`, for streams.

        Parameters
        ----------
        X, y : object, default None
            Ignored.

        Returns
        -------
        HashingEditVectorizer
            The vectorizer itself.
        """
        return self.fit(X, y)

    def transform(self, X: Iterable[DocumentInput]) -> sparse.csr_matrix:  # noqa: N803
        """Convert documents to a matrix.

        Parameters
        ----------
        X : iterable of documents
            The documents: a list, an array, a Series or a generator; read once.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_documents, n_columns)
            A row for each document, in their order.
        """
        refuse_tables(X)
        features = self._checked_features()
        rows = self._rows(self._own_differ(), features, X)
        return self._hashed(rows, len(features.numeric))

    @property
    def n_columns(self) -> int:
        """The number of columns of the matrix, hashed and numeric."""
        return int(self.n_features) + len(self._checked_features().numeric)

    def explain(self, document: DocumentInput) -> list[Diff]:
        """The diffs from which a document's row is computed.

        Parameters
        ----------
        document : str or sequence of sequences of str
            A document, as for `transform`.

        Returns
        -------
        list of Diff
            One for each sentence.
        """
        [checked] = checked_documents([document])
        return self._own_differ().document(checked)

    # The contract of scikit-learn

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __getstate__(self) -> dict[str, object]:
        state: dict[str, object] = dict(super().__getstate__())
        state.pop("_made", None)
        return state

    # Searching and hashing

    def _own_differ(self) -> SyntacticDiff:
        """The differ of the current parameters, kept because making one takes time."""
        settings = self.differ_settings()
        made: tuple[dict[str, object], SyntacticDiff] | None = getattr(self, "_made", None)
        if made is None or made[0] != settings:
            made = self._made = settings, self._differ()
        return made[1]

    def _hasher(self) -> FeatureHasher:
        columns = whole_number("n_features", self.n_features, 1)
        self._check_switches("alternate_sign")
        if self.alternate_sign and np.dtype(self.dtype).kind == "u":
            raise UsageError("dtype: a signed type is needed, or alternate_sign=False")
        return FeatureHasher(
            n_features=columns,
            input_type="dict",
            dtype=np.float64,
            alternate_sign=bool(self.alternate_sign),
        )

    def _hashed(self, rows: Iterator[FeatureRow], numeric: int) -> sparse.csr_matrix:
        hasher = self._hasher()
        numbers, count = array("d"), 0

        def bags() -> Iterator[Mapping[str, float]]:
            nonlocal count
            for features, more in rows:
                count += 1
                numbers.extend(more)
                yield dict.fromkeys(features, 1.0) if self.binary else features

        source = bags()
        first = next(source, None)
        if first is None:
            return sparse.csr_matrix((0, self.n_features + numeric), dtype=self.dtype)
        matrix = hasher.transform(chain([first], source))
        if numeric:
            columns = sparse.csr_matrix(np.asarray(numbers).reshape(count, numeric))
            matrix = sparse.hstack([matrix, columns], format="csr")
        return matrix.astype(self.dtype, copy=False)
