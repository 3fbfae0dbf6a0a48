"""How far topics depend on the documents that happened to be there: bootstrap agreement.

Topics are made anew from documents drawn with replacement, and every document's main topic is
compared with the one that it had before, by the adjusted Rand index: 0 is chance, 1 the same.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse

from syntacticdiff.topics.models import Tick, TopicModel

RESAMPLES = 20
MIN_AGREEMENT = 0.6


def bootstrap_agreement(
    fit: Callable[[sparse.csr_matrix], TopicModel],
    matrix: sparse.csr_matrix,
    resamples: int,
    seed: int,
    tick: Tick,
) -> float:
    """The mean adjusted Rand index between main topics and those of resampled documents.

    Parameters
    ----------
    fit : callable
        Fits topics to rows.
    matrix : scipy.sparse.csr_matrix
        The rows of the documents.
    resamples : int
        How often documents are drawn.
    seed : int
        Of the draws.
    tick : callable
        Called for every draw.

    Returns
    -------
    float
        The mean agreement.
    """
    from sklearn.metrics import adjusted_rand_score

    main = fit(matrix).shares(matrix).argmax(axis=1)
    generator = np.random.RandomState(seed)
    agreements = []
    for _ in range(resamples):
        drawn = generator.randint(0, matrix.shape[0], matrix.shape[0])
        again = fit(matrix[drawn]).shares(matrix).argmax(axis=1)
        agreements.append(adjusted_rand_score(main, again))
        tick()
    return float(np.mean(agreements))
