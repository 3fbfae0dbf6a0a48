"""ErrorTopics: documents clustered by their errors.

Topics are made of the edits that count (`counted_edits`) by `topic_models`; what they are called is
for `topic_labels` to say, and which sentences show them for `exemplars`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import estimator_html_repr
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import checked_documents, refuse_tables
from syntacticdiff.features.counted import CONTENT_OPERATIONS, MIN_BITS, CountedEdits
from syntacticdiff.features.matrix import known_matrix, learned_matrix
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.topics.coherence import topic_coherence
from syntacticdiff.topics.held_out import FOLDS, completion_score, cross_validated
from syntacticdiff.topics.labels import topic_label
from syntacticdiff.topics.models import Floats, Tick
from syntacticdiff.topics.settings import (
    CANDIDATES,
    TopicSettings,
    check_size,
)

_RELEVANCE = 0.6  # Sievert and Shirley's lambda: 1 ranks by weight alone, 0 by lift alone
_EVEN = 0.1  # edits' weights that differ by less, of the largest, are a prior's, not a topic's
_COHERENT = 10  # how many of a topic's first edits its coherence looks at


@dataclass(frozen=True)
class Topic:
    """A topic of errors.

    Parameters
    ----------
    label : what its edits have in common
    share : of all documents, from 0 to 1
    edits : the most telling first, each with its probability in the topic; none if there were more
        topics to find than the documents have, and this one was left over
    coherence : NPMI of its first edits in the documents that it was fitted to
    """

    label: str
    share: float
    edits: tuple[tuple[str, float], ...]
    coherence: float


class ErrorTopics(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Clusters documents by the edits that a reference would make in them.

    A document is a text, a list of sentences that are lists of tokens, or a list of the diffs that
    were found in it already.

    Parameters
    ----------
    n_topics : how many; `"auto"` takes the one of `candidates` that foretells left-out documents
        best (three folds, see `score`)
    method : `"lda"`, latent Dirichlet allocation by gensim; `"nmf"`, non-negative matrix
        factorisation with the Kullback-Leibler loss
    vectorizer : an EditVectorizer that says how edits are sought, and with how many workers; by
        default a sweep with the embedded reference. Which of the edits count is decided here, and
        they are counted plainly, as `insert(the)`, whatever its `features` are.
    min_bits : edits count that save so many bits of their sentence, as a whole and per token;
        1 makes the sentence twice as likely
    content_operations : what counts if it is done to a content word. Removals of content words
        follow the subject of a text, not its errors; see docs/topics.md for the figures
    min_df, max_df : edits of fewer or more documents are left out; a float is a share of all
    prior : of LDA's two Dirichlet distributions; `"auto"` learns them
    passes : of LDA over the documents
    candidates : numbers of topics that `"auto"` tries
    n_edits : how many edits a topic shows
    random_state : as in scikit-learn; with the same number, the same topics
    verbose : show progress on standard error

    Attributes
    ----------
    topics_ : list of Topic, the largest first, in the order of the columns that `transform` gives
    components_ : topics by edits: how likely each edit is in each topic
    vocabulary_ : dict from edits to the columns of `components_`
    n_topics_ : how many topics there are
    coherence_ : mean NPMI of the topics' first edits
    held_out_ : with `n_topics="auto"`, the mean score of each candidate
    document_edits_ : how many edits of the vocabulary each document has that it was fitted to
    model_ : the fitted model of gensim or scikit-learn; its topics are in another order
    differ_ : the SyntacticDiff that finds the edits

    Examples
    --------
    >>> without_the = ["We go to school.", "He is in garden."] * 4
    >>> without_to = ["We go the school.", "They go the park."] * 4
    >>> correct = ["We go to the school.", "They go to the park.", "He is in the garden."] * 9
    >>> from syntacticdiff import EditVectorizer, ReferenceModel
    >>> vectorizer = EditVectorizer(ReferenceModel.train(correct), insertions=["the", "to"])
    >>> topics = ErrorTopics(2, vectorizer=vectorizer, max_df=1.0)
    >>> shares = topics.fit_transform(without_the + without_to)
    >>> sorted(topic.edits[0][0] for topic in topics.topics_)
    ['insert(the)', 'insert(to)']
    >>> shares.argmax(axis=1).tolist() in ([0] * 8 + [1] * 8, [1] * 8 + [0] * 8)
    True
    """

    def __init__(
        self,
        n_topics: int | str = 16,
        *,
        method: str = "lda",
        vectorizer: EditVectorizer | None = None,
        min_bits: float = MIN_BITS,
        content_operations: Sequence[str] = CONTENT_OPERATIONS,
        min_df: float = 3,
        max_df: float = 0.5,
        prior: float | str = 0.1,
        passes: int = 10,
        candidates: Sequence[int] = CANDIDATES,
        n_edits: int = 10,
        random_state: int | np.random.RandomState | None = 0,
        verbose: bool = False,
    ) -> None:
        self.n_topics = n_topics
        self.method = method
        self.vectorizer = vectorizer
        self.min_bits = min_bits
        self.content_operations = content_operations
        self.min_df = min_df
        self.max_df = max_df
        self.prior = prior
        self.passes = passes
        self.candidates = candidates
        self.n_edits = n_edits
        self.random_state = random_state
        self.verbose = verbose

    # The argument is called X because scikit-learn's wrappers and metadata routing know that name.

    def fit(self, X: Iterable[Any], y: Any = None) -> ErrorTopics:  # noqa: N803
        """Find the topics of documents.

        Parameters
        ----------
        X : documents; read once, never held all at once
        y : ignored
        """
        self._fit(X)
        return self

    def fit_transform(self, X: Iterable[Any], y: Any = None) -> Any:  # noqa: N803
        """Find the topics of documents, and each topic's share of each document.

        Parameters
        ----------
        X : documents; read once, never held all at once
        y : ignored
        """
        return self._fit(X)

    def transform(self, X: Iterable[Any]) -> Any:  # noqa: N803
        """Each topic's share of each document: rows that sum to 1.

        A document without any edit of the topics has the shares that are expected of any document.

        Parameters
        ----------
        X : documents
        """
        counts = self.counts(X)
        return self._shares(counts)

    def score(self, X: Iterable[Any], y: Any = None) -> float:  # noqa: N803
        """How well the topics foretell documents: larger, nearer to 0, is better.

        The mean log2 probability of an edit, given the topic shares of the other half of its
        document's edits. Edits that are not in the vocabulary do not count.

        Parameters
        ----------
        X : documents, best others than those that the topics were fitted to
        y : ignored
        """
        counts = self.counts(X)
        return completion_score(self._fitted, counts)

    def coherence(self, X: Iterable[Any]) -> npt.NDArray[np.float64]:  # noqa: N803
        """The NPMI of each topic's first edits in documents, from -1 to 1.

        Parameters
        ----------
        X : documents
        """
        counts = self.counts(X)
        return topic_coherence(counts, self._first_columns(_COHERENT))

    def counts(self, X: Iterable[Any]) -> sparse.csr_matrix:  # noqa: N803
        """How often each edit of the vocabulary occurs in each document.

        Parameters
        ----------
        X : documents
        """
        check_is_fitted(self)
        return known_matrix(self._rows(X, self.differ_, self._counted), self.vocabulary_)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the topics' columns: `topic1`, `topic2`. `input_features` is ignored."""
        check_is_fitted(self)
        return np.array([f"topic{number}" for number in range(1, self.n_topics_ + 1)], dtype=object)

    def counted(self, diff: Diff) -> Diff:
        """The diff with only those of its edits that count here."""
        check_is_fitted(self)
        return self._counted.counted(diff)

    @property
    def model_(self) -> Any:
        """The fitted LdaModel of gensim, or NMF of scikit-learn."""
        check_is_fitted(self)
        return self._fitted.model

    def _repr_html_(self) -> str:  # in notebooks; before a fit, what scikit-learn shows
        if not hasattr(self, "topics_"):
            return str(estimator_html_repr(self))
        from syntacticdiff.topics.html import topics_table

        return topics_table(self.topics_, self.coherence_)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    # What scikit-learn asks

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    def _more_tags(self) -> dict[str, Any]:  # the same, before scikit-learn 1.6
        return {"X_types": ["string"]}

    # The work

    def _fit(self, documents: Iterable[Any]) -> Floats:
        """Fit to the documents, and return their shares."""
        settings = TopicSettings.of(self)
        differ = SyntacticDiff(**(self.vectorizer or EditVectorizer()).differ_settings())
        rows = self._rows(documents, differ, settings.counted)
        matrix, vocabulary = learned_matrix(rows, settings.limits)
        wanted, held_out = settings.n_topics, None
        if wanted is None:
            held_out = self._tried(matrix, settings)
            wanted = max(held_out, key=held_out.__getitem__)
        check_size(wanted, matrix)
        with self._progress(settings.steps) as tick:
            model = settings.fitted(matrix, wanted, tick)
        shares = model.shares(matrix)
        order = np.argsort(-shares.mean(axis=0), kind="stable")  # the largest topic first
        # All at the end, so that a fit that fails leaves things as they were.
        self._counted, self.differ_, self.vocabulary_ = settings.counted, differ, vocabulary
        self._fitted, self._order, self.n_topics_, self.held_out_ = model, order, wanted, held_out
        self.components_ = model.components[order]
        self.document_edits_ = np.asarray(matrix.sum(axis=1), dtype=np.int64).ravel()
        self._describe(matrix, shares[:, order])
        return shares[:, order]

    def _describe(self, matrix: sparse.csr_matrix, shares: Floats) -> None:
        self._ranking = ranked_features(self.components_, shares.mean(axis=0))
        coherence = topic_coherence(matrix, self._first_columns(_COHERENT))
        names = np.array(sorted(self.vocabulary_, key=self.vocabulary_.__getitem__), dtype=object)
        self.topics_ = []
        edited = shares[self.document_edits_ > 0]
        for number, columns in enumerate(self._first_columns(self.n_edits)):
            if _is_left_over(self.components_[number], edited[:, number], self.n_topics_):
                columns = []  # all edits weigh the same in it: there is nothing to show
            weights = self.components_[number, columns]
            edits = tuple(zip(names[columns].tolist(), weights.tolist(), strict=True))
            self.topics_.append(
                Topic(
                    topic_label(edits),
                    float(shares[:, number].mean()),
                    edits,
                    float(coherence[number]),
                )
            )
        self.coherence_ = float(coherence.mean())

    def _first_columns(self, most: int) -> list[list[int]]:
        """The columns of each topic's most telling edits."""
        check_is_fitted(self)
        return [columns[:most].tolist() for columns in self._ranking]

    def _shares(self, matrix: sparse.csr_matrix) -> Floats:
        return self._fitted.shares(matrix)[:, self._order]

    def _tried(self, matrix: sparse.csr_matrix, settings: TopicSettings) -> dict[int, float]:
        """The mean held-out score of each number of topics that the documents allow."""
        most = min(matrix.shape[0] * (FOLDS - 1) // FOLDS, matrix.shape[1])
        possible = [number for number in settings.candidates if number <= most]
        if not possible or matrix.shape[0] < FOLDS:
            raise UsageError(
                f"n_topics: {matrix.shape[0]} documents with {matrix.shape[1]} different edits are "
                "too few to choose a number by left-out documents; give one"
            )
        tried = {}
        with self._progress(len(possible) * FOLDS * settings.steps) as tick:
            for number in possible:
                fit = partial(settings.fitted, n_topics=number, tick=tick)
                scores = cross_validated(fit, matrix, settings.seed)
                judged = scores[~np.isnan(scores)]  # a fold may have no two edits in a document
                if not len(judged):
                    raise UsageError(
                        "n_topics: no document has two edits, so that none can be foretold by the "
                        "others and no number chosen; give one"
                    )
                tried[number] = float(judged.mean())
        return tried

    def _rows(
        self, documents: Iterable[Any], differ: SyntacticDiff, counted: CountedEdits
    ) -> Iterator[FeatureRow]:
        """The rows of documents; those that come as diffs are not searched again."""
        found, given = _diffs_or_documents(documents)
        shown = self._documents_shown(given)
        if found:
            return map(counted, shown)
        vectorizer = self.vectorizer or EditVectorizer()
        return differ.apply(
            counted, checked_documents(shown), vectorizer.n_jobs, vectorizer.batch_size
        )

    def _documents_shown(self, documents: Iterable[Any]) -> Iterator[Any]:
        from tqdm import tqdm

        quiet = None if self.verbose else True  # None: shown where there is a terminal
        return iter(tqdm(documents, unit=" documents", delay=1, leave=False, disable=quiet))

    @contextlib.contextmanager
    def _progress(self, steps: int) -> Iterator[Tick]:
        from tqdm import tqdm

        quiet = None if self.verbose else True
        with tqdm(total=steps, unit=" passes", delay=1, leave=False, disable=quiet) as bar:
            yield bar.update


def _diffs_or_documents(documents: Iterable[Any]) -> tuple[bool, Iterable[Any]]:
    """Whether the documents are lists of diffs, and all of them again."""
    refuse_tables(documents)
    source = iter(documents)
    begun: list[Any] = []
    for document in source:
        begun.append(document)
        if not isinstance(document, (list, tuple)) or document:  # an empty one says nothing
            found = isinstance(document, (list, tuple)) and isinstance(document[0], Diff)
            return found, chain(begun, source)
    return False, begun


def _is_left_over(weights: Floats, shares: Floats, n_topics: int) -> bool:
    """Whether a topic is one that no document needed, so that it has only what the prior gives it.

    Its edits are all about equally likely then, and of every document with edits it has less than
    an equal share.
    """
    even = len(weights) > 1 and np.ptp(weights) <= _EVEN * weights.max()
    return bool(even and shares.max() * n_topics < 1 - 1e-6)


def ranked_features(components: Floats, shares: Floats) -> npt.NDArray[np.intp]:
    """For each topic its columns, the most telling first.

    By relevance (Sievert and Shirley 2014): a common edit is heavy in every topic, so what counts
    is also how much heavier it is here than anywhere.
    """
    tiny = np.finfo(np.float64).tiny
    inside = np.log(np.maximum(components, tiny))
    anywhere = np.log(np.maximum(shares @ components, tiny))
    relevance = _RELEVANCE * inside + (1 - _RELEVANCE) * (inside - anywhere)
    return np.argsort(-relevance, axis=1, kind="stable")
