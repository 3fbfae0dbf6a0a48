"""Feature sets: what a classifier may see of a document, by name.

A feature set is one view of the documents or several, joined by `+`, as in `stems+edits`:

- `words`: all tokens, punctuation included, as the reference model tokenises and folds them
- `stems`: Porter2 stems of the words that are not in scikit-learn's `ENGLISH_STOP_WORDS`; tokens
  with anything but letters and hyphens (numbers, punctuation, the `n't` of `don't`) are left out
- `bigrams`: the tokens, and each with the one after it, also across the end of a sentence
- `edits`: what EditVectorizer counts

`combined` is short for `words+edits`. Each view is weighted by itself: tf-idf, with logarithmic
counts where they are counts, rows of length 1; beside another view, edits are then multiplied by
`edits_weight`.

Counting does not depend on labels, and finding edits is what takes time. So `count_views` counts
all documents once, and what has to be learned from training documents only (which columns occur
often enough, inverse document frequencies) is left to `weighting`, inside the folds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import (
    ENGLISH_STOP_WORDS,
    CountVectorizer,
    TfidfTransformer,
)
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.matrix import FeatureLimits
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.text.stemming import stem
from syntacticdiff.text.tokens import line_spans, split_whitespace

EDITS = "edits"
VIEWS = ("words", "stems", "bigrams", EDITS)
SHORT_NAMES = {"combined": ("words", EDITS)}

EDITS_WEIGHT = 1.0  # beside other views

_MOST_CACHED_STEMS = 200_000

TokenizedDocument = list[list[str]]


def views_of(feature_set: str) -> tuple[str, ...]:
    """The views that a feature set is made of.

    Examples
    --------
    >>> views_of("stems+edits"), views_of("combined")
    (('stems', 'edits'), ('words', 'edits'))
    """
    if feature_set in SHORT_NAMES:
        return SHORT_NAMES[feature_set]
    views = tuple(part.strip() for part in feature_set.split("+"))
    for view in views:
        if view not in VIEWS:
            allowed = ", ".join((*VIEWS, *SHORT_NAMES))
            raise UsageError(
                f"features: {view!r} is not one of {allowed}, nor several of them joined by +"
            )
    if len(set(views)) < len(views):
        raise UsageError(f"features: {feature_set!r} has a part twice")
    return views


# Counting


def sentences(
    document: DocumentInput, model: ReferenceModel, tokenized: bool = False
) -> TokenizedDocument:
    """A document as sentences of tokens; blank ones are left out. `tokenized` as for the differ."""
    if not isinstance(document, str):
        return [list(sentence) for sentence in document if sentence]
    tokenize = split_whitespace if tokenized else model.tokens
    spans = line_spans(document) if tokenized else model.sentences(document)
    split = ([token.surface for token in tokenize(document[start:end])] for start, end in spans)
    return [tokens for tokens in split if tokens]


class WordAnalyzer:
    """What there is to count of a document's words; an `analyzer` for CountVectorizer.

    Parameters
    ----------
    view : `words`, `stems` or `bigrams`
    model : the reference, which says what tokens are
    tokenized : texts are tokens separated by spaces, with a sentence on each line
    """

    def __init__(self, view: str, model: ReferenceModel, tokenized: bool = False) -> None:
        self.view, self.model, self.tokenized = view, model, tokenized

    def __call__(self, document: DocumentInput) -> list[str]:
        """The document's features, each as often as it occurs."""
        fold = self.model.fold
        read = sentences(document, self.model, self.tokenized)
        words = [fold(token) for sentence in read for token in sentence]
        if self.view == "stems":
            return [stem for word in words if (stem := _stem(word.lower()))]
        if self.view == "bigrams":
            words += [f"{word} {following}" for word, following in pairwise(words)]
        return words

    def __deepcopy__(self, memo: Any) -> WordAnalyzer:
        return self  # it never changes, and a model that was never saved cannot be copied


@lru_cache(_MOST_CACHED_STEMS)
def _stem(word: str) -> str:
    """The stem of a word that counts; else nothing."""
    if word in ENGLISH_STOP_WORDS or not word.replace("-", "").isalpha():
        return ""
    return stem(word)


def vectorizer_of(
    view: str, edits: EditVectorizer, vocabulary: Sequence[str] | None = None
) -> BaseEstimator:
    """A vectorizer that counts one view, with a vocabulary if that is known.

    Parameters
    ----------
    edits : what counts edits; its `reference` and `tokenized` are those of the other views too
    """
    if view == EDITS:
        twin = clone(edits)
        return twin if vocabulary is None else twin.set_params(vocabulary=vocabulary)
    analyzer = WordAnalyzer(view, model_of(edits), edits.tokenized)
    return CountVectorizer(analyzer=analyzer, vocabulary=vocabulary, dtype=np.float64)


def model_of(edits: EditVectorizer) -> ReferenceModel:
    """The reference that a vectorizer uses, loaded if it is given by name."""
    given = edits.reference
    return given if isinstance(given, ReferenceModel) else ReferenceModel.load(given)


def checked_edits(edits: EditVectorizer | None) -> EditVectorizer:
    """A vectorizer of our own with its reference loaded; by default EditVectorizer()."""
    twin = EditVectorizer() if edits is None else clone(edits)
    if twin.numeric is not False and twin.numeric != ():
        raise UsageError("edits: numeric columns are not counts; use numeric=False here")
    twin.set_params(reference=model_of(twin), sparse_output=True)
    return twin


