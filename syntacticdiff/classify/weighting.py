"""From counts to what a classifier learns from, fitted inside the folds.

Each view is weighted by itself: tf-idf, with logarithmic counts where the values are counts, and
rows of length 1; grammar is scaled instead (`features.scaling`). In a feature set of several views,
edits and grammar are then multiplied by `edits_weight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.classify.feature_sets import ViewCounts, checked_edits, vectorizer_of
from syntacticdiff.classify.views import EDITS, SEARCHED, views_of
from syntacticdiff.errors import InputError
from syntacticdiff.features.grammar import grammar_scaling
from syntacticdiff.features.matrix import FeatureLimits
from syntacticdiff.features.templates import GRAMMAR
from syntacticdiff.features.vectorizer import EditVectorizer

EDITS_WEIGHT = 1.0  # beside other views

Counts: TypeAlias = sparse.csr_matrix | npt.NDArray[np.generic]


class FrequentColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Keeps the columns that occur in enough training documents: `min_df` after counting.

    Without it, features that occur only in test documents would add to the length of their rows.
    """

    def __init__(self, min_df: float = 1) -> None:
        self.min_df = min_df

    def fit(self, X: Counts, y: object = None) -> FrequentColumns:  # noqa: N803
        """Learn which columns are kept."""
        FeatureLimits(min_df=self.min_df)  # validates it
        counts = sparse.csr_matrix(X)
        least = self.min_df * (1 if isinstance(self.min_df, Integral) else counts.shape[0])
        self.columns_ = np.flatnonzero(counts.getnnz(axis=0) >= max(least, 1))
        if not len(self.columns_):
            raise InputError("no feature is left to learn from; try a smaller min_df")
        return self

    def transform(self, X: Counts) -> sparse.csr_matrix:  # noqa: N803
        """The columns that are kept."""
        check_is_fitted(self)
        return sparse.csr_matrix(X)[:, self.columns_]

    def get_feature_names_out(
        self, input_features: Sequence[str] | None = None
    ) -> npt.NDArray[np.object_]:
        """The names of the columns that are kept."""
        check_is_fitted(self)
        names: npt.NDArray[np.object_] = np.asarray(input_features, dtype=object)[self.columns_]
        return names


def is_sublinear(view: str, edits: EditVectorizer) -> bool:
    """Whether a view's values are replaced by 1 + log(value), which suits only counts."""
    return view not in SEARCHED or (view == EDITS and edits.values == "count" and not edits.binary)


def view_weights(views: Sequence[str], edits_weight: float) -> dict[str, float]:
    """The factor of each view."""
    return {view: edits_weight if view in SEARCHED and len(views) > 1 else 1.0 for view in views}


def weighting(
    counts: ViewCounts,
    views: Sequence[str],
    *,
    edits_weight: float = EDITS_WEIGHT,
    min_df: float = 1,
) -> ColumnTransformer:
    """A transformer from joined counts to weighted features, to be fitted inside a fold.

    Parameters
    ----------
    counts : ViewCounts
        The counts of which `counts.joined(views)` will be the input.
    views : sequence of str
        The views of one feature set.
    edits_weight : float, default 1.0
        The factor of edits beside other views.
    min_df : int or float, default 1
        Leave out features that occur in fewer training documents; a float is a share of them.
    """
    layout = counts.layout(views)
    steps = [
        (view, _block(view, counts.edits, min_df, counts.names(view).tolist()), layout[view])
        for view in views
    ]
    return ColumnTransformer(
        steps, transformer_weights=view_weights(views, edits_weight), sparse_threshold=1.0
    )


def feature_union(
    feature_set: str,
    edits: EditVectorizer | None = None,
    *,
    edits_weight: float = EDITS_WEIGHT,
    min_df: float = 1,
) -> FeatureUnion:
    """The same from documents, for pipelines of scikit-learn.

    Parameters
    ----------
    feature_set : str
        A view, or several joined by `+`.
    edits : EditVectorizer or None, default None
        As for `count_views`.
    edits_weight : float, default 1.0
        The factor of edits beside other views.
    min_df : int or float, default 1
        Leave out features that occur in fewer training documents; a float is a share of them.

    Returns
    -------
    sklearn.pipeline.FeatureUnion
        A transformer from documents to weighted features.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.svm import LinearSVC
    >>> pipeline = make_pipeline(feature_union("stems+edits"), LinearSVC())
    """
    views = views_of(feature_set)
    edits = checked_edits(edits)
    steps = []
    for view in views:
        vectorizer = vectorizer_of(view, edits)
        if view == GRAMMAR:
            steps.append((view, Pipeline([("counts", vectorizer.set_params(scaled=True))])))
            continue
        block = _block(view, edits, min_df, ())
        steps.append((view, Pipeline([("counts", vectorizer), *block.steps])))
    return FeatureUnion(steps, transformer_weights=view_weights(views, edits_weight))


def _block(view: str, edits: EditVectorizer, min_df: float, names: Sequence[str]) -> Pipeline:
    if view == GRAMMAR:
        return Pipeline([("scaling", grammar_scaling(names))])
    tfidf = TfidfTransformer(sublinear_tf=is_sublinear(view, edits))
    return Pipeline([("frequent", FrequentColumns(min_df)), ("tfidf", tfidf)])


def learned_columns(block: Pipeline) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """The columns that a fitted block keeps, and what each is multiplied by."""
    if "scaling" in block.named_steps:
        return block["scaling"].columns_, block["scaling"].factors_
    return block["frequent"].columns_, block["tfidf"].idf_
