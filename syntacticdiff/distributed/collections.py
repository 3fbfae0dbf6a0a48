"""Edits of Dask bags and data frames of documents: as counts, as a matrix, as a vocabulary.

Everything is lazy except `fit` and `vocabulary`, whose results are ordinary objects. A worker makes
its differ once and opens the model by path and checksum; `reference.sharing` sends the model to
workers that cannot see its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import dask
import dask.array
import dask.bag
import numpy as np
from scipy import sparse

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.workers import Recipe, differ_of
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import RowMaker, check_values, checked_documents
from syntacticdiff.features.hashing import HashingEditVectorizer
from syntacticdiff.features.matrix import FeatureCounts, Vocabulary, known_matrix
from syntacticdiff.features.rows import DocumentFeatures, FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer

if TYPE_CHECKING:
    import dask.dataframe
    import pandas
    from dask.delayed import Delayed

    DaskDocuments: TypeAlias = dask.bag.Bag | dask.dataframe.Series | dask.dataframe.DataFrame

Partition = Iterable[str | Sequence[Sequence[str]]]  # texts, or lists of tokens of each sentence

SPLIT_EVERY = 8  # counts that are added at a time, so that no worker holds all of them


def edit_counts(
    documents: DaskDocuments,
    differ: SyntacticDiff,
    *,
    text: str = "text",
    features: str | Sequence[str] = "edit",
    values: str = "count",
) -> dask.bag.Bag | dask.dataframe.Series:
    """Count the features of each document, lazily and on the workers.

    Parameters
    ----------
    documents : dask.bag.Bag, dask.dataframe.Series or dask.dataframe.DataFrame
        A bag of documents, a series of texts, or a data frame with a column of texts.
    differ : SyntacticDiff
        Finds the edits. Each worker opens its model by path and checksum.
    text : str, default="text"
        The column of a data frame that holds the texts.
    features : str or sequence of str, default="edit"
        The feature templates, as for `EditVectorizer`.
    values : str, default="count"
        What the values are, as for `EditVectorizer`.

    Returns
    -------
    dask.bag.Bag or dask.dataframe.Series
        A dictionary from features to numbers for each document: a bag for a bag, otherwise a series
        with the same index.

    Examples
    --------
    >>> bag = dask.bag.from_sequence(["In center of town there is old church."])
    >>> counts = edit_counts(bag, SyntacticDiff.published())
    >>> counts.compute(scheduler="synchronous")
    [{'insert(the)': 1.0}]
    """
    counted = DocumentFeatures(features, values)
    check_values(differ, counted)
    arguments = differ.recipe(), counted
    if isinstance(documents, dask.bag.Bag):
        return documents.map_partitions(_bags, *arguments)
    series = _texts(documents, text)
    return series.map_partitions(_series_of_bags, *arguments, meta=("features", object))


def edit_matrix(
    documents: DaskDocuments,
    vectorizer: HashingEditVectorizer | EditVectorizer,
    *,
    text: str = "text",
) -> dask.array.Array:
    """Make the matrix of the documents, lazily, in blocks of rows.

    Parameters
    ----------
    documents : dask.bag.Bag, dask.dataframe.Series or dask.dataframe.DataFrame
        A bag of documents, a series of texts, or a data frame with a column of texts.
    vectorizer : HashingEditVectorizer or EditVectorizer
        Its settings are used; an `EditVectorizer` must be fitted.
    text : str, default="text"
        The column of a data frame that holds the texts.

    Returns
    -------
    dask.array.Array
        SciPy CSR blocks, one for each partition. The number of rows of a block is unknown until it
        is computed.

    Examples
    --------
    >>> bag = dask.bag.from_sequence(["He go.", "She is in garden."], npartitions=2)
    >>> matrix = edit_matrix(bag, HashingEditVectorizer(n_features=2**10))
    >>> matrix.numblocks, matrix.compute(scheduler="synchronous").shape
    ((2, 1), (2, 1024))
    """
    rows: _Hashed | _Known
    if isinstance(vectorizer, HashingEditVectorizer):
        rows = _Hashed(vectorizer)
    else:
        vectorizer.transform([])  # raises if it is not fitted or its settings are invalid
        rows = _Known(vectorizer)
    dtype = np.dtype(vectorizer.dtype)
    blocks = [
        dask.array.from_delayed(
            dask.delayed(rows)(partition),
            shape=(np.nan, rows.columns),
            dtype=dtype,
            meta=sparse.csr_matrix((0, rows.columns), dtype=dtype),
        )
        for partition in _delayed(documents, text)
    ]
    return dask.array.concatenate(blocks, axis=0, allow_unknown_chunksizes=True)


def vocabulary(
    documents: DaskDocuments,
    vectorizer: EditVectorizer,
    *,
    text: str = "text",
    split_every: int = SPLIT_EVERY,
) -> Vocabulary:
    """Learn the vocabulary of a vectorizer on a cluster; the vectorizer itself is not changed.

    Parameters
    ----------
    documents : dask.bag.Bag, dask.dataframe.Series or dask.dataframe.DataFrame
        A bag of documents, a series of texts, or a data frame with a column of texts.
    vectorizer : EditVectorizer
        Its settings decide which features get columns.
    text : str, default="text"
        The column of a data frame that holds the texts.
    split_every : int, default=8
        How many counts are added at a time.

    Returns
    -------
    dict of str to int
        The column of each feature.

    Examples
    --------
    >>> from syntacticdiff import EditVectorizer
    >>> bag = dask.bag.from_sequence(["In center of town there is old church."])
    >>> with dask.config.set(scheduler="synchronous"):
    ...     learned = vocabulary(bag, EditVectorizer())
    >>> "insert(the)" in learned
    True
    """
    from sklearn.base import clone

    return dict(fit(clone(vectorizer), documents, text=text, split_every=split_every).vocabulary_)


def fit(
    vectorizer: EditVectorizer,
    documents: DaskDocuments,
    *,
    text: str = "text",
    split_every: int = SPLIT_EVERY,
) -> EditVectorizer:
    """Fit a vectorizer to documents that are distributed over a cluster.

    Each partition is counted on its worker, and the counts are added in a tree. The result is the
    same as that of `vectorizer.fit` on all documents. (With `max_features` and values that are not
    counts, a different feature may be chosen if two sums differ only in the last bit.)

    Parameters
    ----------
    vectorizer : EditVectorizer
        The vectorizer to fit, in place.
    documents : dask.bag.Bag, dask.dataframe.Series or dask.dataframe.DataFrame
        A bag of documents, a series of texts, or a data frame with a column of texts.
    text : str, default="text"
        The column of a data frame that holds the texts.
    split_every : int, default=8
        How many counts are added at a time, at least 2.

    Returns
    -------
    EditVectorizer
        The fitted vectorizer.

    Raises
    ------
    UsageError
        If `documents` is not a Dask collection, or `split_every` is less than 2.
    """
    if vectorizer.vocabulary is not None:
        return vectorizer.fit([])
    if split_every < 2:
        raise UsageError(f"split_every: at least 2 is needed, not {split_every!r}")

    def count(differ: SyntacticDiff, features: RowMaker) -> FeatureCounts:
        counting = dask.delayed(_Counting(differ.recipe(), features))
        counts = [counting(partition) for partition in _delayed(documents, text)]
        add = dask.delayed(_merged)
        while len(counts) > 1:
            counts = [
                add(counts[start : start + split_every])
                for start in range(0, len(counts), split_every)
            ]
        [total] = dask.compute(counts[0]) if counts else [FeatureCounts()]
        return total

    vectorizer._learn_counts(count)
    return vectorizer


class _Hashed:
    """Makes blocks of a HashingEditVectorizer's matrix; its settings are sent, its model is not."""

    def __init__(self, vectorizer: HashingEditVectorizer) -> None:
        self.columns = vectorizer.n_columns
        self._features = vectorizer.fit()._checked_features()
        self._recipe = vectorizer._own_differ().recipe()
        from sklearn.base import clone

        self._vectorizer = clone(vectorizer).set_params(reference="default", n_jobs=None)

    def __call__(self, documents: Partition) -> sparse.csr_matrix:
        rows = _rows(documents, self._recipe, self._features)
        return self._vectorizer._hashed(rows, len(self._features.numeric))


