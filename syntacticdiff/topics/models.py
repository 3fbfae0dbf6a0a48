"""Topic models of counts: LDA by gensim, NMF by scikit-learn, behind one interface.

A fitted model says how likely each feature is in each topic, and what share of a row each topic
has. It knows columns and numbers only; what the columns mean is for `cluster` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats = npt.NDArray[np.float64]
Tick = Callable[[], object]

METHODS = ("lda", "nmf")
AUTO = "auto"

_INFERENCE_STEPS = 200
_INFERENCE_CHANGE = 1e-4
_NMF_STEPS = 400


class TopicModel(Protocol):
    """What every method can say once it is fitted; `model` is the library's own."""

    @property
    def model(self) -> Any: ...

    @property
    def components(self) -> Floats:
        """How likely each feature is in each topic; every row sums to 1."""

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        """Each topic's share of each row; every row sums to 1, an empty one's is the prior."""


@dataclass(frozen=True)
class Lda:
    """Latent Dirichlet allocation, fitted by gensim.

    Rows are judged by variational inference from a fixed beginning, so that a row's shares depend
    on that row alone; gensim's own begins at random.
    """

    model: Any

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
    """The variational Dirichlet `gamma` of a document with these counts of features.

    Parameters
    ----------
    beta : exp(E[log beta]) of these features, topics by features
    alpha : the prior of the topics
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

    With that loss it is the maximum-likelihood cousin of LDA, without priors.
    """

    model: Any

    @property
    def components(self) -> Floats:
        return _rows_to_one(self.model.components_)

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        if not matrix.shape[0]:  # which scikit-learn refuses
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
    """Fit LDA to counts.

    Parameters
    ----------
    prior : of both Dirichlet distributions, symmetric; `"auto"` learns them
    passes : over the documents
    tick : called at the beginning of every pass
    """
    from gensim.models import LdaModel

    learned = prior == AUTO
    model = LdaModel(
        corpus=_Corpus(matrix, tick),
        # gensim wants to know the words, if only to count them
        id2word=dict(enumerate(map(str, range(matrix.shape[1])))),
        num_topics=n_topics,
        # of one topic there is nothing to learn, and gensim would divide by 0
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
    """Documents between two updates of the topics: some eight updates in a pass."""
    return max(32, -(-documents // 8))


class _Corpus:
    """Counts as gensim reads them, pass by pass."""

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
    """Fit NMF to counts."""
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
