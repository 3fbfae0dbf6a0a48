"""All shortest ways from one sentence to another, and the one that agrees best with the gold.

A point of the lattice is a pair (source tokens consumed, target tokens consumed). Its arcs remove,
insert, replace or keep one token, and lie on a shortest path from corner to corner, where replacing
costs 1 or, in a second view of the same sentences, 2. An edit is any stretch of arcs that changes
something and keeps at most `max_unchanged` tokens. Paths through the lattice are compared by the
number of edits that agree with the gold (more is better), then by the number of arcs outside these
edits, then by the number of other edits (fewer is better). This is what MaxMatch defines by
transitive arcs with weights of -|E|, their length, and 0.001 more for each edit.

There are too many stretches to list them: an edit that does not agree with the gold is a state of
the path, and only the few edits that agree are arcs of their own. This module does not know
annotators: `m2` asks for each of them separately.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Tokens = Sequence[str]
Masks = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]

# The arcs that end in a point, by where they come from: above, the left, or diagonally.
REMOVE, INSERT, REPLACE, KEEP = 1, 2, 4, 8
CHANGES = REMOVE | INSERT | REPLACE

# Lattices with more points than this are searched a row at a time by NumPy, which is then faster.
_FEW_POINTS = 300


class GoldEdit(NamedTuple):
    """Tokens `start` to `end` of the source become one of `corrections`."""

    start: int
    end: int
    corrections: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Agreement:
    """An arc for a stretch that agrees with a gold edit, from column `left` to column `right`.

    `order` is the gold edit's number among the insertions at the same place, each of which a path
    may use once and in order; it is 0 for edits that are not insertions.
    """

    start: int
    end: int
    left: int
    right: int
    order: int


class EditLattice:
    """The lattice between a source and a target sentence."""

    def __init__(self, source: Tokens, target: Tokens, max_unchanged: int = 2) -> None:
        self.source = tuple(source)
        self.target = tuple(target)
        # No edit can keep more tokens, and each number of kept tokens is a state.
        self.max_unchanged = min(max_unchanged, len(self.source), len(self.target))
        self.masks = lattice_masks(self.source, self.target)
        self.rows: list[list[int]] = self.masks.tolist()
        self.points = int(np.count_nonzero(self.masks)) + 1
        # A cost is one integer. Its digits in this base are the number of edits that agree
        # (negative), of arcs outside them, and of other edits. No digit can overflow.
        self.base = len(self.source) + len(self.target) + 2

    def counts(self, gold: Sequence[GoldEdit]) -> tuple[int, int]:
        """How many edits of the best path agree with `gold`, and how many edits it has."""
        search = LatticeSearch(self, self.agreements(gold))
        cost = search.by_points() if self.points <= _FEW_POINTS else search.by_rows()
        rest, others = divmod(cost, self.base)
        agreeing = -(rest // self.base)
        return agreeing, agreeing + others

    def agreements(self, gold: Sequence[GoldEdit]) -> list[Agreement]:
        """The arcs for stretches that agree with gold edits."""
        found: list[Agreement] = []
        insertions: dict[int, int] = {}
        for edit in gold:
            order = 0
            if edit.start == edit.end:
                order = insertions.get(edit.start, 0)
                insertions[edit.start] = order + 1
            for correction in dict.fromkeys(edit.corrections):
                for left in self._places(edit.start, correction):
                    right = left + len(correction)
                    if self._is_edit(edit.start, edit.end, left, right):
                        found.append(Agreement(edit.start, edit.end, left, right, order))
        return found

    def _places(self, row: int, words: tuple[str, ...]) -> list[int]:
        """The columns of points in this row from which the target continues with these words."""
        size, target = len(words), self.target
        return [
            column
            for column, mask in enumerate(self.rows[row])
            if (mask or row == column == 0) and target[column : column + size] == words
            if column + size <= len(target)
        ]

    def _is_edit(self, top: int, bottom: int, left: int, right: int) -> bool:
        """Whether a path between two points changes something and keeps few enough tokens."""
        if self.source[top:bottom] == self.target[left:right]:
            return False
        never = self.max_unchanged + 1
        kept = {(top, left): 0}
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                mask = self.rows[row][column]
                best = kept.get((row, column), never)
                if mask & REMOVE:
                    best = min(best, kept.get((row - 1, column), never))
                if mask & INSERT:
                    best = min(best, kept.get((row, column - 1), never))
                if mask & REPLACE:
                    best = min(best, kept.get((row - 1, column - 1), never))
                if mask & KEEP:
                    best = min(best, kept.get((row - 1, column - 1), never) + 1)
                if best < never:
                    kept[row, column] = best
        return (bottom, right) in kept


def common_ends(source: Tokens, target: Tokens, margin: int = 0) -> tuple[int, int]:
    """How many tokens two sentences share at their beginnings and ends, less `margin` each."""
    most = min(len(source), len(target))
    start = 0
    while start < most and source[start] == target[start]:
        start += 1
    end = 0
    while end < most - start and source[-1 - end] == target[-1 - end]:
        end += 1
    return max(0, start - margin), max(0, end - margin)


def lattice_masks(source: Tokens, target: Tokens) -> Masks:
    """For each point the arcs that end in it and lie on a shortest path, as bits."""
    numbers: dict[str, int] = {}
    rows = np.array([numbers.setdefault(token, len(numbers)) for token in source], np.int64)
    columns = np.array([numbers.setdefault(token, len(numbers)) for token in target], np.int64)
    same = rows[:, None] == columns[None, :]
    masks: Masks = np.zeros((len(rows) + 1, len(columns) + 1), np.uint8)
    # Four tables at once: from the beginning and from the end, replacing at a cost of 1 and of 2.
    step = np.where(same, 0, np.array([1, 2])[:, None, None]).astype(np.int32)
    tables = _distances(np.concatenate([step, step[:, ::-1, ::-1]]))
    for before, after, replacing in zip(tables[:2], tables[2:, ::-1, ::-1], step, strict=True):
        least = before[-1, -1]
        masks[1:] |= REMOVE * (before[:-1] + 1 + after[1:] == least).astype(np.uint8)
        masks[:, 1:] |= INSERT * (before[:, :-1] + 1 + after[:, 1:] == least).astype(np.uint8)
        on_path = before[:-1, :-1] + replacing + after[1:, 1:] == least
        masks[1:, 1:] |= np.where(same, KEEP, REPLACE).astype(np.uint8) * on_path
    return masks


def _distances(replacing: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Distances between all prefixes; removing and inserting cost 1, replacing as given.

    Insertions run along a row, so a row minus its column numbers is a running minimum.
    """
    count, height, width = replacing.shape
    tables = np.empty((count, height + 1, width + 1), np.int32)
    tables[:, 0] = 0
    sideways = replacing - 1
    for row in range(height):
        above, here = tables[:, row], tables[:, row + 1]
        np.add(above, 1, out=here)
        np.minimum(here[:, 1:], above[:, :-1] + sideways[:, row], out=here[:, 1:])
        np.minimum.accumulate(here, axis=1, out=here)
    tables += np.arange(width + 1, dtype=np.int32)
    return tables


