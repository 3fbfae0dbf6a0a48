"""The settings of a search, checked once, with messages that name the parameter."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from syntacticdiff.edits.diff import OPERATIONS, Operation
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import number, one_of, whole_number
from syntacticdiff.search.registry import SEARCHES

POSITIONS = ("worst", "window", "all")
COSTS = ("bits", "perplexity", "window")
AGGREGATES = ("mean", "sum")
ENGINES = ("auto", "native", "python")


@dataclass(frozen=True)
class SearchSettings:
    """Everything that decides what a search returns, besides model, candidates and penalties."""

    search: str = "beam"
    max_edits: int = 3
    beam: int | None = 8
    positions: str = "window"
    operations: tuple[Operation, ...] = OPERATIONS
    aggregate: str = "mean"
    alpha: float = 0.5
    cost: str = "bits"
    stop_at: float | None = None
    min_gain: float = 0.0

    def __post_init__(self) -> None:
        SEARCHES.chosen(self.search)
        one_of("positions", self.positions, POSITIONS)
        one_of("cost", self.cost, COSTS)
        one_of("aggregate", self.aggregate, AGGREGATES)
        whole_number("max_edits", self.max_edits, 0)
        if self.beam is not None:
            whole_number("beam", self.beam, 1)
        if not 0.0 <= number("alpha", self.alpha) <= 1.0:
            raise UsageError(f"alpha: a number from 0 to 1 is needed, not {self.alpha!r}")
        # As double precision, whatever NumPy type they came in: both engines count in it.
        for name in ("alpha", "min_gain", "stop_at"):
            value = getattr(self, name)
            if value is not None or name == "min_gain":
                object.__setattr__(self, name, number(name, value))


def checked_operations(operations: Any) -> tuple[Operation, ...]:
    """The operations in their fixed order; a bare string, a stranger or none at all is refused."""
    allowed = ", ".join(OPERATIONS)
    if isinstance(operations, str) or not isinstance(operations, Collection) or not operations:
        raise UsageError(
            f"operations: a non-empty collection of {allowed} is needed, not {operations!r}"
        )
    for operation in operations:
        one_of("operations", operation, OPERATIONS)
    return tuple(operation for operation in OPERATIONS if operation in operations)
