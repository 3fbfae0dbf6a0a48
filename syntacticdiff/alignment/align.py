"""The alignment of the tokens of two sentences: Damerau-Levenshtein distance with costs.

A token may be removed, inserted, or replaced at the cost that `likeness` gives; a block of tokens
may be reordered. This finds the cheapest alignment; `merge` decides which changes are one edit.

Only cells near the diagonal are computed: those that a cheaper path could touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from syntacticdiff.alignment.likeness import substitution_cost

Operation = Literal["match", "insert", "remove", "sub", "transpose"]

MAX_CELLS = 1 << 16  # of one table; longer sentences are cut into parts that are aligned separately
MAX_TRANSPOSED = 20  # tokens that can be reordered together
_MARGIN = 2
_NEVER = float("inf")


class AlignedSpan(NamedTuple):
    """Tokens `start` to `end` of the source, aligned with `target_start` to `target_end`."""

    operation: Operation
    start: int
    end: int
    target_start: int
    target_end: int


def align(source: Sequence[str], target: Sequence[str]) -> list[AlignedSpan]:
    """The cheapest alignment of `source` and `target`, from left to right.

    Examples
    --------
    >>> for span in align("I likes cat".split(), "I like the cat".split()):
    ...     print(span.operation, span.start, span.target_start)
    match 0 0
    sub 1 1
    insert 2 2
    match 2 3
    """
    # Equal tokens at the end always match, so they are left out of the table. At the beginning
    # they need not match: of "the the cat", the first "the" is removed.
    tail = 0
    while tail < min(len(source), len(target)) and source[-1 - tail] == target[-1 - tail]:
        tail += 1
    ends = len(source) - tail, len(target) - tail
    spans = _aligned(source[: ends[0]], target[: ends[1]])
    return spans + [
        AlignedSpan("match", at, at + 1, at + ends[1] - ends[0], at + 1 + ends[1] - ends[0])
        for at in range(ends[0], len(source))
    ]


def _aligned(source: Sequence[str], target: Sequence[str]) -> list[AlignedSpan]:
    skew = abs(len(source) - len(target))
    if _cells(source, _MARGIN + skew) > MAX_CELLS:
        return _aligned_in_halves(source, target)
    table = AlignmentTable(source, target, _MARGIN)
    # A path that leaves the band has at least skew + 2 * (margin + 1) insertions and removals, so
    # the cost of a path inside it tells how wide the band must be.
    margin = int(table.cost - skew) // 2
    if margin > _MARGIN and _cells(source, margin + skew) <= MAX_CELLS:
        table = AlignmentTable(source, target, margin)
    return table.path()


def _cells(source: Sequence[str], width: int) -> int:
    return len(source) * (2 * width + 1)


def _aligned_in_halves(source: Sequence[str], target: Sequence[str]) -> list[AlignedSpan]:
    if not source or not target:
        return AlignmentTable(source, target, 0).path()
    cut, target_cut = (len(source) + 1) // 2, (len(target) + 1) // 2
    first = _aligned(source[:cut], target[:target_cut])
    second = _aligned(source[cut:], target[target_cut:])
    return first + [
        AlignedSpan(name, start + cut, end + cut, other + target_cut, other_end + target_cut)
        for name, start, end, other, other_end in second
    ]


class AlignmentTable:
    """The cost of reaching each cell within `margin` of the diagonal, and the last move to it."""

    def __init__(self, source: Sequence[str], target: Sequence[str], margin: int) -> None:
        self.source, self.target = source, target
        self._folded = [token.lower() for token in source], [token.lower() for token in target]
        skew = len(target) - len(source)
        self._low, self._high = min(0, skew) - margin, max(0, skew) + margin
        self._costs: list[dict[int, float]] = []
        self._moves: list[dict[int, int]] = []  # 0 sub or match, n > 1 transpose, -1 ins, -2 del
        self._fill()
        self.cost = self._costs[len(source)][len(target)]

    def _fill(self) -> None:
        source, target = self.source, self.target
        first = range(min(self._high, len(target)) + 1)
        costs, moves = self._costs, self._moves
        costs.append({column: float(column) for column in first})
        moves.append(dict.fromkeys(first, -1))
        for row, token in enumerate(source, 1):
            above = costs[-1]
            here: dict[int, float] = {}
            taken: dict[int, int] = {}
            costs.append(here)
            moves.append(taken)
            start = row + self._low
            left = _NEVER
            if start <= 0:
                left = here[0] = float(row)
                taken[0] = -2
                start = 1
            for column in range(start, min(row + self._high, len(target)) + 1):
                other = target[column - 1]
                best = above[column - 1]
                move = 0
                if token != other:
                    diagonal = best
                    best += substitution_cost(token, other)
                    length = self._transposed(row, column) if diagonal else 0
                    if length:
                        swapped = costs[row - length][column - length] + length - 1
                        if swapped <= best:
                            best, move = swapped, length
                    if left + 1 < best:
                        best, move = left + 1, -1
                    over = above.get(column, _NEVER) + 1
                    if over < best:
                        best, move = over, -2
                left = here[column] = best
                taken[column] = move

    def _transposed(self, row: int, column: int) -> int:
        """The length of the reordered block that ends here; 0 if there is none."""
        costs, (source, target) = self._costs, self._folded
        for length in range(2, min(row, column, MAX_TRANSPOSED) + 1):
            before, after = costs[row - length], costs[row - length + 1]
            if before.get(column - length, _NEVER) == after.get(column - length + 1, _NEVER):
                return 0  # there is a match in between
            others = target[column - length : column]
            if source[row - 1] in others and sorted(source[row - length : row]) == sorted(others):
                return length
        return 0

    def path(self) -> list[AlignedSpan]:
        """The cheapest path from the first cell to the last."""
        row, column = len(self.source), len(self.target)
        spans: list[AlignedSpan] = []
        while row or column:
            move = self._moves[row][column]
            rows, columns = {-1: (0, 1), -2: (1, 0), 0: (1, 1)}.get(move, (move, move))
            name: Operation = "insert" if move == -1 else "remove"
            if move > 0:
                name = "transpose"
            elif move == 0:
                same = self.source[row - 1] == self.target[column - 1]
                name = "match" if same else "sub"
            spans.append(AlignedSpan(name, row - rows, row, column - columns, column))
            row, column = row - rows, column - columns
        return spans[::-1]
