"""ErrorTopics: topics of errors as a scikit-learn transformer.

Topics are made from the edits that count (`features.error_edits`) by one of `topics.methods`; their
labels come from `topics.labels`, and the sentences that show them from `topics.exemplars`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import estimator_html_repr
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.features.base import checked_documents, refuse_tables
from syntacticdiff.features.error_edits import CONTENT_OPERATIONS, MIN_BITS, CountedEdits
from syntacticdiff.features.matrix import known_matrix, learned_matrix
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.topics.coherence import topic_coherence
from syntacticdiff.topics.held_out import (
    FOLDS,
    candidate_scores,
    completion_score,
    possible_candidates,
)
from syntacticdiff.topics.methods import TOPICS
from syntacticdiff.topics.models import Floats, Tick
from syntacticdiff.topics.settings import CANDIDATES, TopicSettings, check_size
from syntacticdiff.topics.topic import described_topics, ranked_features

if TYPE_CHECKING:
    from gensim.models import LdaModel
    from sklearn.decomposition import NMF

TopicInput: TypeAlias = DocumentInput | Sequence[Diff]

_COHERENT = 10  # the number of a topic's first edits that its coherence is computed from


class ErrorTopics(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Find topics of errors: groups of edits that occur in the same documents.

    The edits are those that would make a document more like the reference. A document is a text, a
    list of sentences (each a list of tokens), or a list of the diffs that were found in it already.

    Parameters
    ----------
    n_topics : int or "auto", default 8
        The number of topics; `"auto"` takes the one of `candidates` that predicts held-out
        documents best (three folds, see `score`).
    method : {"lda", "nmf"}, default "lda"
        Latent Dirichlet allocation by gensim, or non-negative matrix factorisation with the
        Kullback-Leibler loss by scikit-learn.
    vectorizer : EditVectorizer or None, default None
        How edits are searched for, and with how many workers; None for the settings of
        `SyntacticDiff()`: edits that are probably right, with the embedded reference. Its
        `features` and `values` are ignored: edits are counted by name, as `insert(the)`.
    min_bits : float, default 1.0
        Of edits that have no probability, such as those of `EditVectorizer()`, count only those
        that save at least this many bits of their sentence, in total and per token; an edit that
        saves 1 bit makes the sentence twice as likely.
    content_operations : sequence of str, default ("sub",)
        Which of `insert`, `remove` and `sub` count for content words. Removals of content words
        follow the subject of a text, not its errors; see docs/topics.md.
    min_df : int or float, default 3
        Leave out edits that occur in fewer documents; a float is a share of all documents.
    max_df : int or float, default 0.5
        Leave out edits that occur in more documents; a float is a share of all documents.
    prior : float or "auto", default 0.1
        The parameter of both Dirichlet priors of LDA; `"auto"` learns them.
    passes : int, default 10
        The number of passes of LDA over the documents.
    candidates : sequence of int, default (2, 4, 8, 12, 16, 24, 32)
        The numbers of topics that `"auto"` tries.
    n_edits : int, default 10
        The number of edits that a topic lists.
    random_state : int, numpy.random.RandomState or None, default 0
        The source of randomness, as in scikit-learn; the same number gives the same topics.
    verbose : bool, default False
        Whether to show progress on standard error.

    Attributes
    ----------
    topics_ : list of Topic
        The topics, the largest first, in the order of the columns of `transform`.
    components_ : ndarray of shape (n_topics, n_edits)
        The probability of each edit in each topic.
    vocabulary_ : dict of str to int
        The column of each edit in `components_`.
    n_topics_ : int
        The number of topics.
    coherence_ : float
        The mean coherence (NPMI) of the topics.
    held_out_ : dict of int to float, or None
        With `n_topics="auto"`, the mean score of each candidate.
    document_edits_ : ndarray of int of shape (n_documents,)
        The number of edits of the vocabulary in each document that was fitted.
    model_ : gensim.models.LdaModel or sklearn.decomposition.NMF
        The fitted model; its topics are in another order.
    differ_ : SyntacticDiff
        Finds the edits.

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
        n_topics: int | str = TOPICS,
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

    # The argument is called X because scikit-learn's wrappers and metadata routing use that name.

    def fit(self, X: Iterable[TopicInput], y: object = None) -> ErrorTopics:  # noqa: N803
        """Find the topics of documents.

        Parameters
        ----------
        X : iterable of documents
            The documents; read once, and not held in memory.
        y : None
            Ignored.

        Returns
        -------
        ErrorTopics
            The fitted topics.
        """
        self._fit(X)
        return self

    def fit_transform(self, X: Iterable[TopicInput], y: object = None) -> Floats:  # noqa: N803
        """Find the topics of documents, and return the share of each topic in each document.

        Parameters
        ----------
        X : iterable of documents
            The documents; read once, and not held in memory.
        y : None
            Ignored.

        Returns
        -------
        ndarray of shape (n_documents, n_topics)
            The shares; rows sum to 1.
        """
        return self._fit(X)

    def transform(self, X: Iterable[TopicInput]) -> Floats:  # noqa: N803
        """The share of each topic in each document.

        Parameters
        ----------
        X : iterable of documents
            The documents.

        Returns
        -------
        ndarray of shape (n_documents, n_topics)
            The shares; rows sum to 1. A document without edits of the vocabulary has the shares of
            the prior.
        """
        counts = self.counts(X)
        return self._fitted.shares(counts)[:, self._order]

    def score(self, X: Iterable[TopicInput], y: object = None) -> float:  # noqa: N803
        """How well the topics predict the edits of documents; at most 0, and higher is better.

        Parameters
        ----------
        X : iterable of documents
            The documents, preferably not those that the topics were fitted to.
        y : None
            Ignored.

        Returns
        -------
        float
            The mean log2 probability of an edit, given the topic shares of the other half of its
            document's edits. Edits that are not in the vocabulary are left out.
        """
        counts = self.counts(X)
        return completion_score(self._fitted, counts)

    def coherence(self, X: Iterable[TopicInput]) -> Floats:  # noqa: N803
        """The coherence of each topic in documents.

        Parameters
        ----------
        X : iterable of documents
            The documents.

        Returns
        -------
        ndarray of shape (n_topics,)
            The mean NPMI of the first ten edits of each topic, from -1 to 1.
        """
        counts = self.counts(X)
        return topic_coherence(counts, self._first_columns(_COHERENT))

    def counts(self, X: Iterable[TopicInput]) -> sparse.csr_matrix:  # noqa: N803
        """Count the edits of the vocabulary in documents.

        Parameters
        ----------
        X : iterable of documents
            The documents.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_documents, n_edits)
            The counts.
        """
        check_is_fitted(self)
        return known_matrix(self._rows(X, self.differ_, self._counted), self.vocabulary_)

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """The names of the columns of `transform`: `topic1`, `topic2` and so on.

        Parameters
        ----------
        input_features : None
            Ignored.

        Returns
        -------
        ndarray of str
            The names.
        """
        check_is_fitted(self)
        return np.array([f"topic{number}" for number in range(1, self.n_topics_ + 1)], dtype=object)

    def counted(self, diff: Diff) -> Diff:
        """A diff with only the edits that count for topics.

        Parameters
        ----------
        diff : Diff
            The diff of a sentence.

        Returns
        -------
        Diff
            The same diff with fewer edits.
        """
        check_is_fitted(self)
        return self._counted.counted(diff)

    @property
    def model_(self) -> LdaModel | NMF:
        """The fitted model of gensim or scikit-learn."""
        check_is_fitted(self)
        return self._fitted.model

    def _repr_html_(self) -> str:  # in notebooks; before `fit`, the display of scikit-learn
        if not hasattr(self, "topics_"):
            return str(estimator_html_repr(self))
        from syntacticdiff.topics.html import topics_table

        return topics_table(self.topics_, self.coherence_)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    # The contract of scikit-learn

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    def _more_tags(self) -> dict[str, object]:  # the same, before scikit-learn 1.6
        return {"X_types": ["string"]}

    # Fitting

    def _fit(self, documents: Iterable[TopicInput]) -> Floats:
        """Fit to the documents and return their shares."""
        settings = TopicSettings.of(self)
        vectorizer = self.vectorizer
        differ = SyntacticDiff(**(vectorizer.differ_settings() if vectorizer else {}))
        rows = self._rows(documents, differ, settings.counted)
        matrix, vocabulary = learned_matrix(rows, settings.limits)
        n_topics, held_out = settings.n_topics, None
        if n_topics is None:
            held_out = self._held_out_scores(matrix, settings)
            n_topics = max(held_out, key=held_out.__getitem__)
        check_size(n_topics, matrix)
        with self._progress(settings.steps) as tick:
            model = settings.fitted(matrix, n_topics, tick)
        shares = model.shares(matrix)
        order = np.argsort(-shares.mean(axis=0), kind="stable")  # the largest topic first
        # Assigned together at the end, so that a fit that fails changes nothing.
        self._counted, self.differ_, self.vocabulary_ = settings.counted, differ, vocabulary
        self._fitted, self._order, self.n_topics_, self.held_out_ = model, order, n_topics, held_out
        self.components_ = model.components[order]
        self.document_edits_ = np.asarray(matrix.sum(axis=1), dtype=np.int64).ravel()
        self._describe(matrix, shares[:, order])
        return shares[:, order]

    def _describe(self, matrix: sparse.csr_matrix, shares: Floats) -> None:
        self._ranking = ranked_features(self.components_, shares.mean(axis=0))
        coherence = topic_coherence(matrix, self._first_columns(_COHERENT))
        names = np.array(sorted(self.vocabulary_, key=self.vocabulary_.__getitem__), dtype=object)
        listed = self._first_columns(self.n_edits)
        has_edits = self.document_edits_ > 0
        self.topics_ = list(
            described_topics(self.components_, shares, has_edits, listed, names, coherence)
        )
        self.coherence_ = float(coherence.mean())

    def _first_columns(self, most: int) -> list[list[int]]:
        """The columns of the most relevant edits of each topic."""
        check_is_fitted(self)
        return [columns[:most].tolist() for columns in self._ranking]

    def _held_out_scores(
        self, matrix: sparse.csr_matrix, settings: TopicSettings
    ) -> dict[int, float]:
        possible = possible_candidates(settings.candidates, matrix)
        with self._progress(len(possible) * FOLDS * settings.steps) as tick:
            fit = partial(settings.fitted, tick=tick)
            return candidate_scores(fit, possible, matrix, settings.seed)

    def _rows(
        self, documents: Iterable[TopicInput], differ: SyntacticDiff, counted: CountedEdits
    ) -> Iterator[FeatureRow]:
        """The rows of documents; diffs are not searched again."""
        are_diffs, given = _diffs_or_documents(documents)
        shown = self._documents_shown(given)
        if are_diffs:
            return map(counted, shown)
        vectorizer = self.vectorizer or EditVectorizer()
        return differ.apply(
            counted, checked_documents(shown), vectorizer.n_jobs, vectorizer.batch_size
        )

    def _documents_shown(self, documents: Iterable[Any]) -> Iterator[Any]:
        from tqdm import tqdm

        disabled = None if self.verbose else True  # None: shown on a terminal only
        return iter(tqdm(documents, unit=" documents", delay=1, leave=False, disable=disabled))

    @contextlib.contextmanager
    def _progress(self, steps: int) -> Iterator[Tick]:
        from tqdm import tqdm

        disabled = None if self.verbose else True
        with tqdm(total=steps, unit=" passes", delay=1, leave=False, disable=disabled) as bar:
            yield bar.update


def _diffs_or_documents(
    documents: Iterable[TopicInput],
) -> tuple[bool, Iterable[TopicInput]]:
    """Whether the documents are lists of diffs, and all of the documents again."""
    refuse_tables(documents)
    source = iter(documents)
    begun: list[TopicInput] = []
    for document in source:
        begun.append(document)
        if isinstance(document, (list, tuple)) and not document:
            continue  # an empty list may be either
        return is_list_of_diffs(document), chain(begun, source)
    return False, begun


def is_list_of_diffs(document: TopicInput) -> TypeGuard[Sequence[Diff]]:
    """Whether a document is given as the diffs that were found in it."""
    return isinstance(document, (list, tuple)) and bool(document) and isinstance(document[0], Diff)
