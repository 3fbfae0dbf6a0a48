"""What topics follow: a grouping of the documents, or a score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import RidgeCV
from sklearn.metrics import adjusted_mutual_info_score, r2_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


@dataclass(frozen=True)
class Agreement:
    """Adjusted mutual information, and what it is with the labels in random order."""

    ami: float
    permutations: int
    chance_mean: float | None
    chance_highest: float | None


def agreement(
    topics: np.ndarray, labels: np.ndarray, permutations: int, seed: int = 0
) -> Agreement:
    """How far the documents' topics and their labels are the same grouping: 0 is chance, 1 equal.

    Parameters
    ----------
    permutations : of the labels, to see what chance does
    """
    generator = np.random.default_rng(seed)
    by_chance = [
        float(adjusted_mutual_info_score(generator.permutation(labels), topics))
        for _ in range(permutations)
    ]
    return Agreement(
        round(float(adjusted_mutual_info_score(labels, topics)), 4),
        permutations,
        round(float(np.mean(by_chance)), 4) if by_chance else None,
        round(max(by_chance), 4) if by_chance else None,
    )


def explained(shares: np.ndarray, scores: np.ndarray, groups: np.ndarray, folds: int) -> float:
    """R² of scores predicted from topic shares, by ridge regression in folds that keep groups.

    The penalty is chosen inside the training documents.
    """
    model = make_pipeline(StandardScaler(), RidgeCV(np.logspace(-2, 4, 13)))
    predicted = cross_val_predict(model, shares, scores, groups=groups, cv=GroupKFold(folds))
    return float(r2_score(scores, predicted))
