"""Several views of the same documents, each with a linear model of its own, pooled.

Views side by side in one matrix compete: a few hundred thousand noisy columns of edits drown what
words say. Here every view gets a ridge model. Inside the training documents each model also says
what it thinks of documents that it was not trained on (leave one out, or one group of documents;
for ridge this has a closed form), and from these scores one weight for each view is found. A view
that adds nothing gets the weight 0, and a view alone decides as it would without any pooling, so
the comparison with a baseline is fair.

It knows nothing of edits: a view is a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy import sparse
from scipy.optimize import minimize, nnls
from sklearn.feature_extraction.text import TfidfTransformer

Split = tuple[np.ndarray, np.ndarray]  # rows to train on, rows to test on

BIAS = np.float32(0.1)  # of the kernel: an intercept that is hardly penalised
PENALTIES = (0.03, 0.1, 0.3, 0.7, 1.5, 3.0, 6.0, 12.0, 25.0)  # to choose from
COMMON = 20  # training documents that a dense column must occur in
OFTEN = 40  # columns of more documents are multiplied as a dense block, which is faster


@dataclass(frozen=True)
class View:
    """Documents by features, and how they are weighted.

    Parameters
    ----------
    matrix : sparse: tf-idf, rows of length 1; dense: standardised columns
    penalty : of the ridge model; None: chosen inside the training documents
    scale : what becomes of the values of a sparse matrix: `"log"` is 1 + log x, for counts;
        `"log1p"` is log(1 + x), for bits
    """

    matrix: Any
    penalty: float | None = None
    scale: str = "log"

    def kernels(self, split: Split) -> tuple[np.ndarray, np.ndarray]:
        """Products of training documents, and of test with training documents.

        What weights them, and which columns count, is learned from the training documents.
        """
        training, test = (self.matrix[rows] for rows in split)
        if not sparse.issparse(self.matrix):
            kept = (training != 0).sum(axis=0) >= COMMON
            training, test = training[:, kept], test[:, kept]
            mean, spread = training.mean(axis=0), training.std(axis=0)
            spread = np.where(spread > 0, spread, 1.0) * np.sqrt(max(kept.sum(), 1))
            training, test = (training - mean) / spread, (test - mean) / spread
            return _single(training @ training.T) + BIAS, _single(test @ training.T) + BIAS
        seen = training.getnnz(axis=0) > 0
        training, test = (self._scaled(rows[:, seen]) for rows in (training, test))
        tfidf = TfidfTransformer().fit(training)
        return _products(*(tfidf.transform(rows) for rows in (training, test)))

    def _scaled(self, rows: sparse.csr_matrix) -> sparse.csr_matrix:
        scaled = sparse.csr_matrix(rows, dtype=np.float32, copy=True)
        scaled.data = np.log1p(scaled.data) if self.scale == "log1p" else 1 + np.log(scaled.data)
        return scaled


@dataclass(frozen=True)
class Joint:
    """Views side by side in one model, each multiplied by its weight."""

    parts: tuple[tuple[View, float], ...]
    penalty: float | None = None

    def kernels(self, split: Split) -> tuple[np.ndarray, np.ndarray]:
        """As of a view: products add up."""
        found = [(view.kernels(split), np.float32(weight**2)) for view, weight in self.parts]
        inner = sum(weight * kernels[0] for kernels, weight in found)
        outer = sum(weight * kernels[1] for kernels, weight in found)
        return inner, outer


def _products(
    training: sparse.csr_matrix, test: sparse.csr_matrix
) -> tuple[np.ndarray, np.ndarray]:
    often = training.getnnz(axis=0) > OFTEN
    dense, seldom = training[:, often].toarray().astype(np.float32), training[:, ~often].T
    inner, outer = (
        _single(rows[:, often].toarray()) @ dense.T + _single((rows[:, ~often] @ seldom).toarray())
        for rows in (training, test)
    )
    return inner + BIAS, outer + BIAS


def _single(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32)


@dataclass(frozen=True)
class Scores:
    """What one view's model says in one fold: of training documents unseen, and of the others."""

    training: np.ndarray
    test: np.ndarray


class Kernels(Protocol):
    """What a ridge model is trained on."""

    penalty: float | None

    def kernels(self, split: Split) -> tuple[np.ndarray, np.ndarray]:
        """Products of training documents, and of test with training documents."""


