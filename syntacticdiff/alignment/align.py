"""Which tokens of one sentence lie beside which of another: Damerau-Levenshtein with costs.

A token may be removed, inserted, or taken for another at what `word_likeness` says; several may
change places. This finds the cheapest steps from one sentence to the other; which of them belong
together in one edit is for `edit_merging` to say.

Only cells near the diagonal are filled: those that a cheaper path could touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from syntacticdiff.alignment.likeness import substitution_cost

Operation = Literal["match", "insert", "remove", "sub", "transpose"]

MOST_CELLS = 1 << 16  # of one table; longer sentences are cut into parts that are aligned apart
MOST_TRANSPOSED = 20  # tokens that can change places together
_MARGIN = 2
_NEVER = float("inf")


class Step(NamedTuple):
    """Tokens `start` to `end` of the source lie beside `target_start` to `target_end`."""

    operation: Operation
    start: int
    end: int
    target_start: int
    target_end: int


def align(source: Sequence[str], target: Sequence[str]) -> list[Step]:
    """The cheapest steps from `source` to `target`, from left to right.

    Examples
    --------
    >>> for step in align("I likes cat".split(), "I like the cat".split()):
    ...     print(step.operation, step.start, step.target_start)
    match 0 0
    sub 1 1
    insert 2 2
    match 2 3
    """
    # At the end equal tokens always match, so the table need not have them. At the beginning they
    # need not: the first "the" of "the the cat" is the one that goes.
    tail = 0
    while tail < min(len(source), len(target)) and source[-1 - tail] == target[-1 - tail]:
        tail += 1
    ends = len(source) - tail, len(target) - tail
    steps = _aligned(source[: ends[0]], target[: ends[1]])
    return steps + [
        Step("match", at, at + 1, at + ends[1] - ends[0], at + 1 + ends[1] - ends[0])
        for at in range(ends[0], len(source))
    ]


def _aligned(source: Sequence[str], target: Sequence[str]) -> list[Step]:
    skew = abs(len(source) - len(target))
    if _cells(source, _MARGIN + skew) > MOST_CELLS:
        return _aligned_in_halves(source, target)
    table = _Table(source, target, _MARGIN)
    # A path that leaves the band has at least skew + 2 * (margin + 1) insertions and removals, so
    # that the cost of a path within says how wide the band must be.
    margin = int(table.cost - skew) // 2
    if margin > _MARGIN and _cells(source, margin + skew) <= MOST_CELLS:
        table = _Table(source, target, margin)
    return table.steps()


def _cells(source: Sequence[str], width: int) -> int:
    return len(source) * (2 * width + 1)


def _aligned_in_halves(source: Sequence[str], target: Sequence[str]) -> list[Step]:
    if not source or not target:
        return _Table(source, target, 0).steps()
    cut, target_cut = (len(source) + 1) // 2, (len(target) + 1) // 2
    first = _aligned(source[:cut], target[:target_cut])
    second = _aligned(source[cut:], target[target_cut:])
    return first + [
        Step(operation, start + cut, end + cut, target_start + target_cut, target_end + target_cut)
        for operation, start, end, target_start, target_end in second
    ]


class _Table:
    """The costs of reaching each cell within `margin` of the straight way, and by which step."""

    def __init__(self, source: Sequence[str], target: Sequence[str], margin: int) -> None:
        self.source, self.target = source, target
        self._folded = [token.lower() for token in source], [token.lower() for token in target]
        skew = len(target) - len(source)
        self._low, self._high = min(0, skew) - margin, max(0, skew) + margin
        self._costs: list[dict[int, float]] = []
        self._taken: list[dict[int, int]] = []  # 0 sub or match, n > 1 transpose, -1 ins, -2 del
        self._fill()
        self.cost = self._costs[len(source)][len(target)]

    def _fill(self) -> None:
        source, target = self.source, self.target
        first = range(min(self._high, len(target)) + 1)
        costs, taken = self._costs, self._taken
        costs.append({column: float(column) for column in first})
        taken.append(dict.fromkeys(first, -1))
        for row, token in enumerate(source, 1):
            above = costs[-1]
            here: dict[int, float] = {}
            steps: dict[int, int] = {}
            costs.append(here)
            taken.append(steps)
            start = row + self._low
            left = _NEVER
            if start <= 0:
                left = here[0] = float(row)
                steps[0] = -2
                start = 1
            for column in range(start, min(row + self._high, len(target)) + 1):
                other = target[column - 1]
                best = above[column - 1]
                step = 0
                if token != other:
                    diagonal = best
                    best += substitution_cost(token, other)
                    length = self._transposed(row, column) if diagonal else 0
                    if length:
                        swapped = costs[row - length][column - length] + length - 1
                        if swapped <= best:
                            best, step = swapped, length
                    if left + 1 < best:
                        best, step = left + 1, -1
                    over = above.get(column, _NEVER) + 1
                    if over < best:
                        best, step = over, -2
                left = here[column] = best
                steps[column] = step

    def _transposed(self, row: int, column: int) -> int:
        """How many tokens that end here are the same in another order; 0 if none are."""
        costs, (source, target) = self._costs, self._folded
        for length in range(2, min(row, column, MOST_TRANSPOSED) + 1):
            before, after = costs[row - length], costs[row - length + 1]
            if before.get(column - length, _NEVER) == after.get(column - length + 1, _NEVER):
                return 0  # a match lies between
            others = target[column - length : column]
            if source[row - 1] in others and sorted(source[row - length : row]) == sorted(others):
                return length
        return 0

    def steps(self) -> list[Step]:
        """The way to the last cell, from the first."""
        row, column = len(self.source), len(self.target)
        steps: list[Step] = []
        while row or column:
            taken = self._taken[row][column]
            rows, columns = {-1: (0, 1), -2: (1, 0), 0: (1, 1)}.get(taken, (taken, taken))
            name: Operation = "insert" if taken == -1 else "remove"
            if taken > 0:
                name = "transpose"
            elif taken == 0:
                same = self.source[row - 1] == self.target[column - 1]
                name = "match" if same else "sub"
            steps.append(Step(name, row - rows, row, column - columns, column))
            row, column = row - rows, column - columns
        return steps[::-1]