class LatticeSearch:
    """The cheapest path. The states of a point: outside edits, or in one that kept 0, 1... tokens.

    Where there are gold insertions in a row, states also differ in how many of these are used up.
    An edit is paid for when it begins.
    """

    def __init__(self, lattice: EditLattice, agreements: Sequence[Agreement]) -> None:
        self.lattice = lattice
        self.unit = lattice.base
        self.gain = lattice.base**2
        self.states = lattice.max_unchanged + 2
        self.never = self.gain * (len(agreements) + 4)
        self.arrivals: dict[int, list[Agreement]] = {}
        self.insertions: dict[int, list[Agreement]] = {}
        for found in agreements:
            kind = self.insertions if found.start == found.end else self.arrivals
            kind.setdefault(found.end, []).append(found)

    def by_points(self) -> int:
        """The lowest cost, point by point: for lattices that are hardly more than a path."""
        rows = self.lattice.rows
        done: list[dict[int, list[int]]] = []
        for row, masks in enumerate(rows):
            arriving: dict[int, list[int]] = {}
            for column, mask in enumerate(masks):
                if mask or row == column == 0:
                    arriving[column] = self._from_above(done, row, column, mask)
            self._along(arriving, masks, self.insertions.get(row, ()))
            done.append(arriving)
        return done[-1][len(rows[0]) - 1][0]

    def _from_above(
        self, done: list[dict[int, list[int]]], row: int, column: int, mask: int
    ) -> list[int]:
        """The costs of a point's states by arcs from rows above, the state outside edits first."""
        if row == 0:
            return [0 if column == 0 else self.never] + [self.never] * (self.states - 1)
        unit, above = self.unit, done[row - 1]
        best = [self.never] * self.states
        for arc, left in ((REMOVE, column), (REPLACE, column - 1)):
            if mask & arc:
                came = above[left]
                for state in range(1, self.states):
                    best[state] = min(best[state], came[state] + unit)
        if mask & KEEP:
            came = above[column - 1]
            best[0] = came[0] + unit
            for state in range(2, self.states):
                best[state] = min(best[state], came[state - 1] + unit)
        for found in self.arrivals.get(row, ()):
            if found.right == column:
                best[0] = min(best[0], done[found.start][found.left][0] - self.gain)
        return best

    def by_rows(self) -> int:
        """The lowest cost, row by row in NumPy: for sentences that have little in common."""
        masks, never = self.lattice.masks, self.never
        remove, replace, keep = (
            np.where(masks & arc, self.unit, never) for arc in (REMOVE, REPLACE, KEEP)
        )
        # Insertions are a running minimum along a row that restarts where there is no such arc:
        # the slope puts what comes after such a place below everything before it.
        stretches = np.cumsum(masks & INSERT == 0, axis=1)
        slope = np.arange(masks.shape[1]) * self.unit + stretches * (4 * never)
        inside = np.full((self.states - 1, masks.shape[1]), never)
        outside = np.full(masks.shape[1], never)
        outside[0] = 0
        outsides: list[Integers] = []
        for row in range(len(masks)):
            if row:
                came, inside = inside, inside + remove[row]
                np.minimum(inside[:, 1:], came[:, :-1] + replace[row, 1:], out=inside[:, 1:])
                np.minimum(inside[1:, 1:], came[:-1, :-1] + keep[row, 1:], out=inside[1:, 1:])
                np.minimum(inside, never, out=inside)
                outside = np.full(len(outside), never)
                np.minimum(outsides[-1][:-1] + keep[row, 1:], never, out=outside[1:])
                for found in self.arrivals.get(row, ()):
                    reached = outsides[found.start][found.left] - self.gain
                    outside[found.right] = min(outside[found.right], reached)
            if row in self.insertions:
                states = np.vstack([outside, inside]).T.tolist()
                points = dict(enumerate(states))
                self._along(points, self.lattice.rows[row], self.insertions[row])
                outside, *others = np.array(list(points.values())).T
                inside = np.array(others)
            else:
                begun = np.minimum(outside, inside.min(axis=0)) + 1
                np.minimum(inside[0], begun, out=inside[0])
                inside = np.minimum.accumulate(inside - slope[row], axis=1) + slope[row]
                outside = np.minimum(outside, inside.min(axis=0))
            outsides.append(outside)
        return int(outside[-1])

    def _along(
        self, points: dict[int, list[int]], masks: Sequence[int], gold: Sequence[Agreement]
    ) -> None:
        """Complete a row in place: insertions, and edits that begin or end here."""
        unit, states = self.unit, range(1, self.states)
        # A layer for each number of gold insertions that are used up or skipped.
        layers = [points]
        for _ in range(max((found.order + 1 for found in gold), default=0)):
            layers.append({column: [self.never] * self.states for column in points})
        for column in points:
            for used, here in enumerate(layers):
                best = here[column]
                if masks[column] & INSERT:
                    came = here[column - 1]
                    for state in states:
                        best[state] = min(best[state], came[state] + unit)
                for found in gold:
                    if found.right == column and found.order + 1 == used:
                        reached = min(layer[found.left][0] for layer in layers[:used])
                        best[0] = min(best[0], reached - self.gain)
                best[0] = min(best)
                best[1] = min(best[1], best[0] + 1)
        for column, best in points.items():
            for here in layers[1:]:
                best[:] = map(min, best, here[column])
