"""The alignment of three sentences: source, hypothesis and reference.

Each column has a token or a gap for each sentence. Each of its three pairs costs nothing if its
members are equal, 3 for different tokens, and 2 for a token beside a gap; the alignment has the
lowest total cost. Only points that a cheapest path can go through are visited: those where the
costs of the three pairwise alignments through the point add up to no more than the cost of a known
alignment. `imeasure` counts the columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest

import numpy as np
import numpy.typing as npt

GAP, MISMATCH = 2, 3
NOTHING = ""  # the token of a gap

# Where more points would be visited, the sentences have too little in common: hypothesis and
# reference are each aligned with the source instead.
MAX_POINTS = 50_000
MAX_CELLS = 1 << 22  # of a table for two sentences; longer sentences are not aligned exactly

Column = tuple[str, str, str]
Tokens = tuple[str, ...]
Costs = npt.NDArray[np.int64]
Point = tuple[int, int, int]

_NEVER = 1 << 40

# The steps that a column can take, in the order of preference among equally cheap ones.
_STEPS: tuple[Point, ...] = (
    *((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)),
    *((1, 0, 0), (0, 1, 0), (0, 0, 1)),
)


def aligned(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str]
) -> list[Column]:
    """The columns of the cheapest alignment of three sentences.

    Examples
    --------
    >>> for column in aligned(["likes", "cat"], ["like", "cat"], ["like", "the", "cat"]):
    ...     print(column)
    ('likes', 'like', 'like')
    ('', '', 'the')
    ('cat', 'cat', 'cat')
    """
    if max(len(source), len(hypothesis)) * max(len(hypothesis), len(reference)) > MAX_CELLS:
        return _roughly_aligned(source, hypothesis, reference)
    if source == hypothesis:
        return [(a, a, b) for a, b in aligned_pair(source, reference)]
    if source == reference:
        return [(a, b, a) for a, b in aligned_pair(source, hypothesis)]
    ends = [len(source), len(hypothesis), len(reference)]
    tail: list[Column] = []
    while all(ends) and (source[ends[0] - 1] == hypothesis[ends[1] - 1] == reference[ends[2] - 1]):
        ends = [end - 1 for end in ends]
        tail.append((source[ends[0]],) * 3)
    sentences = source[: ends[0]], hypothesis[: ends[1]], reference[: ends[2]]
    return _aligned(*sentences) + tail[::-1]


def _roughly_aligned(*sentences: Sequence[str]) -> list[Column]:
    """Very long sentences: aligned token by token, except for a common end."""
    ends = list(map(len, sentences))
    tail: list[Column] = []
    while all(ends) and len({s[end - 1] for s, end in zip(sentences, ends, strict=True)}) == 1:
        ends = [end - 1 for end in ends]
        tail.append((sentences[0][ends[0]],) * 3)
    first, second, third = (s[:end] for s, end in zip(sentences, ends, strict=True))
    rest = zip_longest(first, second, third, fillvalue=NOTHING)
    return [*rest, *tail[::-1]]


def aligned_pair(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]]:
    """The columns of the cheapest alignment of two sentences."""
    table = _tables(tuple(first), tuple(second))[0].tolist()
    columns: list[tuple[str, str]] = []
    i, j = len(first), len(second)
    while i or j:
        cost = table[i][j]
        if i and j:
            a, b = first[i - 1], second[j - 1]
            if cost == table[i - 1][j - 1] + (MISMATCH if a != b else 0):
                columns.append((a, b))
                i, j = i - 1, j - 1
                continue
        if i and cost == table[i - 1][j] + GAP:
            columns.append((first[i - 1], NOTHING))
            i -= 1
        else:
            columns.append((NOTHING, second[j - 1]))
            j -= 1
    return columns[::-1]


def _aligned(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str]
) -> list[Column]:
    known = _by_pairs(source, hypothesis, reference)
    points = _possible_points(source, hypothesis, reference, sum(map(_column_cost, known)))
    if points is None:
        return known
    sentences = (source, hypothesis, reference)
    return _traced(sentences, _costs(sentences, points))


def _costs(sentences: tuple[Sequence[str], ...], points: Sequence[Point]) -> dict[Point, int]:
    """The cost of reaching each point from the beginning through the other points."""
    source, hypothesis, reference = sentences
    costs: dict[Point, int] = {(0, 0, 0): 0}
    known = costs.get
    for i, j, k in points[1:]:
        # There is no token before the first; the costs computed with it are never used.
        a, b, c = source[i - 1 : i], hypothesis[j - 1 : j], reference[k - 1 : k]
        ab = 0 if a == b else MISMATCH
        ac = 0 if a == c else MISMATCH
        bc = 0 if b == c else MISMATCH
        costs[i, j, k] = min(
            known((i - 1, j - 1, k - 1), _NEVER) + ab + ac + bc,
            known((i - 1, j - 1, k), _NEVER) + ab + 2 * GAP,
            known((i - 1, j, k - 1), _NEVER) + ac + 2 * GAP,
            known((i, j - 1, k - 1), _NEVER) + bc + 2 * GAP,
            known((i - 1, j, k), _NEVER) + 2 * GAP,
            known((i, j - 1, k), _NEVER) + 2 * GAP,
            known((i, j, k - 1), _NEVER) + 2 * GAP,
        )
    return costs


def _traced(sentences: tuple[Sequence[str], ...], costs: dict[Point, int]) -> list[Column]:
    """The columns of the cheapest path, traced back from the end."""
    point: Point = (len(sentences[0]), len(sentences[1]), len(sentences[2]))
    columns: list[Column] = []
    while any(point):
        for step in _STEPS:
            before = _before(point, step)
            if before in costs:
                column = _column(sentences, point, step)
                if costs[before] + _column_cost(column) == costs[point]:
                    columns.append(column)
                    point = before
                    break
        else:  # without this, the loop would not end
            raise AssertionError(f"no cheapest path leads to {point}")
    return columns[::-1]


def _before(point: Point, step: Point) -> Point:
    return point[0] - step[0], point[1] - step[1], point[2] - step[2]


def _column(sentences: tuple[Sequence[str], ...], point: Point, step: Point) -> Column:
    a, b, c = (
        sentence[place - 1] if taken else NOTHING
        for sentence, place, taken in zip(sentences, point, step, strict=True)
    )
    return a, b, c


def _column_cost(column: Column) -> int:
    a, b, c = column
    cost = 0
    for one, two in ((a, b), (a, c), (b, c)):
        if one != two:
            cost += MISMATCH if one and two else GAP
    return cost


def _by_pairs(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str]
) -> list[Column]:
    """Both sentences aligned with the source; insertions at one place are paired in order."""
    columns: list[Column] = []
    ours, theirs = (_by_source(aligned_pair(source, each)) for each in (hypothesis, reference))
    for number, ((before, own), (inserted, other)) in enumerate(zip(ours, theirs, strict=True)):
        columns += [(NOTHING, a, b) for a, b in zip_longest(before, inserted, fillvalue=NOTHING)]
        if number < len(source):
            columns.append((source[number], own, other))
    return columns


def _by_source(columns: list[tuple[str, str]]) -> list[tuple[list[str], str]]:
    """For each source token, and for the end, what is inserted before it and what it becomes."""
    found: list[tuple[list[str], str]] = []
    places = [-1, *(at for at, (own, _) in enumerate(columns) if own), len(columns)]
    for last, at in pairwise(places):
        became = columns[at][1] if at < len(columns) else NOTHING
        found.append(([other for _, other in columns[last + 1 : at]], became))
    return found


def _possible_points(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str], most: int
) -> list[Point] | None:
    """The points that a path of at most this cost can go through; None if there are too many."""
    sentences = tuple(source), tuple(hypothesis), tuple(reference)
    through = _through(sentences[0], sentences[1]), _through(sentences[0], sentences[2])
    others = _through(sentences[1], sentences[2])
    points: list[Point] = []
    for row in range(len(source) + 1):
        cost = through[0][row][:, None] + through[1][row][None, :] + others
        left, right = np.nonzero(cost <= most)
        points += zip([row] * len(left), left.tolist(), right.tolist(), strict=True)
        if len(points) > MAX_POINTS:
            return None
    return points


def _through(first: Tokens, second: Tokens) -> Costs:
    """The cost of the cheapest alignment of two sentences through each point."""
    before, after = _tables(first, second)
    through: Costs = before + after
    return through


@lru_cache(maxsize=32)  # one hypothesis is aligned with many references of the same source
def _tables(first: Tokens, second: Tokens) -> tuple[Costs, Costs]:
    """The costs of aligning all prefixes of two sentences, and all suffixes.

    Gaps run along a row, so a row minus the cost of its gaps is a running minimum.
    """
    numbers: dict[str, int] = {}
    rows = np.array([numbers.setdefault(token, len(numbers)) for token in first], np.int64)
    columns = np.array([numbers.setdefault(token, len(numbers)) for token in second], np.int64)
    sideways = np.where(rows[:, None] == columns[None, :], -GAP, MISMATCH - GAP)
    both = np.stack([sideways, sideways[::-1, ::-1]], axis=1)
    tables = np.zeros((len(rows) + 1, 2, len(columns) + 1), np.int64)
    for row, here in enumerate(tables[1:]):
        above = tables[row]
        np.add(above, GAP, out=here)
        np.minimum(here[:, 1:], above[:, :-1] + both[row], out=here[:, 1:])
        np.minimum.accumulate(here, axis=1, out=here)
    tables += GAP * np.arange(len(columns) + 1)
    return tables[:, 0], tables[::-1, 1, ::-1]
