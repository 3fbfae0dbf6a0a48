"""Numbers instead of classes: validation, folds, and how a model of scores is fitted to counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GroupKFold, KFold

from syntacticdiff.classify.classifiers import CHOSEN
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import WEIGHTS, Groups, Learning, Split
from syntacticdiff.classify.ridge import RidgeFit, fitted_ridge
from syntacticdiff.classify.views import SEARCHED
from syntacticdiff.classify.weighting import weighting
from syntacticdiff.errors import InputError, UsageError

LEVEL = 0.9  # of the intervals of predictions

Floats = npt.NDArray[np.float64]
Documents = npt.NDArray[np.intp]


@dataclass(frozen=True)
class FittedScores:
    """A weighting and a ridge model, fitted to training documents."""

    features: ColumnTransformer
    weight: float  # of edits beside other views
    ridge: RidgeFit
    means: Floats  # of the weighted features
    half_width: float  # of an interval at `LEVEL`

    def predict(self, matrix: sparse.csr_matrix) -> Floats:
        """The predictions for joined counts."""
        return self.ridge.predict(self.features.transform(matrix))


def fitted_scores(
    counts: ViewCounts,
    views: Sequence[str],
    scores: Floats,
    rows: Documents,
    learning: Learning,
    groups: Groups | None = None,
) -> FittedScores:
    """Fit weighting, penalty and model to the documents `rows`.

    The penalty, and with `edits_weight="cv"` the weight of edits, are those with the smallest
    residuals of training documents that are left out, with their groups.
    """
    matrix = sparse.csr_matrix(counts.joined(views)[rows])
    known = scores[rows]
    grouping = None if groups is None else groups[rows]
    beside = not set(SEARCHED).isdisjoint(views) and len(views) > 1
    chosen = learning.edits_weight == CHOSEN
    weights = WEIGHTS if chosen and beside else (1.0 if chosen else float(learning.edits_weight),)
    best: FittedScores | None = None
    for weight in weights:
        features = weighting(counts, views, edits_weight=weight, min_df=learning.min_df)
        values = sparse.csr_matrix(features.fit_transform(matrix))
        ridge = fitted_ridge(values, known, grouping, seed=learning.seed)
        if best is None or ridge.error < best.ridge.error:
            means = np.asarray(values.mean(axis=0), dtype=np.float64).ravel()
            best = FittedScores(features, weight, ridge, means, half_width(ridge.residuals))
    assert best is not None, "there is at least one weight"
    return best


def half_width(residuals: Floats, level: float = LEVEL) -> float:
    """Half the width of an interval that holds a new score with this probability.

    It is the quantile of the absolute residuals of documents that were left out, with the
    correction of conformal prediction for a finite number of them.

    Examples
    --------
    >>> half_width(np.linspace(-1, 1, 19), 0.9)
    1.0
    """
    size = len(residuals)
    rank = min(size, math.ceil((size + 1) * level))
    return float(np.sort(np.abs(residuals))[rank - 1])


def checked_scores(scores: Iterable[object], documents: int) -> Floats:
    """The scores as numbers.

    Raises
    ------
    UsageError
        If they are not as many as the documents.
    InputError
        If one is not a finite number, or all are the same.
    """
    found: Floats = np.empty(documents)
    given = list(scores)
    if len(given) != documents:
        raise UsageError(f"scores: {len(given)} for {documents} documents")
    for place, value in enumerate(given):
        try:
            found[place] = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise InputError(f"scores: {value!r} of document {place + 1} is not a number") from None
        if not abs(found[place]) <= 1e9:
            raise InputError(f"scores: {value!r} of document {place + 1} is out of range")
    if documents and (found == found[0]).all():
        raise InputError(f"scores: all {documents} documents have {found[0]:g}; nothing to learn")
    return found


def score_splits(documents: int, folds: int, seed: int, groups: Groups | None) -> list[Split]:
    """The training and test documents of each fold, with no group on both sides.

    Raises
    ------
    UsageError
        If there are fewer than two folds.
    InputError
        If there are too few documents or groups.
    """
    if folds < 2:
        raise UsageError(f"folds: at least 2 are needed, not {folds!r}")
    places = np.arange(documents)
    if groups is None:
        if documents < 2 * folds:
            raise InputError(f"scores: {documents} documents are too few for {folds} folds")
        return list(KFold(folds, shuffle=True, random_state=seed).split(places))
    if (number := len(np.unique(groups))) < folds:
        raise InputError(f"groups: {number} are too few for {folds} folds; use fewer folds")
    return list(GroupKFold(folds).split(places, groups=groups))
