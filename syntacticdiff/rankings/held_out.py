"""How well a ranking predicts held-out judgments: accuracy and perplexity.

The scores of every method are turned into probabilities in the same way: from the difference of
two scores, with a scale and a tie margin that are fitted to the training judgments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_ndtr, ndtr

from syntacticdiff.errors import UsageError
from syntacticdiff.rankings.judgments import Judgments

Scorer = Callable[[Judgments], np.ndarray]  # judgments -> one score for each system


@dataclass(frozen=True)
class HeldOutScores:
    """How well held-out judgments were predicted.

    Parameters
    ----------
    accuracy : float
        The share of judgments whose outcome (win, tie, loss) was the most probable one.
    decided_accuracy : float
        The share of judgments without ties in which the system with the higher score won.
    perplexity : float
        2 to the mean number of bits per outcome; 3 is no better than guessing.
    baseline : float
        The perplexity of predictions that use only the frequency of ties.
    judgments : int
        The number of judgments predicted.
    """

    accuracy: float
    decided_accuracy: float
    perplexity: float
    baseline: float
    judgments: int


def score_held_out(
    judgments: Judgments, scorer: Scorer, folds: int = 5, seed: int = 0
) -> HeldOutScores:
    """Predict the judgments of each fold by scores from the other folds.

    Parameters
    ----------
    judgments : Judgments
        The matches; whole rankings are assigned to folds.
    scorer : callable
        A function from judgments to one score for each system, such as
        `METHODS["expected-wins"].scores`.
    folds : int, default 5
        The number of folds, at least 2.
    seed : int, default 0
        The seed of the assignment to folds.

    Returns
    -------
    HeldOutScores
        Accuracy and perplexity over all folds.

    Raises
    ------
    UsageError
        If there are not as many folds as asked for.

    Examples
    --------
    >>> from syntacticdiff.rankings import METHODS, Cell, judgments_of
    >>> judged = [[Cell(("ours",), 1), Cell(("theirs",), 2)]] * 20
    >>> score_held_out(judgments_of(judged), METHODS["expected-wins"].scores).accuracy
    1.0
    """
    if not 2 <= folds <= judgments.rankings:
        raise UsageError(f"folds: a number from 2 to {judgments.rankings} is needed, not {folds}")
    fold = np.random.default_rng(seed).permutation(judgments.rankings) % folds
    bits, plain, hits, decided_hits, decided = 0.0, 0.0, 0, 0.0, 0
    for number in range(folds):
        seen = judgments.of_rankings(fold != number)
        asked = judgments.of_rankings(fold == number)
        scores = scorer(seen)
        probabilities = _Outcomes.fitted(scores, seen).probabilities(_difference(scores, asked))
        came = np.arange(len(asked)), 1 - asked.outcome
        bits -= float(np.log2(probabilities[came]).sum())
        hits += int((probabilities.argmax(axis=1) == came[1]).sum())
        rate = _tie_rate(seen)
        plain -= float(np.log2(np.where(asked.outcome == 0, rate, (1 - rate) / 2)).sum())
        agreement = np.sign(_difference(scores, asked)) * asked.outcome
        # Equal scores count as half a hit.
        decided_hits += float((agreement[asked.outcome != 0] + 1).sum()) / 2
        decided += int((asked.outcome != 0).sum())
    total = len(judgments)
    return HeldOutScores(
        hits / total,
        decided_hits / decided if decided else 0.5,
        float(np.exp2(bits / total)),
        float(np.exp2(plain / total)),
        total,
    )


def _difference(scores: np.ndarray, judgments: Judgments) -> np.ndarray:
    return np.asarray(scores[judgments.first] - scores[judgments.second])


def _tie_rate(judgments: Judgments) -> float:
    """The share of ties, with one more outcome of each kind added as smoothing."""
    return (float((judgments.outcome == 0).sum()) + 1) / (len(judgments) + 3)


@dataclass(frozen=True)
class _Outcomes:
    """P(win) = Phi(scale * difference - width), P(loss) = Phi(-scale * difference - width)."""

    scale: float
    width: float

    @classmethod
    def fitted(cls, scores: np.ndarray, judgments: Judgments) -> _Outcomes:
        """The maximum-likelihood scale and width for judgments, given the scores."""
        difference = _difference(scores, judgments)
        spread = float(difference.std()) or 1.0
        signed = difference / spread * np.where(judgments.outcome == 0, 1, judgments.outcome)
        ties = judgments.outcome == 0

        def cost(parameters: np.ndarray) -> float:
            scale, width = parameters[0], np.exp(parameters[1])
            won = log_ndtr(scale * signed[~ties] - width)
            tied = np.log(np.maximum(_tie(scale * signed[ties], width), 1e-300))
            # One added tie and win keep the width finite if the data have none of a kind.
            prior = np.log(np.maximum(_tie(0.0, width), 1e-300)) + log_ndtr(-width)
            return -float(won.sum() + tied.sum() + prior)

        found = minimize(cost, np.array([0.0, -1.0]), method="Nelder-Mead").x
        return cls(float(found[0]) / spread, float(np.exp(found[1])))

    def probabilities(self, difference: np.ndarray) -> np.ndarray:
        """The probabilities of win, tie and loss, a row for each difference."""
        shifted = self.scale * difference
        win, loss = ndtr(shifted - self.width), ndtr(-shifted - self.width)
        return np.asarray(np.maximum(np.stack([win, 1 - win - loss, loss], axis=1), 1e-12))


def _tie(shifted: np.ndarray | float, width: float) -> np.ndarray:
    return np.asarray(ndtr(width - shifted) - ndtr(-width - shifted))
