"""Dask bags and data frames of documents: their edits counted, as a matrix, as a vocabulary.

Everything is lazy except `fit` and `vocabulary`, whose results are ordinary objects. A worker makes
its differ once, with the model by path and checksum; `reference.sharing` is for workers that cannot
see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import dask
import dask.array
import dask.bag
import numpy as np
from scipy import sparse

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.workers import Recipe, differ_of
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import checked_documents
from syntacticdiff.features.hashing import HashingEditVectorizer
from syntacticdiff.features.matrix import FeatureCounts, Vocabulary, known_matrix
from syntacticdiff.features.rows import DocumentFeatures, Row
from syntacticdiff.features.vectorizer import EditVectorizer

SPLIT_EVERY = 8  # counts that are added up at a time, so that no worker holds all of them


def edit_counts(
    documents: Any,
    differ: SyntacticDiff,
    *,
    text: str = "text",
    features: str | Sequence[str] = "edit",
    values: str = "count",
) -> Any:
    """The features of each document, counted where the documents are.

    Parameters
    ----------
    documents : a Dask bag of documents, a Dask series of texts, or a Dask data frame
    differ : its model is opened by each worker, by path and checksum
    text : the column of a data frame that holds the texts
    features, values : as for EditVectorizer

    Returns
    -------
    counts : lazily, a dictionary from features to numbers for each document: a bag of a bag, else a
        series with the same index

    Examples
    --------
    >>> bag = dask.bag.from_sequence(["In center of town there is old church."])
    >>> counts = edit_counts(bag, SyntacticDiff(max_edits=2))
    >>> counts.compute(scheduler="synchronous")
    [{'insert(the)': 2.0}]
    """
    counted = DocumentFeatures(features, values)
    arguments = differ.recipe(), counted
    if isinstance(documents, dask.bag.Bag):
        return documents.map_partitions(_bags, *arguments)
    series = _texts(documents, text)
    return series.map_partitions(_series_of_bags, *arguments, meta=("features", object))


def edit_matrix(
    documents: Any, vectorizer: HashingEditVectorizer | EditVectorizer, *, text: str = "text"
) -> Any:
    """The matrix of the documents, lazily, in blocks of rows.

    Parameters
    ----------
    documents : a Dask bag of documents, a Dask series of texts, or a Dask data frame
    vectorizer : a HashingEditVectorizer; or an EditVectorizer that is fitted
    text : the column of a data frame that holds the texts

    Returns
    -------
    matrix : a Dask array of SciPy CSR blocks, one for each partition. How many rows a block has is
        not known before it is computed.
    """
    rows: _Hashed | _Known
    if isinstance(vectorizer, HashingEditVectorizer):
        rows = _Hashed(vectorizer)
    else:
        vectorizer.transform([])  # says if it is not fitted, or cannot be used like this
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
    documents: Any,
    vectorizer: EditVectorizer,
    *,
    text: str = "text",
    split_every: int = SPLIT_EVERY,
) -> Vocabulary:
    """The features that get columns, learned on the cluster; the vectorizer is left as it was."""
    from sklearn.base import clone

    return dict(fit(clone(vectorizer), documents, text=text, split_every=split_every).vocabulary_)


def fit(
    vectorizer: EditVectorizer,
    documents: Any,
    *,
    text: str = "text",
    split_every: int = SPLIT_EVERY,
) -> EditVectorizer:
    """Fit a vectorizer to documents that are spread over a cluster.

    Each partition is counted where it is and the counts are added up in a tree; the vectorizer is
    then as `vectorizer.fit(all the documents)` would leave it. (With `max_features` and values that
    are no counts, features whose sums differ in the last bit only may be chosen differently.)

    Parameters
    ----------
    documents : a Dask bag of documents, a Dask series of texts, or a Dask data frame
    text : the column of a data frame that holds the texts
    split_every : how many counts are added up at a time
    """
    if vectorizer.vocabulary is not None:
        return vectorizer.fit([])
    if split_every < 2:
        raise UsageError(f"split_every: at least 2 is needed, not {split_every!r}")

    def count(differ: SyntacticDiff, features: DocumentFeatures) -> FeatureCounts:
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
    """Blocks of a HashingEditVectorizer's matrix; its settings travel, its model does not."""

    def __init__(self, vectorizer: HashingEditVectorizer) -> None:
        self.columns = vectorizer.n_columns
        self._features = vectorizer.fit()._checked_features()
        self._recipe = vectorizer._own_differ().recipe()
        from sklearn.base import clone

        self._vectorizer = clone(vectorizer).set_params(reference="default", n_jobs=None)

    def __call__(self, documents: Iterable[Any]) -> Any:
        rows = _rows(documents, self._recipe, self._features)
        return self._vectorizer._hashed(rows, len(self._features.numeric))


class _Known:
    """Blocks of a fitted EditVectorizer's matrix."""

    def __init__(self, vectorizer: EditVectorizer) -> None:
        self._features = vectorizer._features
        self._recipe = vectorizer.differ_.recipe()
        self._vocabulary = vectorizer.vocabulary_
        self._binary, self._dtype = vectorizer.binary, vectorizer.dtype
        self.columns = len(self._vocabulary) + len(self._features.numeric)

    def __call__(self, documents: Iterable[Any]) -> Any:
        rows = _rows(documents, self._recipe, self._features)
        numeric = len(self._features.numeric)
        matrix = known_matrix(rows, self._vocabulary, binary=self._binary, numeric=numeric)
        return matrix.astype(self._dtype, copy=False)


class _Counting:
    """Counts of the features of a partition."""

    def __init__(self, recipe: Recipe, features: DocumentFeatures) -> None:
        self._recipe, self._features = recipe, features

    def __call__(self, documents: Iterable[Any]) -> FeatureCounts:
        counts = FeatureCounts()
        counts.add(_rows(documents, self._recipe, self._features))
        return counts


def _merged(counts: Sequence[FeatureCounts]) -> FeatureCounts:
    total = FeatureCounts()  # others may still need what was given
    for part in counts:
        total.merge(part)
    return total


def _rows(documents: Iterable[Any], recipe: Recipe, features: DocumentFeatures) -> Iterator[Row]:
    return differ_of(recipe).apply(features, checked_documents(documents), n_jobs=1)


def _bags(
    documents: Iterable[Any], recipe: Recipe, features: DocumentFeatures
) -> list[dict[str, float]]:
    return [row.features for row in _rows(documents, recipe, features)]


def _series_of_bags(texts: Any, recipe: Recipe, features: DocumentFeatures) -> Any:
    import pandas as pd

    bags = _bags(texts, recipe, features)
    return pd.Series(bags, index=texts.index, dtype=object, name="features")


def _texts(documents: Any, text: str) -> Any:
    """The series of a data frame that holds the texts."""
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


def _delayed(documents: Any, text: str) -> list[Any]:
    """The partitions, each an iterable of documents."""
    if not isinstance(documents, dask.bag.Bag):
        documents = _texts(documents, text)
    parts: list[Any] = documents.to_delayed()
    return parts
