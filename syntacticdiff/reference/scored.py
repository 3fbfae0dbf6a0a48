"""What a sentence costs, as it is and with one place changed.

The bits of every window are kept, so that a changed place needs only the n-grams around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.reference.scorer import Scorer, State, word_bits


class ScoredSentence:
    """The words of a sentence with `</s>` at the end, and the bits of the window ending at each.

    Parameters
    ----------
    scorer : Scorer
        The reference's scorer.
    ids : sequence of int
        The ids of the words, `</s>` included.
    """

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