def ridge_scores(
    view: Kernels, targets: np.ndarray, split: Split, groups: np.ndarray | None = None
) -> Scores:
    """Train on the one part, score both.

    The penalty is the view's, or the one with which the unseen training documents have the least
    squared error.

    Parameters
    ----------
    targets : documents by columns to predict
    groups : the training documents' scores come from models without their group; otherwise only
        without the document itself
    """
    training, _ = split
    inner, outer = view.kernels(split)
    wanted = targets[training].astype(np.float32)
    values, vectors = np.linalg.eigh(inner)
    penalties = PENALTIES if view.penalty is None else (view.penalty,)
    groups = None if groups is None else groups[training]
    found = [_without(values, vectors, wanted, penalty, groups) for penalty in penalties]
    errors = [float(np.square(unseen - wanted).mean()) for unseen, _ in found]
    unseen, alpha = found[int(np.argmin(errors))]
    return Scores(unseen.astype(np.float64), (outer @ alpha).astype(np.float64))


def _without(
    values: np.ndarray,
    vectors: np.ndarray,
    wanted: np.ndarray,
    penalty: float,
    groups: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray]:
    """The scores of training documents by models without them, and the dual coefficients."""
    shrunk = vectors / (np.maximum(values, 0) + np.float32(penalty))
    alpha = shrunk @ (vectors.T @ wanted)
    if groups is None:
        return wanted - alpha / np.einsum("ij,ij->i", shrunk, vectors)[:, None], alpha
    unseen = wanted.copy()
    for group in np.unique(groups):
        rows = np.flatnonzero(groups == group)
        unseen[rows] -= np.linalg.solve(shrunk[rows] @ vectors[rows].T, alpha[rows])
    return unseen, alpha


@dataclass(frozen=True)
class Pooled:
    """Predictions for all test documents, and the mean weight of each view."""

    predictions: np.ndarray
    weights: list[float]


def class_targets(labels: np.ndarray) -> np.ndarray:
    """A column for each class in the order of `np.unique`: 1 in it, else -1."""
    targets: np.ndarray = np.where(labels[:, None] == np.unique(labels), 1.0, -1.0)
    return targets


def pooled_classes(
    folds: Sequence[Sequence[Scores]], labels: np.ndarray, splits: Sequence[Split]
) -> Pooled:
    """Sum the views' scores, weighted so that the unseen training documents' log loss is least.

    Parameters
    ----------
    folds : for each fold, the scores of each view
    """
    classes, numbers = np.unique(labels, return_inverse=True)
    predictions = np.full(len(labels), classes[0], dtype=labels.dtype)
    weights = []
    for views, (training, test) in zip(folds, splits, strict=True):
        found = _class_weights(np.stack([view.training for view in views]), numbers[training])
        scores = np.tensordot(found, np.stack([view.test for view in views]), 1)
        predictions[test] = classes[scores.argmax(axis=1)]
        weights.append(found)
    return Pooled(predictions, np.mean(weights, axis=0).tolist())


def _class_weights(scores: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """One weight of at least 0 for each view; `scores` are views by documents by classes."""
    rows = np.arange(len(wanted))

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        summed = np.tensordot(weights, scores, 1)
        summed -= summed.max(axis=1, keepdims=True)
        shares = np.exp(summed)
        shares /= shares.sum(axis=1, keepdims=True)
        value = -float(np.log(shares[rows, wanted]).mean())
        shares[rows, wanted] -= 1.0
        return value, np.tensordot(scores, shares, 2) / len(wanted)

    bounds = [(0.0, None)] * len(scores)
    found: np.ndarray = minimize(
        loss, np.ones(len(scores)), jac=True, method="L-BFGS-B", bounds=bounds
    ).x
    # A view alone must decide by its scores, whatever they are worth.
    return found if found.any() else np.ones(len(scores))


def pooled_numbers(
    folds: Sequence[Sequence[Scores]], wanted: np.ndarray, splits: Sequence[Split]
) -> Pooled:
    """Sum the views' scores with weights of at least 0, by least squares; for regression."""
    predictions = np.zeros(len(wanted))
    weights = []
    for views, (training, test) in zip(folds, splits, strict=True):
        inside = np.hstack([view.training for view in views])
        outside = np.hstack([view.test for view in views])
        means, mean = inside.mean(axis=0), wanted[training].mean()
        found, _ = nnls(inside - means, wanted[training] - mean)
        predictions[test] = mean + (outside - means) @ found
        weights.append(found)
    return Pooled(predictions, np.mean(weights, axis=0).tolist())
