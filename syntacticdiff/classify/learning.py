"""How a linear classifier is trained from counts: its settings, and the folds to test it on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold, StratifiedKFold
from sklearn.pipeline import Pipeline
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # sklearn's own

from syntacticdiff.classify.classifiers import CHOSEN, FIXED, classifier_named
from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.views import SEARCHED
from syntacticdiff.classify.weighting import EDITS_WEIGHT, view_weights, weighting
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.matrix import FeatureLimits
from syntacticdiff.parameters import one_of

WEIGHTS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4)  # to choose from

PENALTIES = (FIXED, CHOSEN)

_INNER_FOLDS = 3
_WEIGHTS_PARAMETER = "features__transformer_weights"

Labels = npt.NDArray[np.str_]
Groups = npt.NDArray[np.str_]
Split = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]  # training and test documents


@dataclass(frozen=True)
class Learning:
    """How a classifier is trained.

    Parameters
    ----------
    classifier : {"svm", "ridge", "logistic", "sgd"}, default "svm"
        The linear classifier: LinearSVC, RidgeClassifierCV, LogisticRegression or SGDClassifier of
        scikit-learn.
    edits_weight : float or "cv", default 1.0
        The factor of edits beside other views; `"cv"` chooses it by cross-validation inside the
        training documents.
    min_df : int or float, default 1
        Leave out features that occur in fewer training documents; a float is a share of them.
    seed : int, default 0
        Seed of the folds and of the classifier.
    penalty : {"fixed", "cv"}, default "fixed"
        Whether the penalty of the classifier is its default, or is chosen by cross-validation
        inside the training documents. `ridge` always chooses its own.

    Examples
    --------
    >>> Learning("logistic", min_df=2)
    Learning(classifier='logistic', edits_weight=1.0, min_df=2, seed=0, penalty='fixed')
    """

    classifier: str = "svm"
    edits_weight: float | Literal["cv"] = EDITS_WEIGHT
    min_df: float = 1
    seed: int = 0
    penalty: str = FIXED

    def __post_init__(self) -> None:
        classifier_named(self.classifier)
        one_of("penalty", self.penalty, PENALTIES)
        FeatureLimits(min_df=self.min_df)
        weight = self.edits_weight
        if weight != CHOSEN and not (isinstance(weight, (int, float)) and 0 < weight < 1e6):
            raise UsageError(
                f"edits_weight: a number above 0 or {CHOSEN!r} is needed, not {weight!r}"
            )
        if not 0 <= self.seed < 2**32:
            raise UsageError(f"seed: a number from 0 to 2**32 - 1 is needed, not {self.seed!r}")

    def pipeline(self, counts: ViewCounts, views: Sequence[str], weight: float) -> Pipeline:
        """A pipeline from joined counts to a classifier, not yet fitted."""
        features = weighting(counts, views, edits_weight=weight, min_df=self.min_df)
        classifier = classifier_named(self.classifier).make(self.seed)
        return Pipeline([("features", features), ("classifier", classifier)])

    def fitted(
        self,
        counts: ViewCounts,
        views: Sequence[str],
        labels: Labels,
        rows: npt.NDArray[np.intp],
        groups: Groups | None = None,
    ) -> tuple[Pipeline, float]:
        """A pipeline fitted to the documents `rows`, and the weight of edits in it."""
        matrix, known = counts.joined(views)[rows], labels[rows]
        weight = EDITS_WEIGHT if self.edits_weight == CHOSEN else float(self.edits_weight)
        pipeline = self.pipeline(counts, views, weight)
        choices = self._choices(views)
        inner = self._inner(known, None if groups is None else groups[rows]) if choices else []
        if not inner:
            return pipeline.fit(matrix, known), weight
        search = GridSearchCV(pipeline, choices, cv=inner, error_score="raise").fit(matrix, known)
        weights = search.best_params_.get(_WEIGHTS_PARAMETER, {})
        chosen = [weights[view] for view in views if view in SEARCHED and view in weights]
        return search.best_estimator_, float(chosen[0]) if chosen else weight

    def _choices(self, views: Sequence[str]) -> dict[str, Sequence[object]]:
        """What is chosen inside the training documents: parameters of the pipeline and values."""
        found: dict[str, Sequence[object]] = {}
        beside = not set(SEARCHED).isdisjoint(views) and len(views) > 1
        if self.edits_weight == CHOSEN and beside:
            found[_WEIGHTS_PARAMETER] = [view_weights(views, choice) for choice in WEIGHTS]
        if self.penalty == CHOSEN:
            for name, values in classifier_named(self.classifier).choices.items():
                found[f"classifier__{name}"] = list(values)
        return found

    def _inner(self, labels: Labels, groups: Groups | None) -> list[Split]:
        """Folds to choose by; none if there are too few documents or groups."""
        sizes = np.unique(labels, return_counts=True)[1]
        groups_left = len(labels) if groups is None else len(np.unique(groups))
        folds = min(_INNER_FOLDS, int(sizes.min()), groups_left)
        found = splits(labels, folds, self.seed, groups) if folds > 1 else ()
        return [part for part in found if len(np.unique(labels[part[0]])) > 1]


# Folds


def checked_labels(labels: Iterable[object], documents: int) -> Labels:
    """The labels of documents as strings.

    Raises
    ------
    UsageError
        If there are not as many labels as documents.
    InputError
        If there are fewer than two classes.
    """
    found = np.array([str(label) for label in labels], dtype=np.str_)
    if len(found) != documents:
        raise UsageError(f"labels: {len(found)} for {documents} documents")
    if len(classes := np.unique(found)) < 2:
        only = f"only {str(classes[0])!r}" if len(classes) else "none"
        raise InputError(f"labels: at least two classes are needed, but there is {only}")
    return found


def checked_groups(groups: Iterable[object] | None, documents: int) -> Groups | None:
    """The groups of documents as strings, one for each document; None for none."""
    if groups is None:
        return None
    found = np.array([str(group) for group in groups], dtype=np.str_)
    if len(found) != documents:
        raise UsageError(f"groups: {len(found)} for {documents} documents")
    return found


def splits(labels: Labels, folds: int, seed: int, groups: Groups | None = None) -> Iterator[Split]:
    """The training and test documents of each fold: stratified, with no group on both sides."""
    if groups is None:
        yield from StratifiedKFold(folds, shuffle=True, random_state=seed).split(labels, labels)
        return
    grouped = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for training, test in grouped.split(labels, labels, groups):
        if len(test):  # a few large groups may leave a fold empty
            yield training, test


def check_folds(labels: Labels, folds: int, groups: Groups | None = None) -> None:
    """Refuse more folds than the smallest class, or the number of groups, allows."""
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
                "can be learned about it without that group; leave it out or group differently"
            )


def one_thread_each() -> AbstractContextManager[object]:
    """A context in which solvers use one thread each, so that they do not compete for cores."""
    limits: AbstractContextManager[object] = threadpool_limits(1)
    return limits
