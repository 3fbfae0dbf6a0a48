"""ErrorTopics: topics of errors as a scikit-learn transformer.

Topics are made from the edits that count (`features.error_edits`) by one of `topics.methods`, by
default as profiles of kinds of errors (`topics.profiles`); how many are offered is decided in
`topics.choosing`, and the sentences that show them come from `topics.exemplars`.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import estimator_html_repr
from sklearn.utils.validation import check_is_fitted

from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.base import checked_documents
from syntacticdiff.features.error_edits import CONTENT_OPERATIONS, MIN_BITS, CountedEdits
from syntacticdiff.features.matrix import known_matrix
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.topics.choosing import chosen_number
from syntacticdiff.topics.coherence import topic_coherence
from syntacticdiff.topics.given import TopicInput, diffs_or_documents
from syntacticdiff.topics.held_out import completion_score
from syntacticdiff.topics.kind_counts import KindCounts
from syntacticdiff.topics.methods import PROFILES, TOPICS
from syntacticdiff.topics.models import Floats, Tick, TopicModel
from syntacticdiff.topics.profiles import Profiles, document_words
from syntacticdiff.topics.settings import CANDIDATES, TopicSettings
from syntacticdiff.topics.stability import MIN_AGREEMENT
from syntacticdiff.topics.topic import described_topics, profile_topics, ranked_features

if TYPE_CHECKING:
    from gensim.models import LdaModel
    from sklearn.decomposition import NMF

_COHERENT = 10  # the number of a topic's first edits that its coherence is computed from


class ErrorTopics(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """Find topics of errors: the habits by which the writers of documents differ.

    The errors are those of the edits that would make a document more like the reference. A document
    is a text, a list of sentences (each a list of tokens), or a list of the diffs that were found
    in it already.

    Parameters
    ----------
    n_topics : int or "auto", default 8
        The number of topics. With profiles there are fewer, with a warning, if they depend too much
        on the documents (`min_agreement`) or if there are fewer kinds of errors, and `"auto"` takes
        the largest number with enough documents for each topic. With LDA and NMF, `"auto"` takes
        the one of `candidates` that predicts held-out documents best (three folds, see `score`).
    method : {"profiles", "lda", "nmf"}, default "profiles"
        Profiles of kinds of errors; latent Dirichlet allocation of edits by gensim; or
        non-negative matrix factorisation of edits with the Kullback-Leibler loss by scikit-learn.
        Topics of profiles are groups of kinds, the commonest first, and `few errors` last; a
        document's share is large where its writer makes more such errors than the class.
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
        With LDA and NMF, leave out edits that occur in fewer documents; a float is a share of all
        documents.
    max_df : int or float, default 0.5
        With LDA and NMF, leave out edits that occur in more documents; a float is a share of all
        documents.
    prior : float or "auto", default 0.1
        The parameter of both Dirichlet priors of LDA; `"auto"` learns them.
    passes : int, default 10
        The number of passes of LDA over the documents.
    candidates : sequence of int, default (2, 4, 8, 12, 16, 24, 32)
        The numbers of topics that `"auto"` tries with LDA and NMF.
    resamples : int or None, default None
        How often the documents are resampled to see whether the same topics come out; None for 20
        with profiles and 0 with LDA and NMF, which take long. Fewer than 40 documents are not
        resampled with profiles.
    min_agreement : float, default 0.6
        Offer fewer topics as long as the agreement between main topics and those of resampled
        documents (adjusted Rand index) is lower on average.
    n_edits : int, default 10
        The number of edits that a topic lists.
    random_state : int, numpy.random.RandomState or None, default 0
        The source of randomness, as in scikit-learn; the same number gives the same topics.
    verbose : bool, default False
        Whether to show progress on standard error.

    Attributes
    ----------
    topics_ : list of Topic
        The topics, in the order of the columns of `transform`. With LDA and NMF the largest comes
        first.
    components_ : ndarray of shape (n_topics, n_edits)
        The probability of each edit in each topic.
    vocabulary_ : dict of str to int
        The column of each edit in `components_`.
    n_topics_ : int
        The number of topics.
    coherence_ : float
        The mean coherence (NPMI) of the topics.
    held_out_ : dict of int to float, or None
        With `n_topics="auto"` and LDA or NMF, the mean score of each candidate.
    agreements_ : dict of int to float
        The bootstrap agreement of each number of topics that was tested.
    note_ : str or None
        Why there are not as many topics as asked for, or why they could not be tested.
    document_edits_ : ndarray of int of shape (n_documents,)
        The number of edits of the vocabulary in each document that was fitted.
    has_topic_ : ndarray of bool of shape (n_documents,)
        Which of the documents that were fitted have a main topic: with profiles those with words,
        otherwise those with edits of the vocabulary.
    model_ : Profiles, gensim.models.LdaModel or sklearn.decomposition.NMF
        The fitted model; its topics are in another order.
    differ_ : SyntacticDiff
        Finds the edits.

    Examples
    --------
    >>> essays = ["She is interested on music and good in it.", "I beleive that it is intresting.",
    ...           "It was a good day, and we went home."]
    >>> topics = ErrorTopics()
    >>> shares = topics.fit_transform(essays)
    >>> for row in shares:
    ...     print(topics.topics_[row.argmax()].label.partition(":")[0])
    prepositions
    spelling
    few errors
    """

    def __init__(
        self,
        n_topics: int | str = TOPICS,
        *,
        method: str = PROFILES,
        vectorizer: EditVectorizer | None = None,
        min_bits: float = MIN_BITS,
        content_operations: Sequence[str] = CONTENT_OPERATIONS,
        min_df: float = 3,
        max_df: float = 0.5,
        prior: float | str = 0.1,
        passes: int = 10,
        candidates: Sequence[int] = CANDIDATES,
        resamples: int | None = None,
        min_agreement: float = MIN_AGREEMENT,
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
        self.resamples = resamples
        self.min_agreement = min_agreement
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
            The shares; rows sum to 1. With LDA and NMF, a document without edits of the vocabulary
            has the shares of the prior. With profiles, a document without words has equal shares.
        """
        matrix = self._matrix(X)
        return self._fitted.shares(matrix)[:, self._order]

    def profiles(self, X: Iterable[TopicInput]) -> Floats:  # noqa: N803
        """How often each document has errors of each kind.

        Parameters
        ----------
        X : iterable of documents
            The documents.

        Returns
        -------
        ndarray of shape (n_documents, n_topics - 1)
            Errors per 100 words for each topic but `few errors`, in their order, as the shares are
            made of them: with the odds of every edit multiplied by 3, and shrunk towards the mean
            of the documents that were fitted.

        Raises
        ------
        UsageError
            If the method is not `"profiles"`.
        """
        matrix = self._matrix(X)
        if not isinstance(self._fitted, Profiles):
            raise UsageError(f"profiles: method is {self.method!r}; it must be {PROFILES!r}")
        return self._fitted.per_100_words(matrix)[:, self._order[:-1]]

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

        Raises
        ------
        UsageError
            If the method is `"profiles"`, which predicts no edits.
        """
        counts = self.counts(X)
        if isinstance(self._fitted, Profiles):
            raise UsageError(
                "score: profiles predict no edits; `agreements_` says how stable their topics are"
            )
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
        return self._matrix(X)[:, : len(self.vocabulary_)]

    def _matrix(self, documents: Iterable[TopicInput]) -> sparse.csr_matrix:
        """The rows of documents as the model is fitted to them."""
        check_is_fitted(self)
        rows = self._rows(documents, self.differ_, self._counted)
        return known_matrix(rows, self.vocabulary_, numeric=self._numeric)

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
    def model_(self) -> LdaModel | NMF | Profiles:
        """The fitted model, that of gensim or scikit-learn if there is one behind it."""
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

    # Fitting

    def _fit(self, documents: Iterable[TopicInput]) -> Floats:
        """Fit to the documents and return their shares."""
        settings = TopicSettings.of(self)
        vectorizer = self.vectorizer
        differ = SyntacticDiff(**(vectorizer.differ_settings() if vectorizer else {}))
        language = differ.model.language
        counted = settings.rows(language)
        matrix, vocabulary = settings.learned(self._rows(documents, differ, counted))
        edits = tuple(sorted(vocabulary, key=vocabulary.__getitem__))
        fit = partial(settings.fitted, tick=_nothing, edits=edits, language=language)
        with self._progress() as steps:
            choice = chosen_number(settings, matrix, fit, steps)
            model = fit(matrix, choice.n_topics, tick=steps(settings.steps))
        shares = model.shares(matrix)
        order = _order(model, shares)
        # Assigned together at the end, so that a fit that fails changes nothing.
        self._counted, self.differ_, self.vocabulary_ = counted, differ, vocabulary
        self._fitted, self._order, self._numeric = model, order, settings.numeric
        self.n_topics_, self.held_out_ = choice.n_topics, choice.held_out
        self.agreements_, self.note_ = choice.agreements, choice.note
        self.components_ = model.components[order]
        of_edits = matrix[:, : len(vocabulary)]
        self.document_edits_ = np.asarray(of_edits.sum(axis=1), dtype=np.int64).ravel()
        is_profile = isinstance(model, Profiles)
        self.has_topic_ = (document_words(matrix) if is_profile else self.document_edits_) > 0
        self._describe(
            matrix[:, : len(vocabulary)], shares[:, order], np.array(edits, dtype=object)
        )
        if choice.note and isinstance(self.n_topics, int) and choice.n_topics < self.n_topics:
            warnings.warn(choice.note, stacklevel=4)
        return shares[:, order]

    def _describe(
        self, matrix: sparse.csr_matrix, shares: Floats, names: npt.NDArray[np.object_]
    ) -> None:
        self._ranking = ranked_features(self.components_, shares.mean(axis=0))
        coherence = topic_coherence(matrix, self._first_columns(_COHERENT))
        listed = self._first_columns(self.n_edits)
        model = self._fitted
        if isinstance(model, Profiles):
            described = profile_topics(
                model, self._order.tolist(), shares, listed, names, coherence
            )
            coherence = coherence[:-1] if len(coherence) > 1 else np.zeros(1)
        else:
            has_edits = self.document_edits_ > 0
            described = described_topics(
                self.components_, shares, has_edits, listed, names, coherence
            )
        self.topics_ = list(described)
        self.coherence_ = float(coherence.mean())

    def _first_columns(self, most: int) -> list[list[int]]:
        """The columns of the most relevant edits of each topic."""
        check_is_fitted(self)
        return [columns[:most].tolist() for columns in self._ranking]

    def _rows(
        self,
        documents: Iterable[TopicInput],
        differ: SyntacticDiff,
        counted: CountedEdits | KindCounts,
    ) -> Iterator[FeatureRow]:
        """The rows of documents; diffs are not searched again."""
        are_diffs, given = diffs_or_documents(documents)
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
    def _progress(self) -> Iterator[Callable[[int], Tick]]:
        """A bar that is told how many steps are ahead."""
        from tqdm import tqdm

        disabled = None if self.verbose else True
        with tqdm(unit=" passes", delay=1, leave=False, disable=disabled) as bar:

            def begin(steps: int) -> Tick:
                bar.reset(steps)
                update: Tick = bar.update
                return update

            yield begin


def _nothing() -> None:
    """No progress is shown."""


def _order(model: TopicModel, shares: Floats) -> npt.NDArray[np.intp]:
    """The topics: the largest first; of profiles the commonest, and few errors last."""
    if isinstance(model, Profiles):
        common = np.argsort(-model.expected, kind="stable")
        return np.append(common, len(common)).astype(np.intp)
    return np.argsort(-shares.mean(axis=0), kind="stable")
