"""The settings of a search, checked once, with messages that name the parameter."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from syntacticdiff.edits.diff import OPERATIONS, Operation
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import number, one_of, whole_number
from syntacticdiff.reference.scorer import MOST_BITS
from syntacticdiff.search.registry import SEARCHES

POSITIONS = ("worst", "window", "all")
COSTS = ("bits", "perplexity", "window")
AGGREGATES = ("mean", "sum")
ENGINES = ("auto", "native", "python")
LEAST_ALPHA = 0.001  # of a lattice: with less, prices would be too large for its integers
MOST_INSERTED = 4  # words in one gap: every further one multiplies the lists of them
SHIPPED_PRICES = "default"  # of penalties: those that come with the package


@dataclass(frozen=True)
class SearchSettings:
    """Everything that decides what a search returns, besides model, candidates and penalties.

    Parameters
    ----------
    search : str, default "beam"
        A name of `SEARCHES`.
    max_edits : int or None, default 3
        The most edits of one sentence; None, for the lattice only, is no limit.
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
    max_inserted : int, default 1
        The most words that the lattice inserts in one gap.
    prune : float or None, default None
        The lattice leaves out edits that alone make J' worse by more than so many bits.
    min_probability : float, default 0.5
        The lattice makes edits that are at least so probable.
    """

    search: str = "beam"
    max_edits: int | None = 3
    beam: int | None = 8
    positions: str = "window"
    operations: tuple[Operation, ...] = OPERATIONS
    aggregate: str = "mean"
    alpha: float = 0.5
    cost: str = "bits"
    stop_at: float | None = None
    min_gain: float = 0.0
    max_inserted: int = 1
    prune: float | None = None
    min_probability: float = 0.5

    def __post_init__(self) -> None:
        SEARCHES.chosen(self.search)
        one_of("positions", self.positions, POSITIONS)
        one_of("cost", self.cost, COSTS)
        one_of("aggregate", self.aggregate, AGGREGATES)
        lattice = SEARCHES[self.search].probabilities
        if self.max_edits is not None or not lattice:
            whole_number("max_edits", self.max_edits, 0)
        whole_number("max_inserted", self.max_inserted, 0, most=MOST_INSERTED)
        if self.beam is not None:
            whole_number("beam", self.beam, 1)
        if not 0.0 <= number("alpha", self.alpha) <= 1.0:
            raise UsageError(f"alpha: a number from 0 to 1 is needed, not {self.alpha!r}")
        # As double precision, whatever NumPy type they came in: both engines count in it.
        for name in ("alpha", "min_gain", "stop_at", "prune", "min_probability"):
            value = getattr(self, name)
            if value is not None or name not in ("stop_at", "prune"):
                object.__setattr__(self, name, number(name, value))
        if self.prune is not None and not 0.0 <= self.prune <= MOST_BITS:
            raise UsageError(f"prune: bits from 0 to {MOST_BITS}, or None, not {self.prune!r}")
        if not 0.0 <= self.min_probability <= 1.0:
            raise UsageError(
                f"min_probability: a number from 0 to 1 is needed, not {self.min_probability!r}"
            )
        if lattice:
            self._check_that_it_is_a_sum()

    def _check_that_it_is_a_sum(self) -> None:
        """The lattice needs an objective that is a sum along the sentence."""
        if self.alpha < LEAST_ALPHA:
            raise UsageError(
                f"alpha: the lattice needs a number from {LEAST_ALPHA}, or bits would not count, "
                f"not {self.alpha!r}"
            )
        if self.cost != "window":
            raise UsageError(f"cost: the lattice needs 'window', bits in total, not {self.cost!r}")
        if self.aggregate != "sum":
            raise UsageError(f"aggregate: the lattice needs 'sum', not {self.aggregate!r}")


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
