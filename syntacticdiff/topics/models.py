"""Topic models of counts: LDA by gensim, NMF by scikit-learn, behind one interface.

A fitted model has the probability of each feature in each topic, and infers the share of each topic
in a row. It knows columns and numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.topics.methods import AUTO

if TYPE_CHECKING:
    from gensim.models import LdaModel
    from sklearn.decomposition import NMF

    from syntacticdiff.topics.profiles import Profiles

Floats = npt.NDArray[np.float64]
Tick = Callable[[], object]

_INFERENCE_STEPS = 200
_INFERENCE_CHANGE = 1e-4
_NMF_STEPS = 400


class TopicModel(Protocol):
    """A fitted model; `model` is that of the library behind it."""

    @property
    def model(self) -> LdaModel | NMF | Profiles: ...

    @property
    def components(self) -> Floats:
        """The probability of each feature in each topic; every row sums to 1."""

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        """The share of each topic in each row; rows sum to 1, empty rows have the prior."""


@dataclass(frozen=True)
class Lda:
    """Latent Dirichlet allocation, fitted by gensim.

    Shares are inferred by variational inference from a fixed starting point, so that they depend on
    the row alone; gensim's own inference starts at random.
    """

    model: LdaModel

    @property
    def components(self) -> Floats:
        topics: Floats = self.model.get_topics().astype(np.float64)
        return topics

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        alpha: Floats = self.model.alpha.astype(np.float64)
        beta: Floats = self.model.expElogbeta.astype(np.float64)
        found = np.empty((matrix.shape[0], len(alpha)))
        for row in range(matrix.shape[0]):
            place = slice(matrix.indptr[row], matrix.indptr[row + 1])
            gamma = _inferred(matrix.data[place], beta[:, matrix.indices[place]], alpha)
            found[row] = gamma / gamma.sum()
        return found


def _inferred(counts: Floats, beta: Floats, alpha: Floats) -> Floats:
    """The variational Dirichlet parameter `gamma` of a document.

    Parameters
    ----------
    counts : ndarray of shape (n_present,)
        The counts of the features that occur in the document.
    beta : ndarray of shape (n_topics, n_present)
        exp(E[log beta]) of these features.
    alpha : ndarray of shape (n_topics,)
        The prior of the topics.
    """
    from scipy.special import psi

    gamma = np.full(len(alpha), alpha.mean() + counts.sum() / len(alpha))
    for _ in range(_INFERENCE_STEPS if len(counts) else 1):
        theta = np.exp(psi(gamma) - psi(gamma.sum()))
        phi = theta @ beta + np.finfo(np.float64).tiny
        last, gamma = gamma, alpha + theta * (beta @ (counts / phi))
        if np.abs(gamma - last).mean() < _INFERENCE_CHANGE:
            break
    return gamma


@dataclass(frozen=True)
class Nmf:
    """Non-negative matrix factorisation with the Kullback-Leibler loss, fitted by scikit-learn.

    With that loss it is maximum likelihood for the model of LDA without priors.
    """

    model: NMF

    @property
    def components(self) -> Floats:
        return _rows_to_one(self.model.components_)

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        if not matrix.shape[0]:  # scikit-learn refuses an empty matrix
            return np.zeros((0, len(self.model.components_)))
        weights = self.model.transform(matrix) * self.model.components_.sum(axis=1)
        return _rows_to_one(weights)


def _rows_to_one(weights: Floats) -> Floats:
    sums = weights.sum(axis=1, keepdims=True)
    even = np.full_like(weights, 1 / weights.shape[1])
    shares: Floats = np.divide(weights, sums, out=even, where=sums > 0)
    return shares


def fit_lda(
    matrix: sparse.csr_matrix,
    n_topics: int,
    *,
    prior: float | str,
    passes: int,
    random_state: np.random.RandomState,
    tick: Tick,
) -> Lda:
    """Fit latent Dirichlet allocation to counts.

    Parameters
    ----------
    matrix : scipy.sparse.csr_matrix of shape (n_documents, n_features)
        The counts.
    n_topics : int
        The number of topics.
    prior : float or "auto"
        The parameter of both Dirichlet priors, symmetric; `"auto"` learns them.
    passes : int
        The number of passes over the documents.
    random_state : numpy.random.RandomState
        The source of randomness.
    tick : callable
        Called at the beginning of every pass.

    Returns
    -------
    Lda
        The fitted model.

    Examples
    --------
    >>> counts = sparse.csr_matrix([[4.0, 3.0, 0.0], [3.0, 4.0, 0.0], [0.0, 0.0, 5.0]] * 9)
    >>> state = np.random.RandomState(0)
    >>> model = fit_lda(counts, 2, prior=0.1, passes=5, random_state=state, tick=lambda: None)
    >>> model.shares(counts).shape, model.components.shape
    ((27, 2), (2, 3))
    """
    try:
        from gensim.models import LdaModel
    except ImportError as error:  # there is no wheel of it for every release of Python
        raise UsageError(
            "LDA needs gensim (pip install gensim); profiles and NMF do without"
        ) from error

    learned = prior == AUTO
    model = LdaModel(
        corpus=_GensimCorpus(matrix, tick),
        # gensim needs the words, if only to count them
        id2word=dict(enumerate(map(str, range(matrix.shape[1])))),
        num_topics=n_topics,
        # with one topic there is nothing to learn, and gensim would divide by 0
        alpha=(AUTO if n_topics > 1 else 1.0) if learned else prior,
        eta=AUTO if learned else prior,
        chunksize=_chunk(matrix.shape[0]),
        passes=passes,
        iterations=_INFERENCE_STEPS,
        eval_every=None,
        random_state=random_state,
        dtype=np.float64,
    )
    return Lda(model)


def _chunk(documents: int) -> int:
    """The number of documents between two updates of the topics: about eight updates a pass."""
    return max(32, -(-documents // 8))


class _GensimCorpus:
    """Counts in the form that gensim reads, once for every pass."""

    def __init__(self, matrix: sparse.csr_matrix, tick: Tick) -> None:
        self._matrix, self._tick = matrix, tick

    def __len__(self) -> int:
        return int(self._matrix.shape[0])

    def __iter__(self) -> Iterator[list[tuple[int, float]]]:
        self._tick()
        matrix = self._matrix
        columns, counts = matrix.indices.tolist(), matrix.data.tolist()
        ends = matrix.indptr.tolist()
        for start, end in pairwise(ends):
            yield list(zip(columns[start:end], counts[start:end], strict=True))


def fit_nmf(
    matrix: sparse.csr_matrix, n_topics: int, *, random_state: np.random.RandomState, tick: Tick
) -> Nmf:
    """Fit non-negative matrix factorisation to counts.

    Parameters
    ----------
    matrix : scipy.sparse.csr_matrix of shape (n_documents, n_features)
        The counts.
    n_topics : int
        The number of topics.
    random_state : numpy.random.RandomState
        The source of randomness.
    tick : callable
        Called once, at the beginning.

    Returns
    -------
    Nmf
        The fitted model.

    Examples
    --------
    >>> counts = sparse.csr_matrix([[4.0, 3.0, 0.0], [3.0, 4.0, 0.0], [0.0, 0.0, 5.0]] * 9)
    >>> state = np.random.RandomState(0)
    >>> model = fit_nmf(counts, 2, random_state=state, tick=lambda: None)
    >>> model.shares(counts).argmax(axis=1)[:3].tolist()
    [0, 0, 1]
    """
    from sklearn.decomposition import NMF

    tick()
    model = NMF(
        n_topics,
        init="nndsvda",
        solver="mu",
        beta_loss="kullback-leibler",
        max_iter=_NMF_STEPS,
        random_state=random_state,
    )
    return Nmf(model.fit(matrix))
