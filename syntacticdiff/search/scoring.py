"""What a sentence costs, as it is and with one place changed.

`ScoredSentence` keeps the bits of every window, so that a candidate needs only the n-grams around
its edit; `Objective` turns bits and penalties into the number that a search makes small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.reference.scorer import (
    ONE_BIT,
    Scorer,
    State,
    bits_per_token,
    perplexity,
    word_bits,
)


class ScoredSentence:
    """The words of a sentence with `</s>` at the end, and the bits of the window ending at each."""

    def __init__(self, scorer: Scorer, ids: Sequence[int]) -> None:
        self.scorer, self.ids = scorer, ids
        self.bits: list[int] = []
        self.states: list[State] = []  # before each word
        state = scorer.begin()
        for word in ids:
            self.states.append(state)
            log10, state = scorer.advance(state, word)
            self.bits.append(word_bits(log10))
        self.total = sum(self.bits)

    def total_with(self, start: int, end: int, replacement: tuple[int, ...]) -> int:
        """The total with words `start` to `end` replaced: only the n-grams that change are scored.

        A word further than order-1 words behind the change has the same predecessors as before.
        """
        reach = min(len(self.ids), end + self.scorer.order - 1)
        total = self.total - sum(self.bits[start:reach])
        state = self.states[start]
        for word in (*replacement, *self.ids[end:reach]):
            log10, state = self.scorer.advance(state, word)
            total += word_bits(log10)
        return total


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
