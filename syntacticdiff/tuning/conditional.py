"""Learning prices: at each place of a sentence one of its candidate edits is right, or none is.

A conditional logit: the probability of a candidate is 2^z over the sum of 2^z of all candidates of
its place and 1 for leaving the place alone, z the sum of the weights of its cues. Weights are found
by penalised maximum likelihood; the penalty draws them to 0, or to the weights that one starts
from, so that prices which were learned from much text can be adapted to a little text of another
kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from syntacticdiff.errors import InputError
from syntacticdiff.tuning.places import Places

STRENGTH = 1.0  # of the penalty: the inverse variance of weights, in natural units
LEAST_SEEN = 4  # candidates that must have a cue
LEAST_RIGHT = 10  # right candidates without which nothing can be learned
ITERATIONS = 60
_SKETCH = 24  # bits of a key by which rare cues are left out before they are sorted
_BITS = 1.0 / np.log(2.0)


@dataclass(frozen=True)
class CueWeights:
    """The weights of cues, in bits.

    Parameters
    ----------
    keys : array of uint32
        The cues, in order; see `cue_keys`.
    bits : array of float64
        What each adds to the log2 odds of an edit.
    """

    keys: NDArray[np.uint32]
    bits: NDArray[np.float64]

    def of(self, keys: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The weights of these cues; 0 for those without one."""
        if not len(self.keys):
            return np.zeros(len(keys))
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.bits[at], 0.0)

    def scores(self, places: Places) -> NDArray[np.float64]:
        """z of each candidate, in bits."""
        return _sums(self.of(places.cues), places.ends)


def fitted(
    places: Places,
    *,
    strength: float = STRENGTH,
    start: CueWeights | None = None,
    offset: float = 0.0,
    least_seen: int = LEAST_SEEN,
    iterations: int = ITERATIONS,
    report: Callable[[str], None] = lambda line: None,
) -> CueWeights:
    """The weights that make the right candidates probable.

    Parameters
    ----------
    places : Places
        The candidates of annotated sentences.
    strength : float, default 1.0
        How strongly weights are drawn to those of `start`, or to 0.
    start : CueWeights, optional
        Weights to begin with and to be drawn to.
    offset : float, default 0.0
        Bits that the log2 odds of every edit have besides their cues' weights, wherever these are
        used: what is learned is right together with it.
    least_seen : int, default 4
        Cues of fewer candidates keep the weight that they have in `start`.
    iterations : int, default 60
        The most steps of the optimisation.
    report : callable, optional
        Called with a line from time to time.
    """
    if np.count_nonzero(places.right) < LEAST_RIGHT:
        raise InputError(
            f"only {np.count_nonzero(places.right)} annotated edits are among the candidates; "
            f"at least {LEAST_RIGHT} are needed to learn from"
        )
    keys, matrix = _matrix(places, least_seen)
    base = np.full(len(places.right), offset / _BITS)
    if start is not None:
        base += start.scores(places) / _BITS
    objective = _Objective(places, matrix, base, strength)
    found = minimize(
        objective,
        np.zeros(len(keys), np.float64),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": iterations, "maxcor": 8},
    )
    report(f"{len(keys):,} cues, {found.nit} steps, loss {found.fun / objective.total:.5f}")
    learned = CueWeights(keys, found.x * _BITS)
    return learned if start is None else _added(start, learned)


class _Objective:
    """The penalised negative log-likelihood and its gradient."""

    def __init__(
        self, places: Places, matrix: csr_matrix, base: NDArray[np.float64], strength: float
    ) -> None:
        self.matrix, self.transposed = matrix, matrix.T.tocsr()
        self.base, self.strength = base, strength
        self.starts, self.weights = places.starts, places.weights
        self.sizes = np.diff(np.append(places.starts, len(places.right)))
        self.right = places.right.astype(np.float64)
        self.total = float(self.weights.sum())

    def __call__(self, given: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = self.base + self.matrix @ given.astype(np.float32)
        chances, logs = chances_of(scores, self.starts, self.sizes)
        chosen = np.add.reduceat(self.right * scores, self.starts)
        loss = float(np.dot(self.weights, logs - chosen))
        spread = np.repeat(self.weights, self.sizes)
        gradient = self.transposed @ (spread * (chances - self.right)).astype(np.float32)
        penalty = 0.5 * self.strength * float(np.dot(given, given))
        return loss + penalty, gradient.astype(np.float64) + self.strength * given


def chances_of(
    scores: NDArray[np.float64], starts: NDArray[np.intp], sizes: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The probability of each candidate, and the log of each place's sum.

    Parameters
    ----------
    scores : array of float64
        The natural log-odds of each candidate against leaving its place alone.
    starts : array of int
        Where the candidates of each place begin.
    sizes : array of int
        How many candidates each place has.
    """
    most = np.maximum(np.maximum.reduceat(scores, starts), 0.0)
    weights = np.exp(scores - np.repeat(most, sizes))
    sums = np.add.reduceat(weights, starts) + np.exp(-most)
    return weights / np.repeat(sums, sizes), most + np.log(sums)


def _matrix(places: Places, least_seen: int) -> tuple[NDArray[np.uint32], csr_matrix]:
    """Candidates by cues; only cues that several candidates have."""
    sketch = (places.cues >> np.uint32(32 - _SKETCH)).astype(np.int32)
    common = np.bincount(sketch, minlength=1 << _SKETCH)[sketch] >= least_seen
    owners = np.repeat(np.arange(len(places.right), dtype=np.int32), np.diff(places.ends))
    owners = owners[common]
    keys, columns, counts = np.unique(places.cues[common], return_inverse=True, return_counts=True)
    kept = counts >= least_seen
    numbers = np.cumsum(kept, dtype=np.int32) - 1
    chosen = kept[columns]
    places_of_cues, owners = numbers[columns[chosen]], owners[chosen]
    ends = np.zeros(len(places.right) + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=len(places.right)), out=ends[1:])
    ones = np.ones(len(places_of_cues), np.float32)
    shape = len(places.right), int(kept.sum())
    return keys[kept], csr_matrix((ones, places_of_cues, ends), shape=shape)


def _added(first: CueWeights, second: CueWeights) -> CueWeights:
    keys = np.union1d(first.keys, second.keys)
    return CueWeights(keys, first.of(keys) + second.of(keys))


def _sums(values: NDArray[np.float64], ends: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum of each candidate's values; a candidate may have none."""
    running = np.zeros(len(values) + 1)
    np.cumsum(values, out=running[1:])
    return running[ends[1:]] - running[ends[:-1]]
