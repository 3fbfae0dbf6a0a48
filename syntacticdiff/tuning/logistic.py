"""Learning penalties: a regularised logistic regression over candidate edits.

Its weights become bits by dividing by the weight of the reference's own gain, so that in a search
that counts bits in total an edit is made if what it saves is more than its price.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from syntacticdiff.classify.learning import one_thread_each
from syntacticdiff.errors import InputError
from syntacticdiff.search.prices.learned import LEAST_GAIN, LearnedPenalties
from syntacticdiff.tuning.candidate_table import BITS_SCALE, CandidateTable

STRENGTH = 0.1  # C of the regression: small, because there are few right edits and many cues
LEAST_SENTENCES = 5  # in which a cue must occur; what fewer have is theirs, not the language's
LEAST_WEIGHT = 0.05  # bits; cues worth less are left out
LEAST_RIGHT = 10  # right candidates without which nothing can be learned
_LEAST_SLOPE = 1e-3


@dataclass(frozen=True)
class LinearModel:
    """A fitted regression: the log-odds that an edit is right, by cue."""

    columns: NDArray[np.intp]
    weights: NDArray[np.float64]
    intercept: float
    slope: float  # of one bit that the reference itself gains

    def odds(self, table: CandidateTable, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """The log-odds of each row's edit, without what the reference's own gain says."""
        weights = np.zeros(len(table.names))
        weights[self.columns] = self.weights
        weights[0] = 0.0
        odds: NDArray[np.float64] = table.matrix[rows] @ weights
        return self.intercept + odds

    def prices(self, odds: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
        """What edits of such odds cost, in bits, if they are to be made over `threshold`."""
        return (threshold - odds) / self.slope

    def penalties(self, table: CandidateTable, threshold: float) -> LearnedPenalties:
        """The same as plain data; cues that hardly matter are left out."""
        weights = {}
        for column, weight in zip(self.columns.tolist(), self.weights.tolist(), strict=True):
            name = table.names[column]
            bits = -weight / self.slope * (BITS_SCALE if name.startswith("bits") else 1.0)
            if column and abs(bits) >= LEAST_WEIGHT:
                weights[name] = round(bits, 2)
        base = (threshold - self.intercept) / self.slope
        return LearnedPenalties(round(base, 4), weights, table.lower_orders, LEAST_GAIN)


def fitted(table: CandidateTable, sentences: NDArray[np.intp]) -> LinearModel:
    """A model of some sentences' candidates.

    Raises
    ------
    InputError
        if there is too little to learn from
    """
    rows = table.rows_of(sentences)
    matrix, right = table.matrix[rows], table.right[rows]
    if right.sum() < LEAST_RIGHT:
        raise InputError(
            f"gold: with a part held out, only {int(right.sum())} of its edits are among the "
            f"candidates, and at least {LEAST_RIGHT} are needed to learn penalties; take fewer "
            "folds, or tune the operations' penalties instead"
        )
    columns = _common(matrix, table.sentences[rows])
    model = LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=1000)
    with one_thread_each():
        model.fit(matrix[:, columns], right)
    weights = model.coef_[0].astype(np.float64)
    # Where the reference's gain says nothing, prices would be endless.
    slope = max(float(weights[0]) * BITS_SCALE, _LEAST_SLOPE)
    return LinearModel(columns, weights, float(model.intercept_[0]), slope)


def _common(matrix: csr_matrix, sentences: NDArray[np.int32]) -> NDArray[np.intp]:
    """The cues that occur in enough sentences; the gain always does."""
    owners = np.unique(sentences, return_inverse=True)[1]
    ones = np.ones(len(owners), np.int32)
    belongs = csr_matrix((ones, (owners, np.arange(len(owners)))))
    support = np.bincount((belongs @ (matrix != 0)).indices, minlength=matrix.shape[1])
    support[0] = LEAST_SENTENCES
    return np.flatnonzero(support >= LEAST_SENTENCES)
