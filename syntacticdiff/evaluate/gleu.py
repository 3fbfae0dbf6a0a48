"""GLEU: n-grams shared with a reference, minus those kept from the source that it does not have.

With several references the figure depends on which of them is used for each sentence. The original
program draws one at random for every sentence, 500 times, and reports the mean: that is `gleu`,
equal to the program's figure to the last digit. `expected` is what this mean estimates, the
expectation over all possible draws. (The program does not compute the formula of the paper; this
module follows the program.)

See C. Napoles et al., Ground Truth for Grammatical Error Correction Metrics, ACL 2015, and GLEU
Without Tuning, 2016.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.inputs import Rewrites, Tokens
from syntacticdiff.evaluate.metric import CorrectionMetric, Score, check_lengths
from syntacticdiff.evaluate.options import Option
from syntacticdiff.parameters import one_of, whole_number

Floats = npt.NDArray[np.float64]
Draws = Literal["python2", "python3"]
Smoothing = Literal["official", "add-one", "released"]

ORDER = 4
ITERATIONS = 500
_MOST_ITERATIONS = 1_000_000
MAX_SUMS = 1 << 16  # the distribution of a corpus's sums is computed exactly up to this size

_SEED_STEP = 101  # the program seeds its j-th draw with 101 j
_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class GleuScore(Score):
    """The mean over drawn references, and the expectation over all draws.

    Attributes
    ----------
    gleu, std : float
        The mean and the standard deviation over the drawn references, as the program reports them.
    interval : tuple of two floats
        The 95% interval of a normal distribution with that mean and deviation.
    expected, expected_std : float
        The mean and the standard deviation over all possible draws.
    expected_interval : tuple of two floats
        The 95% interval of a normal distribution with that mean and deviation.
    method : {"exact", "expansion"}
        How `expected` was computed: from the distribution of the sums; or, where there are too
        many sums, by a second-order expansion around their mean (with a hundred sentences, five
        decimals are right).
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

    def to_dict(self) -> dict[str, object]:
        intervals = {
            "interval": list(self.interval),
            "expected_interval": list(self.expected_interval),
        }
        return super().to_dict() | intervals


