"""MaxMatch by its definition, with every arc and every path: slow, and only for a few tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from syntacticdiff.evaluate.edit_lattice import GoldEdit

Point = tuple[int, int]
Arc = tuple[Point, Point, bool]  # from, to, and whether it keeps its token


def unit_arcs(source: Sequence[str], target: Sequence[str]) -> set[Arc]:
    """The arcs of all cheapest paths, where replacing costs 1 and where it costs 2."""

    def steps(point: Point, replacing: int) -> Iterator[tuple[Point, int, bool]]:
        i, j = point
        if i < len(source):
            yield (i + 1, j), 1, False
        if j < len(target):
            yield (i, j + 1), 1, False
        if i < len(source) and j < len(target):
            same = source[i] == target[j]
            yield (i + 1, j + 1), 0 if same else replacing, same

    found: set[Arc] = set()
    for replacing in (1, 2):

        @cache
        def rest(point: Point, replacing: int = replacing) -> int:
            if point == (len(source), len(target)):
                return 0
            return min(cost + rest(to) for to, cost, _ in steps(point, replacing))

        waiting = [(0, 0)]
        while waiting:
            point = waiting.pop()
            for to, cost, keeps in steps(point, replacing):
                if cost + rest(to) == rest(point):
                    found.add((point, to, keeps))
                    waiting.append(to)
    return found


def counts(
    source: Sequence[str], target: Sequence[str], gold: Sequence[GoldEdit], max_unchanged: int
) -> tuple[int, int]:
    """Edits that agree and all edits, of the best of all paths."""
    following: dict[Point, list[tuple[Point, bool]]] = {}
    for start, to, keeps in unit_arcs(source, target):
        following.setdefault(start, []).append((to, keeps))

    @cache
    def stretches(start: Point) -> dict[Point, int]:
        """The ends of all edits that begin here, with the length of the shortest."""
        found: dict[Point, int] = {}
        waiting = [(start, 0, 0, False)]
        while waiting:
            point, length, kept, changes = waiting.pop()
            if changes:
                found[point] = min(length, found.get(point, length))
            for to, keeps in following.get(point, ()):
                if kept + keeps <= max_unchanged:
                    waiting.append((to, length + 1, kept + keeps, changes or not keeps))
        return found

    @cache
    def best(point: Point, used: int) -> tuple[int, int, int]:
        """The least (-agreeing, arcs outside, other edits) from here; `used`: gold insertions."""
        if point == (len(source), len(target)):
            return 0, 0, 0
        tried = []
        for to, keeps in following[point]:
            if keeps:
                tried.append(plus(best(to, 0), 0, 1, 0))
        for to, length in stretches(point).items():
            same_row = to[0] == point[0]
            tried.append(plus(best(to, used if same_row else 0), 0, length, 1))
            words = tuple(target[point[1] : to[1]])
            insertions = [edit for edit in gold if edit.start == edit.end == point[0]]
            for edit in gold:
                if (edit.start, edit.end) != (point[0], to[0]) or words not in edit.corrections:
                    continue
                if not same_row:
                    tried.append(plus(best(to, 0), -1, 0, 0))
                else:
                    for number, insertion in enumerate(insertions):
                        if insertion is edit and number >= used:
                            tried.append(plus(best(to, number + 1), -1, 0, 0))
        return min(tried)

    agreeing, _, others = best((0, 0), 0)
    return -agreeing, -agreeing + others


def plus(cost: tuple[int, int, int], *more: int) -> tuple[int, int, int]:
    a, b, c = (x + y for x, y in zip(cost, more, strict=True))
    return a, b, c