@dataclass(frozen=True)
class ViewCounts:
    """Documents by features, counted: a CSR matrix for each view, and the names of its columns.

    `edits` is the vectorizer that was given; of the fitted ones, `vectorizers` has one per view.
    """

    matrices: Mapping[str, sparse.csr_matrix]
    vectorizers: Mapping[str, Any]
    edits: EditVectorizer

    @property
    def documents(self) -> int:
        """How many documents were counted."""
        return int(next(iter(self.matrices.values())).shape[0])

    def names(self, view: str) -> npt.NDArray[Any]:
        """The names of a view's columns."""
        names: npt.NDArray[Any] = self.vectorizers[view].get_feature_names_out()
        return names

    def joined(self, views: Iterable[str]) -> sparse.csr_matrix:
        """The columns of several views side by side."""
        return sparse.hstack([self.matrices[view] for view in views], format="csr")

    def layout(self, views: Iterable[str]) -> dict[str, slice]:
        """Which columns of `joined` are which view's."""
        found, start = {}, 0
        for view in views:
            end = start + self.matrices[view].shape[1]
            found[view] = slice(start, end)
            start = end
        return found


def count_views(
    documents: Iterable[DocumentInput],
    feature_sets: Iterable[str],
    edits: EditVectorizer | None = None,
) -> ViewCounts:
    """Count all views that the feature sets need; each document is tokenised and searched once.

    Parameters
    ----------
    documents : texts, or lists of sentences that are lists of tokens
    feature_sets : their names
    edits : finds the edits, and says with its `reference` and `tokenized` what tokens are
    """
    wanted = {view for name in feature_sets for view in views_of(name)}
    edits = checked_edits(edits)
    model = model_of(edits)
    read = [sentences(document, model, edits.tokenized) for document in documents]
    if not read:
        raise InputError("there is no document to count")
    matrices, vectorizers = {}, {}
    for view in VIEWS:
        if view in wanted:
            vectorizers[view] = vectorizer_of(view, edits)
            matrices[view] = _counted(view, vectorizers[view], read)
    return ViewCounts(matrices, vectorizers, edits)


def _counted(view: str, vectorizer: Any, read: list[TokenizedDocument]) -> sparse.csr_matrix:
    if view == EDITS:
        return vectorizer.fit_transform(read)
    try:
        return sparse.csr_matrix(vectorizer.fit_transform(read))
    except ValueError:
        raise InputError(f"features: no {view} at all in {len(read)} documents") from None


# Weighting


class FrequentColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Keeps the columns that enough of the training documents have: `min_df` after counting.

    Otherwise words that only other documents have would count in the length of their rows.
    """

    def __init__(self, min_df: float = 1) -> None:
        self.min_df = min_df

    def fit(self, X: Any, y: Any = None) -> FrequentColumns:  # noqa: N803
        """Learn which columns stay."""
        FeatureLimits(min_df=self.min_df)  # refuses what is no limit
        counts = sparse.csr_matrix(X)
        least = self.min_df * (1 if isinstance(self.min_df, Integral) else counts.shape[0])
        self.columns_ = np.flatnonzero(counts.getnnz(axis=0) >= max(least, 1))
        if not len(self.columns_):
            raise InputError("no feature is left to learn from; try a smaller min_df")
        return self

    def transform(self, X: Any) -> Any:  # noqa: N803
        """The columns that stay."""
        check_is_fitted(self)
        return sparse.csr_matrix(X)[:, self.columns_]

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the columns that stay."""
        check_is_fitted(self)
        return np.asarray(input_features, dtype=object)[self.columns_]


def is_sublinear(view: str, edits: EditVectorizer) -> bool:
    """Whether the logarithm of a view's values is taken: only counts have one worth taking."""
    return view != EDITS or (edits.values == "count" and not edits.binary)


def view_weights(views: Sequence[str], edits_weight: float) -> dict[str, float]:
    """What each view is multiplied by."""
    return {view: edits_weight if view == EDITS and len(views) > 1 else 1.0 for view in views}


def weighting(
    counts: ViewCounts,
    views: Sequence[str],
    *,
    edits_weight: float = EDITS_WEIGHT,
    min_df: float = 1,
) -> ColumnTransformer:
    """From joined counts to what a classifier learns from; to be fitted inside a fold.

    Parameters
    ----------
    counts : where the views come from; `counts.joined(views)` is the input
    views : of one feature set
    edits_weight : what edits are multiplied by beside other views
    min_df : features of fewer training documents are left out; a float is a share of them
    """
    layout = counts.layout(views)
    steps = [(view, _block(view, counts.edits, min_df), layout[view]) for view in views]
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
    """The same from documents: for pipelines that are not cross-validated, or not by us.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.svm import LinearSVC
    >>> pipeline = make_pipeline(feature_union("stems+edits"), LinearSVC())
    """
    views = views_of(feature_set)
    edits = checked_edits(edits)
    steps = [
        (
            view,
            Pipeline([("counts", vectorizer_of(view, edits)), *_block(view, edits, min_df).steps]),
        )
        for view in views
    ]
    return FeatureUnion(steps, transformer_weights=view_weights(views, edits_weight))


def _block(view: str, edits: EditVectorizer, min_df: float) -> Pipeline:
    tfidf = TfidfTransformer(sublinear_tf=is_sublinear(view, edits))
    return Pipeline([("frequent", FrequentColumns(min_df)), ("tfidf", tfidf)])
