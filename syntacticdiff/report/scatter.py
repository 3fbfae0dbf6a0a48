"""The places of dots and labels in the scatter of two classes' edits; the template draws them.

A dot's place says how frequent an edit is in one class and in the other, by rank. The edits that
differ most have labels, as many as have room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from syntacticdiff.classify.telling import EditScatter, ScatterPoint

LEFT, TOP, SIZE = 56.0, 16.0, 520.0  # of the square of dots
WIDTH, HEIGHT = LEFT + SIZE + 150.0, TOP + SIZE + 52.0

_LETTER, _LINE = 7.4, 15.0  # of a label, in units of the picture
_GAP = 7.0
_MOST_LABELS = 24
_LONGEST = 34  # letters of a label


@dataclass(frozen=True)
class Box:
    """A rectangle that nothing else may cover."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes have a part in common."""
        apart = (
            self.right <= other.left
            or other.right <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )
        return not apart


@dataclass(frozen=True)
class Dot:
    """An edit in the picture.

    Parameters
    ----------
    point : ScatterPoint
        The edit.
    x, y : float
        The centre of its dot.
    lean : float
        From -1, only in the second class, to 1, only in the first.
    label : str
        Empty if there is no room.
    label_x, label_y : float
        Where the label is written.
    anchor : {"start", "end"}
        At which of its ends.
    """

    point: ScatterPoint
    x: float
    y: float
    lean: float
    label: str = ""
    label_x: float = 0.0
    label_y: float = 0.0
    anchor: str = "start"


def scatter_dots(scatter: EditScatter, name: Sequence[str]) -> list[Dot]:
    """The dots of a scatter, those with labels last, so that they lie on top.

    Parameters
    ----------
    scatter : EditScatter
        The edits of two classes.
    name : sequence of str
        What each edit is called.
    """
    dots = []
    for point in scatter.points:
        x = LEFT + SIZE * point.second_rank
        y = TOP + SIZE * (1 - point.first_rank)
        dots.append(Dot(point, x, y, point.first_rank - point.second_rank))
    chosen = _chosen(dots)
    taken = [Box(dot.x - 4, dot.y - 4, dot.x + 4, dot.y + 4) for dot in chosen.values()]
    labelled = []
    for number, dot in chosen.items():
        text = name[number]
        label = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        for anchor, box in _places(dot, len(label) * _LETTER):
            if any(box.overlaps(other) for other in taken):
                continue
            taken.append(box)
            x = box.left if anchor == "start" else box.right
            labelled.append(
                Dot(dot.point, dot.x, dot.y, dot.lean, label, x, box.bottom - 4, anchor)
            )
            break
        else:
            labelled.append(dot)
    others = [dot for number, dot in enumerate(dots) if number not in chosen]
    return [*reversed(others), *reversed(labelled)]


def _chosen(dots: Sequence[Dot]) -> dict[int, Dot]:
    """The dots that may have labels: those that lean most, as many to each side."""
    sides: dict[bool, list[int]] = {True: [], False: []}
    for number, dot in enumerate(dots):
        if dot.lean and len(sides[dot.lean > 0]) < _MOST_LABELS // 2:
            sides[dot.lean > 0].append(number)
    return {number: dots[number] for number in sorted((*sides[True], *sides[False]))}


def _places(dot: Dot, width: float) -> Iterator[tuple[str, Box]]:
    """Where the label of a dot may stand: at either side, on its line or near it."""
    for shift in (0.0, -12.0, 12.0, -24.0, 24.0):
        top = dot.y - _LINE / 2 + shift
        if not TOP - 8 <= top <= TOP + SIZE - _LINE / 2:
            continue
        if dot.x + _GAP + width <= WIDTH:
            yield "start", Box(dot.x + _GAP, top, dot.x + _GAP + width, top + _LINE)
        if dot.x - _GAP - width >= LEFT:
            yield "end", Box(dot.x - _GAP - width, top, dot.x - _GAP, top + _LINE)
