"""EditVectorizer: documents as bags of edits, for scikit-learn.

Puts the parts together: a differ finds the edits, `document_features` counts them,
`feature_matrix` gives them columns. It knows nothing of n-grams and of searches.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.settings import DESCRIPTIVE, DifferSettings, takes_settings
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import EditTransformer, checked_documents, refuse_tables
from syntacticdiff.features.information_gain import InformativeFeature, most_informative
from syntacticdiff.features.matrix import (
    FeatureCounts,
    FeatureLimits,
    checked_vocabulary,
    known_matrix,
    learned_matrix,
)
from syntacticdiff.features.rows import DocumentFeatures
from syntacticdiff.features.templates import DEFAULT_TEMPLATES
from syntacticdiff.reference.model import DEFAULT, ReferenceModel


class EditVectorizer(EditTransformer):
    """Turns documents into a matrix of the edits that a reference would make in them.

    A document is a text, or a list of sentences that are lists of tokens.

    Parameters
    ----------
    reference, search, max_edits, beam, positions, operations, insertions, substitutions, \
removals, min_count, penalties, aggregate, alpha, cost, stop_at, min_gain, engine, tokenized
        as for SyntacticDiff; only the search is by default a `"sweep"`
    features : templates, one as a string or several: `"edit"`, `"edit|previous"`, `"edit|next"`,
        `"edit@position"`, `"operation"`, `"class"`, `"unmodified"`; see `feature_templates`. The
        default, the first three, tells writers apart best; `"edit"` alone is easier to read.
    numeric : further columns of numbers: True for all, or names of `mean_bits` and `spread_bits`
        (mean and standard deviation of the sentences' bits per token), `insert_per_100_words`,
        `remove_per_100_words`, `sub_per_100_words`, `unmodified_share` (of the sentences) and
        `unknown_share` (of the tokens). They are 0 for an empty document.
    values : `"count"`, how often a feature occurs; `"per_100_words"`, that for each 100 tokens of
        the document; `"gain"`, the sum of its edits' gains (`unmodified` has none: it is counted)
    binary : 1 for every feature that occurs, whatever `values` says
    min_df, max_df : features of fewer or more documents are left out; a float is a share of all
    max_features : keep those with the largest sums over all documents
    vocabulary : the features that get columns: a list, or a mapping to columns 0, 1, 2 and so on.
        Nothing is learned then, and `min_df`, `max_df` and `max_features` do not matter.
    sparse_output : a SciPy CSR matrix; otherwise an array, which `set_output` needs
    n_jobs : processes that search, as in joblib; the result is the same for any number
    batch_size : how many documents a process gets at a time
    dtype : of the matrix

    Attributes
    ----------
    vocabulary_ : dict from features to columns, without the numeric ones
    differ_ : the SyntacticDiff that finds the edits; its `signature` says all that decides them

    Notes
    -----
    Columns are in the order of the features' names, numeric columns after them.

    A pickle names a reference model by its path and checksum, or as `"default"`; one that was never
    saved has to be saved first.

    Examples
    --------
    >>> texts = ["We go to school.", "They go to the park.", "The park is by the school."] * 5
    >>> reference = ReferenceModel.train(texts)
    >>> vectorizer = EditVectorizer(reference, insertions=["the", "to"], features="edit")
    >>> vectorizer.fit_transform(["We go school. They go school.", "Park is by school."]).toarray()
    array([[0., 2.],
           [2., 0.]])
    >>> vectorizer.get_feature_names_out().tolist()
    ['insert(the)', 'insert(to)']
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
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        vocabulary: Mapping[str, int] | Iterable[str] | None = None,
        sparse_output: bool = True,
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
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.vocabulary = vocabulary
        self.sparse_output = sparse_output
        self.n_jobs = n_jobs
        self.batch_size = batch_size
        self.dtype = dtype

    # The argument is called X because scikit-learn's wrappers and metadata routing know that name.

    def fit(self, X: Iterable[DocumentInput], y: Any = None) -> EditVectorizer:  # noqa: N803
        """Learn which features the documents have; nothing is read if a vocabulary was given.

        Parameters
        ----------
        X : documents; a list, an array, a Series, a generator
        y : ignored
        """
        if self.vocabulary is None:
            self._learn(X)
        else:
            refuse_tables(X)
            self._take_vocabulary()
        return self

    def fit_transform(self, X: Iterable[DocumentInput], y: Any = None) -> Any:  # noqa: N803
        """Learn the features and return the matrix; each document is searched once.

        Parameters
        ----------
        X : documents; a list, an array, a Series, a generator
        y : ignored
        """
        self._check_output()
        if self.vocabulary is None:
            return self._finished(self._learn(X))
        refuse_tables(X)
        self._take_vocabulary()
        return self._known(X)

    def transform(self, X: Iterable[DocumentInput]) -> Any:  # noqa: N803
        """The matrix of documents: a row for each, in their order.

        Parameters
        ----------
        X : documents; a list, an array, a Series, a generator
        """
        check_is_fitted(self)
        self._check_output()
        self._check_way_of_working()
        return self._known(X)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the columns. `input_features` is ignored."""
        check_is_fitted(self)
        names = sorted(self.vocabulary_, key=self.vocabulary_.__getitem__)
        return np.array([*names, *self._features.numeric], dtype=object)

    def explain(self, document: DocumentInput) -> list[Diff]:
        """The diffs behind a document's row, one for each sentence."""
        check_is_fitted(self)
        [checked] = checked_documents([document])
        return self.differ_.document(checked)

    def top_edits(
        self,
        X: Any,  # noqa: N803
        y: Iterable[Any],
        k: int = 10,
    ) -> dict[Any, list[InformativeFeature]]:
        """For each class, the features that tell most about it, by information gain.

        Each class is taken against all others, and of a feature only whether it occurs counts, so
        numeric columns are left out.

        Parameters
        ----------
        X : the matrix that `transform` or `fit_transform` returned
        y : each document's class
        k : how many features for each class

        Returns
        -------
        top : for each class, the features with their information gain in bits and the shares of
            documents, in the class and elsewhere, that have them; the highest gain first
        """
        check_is_fitted(self)
        columns = len(self.vocabulary_) + len(self._features.numeric)
        shape: tuple[int, ...] = getattr(X, "shape", ())
        if len(shape) != 2 or shape[1] != columns:
            raise UsageError(
                f"X: the matrix that transform returned is needed, with {columns} columns"
            )
        if hasattr(X, "to_numpy"):  # a data frame
            X = X.to_numpy()  # noqa: N806
        counts = X[:, : len(self.vocabulary_)]
        return most_informative(counts, list(y), self.get_feature_names_out(), k)

    # The work

    def _learn(self, documents: Iterable[DocumentInput]) -> Any:
        """Fit to the documents, and return their matrix."""
        features, limits = self._checked()
        differ = self._differ()
        matrix, vocabulary = learned_matrix(
            self._rows(differ, features, documents),
            limits,
            binary=self.binary,
            numeric=len(features.numeric),
        )
        # All at the end, so that a fit that fails leaves things as they were.
        self._features, self.differ_, self.vocabulary_ = features, differ, vocabulary
        return matrix

    def _learn_counts(
        self, count: Callable[[SyntacticDiff, DocumentFeatures], FeatureCounts]
    ) -> None:
        """Fit to documents that others have counted: `count` is told what, and gives the sums."""
        features, limits = self._checked()
        differ = self._differ()
        counts = count(differ, features)
        vocabulary = counts.vocabulary(limits, binary=self.binary, numeric=len(features.numeric))
        self._features, self.differ_, self.vocabulary_ = features, differ, vocabulary

    def _take_vocabulary(self) -> None:
        features, _ = self._checked()
        vocabulary = checked_vocabulary(self.vocabulary, features.numeric)
        self._features, self.differ_, self.vocabulary_ = features, self._differ(), vocabulary

    def _known(self, documents: Iterable[DocumentInput]) -> Any:
        rows = self._rows(self.differ_, self._features, documents)
        numeric = len(self._features.numeric)
        matrix = known_matrix(rows, self.vocabulary_, binary=self.binary, numeric=numeric)
        return self._finished(matrix)

    def _finished(self, matrix: Any) -> Any:
        matrix = matrix.astype(self.dtype, copy=False)
        return matrix if self.sparse_output else matrix.toarray()

    def _checked(self) -> tuple[DocumentFeatures, FeatureLimits]:
        """What the parameters ask for; SyntacticDiff checks its own."""
        self._check_switches("sparse_output")
        features = self._checked_features()
        return features, FeatureLimits(self.min_df, self.max_df, self.max_features)

    def _check_output(self) -> None:
        """Refuse, before the work is done, a data frame that cannot hold its result."""
        container = _get_output_config("transform", self)["dense"]
        if self.sparse_output and container != "default":
            raise UsageError(
                f"set_output: {container} cannot hold a sparse matrix; use "
                "EditVectorizer(sparse_output=False)"
            )
