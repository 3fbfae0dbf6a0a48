"""Answers: what a native search found in a batch of sentences, all at once or when it is asked for.

To make an object of each edit takes about as long as to tokenise the sentence, and Python's lock is
held meanwhile. Numbers can wait until somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, Any

from syntacticdiff.search.found import Found
from syntacticdiff.search.hypothesis import Step

if TYPE_CHECKING:
    from syntacticdiff import _native


class Answers:
    """The answer of the extension for a batch, sentence by sentence.

    Parameters
    ----------
    steps : callable
        Makes steps of the columns of positions, ranks and targets.
    answer : Results
        The columns.
    rewrites : bool
        Whether the search rewrites: otherwise there are no bits after it.
    """

    def __init__(
        self, steps: Callable[..., Iterable[Step]], answer: _native.Results, *, rewrites: bool
    ) -> None:
        self._steps, self._answer, self._rewrites = steps, answer, rewrites
        self._ends = list(accumulate(answer.counts.tolist()))

    def __len__(self) -> int:
        return len(self._ends)

    def found(self, number: int) -> Found:
        """What was found in one of the sentences."""
        answer, start = self._answer, self._ends[number - 1] if number else 0
        rows = slice(start, self._ends[number])
        return Found(
            tuple(self._steps(answer.positions[rows], answer.ranks[rows], answer.targets[rows])),
            tuple(answer.gains[rows].tolist()),
            float(answer.before[number]),
            float(answer.after[number]) if self._rewrites else None,
        )

    def all(self) -> Iterator[Found]:
        """What was found in each, in order; faster than one by one."""
        answer = self._answer
        steps = tuple(self._steps(answer.positions, answer.ranks, answer.targets))
        gained = tuple(answer.gains.tolist())
        afters: Iterable[Any] = answer.after.tolist() if self._rewrites else repeat(None)
        start = 0
        for end, before, after in zip(self._ends, answer.before.tolist(), afters, strict=False):
            yield Found(steps[start:end], gained[start:end], before, after)
            start = end
