"""Cross-validated comparison of feature sets: how well each tells the documents' classes apart.

All feature sets are tried on the same folds, so that their out-of-fold predictions can be compared
document by document. What the feature sets are is for `feature_sets` to say, whether a difference
may be chance for `significance`; a classifier that is kept and used is `text_classifier`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt
from sklearn.metrics import confusion_matrix, f1_score

from syntacticdiff.classify.feature_sets import (
    EDITS,
    FrequentColumns,
    ViewCounts,
    model_of,
    views_of,
)
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
from syntacticdiff.classify.significance import ROUNDS, approximate_randomisation
from syntacticdiff.errors import InputError
from syntacticdiff.features.information_gain import InformativeFeature


@dataclass(frozen=True)
class FeatureSetResult:
    """What one feature set achieved.

    Parameters
    ----------
    features : its name
    accuracy, macro_f1 : of the out-of-fold predictions of all documents together
    vocabulary : how many features at least `min_df` documents have
    row_length : how many different ones of these a document has, on average
    confusion : documents of each class (row) that are put into each class (column)
    edits_weights : the weight of edits in each fold
    predictions : the out-of-fold predictions
    """

    features: str
    accuracy: float
    macro_f1: float
    vocabulary: int
    row_length: float
    confusion: list[list[int]]
    edits_weights: list[float]
    predictions: list[str]


@dataclass(frozen=True)
class FeatureSetComparison:
    """Two feature sets: `first` less `second`, and how likely chance alone does as much."""

    first: str
    second: str
    accuracy_difference: float
    accuracy_p: float
    macro_f1_difference: float
    macro_f1_p: float
    rounds: int


@dataclass(frozen=True)
class Evaluation:
    """The feature sets' results on the same folds, and what was done to get them."""

    documents: int
    classes: dict[str, int]  # documents of each
    folds: int
    groups: int | None
    learning: Learning
    signature: str
    results: list[FeatureSetResult]
    comparisons: list[FeatureSetComparison]
    informative: dict[str, list[InformativeFeature]]  # edits, by class

    @property
    def majority(self) -> float:
        """The accuracy of always saying the commonest class."""
        return max(self.classes.values()) / self.documents

    @property
    def best(self) -> FeatureSetResult:
        """The most accurate; of equal ones the first."""
        return max(self.results, key=lambda result: result.accuracy)

    def summary(self) -> dict[str, Any]:
        """All but the predictions as plain data, for reports and JSON."""
        results = [asdict(result) for result in self.results]
        for result in results:
            del result["predictions"]
        return {
            "documents": self.documents,
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
    labels: Iterable[Any],
    feature_sets: Sequence[str],
    *,
    learning: Learning | None = None,
    folds: int = 10,
    groups: Iterable[Any] | None = None,
    rounds: int = ROUNDS,
    top: int = 10,
    n_jobs: int | None = None,
) -> Evaluation:
    """Compare feature sets by cross-validation.

    Parameters
    ----------
    counts : what `feature_sets.count_views` made of the documents
    labels : the documents' classes
    feature_sets : their names
    learning : how classifiers are trained; by default Learning()
    folds : how many; stratified
    groups : of each document the group (its author, its prompt) that must stay in one fold
    rounds : of approximate randomisation, for each pair of feature sets
    top : how many informative edits for each class, if edits were counted
    n_jobs : threads; the results are the same for any number
    """
    learning = learning or Learning()
    known = checked_labels(labels, counts.documents)
    grouping = checked_groups(groups, len(known))
    check_folds(known, folds, grouping)
    parts = list(splits(known, folds, learning.seed, grouping))
    results = [
        _result(name, counts, known, parts, learning, grouping, n_jobs)
        for name in dict.fromkeys(feature_sets)
    ]
    return Evaluation(
        documents=len(known),
        classes=dict(sorted(Counter(known.tolist()).items())),
        folds=len(parts),
        groups=None if grouping is None else len(np.unique(grouping)),
        learning=learning,
        signature=signature_of(counts),
        results=results,
        comparisons=[
            _comparison(known, first, second, rounds, learning.seed)
            for second, first in combinations(results, 2)
        ],
        informative=informative_edits(counts, known, top),
    )


def signature_of(counts: ViewCounts) -> str:
    """What the counts depend on, enough to make them again."""
    if EDITS in counts.vectorizers:
        return str(counts.vectorizers[EDITS].differ_.signature)
    from syntacticdiff._version import __version__

    return f"syntacticdiff:{__version__}|model:{model_of(counts.edits).checksum[:16]}"


def informative_edits(
    counts: ViewCounts, labels: Labels, top: int
) -> dict[str, list[InformativeFeature]]:
    """For each class, the edits that tell most about it in all documents; nothing without edits."""
    if EDITS not in counts.matrices or top < 1:
        return {}
    found: Mapping[str, list[InformativeFeature]] = counts.vectorizers[EDITS].top_edits(
        counts.matrices[EDITS], labels, top
    )
    return dict(found)


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

    def predicted(training: npt.NDArray[np.intp], test: npt.NDArray[np.intp]) -> tuple[Any, float]:
        if len(np.unique(labels[training])) < 2:
            raise InputError("groups: the training documents of a fold are all of one class")
        pipeline, weight = learning.fitted(counts, views, labels, training, groups)
        return pipeline.predict(matrix[test]), weight

    with one_thread_each():  # solvers leave the interpreter free, so folds can run in threads
        tasks = (joblib.delayed(predicted)(training, test) for training, test in parts)
        answers = joblib.Parallel(n_jobs=n_jobs, prefer="threads")(tasks)
    predictions = np.empty_like(labels)
    for (_, test), (answer, _) in zip(parts, answers, strict=True):
        predictions[test] = answer
    classes = np.unique(labels)
    kept = FrequentColumns(learning.min_df).fit_transform(matrix)
    return FeatureSetResult(
        features=name,
        accuracy=float(np.mean(predictions == labels)),
        macro_f1=float(f1_score(labels, predictions, labels=classes, average="macro")),
        vocabulary=kept.shape[1],
        row_length=kept.nnz / len(labels),
        confusion=confusion_matrix(labels, predictions, labels=classes).tolist(),
        edits_weights=[weight for _, weight in answers]
        if EDITS in views and len(views) > 1
        else [],
        predictions=predictions.tolist(),
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
