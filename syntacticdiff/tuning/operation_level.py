"""The first level of tuning: penalties by operation, k, alpha, aggregation and positions.

Settings are drawn by the thousand and judged by re-scoring; the best are searched with, which adds
hypotheses, until the best by re-scoring has been searched with. What counts in the end is what a
search has found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search.settings import AGGREGATES
from syntacticdiff.tuning.rescoring import HypothesisPool, OperationSettings, best_counts
from syntacticdiff.tuning.trials import METRICS, Counts, Report, Trials

ALPHAS = (0.3, 0.5, 0.7, 0.9)
MOST_BITS = {"bits": 2.0, "window": 16.0}  # the largest penalty to try, by the cost it is beside
DRAWN = 2_000  # settings that are re-scored in each round, shared by all k, rules and costs


@dataclass(frozen=True)
class Space:
    """The settings to choose from.

    Parameters
    ----------
    max_edits : sequence of int, default (1, 2, 3)
        How many edits a sentence may get.
    positions : sequence of str, default ("window", "all")
        The position rules.
    costs : sequence of str, default ("bits",)
        The costs.
    aggregates : sequence of str, default ("mean", "sum")
        How penalties add up.
    weights : bool, default True
        Whether edits cost anything.
    """

    max_edits: Sequence[int] = (1, 2, 3)
    positions: Sequence[str] = ("window", "all")
    costs: Sequence[str] = ("bits",)
    aggregates: Sequence[str] = AGGREGATES
    weights: bool = True  # without, no edit costs anything

    def families(self) -> Iterator[tuple[int, str, str]]:
        return product(self.max_edits, self.positions, self.costs)


@dataclass(frozen=True)
class Chosen:
    """The best settings for some sentences, with F on these."""

    settings: OperationSettings
    f: float


class OperationLevel:
    """Tunes settings of the first level.

    Parameters
    ----------
    trials : the gold
    settings : of SyntacticDiff, for whatever is not decided here
    space : what is to be decided
    seed : of the settings drawn
    searches : the most searches that each choice may make
    """

    def __init__(
        self,
        trials: Trials,
        settings: Mapping[str, Any],
        space: Space = Space(),  # frozen
        seed: int = 0,
        searches: int = 8,
    ) -> None:
        self.trials, self.space, self.seed, self.searches = trials, space, seed, searches
        self.pools = {rule: HypothesisPool(trials, settings, rule) for rule in space.positions}
        self._searched: dict[OperationSettings, NDArray[np.int64]] = {}
        self._by_annotator: dict[OperationSettings, list[Counts]] = {}

    def choose(self, sentences: NDArray[np.intp], report: Report = lambda _: None) -> Chosen:
        """The best settings for some sentences. If it is stopped, the best so far."""
        best = Chosen(OperationSettings(max_edits=0), 0.0)
        try:
            for number in range(1, self.searches + 1):
                proposed = self._best_by_rescoring(sentences)
                known = proposed in self._searched
                f = self._f(self.searched(proposed)[sentences])
                if f > best.f:
                    best = Chosen(proposed, f)
                report(f"search {number}: {self.trials.metric} {f:.4f}, best {best.f:.4f}")
                if known and number > 1:
                    break
        except KeyboardInterrupt:
            if best.f == 0.0:
                raise
            raise StoppedChoosing(best) from None
        return best

    def searched(self, settings: OperationSettings) -> NDArray[np.int64]:
        """Each sentence's counts when searched with these settings."""
        if settings not in self._searched:
            found = self.pools[settings.positions].search(settings)
            self._by_annotator[settings] = found
            self._searched[settings] = np.array([best_counts(counts) for counts in found])
        return self._searched[settings]

    def counts(self, settings: OperationSettings, sentences: NDArray[np.intp]) -> list[Counts]:
        """The same of some sentences, for all annotators; M2 chooses among them."""
        self.searched(settings)
        return [self._by_annotator[settings][number] for number in sentences.tolist()]

    def rescored(self, settings: OperationSettings, sentences: NDArray[np.intp]) -> float:
        """F of the hypotheses that these settings would choose among those known."""
        return self._f(self.pools[settings.positions].counts(settings)[sentences])

    def _best_by_rescoring(self, sentences: NDArray[np.intp]) -> OperationSettings:
        """The best of those drawn; then of its neighbours."""
        generator = np.random.default_rng(self.seed)
        drawn = [
            settings
            for family in self.space.families()
            for settings in self._drawn(generator, *family)
        ]
        best = max(drawn, key=lambda settings: self.rescored(settings, sentences))
        for _ in range(2 if self.space.weights else 0):
            near = [best, *(_moved(best, generator) for _ in range(DRAWN // 10))]
            best = max(near, key=lambda settings: self.rescored(settings, sentences))
        return best

    def _drawn(
        self, generator: np.random.Generator, max_edits: int, rule: str, cost: str
    ) -> Iterator[OperationSettings]:
        plain = OperationSettings(max_edits=max_edits, positions=rule, cost=cost)
        yield plain
        if not self.space.weights:
            return
        most = MOST_BITS[cost]
        for _ in range(DRAWN // len(list(self.space.families()))):
            bits = most * generator.random(4) ** 2  # small ones more often
            yield replace(
                plain,
                base=_rounded(bits[0]),
                insert=_rounded(bits[1]),
                remove=_rounded(bits[2]),
                sub=_rounded(bits[3]),
                alpha=float(generator.choice(ALPHAS)),
                aggregate=str(generator.choice(self.space.aggregates)),
            )

    def _f(self, counts: NDArray[np.int64]) -> float:
        correct, proposed, gold = counts.sum(axis=0).tolist()
        weight = METRICS[self.trials.metric] ** 2
        below = proposed + weight * gold
        return (1 + weight) * correct / below if below else 0.0


class StoppedChoosing(KeyboardInterrupt):  # it is Ctrl-C with something in its hands
    """Choosing was interrupted when there was already something to keep."""

    def __init__(self, best: Chosen) -> None:
        super().__init__()
        self.best = best


def _moved(settings: OperationSettings, generator: np.random.Generator) -> OperationSettings:
    base, insert, remove, sub = (2.0 ** generator.normal(0.0, 0.5, 4)).tolist()
    return replace(
        settings,
        base=_rounded(settings.base * base),
        insert=_rounded(settings.insert * insert),
        remove=_rounded(settings.remove * remove),
        sub=_rounded(settings.sub * sub),
    )


def _rounded(bits: float) -> float:
    return round(float(bits), 4)