class Gleu(CorrectionMetric[Tokens, Rewrites]):
    """GLEU, up to 4-grams.

    Parameters
    ----------
    iterations : int, default 500
        How often references are drawn.
    seed : int, default 0
        The seed of the draws; 0 reproduces the draws of the original program.
    draws : {"python2", "python3"}, default "python2"
        Whose random numbers are used: those of the original program, or those of the same program
        when Python 3 runs it.

    Examples
    --------
    >>> gold = Rewrites(("a", "b", "c", "d"), (("a", "b", "c", "e"), ("a", "b", "c", "d")))
    >>> score = Gleu().corpus([("a", "b", "c", "d")], [gold])
    >>> score.expected, score.method
    (0.5, 'exact')
    """

    name: ClassVar[str] = "gleu"
    hypothesis_form = "tokens"
    gold_form = "rewrites"
    figure = "the mean over drawn references"
    details = (
        "gleu is the mean over drawn references, as the original program computes it; expected is "
        "the expectation over all possible draws, which that mean estimates."
    )
    options = (
        Option("iterations", ITERATIONS, "How often references are drawn."),
        Option("seed", 0, "Seed of the draws; 0 reproduces the original program."),
        Option(
            "draws",
            "python2",
            "The Python version whose random numbers are reproduced.",
            choices=get_args(Draws),
        ),
    )

    def __init__(
        self,
        iterations: int = ITERATIONS,
        seed: int = 0,
        draws: Draws = "python2",
    ) -> None:
        self.iterations = whole_number("iterations", iterations, 1, most=_MOST_ITERATIONS)
        self.seed = seed
        self.draws = one_of("draws", draws, get_args(Draws))

    @property
    def settings(self) -> dict[str, object]:
        drawn = {"iterations": self.iterations, "seed": self.seed, "draws": self.draws}
        return {"order": ORDER, **drawn}

    def corpus(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> GleuScore:
        statistics = reference_statistics(hypotheses, gold)
        drawn = gleu_values(self._drawn(statistics))
        expected, std, method = expectation(statistics)
        return self._score(float(drawn.mean()), float(drawn.std()), expected, std, method)

    def sentences(self, hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[GleuScore]:
        """The mean of each sentence over its references; counts of 0 are replaced by 1."""
        scores = []
        for statistics in reference_statistics(hypotheses, gold):
            values = gleu_values(np.where(statistics == 0, 1.0, statistics))
            mean, std = float(values.mean()), float(values.std())
            scores.append(self._score(mean, std, mean, std, "exact"))
        return scores

    def resampled(
        self,
        hypotheses: Sequence[Tokens],
        gold: Sequence[Rewrites],
        samples: npt.NDArray[np.intp],
    ) -> Floats:
        """GLEU of the mean statistics of each sample, a close approximation of its expectation."""
        means = np.array([each.mean(axis=0) for each in reference_statistics(hypotheses, gold)])
        return gleu_values(np.array([means[row].sum(axis=0) for row in samples]))

    def _score(
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

    The GLEU of a corpus depends on sums of independent statistics. As long as these sums take few
    different values, their distribution is computed sentence by sentence. Otherwise GLEU is
    expanded to the second order around their mean, with their exact means and covariances.
    """
    exact = _distribution(statistics)
    if exact is not None:
        sums, probabilities = exact
        values = gleu_values(sums)
        mean = float(probabilities @ values)
        variance = float(probabilities @ (values - mean) ** 2)
        return mean, math.sqrt(variance), "exact"
    mean, std = _expansion(statistics)
    return mean, std, "expansion"


def _distribution(statistics: Sequence[Floats]) -> tuple[Floats, Floats] | None:
    """All possible sums and their probabilities; None if there are too many."""
    sums: Floats = np.zeros((1, 2 + 2 * ORDER))
    probabilities: Floats = np.ones(1)
    for each in statistics:
        distinct, counts = np.unique(each, axis=0, return_counts=True)
        if len(distinct) == 1:
            sums = sums + distinct
            continue
        if len(sums) * len(distinct) > MAX_SUMS:
            return None
        added = (sums[:, None] + distinct[None]).reshape(-1, sums.shape[1])
        weights = np.outer(probabilities, counts / counts.sum()).ravel()
        sums, where = np.unique(added, axis=0, return_inverse=True)
        probabilities = np.bincount(where.ravel(), weights, len(sums)).astype(np.float64)
    return sums, probabilities


def _expansion(statistics: Sequence[Floats]) -> tuple[float, float]:
    """Mean and standard deviation where there are too many sums for the exact distribution.

    Of the sums, those of the reference lengths (r) and of the matches (x_1..x_4) vary. The
    distribution of r is exact, because the brevity penalty has a kink; for each r the product of
    the matches is expanded to the second order around its mean given r.
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
    matches = np.maximum(matches, 1.0)  # far out in the tails the linear estimate may be below 0
    spread = covariance[1:, 1:] - np.outer(slope, covariance[0, 1:])
    brevity = np.minimum(0.0, 1 - lengths / mean[0])

    def moment(power: int) -> float:
        """The mean of GLEU to this power; each order's matches enter with the power `each`."""
        each = power / ORDER
        products = np.exp(each * np.log(matches / mean[3::2]).sum(axis=1))
        relative = spread[None] / (matches[:, :, None] * matches[:, None, :])
        diagonal = np.trace(relative, axis1=1, axis2=2)
        second = (each**2 * relative.sum(axis=(1, 2)) - each * diagonal) / 2
        return float(probabilities @ (np.exp(power * brevity) * products * (1 + second)))

    first = moment(1)
    return first, math.sqrt(max(0.0, moment(2) - first**2))


def _reference_lengths(statistics: Sequence[Floats]) -> tuple[Floats, Floats]:
    """The possible sums of the drawn references' lengths, and their probabilities."""
    least, probabilities = 0, np.ones(1)
    for each in statistics:
        lengths = each[:, 1].astype(np.int64)
        shares = np.bincount(lengths - lengths.min()) / len(lengths)
        least += int(lengths.min())
        probabilities = np.convolve(probabilities, shares)
    return least + np.arange(len(probabilities), dtype=np.float64), probabilities


def reference_statistics(hypotheses: Sequence[Tokens], gold: Sequence[Rewrites]) -> list[Floats]:
    """For each sentence, a row for each reference: lengths, then matches and n-grams by order."""
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


def gleu_values(sums: Floats) -> Floats:
    """GLEU of each row of sums; 0 if any sum is 0."""
    possible: npt.NDArray[np.bool_] = np.all(sums > 0, axis=1)
    safe = np.where(possible[:, None], sums, 1.0)
    precisions = np.log(safe[:, 2::2] / safe[:, 3::2]).mean(axis=1)
    brevity = np.minimum(0.0, 1 - safe[:, 1] / safe[:, 0])
    values: Floats = np.where(possible, np.exp(brevity + precisions), 0.0)
    return values


class SentenceReward:
    """Sentence GLEU of many versions of one sentence, as a reward for whoever writes them.

    Parameters
    ----------
    source : tuple of str
        The tokens of the uncorrected sentence.
    references : sequence of tuples of str
        The tokens of its corrected versions, at least one; the reward is the mean over them.
    smoothing : {"official", "add-one", "released"}, default "official"
        What is done about orders of which nothing matches. `official` is the sentence mode of the
        original program: counts of 0 become 1. `add-one` adds 1 to the matches and the n-grams of
        orders 2 to 4. `released` does so as well, and has the fault of the program that was
        released with the study of reinforcement (Sakaguchi and others 2017): whatever is kept from
        the source is punished, whether the reference has it or not.

    Examples
    --------
    >>> reward = SentenceReward(("He", "go", "home"), [("He", "goes", "home")])
    >>> reward(("He", "goes", "home")), reward(())
    (1.0, 0.0)
    """

    def __init__(
        self,
        source: Tokens,
        references: Sequence[Tokens],
        smoothing: Smoothing = "official",
    ) -> None:
        one_of("smoothing", smoothing, get_args(Smoothing))
        if not references:
            raise UsageError("references: at least one is needed")
        self.smoothing = smoothing
        self._lengths = [len(reference) for reference in references]
        self._wanted = [_all_ngrams(reference) for reference in references]
        self._original = _all_ngrams(source)

    def __call__(self, hypothesis: Tokens) -> float:
        """The reward of one version; that of an empty one is 0.

        Parameters
        ----------
        hypothesis : tuple of str
            Its tokens.
        """
        if not hypothesis:
            return 0.0
        own = _all_ngrams(hypothesis)
        values = (
            self._value(len(hypothesis), own, length, wanted)
            for length, wanted in zip(self._lengths, self._wanted, strict=True)
        )
        return sum(values) / len(self._lengths)

    def _value(
        self, length: int, own: Counter[Tokens], reference: int, wanted: Counter[Tokens]
    ) -> float:
        original, released = self._original, self.smoothing == "released"
        matches = [0] * ORDER
        for ngram, count in own.items():
            order = len(ngram) - 1
            if ngram in wanted:
                matches[order] += min(count, wanted[ngram])
                if not released:
                    continue
            if ngram in original:
                matches[order] -= min(count, original[ngram])
        total = 0.0
        for order, matched in enumerate(matches):
            ngrams, found = max(0, length - order), max(0, matched)
            if self.smoothing == "official":
                found, ngrams = found or 1, ngrams or 1
            elif order:
                found, ngrams = found + 1, ngrams + 1
            elif not found:
                return 0.0
            total += math.log(found / ngrams)
        brevity = min(0.0, 1 - (reference or 1) / length)
        return math.exp(brevity + total / ORDER)


def sentence_reward(
    source: Tokens,
    references: Sequence[Tokens],
    hypothesis: Tokens,
    smoothing: Smoothing = "official",
) -> float:
    """Sentence GLEU of one version of a sentence; see `SentenceReward`, which is for many.

    Parameters
    ----------
    source : tuple of str
        The tokens of the uncorrected sentence.
    references : sequence of tuples of str
        The tokens of its corrected versions, at least one; the reward is the mean over them.
    hypothesis : tuple of str
        The tokens of the version; the reward of an empty one is 0.
    smoothing : {"official", "add-one", "released"}, default "official"
        As for `SentenceReward`.

    Examples
    --------
    >>> wanted = [("He", "goes", "home")]
    >>> round(sentence_reward(("He", "go", "home"), wanted, ("He", "go", "home")), 3)
    0.639
    """
    return SentenceReward(source, references, smoothing)(hypothesis)


def _all_ngrams(tokens: Tokens) -> Counter[Tokens]:
    """The n-grams of all orders."""
    starts = range(len(tokens))
    return Counter(
        tokens[at : at + n] for n in range(1, ORDER + 1) for at in starts[: 1 - n or None]
    )


def _interval(mean: float, std: float) -> tuple[float, float]:
    return mean - _NORMAL_95 * std, mean + _NORMAL_95 * std
