"""GLEU: n-grams shared with a reference, less those kept from the source that it does not have.

With several references the figure depends on which of them stands for each sentence. The original
program draws one at random for every sentence, 500 times, and reports the mean: that is `gleu`,
equal to the program's to the last digit. What this estimates, the expectation over all possible
draws, is `expected`. (The formula of the paper is not what the program computes; this is the
program's.)

See C. Napoles et al., Ground Truth for Grammatical Error Correction Metrics, ACL 2015, and GLEU
Without Tuning, 2016.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.inputs import Rewrites, Tokens
from syntacticdiff.evaluate.metric import Metric, Score, check_lengths

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ORDER = 4
ITERATIONS = 500
# The sums of a corpus are followed exactly up to so many different ones.
MOST_SUMS = 1 << 16

_SEED_STEP = 101  # the program seeds its j-th draw with 101 j
_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class GleuScore(Score):
    """The mean over drawn references, and the expectation over all draws.

    Attributes
    ----------
    gleu, std, interval : as the program reports them: mean, standard deviation and the 95% interval
        of the drawn corpora, taken as normal
    expected, expected_std, expected_interval : the same of all draws there are
    method : how `expected` was found: `"exact"`, by the distribution of the sums; or `"expansion"`,
        to the second order around their mean, where there are too many (with a hundred sentences,
        five decimals are right)
    """

    gleu: float
    std: float
    interval: tuple[float, float]
    expected: float
    expected_std: float
    expected_interval: tuple[float, float]
    method: Literal["exact", "expansion"]

    @property
    def value(self) -> float:
        return self.gleu

    def to_dict(self) -> dict[str, Any]:
        plain = super().to_dict()
        return plain | {name: list(plain[name]) for name in ("interval", "expected_interval")}


class Gleu(Metric[Tokens, Rewrites]):
    """GLEU, up to 4-grams.

    Parameters
    ----------
    iterations : how often references are drawn
    seed : 0 for the program's own draws
    draws : `"python2"`, as the original program drew them, or `"python3"`, as the same program does
        when Python 3 runs it

    Examples
    --------
    >>> gold = Rewrites(("a", "b", "c", "d"), (("a", "b", "c", "e"), ("a", "b", "c", "d")))
    >>> score = Gleu().corpus([("a", "b", "c", "d")], [gold])
    >>> score.expected, score.method
    (0.5, 'exact')
    """

    name: ClassVar[str] = "gleu"
    gold_form = "rewrites"

    def __init__(
        self,
        iterations: int = ITERATIONS,
        seed: int = 0,
        draws: Literal["python2", "python3"] = "python2",
    ) -> None:
        if iterations < 1:
            raise UsageError(f"iterations: at least 1 is needed, not {iterations!r}")
        if draws not in ("python2", "python3"):
            raise UsageError(f"draws: {draws!r} is not one of python2, python3")
        self.iterations = iterations
        self.seed = seed
        self.draws = draws

    @property
    def settings(self) -> dict[str, object]:
        drawn = {"iterations": self.iterations, "seed": self.seed, "draws": self.draws}
        return {"order": ORDER, **drawn}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> GleuScore:
        return self._score(_statistics(hypotheses, gold), smooth=False)

    def sentences(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[GleuScore]:
        """Each sentence's mean over its references; counts of 0 are taken for 1."""
        scores = []
        for statistics in _statistics(hypotheses, gold):
            values = _values(statistics, smooth=True)
            mean, std = float(values.mean()), float(values.std())
            scores.append(self._made(mean, std, mean, std, "exact"))
        return scores

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[Rewrites],
        samples: npt.NDArray[np.intp],
    ) -> Floats:
        """GLEU of each sample's mean statistics, which is all but its expectation."""
        means = np.array([each.mean(axis=0) for each in _statistics(hypotheses, gold)])
        return _values(np.array([means[row].sum(axis=0) for row in samples]), smooth=False)

    def _score(self, statistics: Sequence[Floats], smooth: bool) -> GleuScore:
        drawn = _values(self._drawn(statistics), smooth)
        expected, std, method = expectation(statistics)
        return self._made(float(drawn.mean()), float(drawn.std()), expected, std, method)

    def _made(
        self,
        mean: float,
        std: float,
        expected: float,
        expected_std: float,
        method: Literal["exact", "expansion"],
    ) -> GleuScore:
        return GleuScore(
            *(mean, std, _interval(mean, std)),
            *(expected, expected_std, _interval(expected, expected_std)),
            method,
            signature=self.signature,
        )

    def _drawn(self, statistics: Sequence[Floats]) -> Floats:
        """The corpus's sums for each draw of references."""
        sizes = [len(each) for each in statistics]
        starts = np.cumsum([0, *sizes[:-1]])
        table = np.concatenate([*statistics, np.zeros((0, 2 + 2 * ORDER))])
        if max(sizes, default=1) == 1:
            return np.atleast_2d(table.sum(axis=0))
        sums = np.empty((self.iterations, table.shape[1]))
        for number in range(self.iterations):
            draw = self._draw(random.Random(self.seed + _SEED_STEP * number))
            sums[number] = table[starts + [draw(size) for size in sizes]].sum(axis=0)
        return sums

    def _draw(self, coins: random.Random) -> Callable[[int], int]:
        if self.draws == "python3":
            return coins.randrange
        uniform = coins.random
        return lambda size: int(uniform() * size)


