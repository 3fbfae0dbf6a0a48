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
    """Everything that decides what a search returns, besides model, candidates and penalties.

    Parameters
    ----------
    search : str, default "beam"
        A name of `SEARCHES`.
    max_edits : int, default 3
        The most edits of one sentence.
    beam : int or None, default 8
        How many hypotheses of each depth a beam keeps; None for all.
    positions : str, default "window"
        Where an edit may be: `"window"`, `"worst"` or `"all"`.
    operations : tuple of str, default ("insert", "remove", "sub")
        The kinds of edits to try.
    aggregate : str, default "mean"
        `"mean"` or `"sum"` of the penalties of a sentence's edits.
    alpha : float, default 0.5
        The weight of the cost against the penalties.
    cost : str, default "bits"
        `"bits"` per token, `"window"` (bits in total) or `"perplexity"`.
    stop_at : float or None, default None
        A beam stops when a sentence has this few bits per token.
    min_gain : float, default 0.0
        A sweep keeps edits that gain more bits per token than this.
    """

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
    """The operations in their fixed order.

    Parameters
    ----------
    operations : collection of str
        At least one of `insert`, `remove` and `sub`; anything else is an error.
    """
    allowed = ", ".join(OPERATIONS)
    if isinstance(operations, str) or not isinstance(operations, Collection) or not operations:
        raise UsageError(
            f"operations: a non-empty collection of {allowed} is needed, not {operations!r}"
        )
    for operation in operations:
        one_of("operations", operation, OPERATIONS)
    return tuple(operation for operation in OPERATIONS if operation in operations)
