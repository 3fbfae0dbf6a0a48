"""Probabilities for classifiers that have none: the softmax of their scores times a scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax

from syntacticdiff.classify.classifiers import classifier_named
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels, Learning, splits
from syntacticdiff.classify.linear import Floats, by_class

_MOST_FOLDS = 5
_SCALES = (0.1, 20.0)  # the range of the search


def fitted_scale(
    counts: ViewCounts, views: Sequence[str], labels: Labels, learning: Learning
) -> float:
    """The scale that makes the labels most likely, given out-of-fold scores.

    It is 1 for a classifier whose scores are log-odds already.
    """
    if classifier_named(learning.classifier).has_probabilities:
        return 1.0
    classes, codes = np.unique(labels, return_inverse=True)
    folds = min(_MOST_FOLDS, int(np.bincount(codes).min()))
    matrix = counts.joined(views)
    scores: Floats = np.empty((len(labels), 1 if len(classes) == 2 else len(classes)))
    for training, test in splits(labels, folds, learning.seed):
        pipeline, _ = learning.fitted(counts, views, labels, training)
        scores[test] = pipeline.decision_function(matrix[test]).reshape(len(test), -1)
    logits = by_class(scores)

    def loss(log_scale: float) -> float:
        probabilities = log_softmax(np.exp(log_scale) * logits, axis=1)
        return -float(probabilities[np.arange(len(codes)), codes].mean())

    bounds = np.log(_SCALES)
    return float(np.exp(minimize_scalar(loss, bounds=bounds, method="bounded").x))