class _Known:
    """Makes blocks of a fitted EditVectorizer's matrix."""

    def __init__(self, vectorizer: EditVectorizer) -> None:
        self._features = vectorizer._features
        self._recipe = vectorizer.differ_.recipe()
        self._vocabulary = vectorizer.vocabulary_
        self._binary, self._dtype = vectorizer.binary, vectorizer.dtype
        self._factors = vectorizer.factors_
        self.columns = len(self._vocabulary) + len(self._features.numeric)

    def __call__(self, documents: Partition) -> sparse.csr_matrix:
        rows = _rows(documents, self._recipe, self._features)
        numeric = len(self._features.numeric)
        matrix = known_matrix(rows, self._vocabulary, binary=self._binary, numeric=numeric)
        if self._factors is not None:
            matrix = sparse.csr_matrix(matrix @ sparse.diags(self._factors))
        return matrix.astype(self._dtype, copy=False)


class _Counting:
    """Counts the features of a partition."""

    def __init__(self, recipe: Recipe, features: RowMaker) -> None:
        self._recipe, self._features = recipe, features

    def __call__(self, documents: Partition) -> FeatureCounts:
        counts = FeatureCounts()
        counts.add(_rows(documents, self._recipe, self._features))
        return counts


def _merged(counts: Sequence[FeatureCounts]) -> FeatureCounts:
    total = FeatureCounts()  # Dask may still use its arguments
    for part in counts:
        total.merge(part)
    return total


def _rows(documents: Partition, recipe: Recipe, features: RowMaker) -> Iterator[FeatureRow]:
    return differ_of(recipe).apply(features, checked_documents(documents), n_jobs=1)


def _bags(documents: Partition, recipe: Recipe, features: RowMaker) -> list[dict[str, float]]:
    return [dict(row.features) for row in _rows(documents, recipe, features)]


def _series_of_bags(texts: pandas.Series, recipe: Recipe, features: RowMaker) -> pandas.Series:
    import pandas as pd

    bags = _bags(texts, recipe, features)
    return pd.Series(bags, index=texts.index, dtype=object, name="features")


def _texts(documents: DaskDocuments, text: str) -> dask.dataframe.Series:
    """The column of a data frame that holds the texts, or the series itself."""
    if not hasattr(documents, "map_partitions") or not hasattr(documents, "divisions"):
        raise UsageError(
            f"documents: a Dask bag, series or data frame is needed, not {type(documents).__name__}"
        )
    if not hasattr(documents, "columns") or documents.ndim == 1:
        return documents
    if text not in documents.columns:
        known = ", ".join(map(str, documents.columns))
        raise UsageError(f"documents: no column {text!r}; it has {known}. Choose one with text=.")
    return documents[text]


def _delayed(documents: DaskDocuments, text: str) -> list[Delayed]:
    """The partitions, each an iterable of documents."""
    if not isinstance(documents, dask.bag.Bag):
        documents = _texts(documents, text)
    parts: list[Delayed] = documents.to_delayed()
    return parts
