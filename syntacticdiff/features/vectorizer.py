"""EditVectorizer: documents as bags of edits, for scikit-learn.

It combines three parts: a differ finds the edits, `features.rows` counts them and `features.matrix`
gives them columns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, Unpack

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn import get_config
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.differ.settings import DifferSettings, takes_settings
from syntacticdiff.differ.ways import DESCRIPTIVE
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import (
    EditTransformer,
    RowMaker,
    checked_documents,
    refuse_tables,
)
from syntacticdiff.features.grammar import NUMBERS, grammar_scaling
from syntacticdiff.features.information_gain import InformativeFeature, most_informative
from syntacticdiff.features.matrix import (
    FeatureCounts,
    FeatureLimits,
    Vocabulary,
    checked_vocabulary,
    known_matrix,
    learned_matrix,
)
from syntacticdiff.features.templates import DEFAULT_TEMPLATES
from syntacticdiff.reference.model import DEFAULT, ReferenceModel

Matrix: TypeAlias = sparse.csr_matrix | npt.NDArray[np.generic]


class EditVectorizer(EditTransformer):
    """Convert documents to a matrix of edit counts.

    The edits are those that would make a document more like the reference. A document is a text, or
    a list of sentences, each a list of tokens.

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
        Feature templates, the names under which edits are counted: `"edit"`, `"edit|previous"`,
        `"edit|next"`, `"edit@position"`, `"operation"`, `"class"`, `"unmodified"`. The default
        predicts the writer's native language best; `"edit"` alone is easier to read.
    preset : {"grammar"} or None, default None
        A whole set of features instead of templates. `"grammar"`: believable edits, each counted
        with its probability, as rates by kind and opportunity, by edit, by edit and what stands
        beside it, and by the letters of misspellings; and what else the reference finds unusual,
        in bits: the edits of a sweep, and words by the function words and parts of speech before
        them; see `syntacticdiff.features.GROUPS`. The settings of the search that have the
        defaults of this class are then the believable ones, `features`, `numeric`, `values` and
        `binary` must be left alone, features of very few documents are left out, and the columns
        are scaled: the matrix goes straight into a linear model. English only.
    content : {"mask", "keep"}, default "mask"
        Whether a preset names content words by their part of speech only, `remove({NN})`, so that
        its features say nothing of the subject.
    scaled : bool, default True
        Whether the columns of a preset are weighted: kinds and numbers are divided by their
        standard deviations, others are multiplied by their inverse document frequency, and every
        group of features has a weight of its own. They are not if `vocabulary` is given.
    numeric : bool, str or sequence of str, default False
        Numeric columns to add after the features; True for all, or names of `mean_bits` and
        `spread_bits` (mean and standard deviation of the sentences' bits per token),
        `insert_per_100_words`, `remove_per_100_words`, `sub_per_100_words`, `unmodified_share` (of
        the sentences) and `unknown_share` (of the tokens). All are 0 for an empty document.
    values : {"count", "per_100_words", "gain", "probability"}, default "count"
        The value of a feature: how often it occurs; that per 100 tokens of the document; the sum
        of the gains of its edits (a sentence without edits has no gain and counts as 1); or how
        often it is expected, a sum of probabilities, which needs a lattice.
    binary : bool, default False
        Whether every feature that occurs gets the value 1, whatever `values` is.
    min_df : int or float, default 1
        Leave out features that occur in fewer documents; a float is a share of all documents.
    max_df : int or float, default 1.0
        Leave out features that occur in more documents; a float is a share of all documents.
    max_features : int or None, default None
        Keep only this many features, those with the largest sums over all documents.
    vocabulary : iterable of str, mapping of str to int, or None, default None
        The features that get columns, in order, or mapped to the columns 0, 1, 2 and so on.
        Nothing is learned then, and `min_df`, `max_df` and `max_features` are ignored.
    cache : bool, default True
        Whether the rows of documents are remembered in this process, by text and settings, so that
        `GridSearchCV` and `Pipeline` search each text once and not once for each fit. At most 4
        million features are kept, some 64 MB; those that were not used for longest go first.
    sparse_output : bool, default True
        Whether the output is a SciPy CSR matrix; data frames (see `set_output`) need False.
    n_jobs : int or None, default None
        Number of workers that search, as in joblib; the result does not depend on it.
    batch_size : int, default 16
        Number of documents that a worker gets at a time.
    dtype : NumPy type, default numpy.float64
        Type of the matrix.

    Attributes
    ----------
    vocabulary_ : dict of str to int
        The column of each feature, without the numeric columns.
    factors_ : ndarray of shape (n_columns,) or None
        What the columns of a preset are multiplied by; None if they are not scaled.
    differ_ : SyntacticDiff
        Finds the edits; its `signature` identifies everything that decides them.

    See Also
    --------
    HashingEditVectorizer : The same without a vocabulary, for streams.

    Notes
    -----
    Columns are in the order of the features' names; numeric columns come last.

    A pickle refers to the reference model by path and checksum, or as `"default"`; a model that was
    never saved has to be saved first.

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
        preset: str | None = None,
        content: str = "mask",
        scaled: bool = True,
        numeric: bool | str | Sequence[str] = False,
        values: str = "count",
        binary: bool = False,
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        vocabulary: Mapping[str, int] | Iterable[str] | None = None,
        cache: bool = True,
        sparse_output: bool = True,
        n_jobs: int | None = None,
        batch_size: int = 16,
        dtype: npt.DTypeLike = np.float64,
        **settings: Unpack[DifferSettings],
    ) -> None:
        self._assign_settings(reference, settings)
        self.features = features
        self.preset = preset
        self.content = content
        self.scaled = scaled
        self.numeric = numeric
        self.values = values
        self.binary = binary
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.vocabulary = vocabulary
        self.cache = cache
        self.sparse_output = sparse_output
        self.n_jobs = n_jobs
        self.batch_size = batch_size
        self.dtype = dtype

    # The argument is called X because scikit-learn's wrappers and metadata routing use that name.

    def fit(self, X: Iterable[DocumentInput], y: object = None) -> EditVectorizer:  # noqa: N803
        """Learn the vocabulary from documents; with a given `vocabulary` nothing is read.

        Parameters
        ----------
        X : iterable of documents
            The documents: a list, an array, a Series or a generator; read once.
        y : None
            Ignored.

        Returns
        -------
        EditVectorizer
            The fitted vectorizer.
        """
        if self.vocabulary is None:
            self._learn(X)
        else:
            refuse_tables(X)
            self._take_vocabulary()
        return self

    def fit_transform(self, X: Iterable[DocumentInput], y: object = None) -> Matrix:  # noqa: N803
        """Learn the vocabulary and return the matrix; each document is searched once.

        Parameters
        ----------
        X : iterable of documents
            The documents: a list, an array, a Series or a generator; read once.
        y : None
            Ignored.

        Returns
        -------
        scipy.sparse.csr_matrix or ndarray of shape (n_documents, n_columns)
            A row for each document, in their order.
        """
        self._check_output()
        if self.vocabulary is None:
            return self._finished(self._learn(X))
        refuse_tables(X)
        self._take_vocabulary()
        return self._known(X)

    def transform(self, X: Iterable[DocumentInput]) -> Matrix:  # noqa: N803
        """Convert documents to a matrix with the columns learned by `fit`.

        Parameters
        ----------
        X : iterable of documents
            The documents: a list, an array, a Series or a generator; read once.

        Returns
        -------
        scipy.sparse.csr_matrix or ndarray of shape (n_documents, n_columns)
            A row for each document, in their order. Features that are not in the vocabulary are
            left out.
        """
        check_is_fitted(self)
        self._check_output()
        self._check_running()
        return self._known(X)

    def set_output(self, *, transform: str | None = None) -> EditVectorizer:
        """Choose the container of the output; a data frame needs `sparse_output=False`.

        Parameters
        ----------
        transform : {"default", "pandas", "polars"} or None, default None
            The container; None leaves it as it is.

        Returns
        -------
        EditVectorizer
            The vectorizer itself.
        """
        super().set_output(transform=transform)
        if transform is not None:
            self._container = transform
        return self

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """The names of the columns.

        Parameters
        ----------
        input_features : None
            Ignored.

        Returns
        -------
        ndarray of str
            The features in the order of their columns, then the numeric columns.
        """
        check_is_fitted(self)
        names = sorted(self.vocabulary_, key=self.vocabulary_.__getitem__)
        return np.array([*names, *self._features.numeric], dtype=object)

    def inverse_transform(
        self,
        X: sparse.csr_matrix | npt.NDArray[np.generic],  # noqa: N803
    ) -> list[npt.NDArray[np.object_]]:
        """The features that each document has, as of CountVectorizer.

        Parameters
        ----------
        X : sparse matrix, array or data frame of shape (n_documents, n_columns)
            The output of `transform` or `fit_transform`.

        Returns
        -------
        list of ndarray of str
            For each row the names of the columns that are not 0, without numeric columns.
        """
        rows = sparse.csr_matrix(self._checked_matrix(X))
        names = self.get_feature_names_out()
        kept = [np.sort(row.indices[row.data != 0]) for row in rows]
        return [names[columns] for columns in kept]

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
        check_is_fitted(self)
        [checked] = checked_documents([document])
        return self.differ_.document(checked)

    def names_of_edit(self, diff: Diff, edit: Edit) -> set[str]:
        """The features that an edit of a sentence counts under.

        Parameters
        ----------
        diff : Diff
            The diff of the sentence, from `explain`.
        edit : Edit
            One of its edits or alternatives.

        Returns
        -------
        set of str
            Names of features, in the vocabulary or not.
        """
        check_is_fitted(self)
        alone = replace(diff, edits=(edit,), alternatives=(), soft_counts={str(edit): 1.0})
        names = set(self._features([alone]).features)
        return names - set(NUMBERS) if self.preset is not None else names

    def top_edits(
        self,
        X: sparse.csr_matrix | npt.NDArray[np.generic],  # noqa: N803
        y: Iterable[Hashable],
        k: int = 10,
    ) -> dict[Hashable, list[InformativeFeature]]:
        """The features that say most about each class, by information gain.

        Each class is compared with all others together. Only whether a feature occurs is used, so
        numeric columns are left out.

        Parameters
        ----------
        X : sparse matrix, array or data frame of shape (n_documents, n_columns)
            The output of `transform` or `fit_transform`.
        y : iterable of labels
            The class of each document.
        k : int, default 10
            The number of features for each class.

        Returns
        -------
        dict of label to list of InformativeFeature
            For each class its features, the highest information gain first.
        """
        counts = self._checked_matrix(X)
        return most_informative(counts, list(y), self.get_feature_names_out(), k)

    def _checked_matrix(self, X: Matrix) -> Matrix:  # noqa: N803
        """The columns of features in a matrix that `transform` returned."""
        check_is_fitted(self)
        columns = len(self.vocabulary_) + len(self._features.numeric)
        shape: tuple[int, ...] = getattr(X, "shape", ())
        if len(shape) != 2 or shape[1] != columns:
            raise UsageError(
                f"X: the matrix that transform returned is needed, with {columns} columns"
            )
        if hasattr(X, "to_numpy"):  # a data frame
            X = X.to_numpy()  # noqa: N806
        found: Matrix = X[:, : len(self.vocabulary_)]
        return found

    def __sklearn_clone__(self) -> EditVectorizer:
        # scikit-learn copies the choice of container; `_check_output` must know it as well.
        twin: EditVectorizer = super().__sklearn_clone__()
        if hasattr(self, "_container"):
            twin._container = self._container
        return twin

    # Fitting and counting

    def _learn(self, documents: Iterable[DocumentInput]) -> sparse.csr_matrix:
        """Fit to the documents and return their matrix."""
        features, limits, differ = self._prepared()
        matrix, vocabulary = learned_matrix(
            self._rows(differ, features, documents),
            limits,
            binary=self.binary,
            numeric=len(features.numeric),
        )
        factors = None
        if self.preset is not None:
            matrix, vocabulary, factors = self._scaled(matrix, vocabulary)
        # Assigned together at the end, so that a fit that fails changes nothing.
        self._features, self.differ_, self.vocabulary_ = features, differ, vocabulary
        self.factors_ = factors
        return matrix

    def _scaled(
        self, matrix: sparse.csr_matrix, vocabulary: Vocabulary
    ) -> tuple[sparse.csr_matrix, Vocabulary, npt.NDArray[np.float64] | None]:
        """The matrix of a preset, scaled unless it is to be counted only."""
        if not self.scaled:
            return matrix, vocabulary, None
        names = list(vocabulary)
        scaling = grammar_scaling(names).fit(matrix)
        kept = {names[column]: place for place, column in enumerate(scaling.columns_.tolist())}
        return scaling.transform(matrix), kept, scaling.factors_

    def _learn_counts(self, count: Callable[[SyntacticDiff, RowMaker], FeatureCounts]) -> None:
        """Fit to documents that are counted elsewhere, by a call of `count`."""
        features, limits, differ = self._prepared()
        counts = count(differ, features)
        if self.preset is not None:
            raise UsageError("preset: its columns are scaled by all documents; use templates here")
        vocabulary = counts.vocabulary(limits, binary=self.binary, numeric=len(features.numeric))
        self.factors_ = None
        self._features, self.differ_, self.vocabulary_ = features, differ, vocabulary

    def _take_vocabulary(self) -> None:
        features, _, differ = self._prepared()
        vocabulary = checked_vocabulary(self.vocabulary, features.numeric)
        self.factors_ = None
        self._features, self.differ_, self.vocabulary_ = features, differ, vocabulary

    def _known(self, documents: Iterable[DocumentInput]) -> Matrix:
        rows = self._rows(self.differ_, self._features, documents)
        numeric = len(self._features.numeric)
        matrix = known_matrix(rows, self.vocabulary_, binary=self.binary, numeric=numeric)
        if self.factors_ is not None:
            matrix = sparse.csr_matrix(matrix @ sparse.diags(self.factors_))
        return self._finished(matrix)

    def _finished(self, matrix: sparse.csr_matrix) -> Matrix:
        matrix = matrix.astype(self.dtype, copy=False)
        finished: Matrix = matrix if self.sparse_output else matrix.toarray()
        return finished

    def _prepared(self) -> tuple[RowMaker, FeatureLimits, SyntacticDiff]:
        """What counts, which features are kept, and what searches; the parameters are validated."""
        features, limits = self._checked()
        differ = self._differ()
        return features.of_reference(differ.model), limits, differ

    def _checked(self) -> tuple[RowMaker, FeatureLimits]:
        """Validate the parameters, except those that SyntacticDiff validates."""
        self._check_switches("sparse_output", "scaled", "cache")
        features = self._checked_features()
        return features, FeatureLimits(self.min_df, self.max_df, self.max_features)

    def _check_output(self) -> None:
        """Refuse a data frame that cannot hold the result before the documents are searched."""
        container = getattr(self, "_container", None) or get_config()["transform_output"]
        if self.sparse_output and container != "default":
            raise UsageError(
                f"set_output: {container} cannot hold a sparse matrix; use "
                "EditVectorizer(sparse_output=False)"
            )
