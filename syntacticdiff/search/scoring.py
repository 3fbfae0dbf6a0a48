"""The objective of a search, and the position rules that say where it may edit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.reference.scorer import ONE_BIT, bits_per_token, perplexity


@dataclass(frozen=True)
class Objective:
    """J = alpha * cost + (1 - alpha) * W, smaller is better."""

    alpha: float
    cost: str
    aggregate: str

    def __call__(self, total: int, windows: int, penalty: int, edits: int) -> float:
        cost = bits_per_token(total, 1 if self.cost == "window" else windows)
        if self.cost == "perplexity":
            cost = perplexity(cost)
        weight = penalty / ONE_BIT
        if self.aggregate == "mean" and edits:
            weight /= edits
        value = self.alpha * cost + (1.0 - self.alpha) * weight
        return math.inf if math.isnan(value) else value  # 0 * an infinite perplexity


def positions(rule: str, bits: Sequence[int], order: int) -> range:
    """The 0-based positions that `rule` allows, given the bits of the window ending at each word.

    The window with the most bits is the least likely n-gram, the leftmost if several are equal.
    `"worst"` is its last word, `"window"` all of its words, `"all"` every word and the end.
    """
    if rule == "all":
        return range(len(bits))
    worst = max(range(len(bits)), key=bits.__getitem__)
    return range(worst if rule == "worst" else max(0, worst - order + 1), worst + 1)
