"""Comparison of feature sets, cross-validated or on a test set: how well each predicts classes.

All feature sets are tested on the same documents, so that their predictions can be compared
document by document. Classifiers that are saved and used are made by `classify.classifier`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt
from sklearn.metrics import confusion_matrix, f1_score

from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import (
    Groups,
    Labels,
    Learning,
    Split,
    check_folds,
    checked_groups,
    checked_labels,
    one_thread_each,
    splits,
)
from syntacticdiff.classify.record import signature_of
from syntacticdiff.classify.significance import (
    ROUNDS,
    approximate_randomisation,
    bootstrap_intervals,
)
from syntacticdiff.classify.telling import informative_edits
from syntacticdiff.classify.views import SEARCHED, views_of
from syntacticdiff.classify.weighting import FrequentColumns
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.information_gain import InformativeFeature

Documents = npt.NDArray[np.intp]


@dataclass(frozen=True)
class FeatureSetResult:
    """The result of one feature set.

    Parameters
    ----------
    features : str
        The name of the feature set.
    accuracy, macro_f1 : float
        Of the out-of-fold predictions of all documents together.
    vocabulary : int
        The number of features that occur in at least `min_df` documents.
    row_length : float
        How many different ones of these a document has, on average.
    confusion : list of list of int
        The number of documents of each class (row) predicted as each class (column).
    edits_weights : list of float
        The weight of edits in each fold; empty unless there are other views beside them.
    predictions : list of str
        The predictions of the documents that were tested.
    accuracy_interval, macro_f1_interval : tuple of float
        Where 95% of the scores of bootstrap samples of the documents are.
    """

    features: str
    accuracy: float
    macro_f1: float
    vocabulary: int
    row_length: float
    confusion: list[list[int]]
    edits_weights: list[float]
    predictions: list[str]
    accuracy_interval: tuple[float, float]
    macro_f1_interval: tuple[float, float]


@dataclass(frozen=True)
class FeatureSetComparison:
    """The difference between two feature sets, `first` minus `second`, with its p-values.

    Parameters
    ----------
    first, second : str
        The names of the feature sets.
    accuracy_difference, macro_f1_difference : float
        The score of the first minus that of the second.
    accuracy_p, macro_f1_p : float
        The p-values of paired approximate randomisation.
    rounds : int
        The number of rounds.
    """

    first: str
    second: str
    accuracy_difference: float
    accuracy_p: float
    macro_f1_difference: float
    macro_f1_p: float
    rounds: int


@dataclass(frozen=True)
class Evaluation:
    """The results of feature sets on the same folds, as `evaluate` returns them.

    Parameters
    ----------
    documents : int
        The number of documents.
    classes : dict of str to int
        The number of tested documents of each class.
    folds : int
        The number of folds; 1 if there was a test set.
    groups : int or None
        The number of groups, if any were given.
    learning : Learning
        How the classifiers were trained.
    signature : str
        What the counts depend on.
    results : list of FeatureSetResult
        The result of each feature set.
    comparisons : list of FeatureSetComparison
        The comparison of each pair of feature sets.
    informative : dict of str to list of InformativeFeature
        The most informative edits of each class; empty if edits were not counted.
    tested : int
        The number of documents that were tested: all of them, or the test set.
    """

    documents: int
    classes: dict[str, int]
    folds: int
    groups: int | None
    learning: Learning
    signature: str
    results: list[FeatureSetResult]
    comparisons: list[FeatureSetComparison]
    informative: dict[str, list[InformativeFeature]]
    tested: int

    @property
    def majority(self) -> float:
        """The accuracy of always predicting the class that most tested documents have."""
        return max(self.classes.values()) / self.tested

    @property
    def best(self) -> FeatureSetResult:
        """The most accurate feature set; of equals the first."""
        return max(self.results, key=lambda result: result.accuracy)

    def summary(self) -> dict[str, Any]:
        """The evaluation without the predictions as plain data, for reports and JSON.

        Returns
        -------
        dict of str to object
            Values that `json.dumps` accepts.
        """
        results = [asdict(result) for result in self.results]
        for result in results:
            del result["predictions"]
            for name in ("accuracy_interval", "macro_f1_interval"):
                result[name] = list(result[name])
        return {
            "documents": self.documents,
            "tested": self.tested,
            "classes": self.classes,
            "majority": self.majority,
            "folds": self.folds,
            "groups": self.groups,
            **asdict(self.learning),
            "signature": self.signature,
            "results": results,
            "comparisons": [asdict(comparison) for comparison in self.comparisons],
            "informative": {
                label: [feature._asdict() for feature in features]
                for label, features in self.informative.items()
            },
        }


def evaluate(
    counts: ViewCounts,
    labels: Iterable[object],
    feature_sets: Sequence[str],
    *,
    learning: Learning | None = None,
    folds: int = 10,
    groups: Iterable[object] | None = None,
    test: Iterable[int] | None = None,
    rounds: int = ROUNDS,
    top: int = 10,
    content: str = "mask",
    n_jobs: int | None = None,
) -> Evaluation:
    """Compare feature sets by cross-validation.

    Parameters
    ----------
    counts : ViewCounts
        The counts of the documents, from `count_views`.
    labels : iterable of labels
        The class of each document.
    feature_sets : sequence of str
        The names of the feature sets.
    learning : Learning or None, default None
        How classifiers are trained; None for `Learning()`.
    folds : int, default 10
        The number of folds, which are stratified.
    groups : iterable of labels or None, default None
        For each document the group (its author, its prompt) that must stay in one fold.
    test : iterable of int or None, default None
        The documents of a test set, by their numbers; the others are trained on, and there are no
        folds.
    rounds : int, default 10000
        The rounds of approximate randomisation for each pair of feature sets.
    top : int, default 10
        The number of informative edits for each class, if edits were counted.
    content : {"mask", "keep"}, default "mask"
        Whether edits of content words, or beside them, are left out of these: they follow the
        subject of a text.
    n_jobs : int or None, default None
        The number of threads; the results do not depend on it.

    Returns
    -------
    Evaluation
        The results.

    Raises
    ------
    UsageError
        If labels or groups are not as many as the documents.
    InputError
        If there are too few documents or groups for the folds.

    Examples
    --------
    >>> from syntacticdiff.classify import count_views
    >>> counts = count_views(["We go.", "They go.", "We ran.", "They ran."] * 3, ["words"])
    >>> evaluate(counts, ["we", "they"] * 6, ["words"], folds=2).best.accuracy
    1.0
    """
    learning = learning or Learning()
    known = checked_labels(labels, counts.documents)
    grouping = checked_groups(groups, len(known))
    parts = _parts(known, folds, grouping, test, learning.seed)
    tested = np.sort(np.concatenate([part for _, part in parts]))
    results = [
        _result(name, counts, known, parts, learning, grouping, n_jobs)
        for name in dict.fromkeys(feature_sets)
    ]
    return Evaluation(
        documents=len(known),
        classes=dict(sorted(Counter(known[tested].tolist()).items())),
        folds=len(parts),
        groups=None if grouping is None else len(np.unique(grouping)),
        learning=learning,
        signature=signature_of(counts),
        results=results,
        comparisons=[
            _comparison(known[tested], first, second, rounds, learning.seed)
            for second, first in combinations(results, 2)
        ],
        informative=informative_edits(
            counts, known, top, None if test is None else parts[0][0], content
        ),
        tested=len(tested),
    )


def _parts(
    labels: Labels, folds: int, groups: Groups | None, test: Iterable[int] | None, seed: int
) -> list[Split]:
    """The folds, or the one split that a test set makes."""
    if test is None:
        check_folds(labels, folds, groups)
        return list(splits(labels, folds, seed, groups))
    tested = np.unique(np.fromiter(test, dtype=np.intp))
    if not len(tested) or tested[0] < 0 or tested[-1] >= len(labels):
        raise UsageError(f"test: numbers of documents from 0 to {len(labels) - 1} are needed")
    training = np.setdiff1d(np.arange(len(labels)), tested)
    if len(np.unique(labels[training])) < 2:
        raise InputError("test: the documents that are not in it have fewer than two classes")
    return [(training, tested)]


def _result(
    name: str,
    counts: ViewCounts,
    labels: Labels,
    parts: Sequence[Split],
    learning: Learning,
    groups: Groups | None,
    n_jobs: int | None,
) -> FeatureSetResult:
    views = views_of(name)
    matrix = counts.joined(views)

    def predicted(training: Documents, test: Documents) -> tuple[Labels, float]:
        if len(np.unique(labels[training])) < 2:
            raise InputError("groups: the training documents of a fold are all of one class")
        pipeline, weight = learning.fitted(counts, views, labels, training, groups)
        return pipeline.predict(matrix[test]), weight

    with one_thread_each():  # solvers release the GIL, so folds can run in threads
        tasks = (joblib.delayed(predicted)(training, test) for training, test in parts)
        answers = joblib.Parallel(n_jobs=n_jobs, prefer="threads")(tasks)
    everything = np.empty_like(labels)
    for (_, test), (answer, _) in zip(parts, answers, strict=True):
        everything[test] = answer
    tested = np.sort(np.concatenate([part for _, part in parts]))
    predictions, labels = everything[tested], labels[tested]
    classes = np.unique(labels)
    intervals = bootstrap_intervals(labels, predictions, seed=learning.seed)
    kept = FrequentColumns(learning.min_df).fit_transform(matrix)
    return FeatureSetResult(
        features=name,
        accuracy=float(np.mean(predictions == labels)),
        macro_f1=float(f1_score(labels, predictions, labels=classes, average="macro")),
        vocabulary=kept.shape[1],
        row_length=kept.nnz / matrix.shape[0],
        confusion=confusion_matrix(labels, predictions, labels=classes).tolist(),
        edits_weights=[weight for _, weight in answers]
        if not set(SEARCHED).isdisjoint(views) and len(views) > 1
        else [],
        predictions=predictions.tolist(),
        accuracy_interval=intervals["accuracy"],
        macro_f1_interval=intervals["macro_f1"],
    )


def _comparison(
    labels: Labels, first: FeatureSetResult, second: FeatureSetResult, rounds: int, seed: int
) -> FeatureSetComparison:
    accuracy, macro_f1 = (
        approximate_randomisation(
            labels,
            first.predictions,
            second.predictions,
            statistic=statistic,
            rounds=rounds,
            seed=seed,
        )
        for statistic in ("accuracy", "macro_f1")
    )
    return FeatureSetComparison(
        first.features,
        second.features,
        accuracy.difference,
        accuracy.p_value,
        macro_f1.difference,
        macro_f1.p_value,
        rounds,
    )
