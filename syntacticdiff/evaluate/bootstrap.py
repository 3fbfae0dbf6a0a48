"""The paired bootstrap: whether one system is better than another, or only on these sentences.

Sentences are drawn with replacement, the same for both systems, and both samples are scored. The
interval reaches from the 2.5th to the 97.5th percentile of the differences. p is two-sided: twice
the share of samples in which the difference is 0 or has the other sign, where the corpus itself
counts as one more sample, so that p is never 0.

See P. Koehn, Statistical Significance Tests for Machine Translation Evaluation, EMNLP 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.metric import Gold, Hypothesis, Metric
from syntacticdiff.parameters import whole_number

SAMPLES = 1000
MOST_SAMPLES = 10_000_000
_MAX_DRAWN = 1 << 23  # sentences drawn at a time, so that memory stays bounded


@dataclass(frozen=True)
class SystemComparison:
    """The scores of two systems and the significance of their difference.

    Parameters
    ----------
    metric : str
        The name of the metric.
    first, second : float
        The scores of the two systems.
    difference : float
        The first score minus the second.
    interval : tuple of two floats
        The 95% interval of the difference.
    p : float
        The two-sided p-value.
    samples, seed : int
        The number of samples, and the seed of the draws.
    signature : str
        The metric, its settings, those of the bootstrap, and the version.
    """

    metric: str
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    p: float
    samples: int
    seed: int
    signature: str

    def to_dict(self) -> dict[str, object]:
        """The comparison as plain data for JSON."""
        return asdict(self) | {"interval": list(self.interval), "signature": self.signature}


def paired_bootstrap(
    metric: Metric[Hypothesis, Gold],
    first: tuple[Sequence[Hypothesis], Sequence[Gold]],
    second: tuple[Sequence[Hypothesis], Sequence[Gold]],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
) -> SystemComparison:
    """Compare two systems by a metric.

    Parameters
    ----------
    metric : Metric
        The metric, with its settings.
    first, second : tuple of two sequences
        The hypotheses of each system and the gold, in the forms that the metric takes (see
        `prepared`).
    samples : int, default 1000
        The number of samples.
    seed : int, default 0
        The seed of the draws.

    Returns
    -------
    SystemComparison
        Both scores, their difference, its 95% interval and its p-value.

    Raises
    ------
    UsageError
        If a setting is invalid, or the systems did not correct the same sentences.

    Examples
    --------
    >>> from syntacticdiff.evaluate.m2 import M2
    >>> from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
    >>> gold = [M2Sentence(("He", "go"), (M2Edit(1, 2, "SVA", ("goes",)),))] * 20
    >>> right, wrong = [("He", "goes")] * 20, [("He", "gone")] * 20
    >>> found = paired_bootstrap(M2(), (right, gold), (wrong, gold), samples=99)
    >>> found.difference, found.interval, found.p
    (1.0, (1.0, 1.0), 0.02)
    """
    whole_number("samples", samples, 1, most=MOST_SAMPLES)
    whole_number("seed", seed, 0, most=2**32 - 1)
    count = len(first[1])
    if count == 0 or len(second[1]) != count:
        raise UsageError("both systems must have corrected the same sentences, and at least one")
    draws = np.random.default_rng(seed)
    differences: list[npt.NDArray[np.float64]] = []
    at_once = max(1, _MAX_DRAWN // count)
    for start in range(0, samples, at_once):
        drawn = draws.integers(0, count, size=(min(at_once, samples - start), count))
        differences.append(metric.resampled(*first, drawn) - metric.resampled(*second, drawn))
    found = np.concatenate(differences)
    one, two = metric.corpus(*first).value, metric.corpus(*second).value
    low, high = np.percentile(found, [2.5, 97.5])
    fewer = min(np.count_nonzero(found <= 0), np.count_nonzero(found >= 0))
    return SystemComparison(
        metric=metric.name,
        first=one,
        second=two,
        difference=one - two,
        interval=(float(low), float(high)),
        p=min(1.0, 2 * (int(fewer) + 1) / (samples + 1)),
        samples=samples,
        seed=seed,
        signature=f"{metric.signature}|bootstrap:{samples}|bootstrap-seed:{seed}",
    )
