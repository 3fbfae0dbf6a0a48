"""The settings of a search, checked once, with messages that name the parameter."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from syntacticdiff.edits import OPERATIONS, Operation
from syntacticdiff.errors import UsageError

SEARCHES = ("recursive", "beam", "sweep")
POSITIONS = ("worst", "window", "all")
COSTS = ("bits", "perplexity", "window")
AGGREGATES = ("mean", "sum")


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
        _one_of("search", self.search, SEARCHES)
        _one_of("positions", self.positions, POSITIONS)
        _one_of("cost", self.cost, COSTS)
        _one_of("aggregate", self.aggregate, AGGREGATES)
        _whole_number("max_edits", self.max_edits, 0)
        if self.beam is not None:
            _whole_number("beam", self.beam, 1)
        if not 0.0 <= _number("alpha", self.alpha) <= 1.0:
            raise UsageError(f"alpha: a number from 0 to 1 is needed, not {self.alpha!r}")
        # As double precision, whatever NumPy type they came in: both engines count in it.
        for name in ("alpha", "min_gain", "stop_at"):
            value = getattr(self, name)
            if value is not None or name == "min_gain":
                object.__setattr__(self, name, _number(name, value))


def checked_operations(operations: Any) -> tuple[Operation, ...]:
    """The operations in their fixed order; a bare string, a stranger or none at all is refused."""
    allowed = ", ".join(OPERATIONS)
    if isinstance(operations, str) or not isinstance(operations, Collection) or not operations:
        raise UsageError(
            f"operations: a non-empty collection of {allowed} is needed, not {operations!r}"
        )
    for operation in operations:
        _one_of("operations", operation, OPERATIONS)
    return tuple(operation for operation in OPERATIONS if operation in operations)


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise UsageError(f"{name}: {value!r} is not one of {', '.join(allowed)}")


def _whole_number(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < least:
        raise UsageError(f"{name}: a whole number of at least {least} is needed, not {value!r}")


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    except OverflowError:  # a whole number of hundreds of digits
        raise UsageError(f"{name}: a number of such length makes no sense") from None
    if isinstance(value, (str, bytes)) or math.isnan(number):
        raise UsageError(f"{name}: a number is needed, not {value!r}")
    return number