def expectation(
    statistics: Sequence[Floats],
) -> tuple[float, float, Literal["exact", "expansion"]]:
    """Mean and standard deviation of GLEU over all draws of a reference for each sentence.

    A corpus's GLEU depends on sums of independent statistics. As long as these sums take few
    different values, their distribution is followed from sentence to sentence. Otherwise GLEU is
    expanded to the second order around their mean, with their exact means and covariances.
    """
    exact = _distribution(statistics)
    if exact is not None:
        sums, probabilities = exact
        values = _values(sums, smooth=False)
        mean = float(probabilities @ values)
        variance = float(probabilities @ (values - mean) ** 2)
        return mean, math.sqrt(variance), "exact"
    mean, std = _expansion(statistics)
    return mean, std, "expansion"


def _distribution(statistics: Sequence[Floats]) -> tuple[Floats, Floats] | None:
    """All sums that draws can lead to and their probabilities; None if there are too many."""
    sums: Floats = np.zeros((1, 2 + 2 * ORDER))
    probabilities: Floats = np.ones(1)
    for each in statistics:
        distinct, counts = np.unique(each, axis=0, return_counts=True)
        if len(distinct) == 1:
            sums = sums + distinct
            continue
        if len(sums) * len(distinct) > MOST_SUMS:
            return None
        added = (sums[:, None] + distinct[None]).reshape(-1, sums.shape[1])
        weights = np.outer(probabilities, counts / counts.sum()).ravel()
        sums, where = np.unique(added, axis=0, return_inverse=True)
        probabilities = np.bincount(where.ravel(), weights, len(sums)).astype(np.float64)
    return sums, probabilities


def _expansion(statistics: Sequence[Floats]) -> tuple[float, float]:
    """Mean and standard deviation where the sums are too many to follow.

    Of the sums, those of the references' lengths (r) and of the matches (x_1..x_4) vary. The
    distribution of r alone is followed exactly, because the brevity penalty has a bend in it; for
    each r the product of the matches is expanded to the second order around its mean given r.
    """
    varying = [1, *range(2, 2 + 2 * ORDER, 2)]
    mean = np.sum([each.mean(axis=0) for each in statistics], axis=0)
    covariance = np.sum(
        [np.cov(each[:, varying].T, bias=True) for each in statistics if len(each) > 1], axis=0
    )
    if not (mean > 0).all():
        return 0.0, 0.0
    lengths, probabilities = _reference_lengths(statistics)
    slope = covariance[1:, 0] / covariance[0, 0] if covariance[0, 0] else np.zeros(ORDER)
    matches = mean[varying[1:]] + np.outer(lengths - mean[1], slope)
    matches = np.maximum(matches, 1.0)  # far out in the tails
    spread = covariance[1:, 1:] - np.outer(slope, covariance[0, 1:])
    brevity = np.minimum(0.0, 1 - lengths / mean[0])

    def moment(power: int) -> float:
        """The mean of GLEU to this power: matches enter by their `each`-th power."""
        each = power / ORDER
        products = np.exp(each * np.log(matches / mean[3::2]).sum(axis=1))
        relative = spread[None] / (matches[:, :, None] * matches[:, None, :])
        diagonal = np.trace(relative, axis1=1, axis2=2)
        second = (each**2 * relative.sum(axis=(1, 2)) - each * diagonal) / 2
        return float(probabilities @ (np.exp(power * brevity) * products * (1 + second)))

    first = moment(1)
    return first, math.sqrt(max(0.0, moment(2) - first**2))


def _reference_lengths(statistics: Sequence[Floats]) -> tuple[Floats, Floats]:
    """What the drawn references' lengths can add up to, and how probable each sum is."""
    least, probabilities = 0, np.ones(1)
    for each in statistics:
        lengths = each[:, 1].astype(np.int64)
        shares = np.bincount(lengths - lengths.min()) / len(lengths)
        least += int(lengths.min())
        probabilities = np.convolve(probabilities, shares)
    return least + np.arange(len(probabilities), dtype=np.float64), probabilities


def _statistics(hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[Floats]:
    """For each sentence a row for each reference: lengths, then matches and n-grams by order."""
    check_lengths(hypotheses, gold)
    return [
        np.array(
            [_row(tokens, sentence.source, reference) for reference in sentence.references],
            np.float64,
        )
        for tokens, sentence in zip(hypotheses, gold, strict=True)
    ]


def _row(hypothesis: Tokens, source: Tokens, reference: Tokens) -> list[int]:
    row = [len(hypothesis), len(reference)]
    for n in range(1, ORDER + 1):
        own, wanted, original = (_ngrams(tokens, n) for tokens in (hypothesis, reference, source))
        matches = sum(min(count, wanted[ngram]) for ngram, count in own.items() if ngram in wanted)
        kept = sum(
            min(count, original[ngram])
            for ngram, count in own.items()
            if ngram in original and ngram not in wanted
        )
        row += [max(0, matches - kept), max(0, len(hypothesis) + 1 - n)]
    return row


def _ngrams(tokens: Tokens, n: int) -> Counter[Tokens]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _values(sums: Floats, smooth: bool) -> Floats:
    """GLEU of each row of sums; 0 if any of them is, unless they are smoothed."""
    if smooth:
        sums = np.where(sums == 0, 1.0, sums)
    possible: npt.NDArray[np.bool_] = np.all(sums > 0, axis=1)
    safe = np.where(possible[:, None], sums, 1.0)
    precisions = np.log(safe[:, 2::2] / safe[:, 3::2]).mean(axis=1)
    brevity = np.minimum(0.0, 1 - safe[:, 1] / safe[:, 0])
    values: Floats = np.where(possible, np.exp(brevity + precisions), 0.0)
    return values


def _interval(mean: float, std: float) -> tuple[float, float]:
    return mean - _NORMAL_95 * std, mean + _NORMAL_95 * std
