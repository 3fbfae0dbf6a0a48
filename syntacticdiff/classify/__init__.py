"""Classes and scores of documents from words, edits or both: cross-validation, and models."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.classify.classifier import Prediction as Prediction
    from syntacticdiff.classify.classifier import TextClassifier as TextClassifier
    from syntacticdiff.classify.evaluation import Evaluation as Evaluation
    from syntacticdiff.classify.evaluation import evaluate as evaluate
    from syntacticdiff.classify.feature_sets import ViewCounts as ViewCounts
    from syntacticdiff.classify.feature_sets import count_views as count_views
    from syntacticdiff.classify.learning import Learning as Learning
    from syntacticdiff.classify.linear import Evidence as Evidence
    from syntacticdiff.classify.score_evaluation import ScoreEvaluation as ScoreEvaluation
    from syntacticdiff.classify.score_evaluation import evaluate_scores as evaluate_scores
    from syntacticdiff.classify.scorer import ScorePrediction as ScorePrediction
    from syntacticdiff.classify.scorer import ScoreReason as ScoreReason
    from syntacticdiff.classify.scorer import TextScorer as TextScorer
    from syntacticdiff.classify.significance import ROUNDS as ROUNDS
    from syntacticdiff.classify.significance import Randomisation as Randomisation
    from syntacticdiff.classify.significance import (
        approximate_randomisation as approximate_randomisation,
    )
    from syntacticdiff.classify.significance import bootstrap_intervals as bootstrap_intervals

__getattr__, __dir__, __all__ = exports(__name__)
