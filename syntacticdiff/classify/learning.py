"""How a linear classifier is trained from counts: its settings, and the folds to try it on.

What it is trained on is for `feature_sets` to say; what comes of it, for `classify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # sklearn's own

from syntacticdiff.classify.feature_sets import (
    EDITS,
    EDITS_WEIGHT,
    ViewCounts,
    view_weights,
    weighting,
)
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.matrix import FeatureLimits

CLASSIFIERS = ("svm", "logistic", "sgd")
CHOSEN = "cv"  # the weight of edits is chosen by cross-validation inside the training documents
WEIGHTS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4)  # to choose from

_INNER_FOLDS = 3
_WEIGHTS_PARAMETER = "features__transformer_weights"

Labels = npt.NDArray[np.str_]
Groups = npt.NDArray[np.str_]
Split = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]  # training and test documents


def make_classifier(name: str, seed: int = 0) -> Any:
    """A linear classifier with settings that suit rows of length 1.

    `svm` is scikit-learn's LinearSVC with C = 1, one class against the others; `logistic` its
    multinomial LogisticRegression with C = 10; `sgd` its SGDClassifier with the logistic loss, one
    class against the others, for many documents.
    """
    if name == "svm":
        return LinearSVC(random_state=seed, max_iter=5000)
    if name == "logistic":
        return LogisticRegression(C=10.0, solver="newton-cg", max_iter=1000)
    if name == "sgd":
        return SGDClassifier(loss="log_loss", alpha=1e-4, random_state=seed)
    raise UsageError(f"classifier: {name!r} is not one of {', '.join(CLASSIFIERS)}")


@dataclass(frozen=True)
class Learning:
    """How a classifier is trained.

    Parameters
    ----------
    classifier : `"svm"`, `"logistic"` or `"sgd"`
    edits_weight : what edits are multiplied by beside other views; `"cv"` chooses one of WEIGHTS
        by cross-validation inside the training documents
    min_df : features of fewer training documents are left out; a float is a share of them
    seed : of folds and classifiers
    """

    classifier: str = "svm"
    edits_weight: float | Literal["cv"] = EDITS_WEIGHT
    min_df: float = 1
    seed: int = 0

    def __post_init__(self) -> None:
        make_classifier(self.classifier)
        FeatureLimits(min_df=self.min_df)
        weight = self.edits_weight
        if weight != CHOSEN and not (isinstance(weight, (int, float)) and 0 < weight < 1e6):
            raise UsageError(f"edits_weight: a number over 0 or {CHOSEN!r} is needed: {weight!r}")
        if not 0 <= self.seed < 2**32:
            raise UsageError(f"seed: a number from 0 to 2**32 - 1 is needed, not {self.seed!r}")

    def pipeline(self, counts: ViewCounts, views: Sequence[str], weight: float) -> Pipeline:
        """From joined counts to a classifier, not yet fitted."""
        features = weighting(counts, views, edits_weight=weight, min_df=self.min_df)
        classifier = make_classifier(self.classifier, self.seed)
        return Pipeline([("features", features), ("classifier", classifier)])

    def fitted(
        self,
        counts: ViewCounts,
        views: Sequence[str],
        labels: Labels,
        rows: npt.NDArray[np.intp],
        groups: Groups | None = None,
    ) -> tuple[Pipeline, float]:
        """A pipeline trained on some documents, and the weight that edits have in it."""
        matrix, known = counts.joined(views)[rows], labels[rows]
        weight = EDITS_WEIGHT if self.edits_weight == CHOSEN else float(self.edits_weight)
        pipeline = self.pipeline(counts, views, weight)
        chooses = self.edits_weight == CHOSEN and EDITS in views and len(views) > 1
        inner = self._inner(known, None if groups is None else groups[rows]) if chooses else []
        if not inner:
            return pipeline.fit(matrix, known), weight
        choices = {_WEIGHTS_PARAMETER: [view_weights(views, choice) for choice in WEIGHTS]}
        search = GridSearchCV(pipeline, choices, cv=inner, error_score="raise").fit(matrix, known)
        return search.best_estimator_, float(search.best_params_[_WEIGHTS_PARAMETER][EDITS])

    def _inner(self, labels: Labels, groups: Groups | None) -> list[Split]:
        """Folds to choose by; none where there are too few documents, or groups, for that."""
        sizes = np.unique(labels, return_counts=True)[1]
        groups_left = len(labels) if groups is None else len(np.unique(groups))
        folds = min(_INNER_FOLDS, int(sizes.min()), groups_left)
        found = splits(labels, folds, self.seed, groups) if folds > 1 else ()
        return [part for part in found if len(np.unique(labels[part[0]])) > 1]


# Folds


def checked_labels(labels: Iterable[Any], documents: int) -> Labels:
    """The documents' classes as strings: as many as there are documents, and at least two."""
    found = np.array([str(label) for label in labels], dtype=np.str_)
    if len(found) != documents:
        raise UsageError(f"labels: {len(found)} for {documents} documents")
    if len(classes := np.unique(found)) < 2:
        only = f"only {str(classes[0])!r}" if len(classes) else "none"
        raise InputError(f"labels: at least two classes are needed, and there is {only}")
    return found


def checked_groups(groups: Iterable[Any] | None, documents: int) -> Groups | None:
    """The documents' groups as strings, as many as there are documents; None for none."""
    if groups is None:
        return None
    found = np.array([str(group) for group in groups], dtype=np.str_)
    if len(found) != documents:
        raise UsageError(f"groups: {len(found)} for {documents} documents")
    return found


def splits(labels: Labels, folds: int, seed: int, groups: Groups | None = None) -> Iterator[Split]:
    """Training and test documents of each fold: stratified, and no group on both sides."""
    if groups is None:
        yield from StratifiedKFold(folds, shuffle=True, random_state=seed).split(labels, labels)
        return
    grouped = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for training, test in grouped.split(labels, labels, groups):
        if len(test):  # a few large groups may leave nothing for a fold
            yield training, test


def check_folds(labels: Labels, folds: int, groups: Groups | None = None) -> None:
    """Refuse folds that some class, or the groups, cannot fill."""
    if folds < 2:
        raise UsageError(f"folds: at least 2 are needed, not {folds!r}")
    classes, sizes = np.unique(labels, return_counts=True)
    if groups is None:
        least = int(np.argmin(sizes))
        if (size := int(sizes[least])) < folds:
            advice = f"use {size} folds or leave it out" if size > 1 else "leave it out"
            raise InputError(
                f"labels: class {str(classes[least])!r} has {size} of the documents, too few for "
                f"{folds} folds; {advice}"
            )
        return
    if (number := len(np.unique(groups))) < folds:
        raise InputError(f"groups: {number} are too few for {folds} folds; use fewer folds")
    for label in classes:
        if len(only := np.unique(groups[labels == label])) < 2:
            raise InputError(
                f"groups: class {str(label)!r} occurs only in group {str(only[0])!r}, so nothing "
                "can be learned of it without that group; leave it out or group otherwise"
            )


def one_thread_each() -> AbstractContextManager[Any]:
    """Where solvers run, each in one thread: more would only be in each other's way."""
    limits: AbstractContextManager[Any] = threadpool_limits(1)
    return limits
