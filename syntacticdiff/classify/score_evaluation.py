"""Comparison of feature sets, cross-validated or on a test set: how well each predicts scores.

The penalty of each model is chosen inside its training documents, so that no tested document has a
part in it. How far a prediction may be off is learned there too, and checked on what is tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import joblib
import numpy as np

from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Groups, Learning, Split, checked_groups, one_thread_each
from syntacticdiff.classify.record import signature_of
from syntacticdiff.classify.score_statistics import (
    correlation,
    rounded,
    score_intervals,
    score_randomisation,
    weighted_kappa,
)
from syntacticdiff.classify.scores import (
    LEVEL,
    Documents,
    Floats,
    checked_scores,
    fitted_scores,
    score_splits,
)
from syntacticdiff.classify.significance import ROUNDS
from syntacticdiff.classify.views import views_of
from syntacticdiff.errors import InputError, UsageError


@dataclass(frozen=True)
class ScoreResult:
    """The result of one feature set.

    Parameters
    ----------
    features : str
        The name of the feature set.
    r, kappa : float
        Pearson's r, and quadratic weighted kappa of predictions rounded to scores that occur.
    r_interval, kappa_interval : tuple of float
        Where 95% of the figures of bootstrap samples of the documents are.
    rmse : float
        The root of the mean square error.
    vocabulary : int
        The number of features, on average over the folds.
    penalties : list of float
        The penalty that was chosen in each fold.
    half_width : float
        Half the width of the interval of a prediction, on average over the folds.
    coverage : float
        The share of tested documents whose score is inside its interval.
    predictions : list of float
        The predictions of the documents that were tested.
    """

    features: str
    r: float
    kappa: float
    r_interval: tuple[float, float]
    kappa_interval: tuple[float, float]
    rmse: float
    vocabulary: int
    penalties: list[float]
    half_width: float
    coverage: float
    predictions: list[float]


@dataclass(frozen=True)
class ScoreComparison:
    """The difference between two feature sets, `first` minus `second`, with its p-values.

    Parameters
    ----------
    first, second : str
        The names of the feature sets.
    r_difference, kappa_difference : float
        The figure of the first minus that of the second.
    r_p, kappa_p : float
        The p-values of paired approximate randomisation.
    rounds : int
        The number of rounds.
    """

    first: str
    second: str
    r_difference: float
    r_p: float
    kappa_difference: float
    kappa_p: float
    rounds: int


@dataclass(frozen=True)
class ScoreEvaluation:
    """The results of feature sets on the same folds, as `evaluate_scores` returns them.

    Parameters
    ----------
    documents, tested : int
        The number of documents, and of those that were tested.
    mean, deviation, low, high : float
        Of the scores of tested documents.
    folds : int
        The number of folds; 1 if there was a test set.
    groups : int or None
        The number of groups, if any were given.
    level : float
        The probability that an interval is meant to hold the score.
    learning : Learning
        How the models were trained.
    signature : str
        What the counts depend on.
    results : list of ScoreResult
        The result of each feature set.
    comparisons : list of ScoreComparison
        The comparison of each pair of feature sets.
    """

    documents: int
    tested: int
    mean: float
    deviation: float
    low: float
    high: float
    folds: int
    groups: int | None
    level: float
    learning: Learning
    signature: str
    results: list[ScoreResult]
    comparisons: list[ScoreComparison]

    @property
    def best(self) -> ScoreResult:
        """The feature set with the highest r; of equals the first."""
        return max(self.results, key=lambda result: result.r)

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
            for name in ("r_interval", "kappa_interval"):
                result[name] = list(result[name])
        plain = ("documents", "tested", "mean", "deviation", "low", "high", "folds", "groups")
        return {
            **{name: getattr(self, name) for name in (*plain, "level")},
            "edits_weight": self.learning.edits_weight,
            "min_df": self.learning.min_df,
            "seed": self.learning.seed,
            "signature": self.signature,
            "results": results,
            "comparisons": [asdict(comparison) for comparison in self.comparisons],
        }


def evaluate_scores(
    counts: ViewCounts,
    scores: Iterable[object],
    feature_sets: Sequence[str],
    *,
    learning: Learning | None = None,
    folds: int = 10,
    groups: Iterable[object] | None = None,
    test: Iterable[int] | None = None,
    rounds: int = ROUNDS,
    n_jobs: int | None = None,
) -> ScoreEvaluation:
    """Compare how well feature sets predict numbers, by cross-validation.

    Parameters
    ----------
    counts : ViewCounts
        The counts of the documents, from `count_views`.
    scores : iterable of numbers
        The score of each document.
    feature_sets : sequence of str
        The names of the feature sets.
    learning : Learning or None, default None
        `edits_weight`, `min_df` and `seed`; the model is ridge regression, whatever `classifier`
        is. None for `Learning("ridge")`.
    folds : int, default 10
        The number of folds.
    groups : iterable of labels or None, default None
        For each document the group (its author, its prompt) that must stay in one fold. Penalties
        are chosen by leaving out groups, too.
    test : iterable of int or None, default None
        The documents of a test set, by their numbers; the others are trained on, and there are no
        folds.
    rounds : int, default 10000
        The rounds of approximate randomisation for each pair of feature sets.
    n_jobs : int or None, default None
        The number of threads; the results do not depend on it.

    Returns
    -------
    ScoreEvaluation
        The results.

    Raises
    ------
    UsageError
        If scores or groups are not as many as the documents.
    InputError
        If a score is not a number, or there are too few documents or groups for the folds.

    Examples
    --------
    >>> from syntacticdiff.classify import count_views
    >>> counts = count_views(["We go.", "They go.", "We ran.", "They ran."] * 5, ["words"])
    >>> round(evaluate_scores(counts, [1, 2, 3, 4] * 5, ["words"], folds=5).best.r, 2)
    1.0
    """
    learning = learning or Learning("ridge")
    known = checked_scores(scores, counts.documents)
    grouping = checked_groups(groups, len(known))
    parts = _parts(known, folds, grouping, test, learning.seed)
    tested = np.sort(np.concatenate([part for _, part in parts]))
    results = [
        _result(name, counts, known, parts, learning, grouping, n_jobs)
        for name in dict.fromkeys(feature_sets)
    ]
    true, points = known[tested], np.unique(known)
    return ScoreEvaluation(
        documents=len(known),
        tested=len(tested),
        mean=float(true.mean()),
        deviation=float(true.std()),
        low=float(true.min()),
        high=float(true.max()),
        folds=len(parts),
        groups=None if grouping is None else len(np.unique(grouping)),
        level=LEVEL,
        learning=learning,
        signature=signature_of(counts),
        results=results,
        comparisons=[
            _comparison(true, first, second, points, rounds, learning.seed)
            for second, first in combinations(results, 2)
        ],
    )


def _parts(
    scores: Floats, folds: int, groups: Groups | None, test: Iterable[int] | None, seed: int
) -> list[Split]:
    """The folds, or the one split that a test set makes."""
    if test is None:
        return score_splits(len(scores), folds, seed, groups)
    tested = np.unique(np.fromiter(test, dtype=np.intp))
    if not len(tested) or tested[0] < 0 or tested[-1] >= len(scores):
        raise UsageError(f"test: numbers of documents from 0 to {len(scores) - 1} are needed")
    training = np.setdiff1d(np.arange(len(scores)), tested)
    if len(np.unique(scores[training])) < 2:
        raise InputError("test: the documents that are not in it have fewer than two scores")
    return [(training, tested)]


def _result(
    name: str,
    counts: ViewCounts,
    scores: Floats,
    parts: Sequence[Split],
    learning: Learning,
    groups: Groups | None,
    n_jobs: int | None,
) -> ScoreResult:
    views = views_of(name)
    matrix = counts.joined(views)

    def predicted(training: Documents, test: Documents) -> tuple[Floats, float, float, int]:
        fitted = fitted_scores(counts, views, scores, training, learning, groups)
        found = np.clip(fitted.predict(matrix[test]), *_range(scores[training]))
        return found, fitted.half_width, fitted.ridge.penalty, len(fitted.means)

    with one_thread_each():
        tasks = (joblib.delayed(predicted)(training, test) for training, test in parts)
        answers = joblib.Parallel(n_jobs=n_jobs, prefer="threads")(tasks)
    everything, widths = np.empty(len(scores)), np.empty(len(scores))
    for (_, test), (found, width, _, _) in zip(parts, answers, strict=True):
        everything[test], widths[test] = found, width
    tested = np.sort(np.concatenate([part for _, part in parts]))
    true, predictions, points = scores[tested], everything[tested], np.unique(scores)
    intervals = score_intervals(true, predictions, points, seed=learning.seed)
    return ScoreResult(
        features=name,
        r=correlation(true, predictions),
        kappa=weighted_kappa(true, rounded(predictions, points)),
        r_interval=intervals["r"],
        kappa_interval=intervals["kappa"],
        rmse=float(np.sqrt(np.mean((true - predictions) ** 2))),
        vocabulary=round(float(np.mean([size for _, _, _, size in answers]))),
        penalties=[penalty for _, _, penalty, _ in answers],
        half_width=float(np.mean([width for _, width, _, _ in answers])),
        coverage=float(np.mean(np.abs(true - predictions) <= widths[tested])),
        predictions=predictions.tolist(),
    )


def _range(scores: Floats) -> tuple[float, float]:
    return float(scores.min()), float(scores.max())


def _comparison(
    true: Floats,
    first: ScoreResult,
    second: ScoreResult,
    points: Floats,
    rounds: int,
    seed: int,
) -> ScoreComparison:
    one, two = np.array(first.predictions), np.array(second.predictions)
    r = score_randomisation(true, one, two, statistic="r", rounds=rounds, seed=seed)
    kappa = score_randomisation(
        true,
        rounded(one, points),
        rounded(two, points),
        statistic="kappa",
        rounds=rounds,
        seed=seed,
    )
    return ScoreComparison(
        first.features,
        second.features,
        r.difference,
        r.p_value,
        kappa.difference,
        kappa.p_value,
        rounds,
    )
