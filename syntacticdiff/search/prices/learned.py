"""Learned penalties: what an edit costs where it stands, as a sum of its cues' weights.

Plain data: names and bits. Each cue (`cues`) adds its weight; `bits`, `bits/2`, ... weigh what the
edit saves under the reference and under the reference with shorter contexts, for all edits, by
operation and by classes: `bits/2 insert(DET)`. The bits that the search itself counts have weight
one and are not repeated here. Weights are found by `tuning`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.edits.diff import OPERATIONS
from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search import Candidates, Order
from syntacticdiff.search.prices.cues import cues, edit_class

MOST = 1_000.0  # bits: an edit of this price is never made
LEAST_GAIN = -5.0  # bits; an edit that costs the reference more than this is never made


def bits_name(order: Order, group: str = "") -> str:
    """The name of the gain under one order, for a group of edits: `bits/2 insert(DET)`."""
    name = "bits" if order is None else f"bits/{order}"
    return f"{name} {group}" if group else name


@dataclass(frozen=True)
class LearnedPenalties:
    """Prices for candidate edits, from weights in bits.

    Parameters
    ----------
    base : float, default 0.0
        What every edit costs.
    weights : mapping of str to float, default {}
        What each cue adds; for the cues named `bits`, per bit saved.
    lower_orders : tuple of int, default ()
        The orders, lower than the reference's own, under which gains are computed as well.
    least_gain : float, default -5.0
        An edit that saves fewer bits is not made, whatever its cues.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> from syntacticdiff.search.penalties import Penalties
    >>> costly = LearnedPenalties(base=2.0, weights={"insert(the)": 100.0})
    >>> differ = SyntacticDiff(penalties=Penalties(pricing=costly), cost="window", aggregate="sum")
    >>> "insert(the)" in map(str, differ("In center of town there is old church.").edits)
    False
    """

    base: float = 0.0
    weights: Mapping[str, float] = field(default_factory=dict)
    lower_orders: tuple[int, ...] = ()
    least_gain: float = LEAST_GAIN

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> LearnedPenalties:
        """From plain data, as `to_dict` gives it; anything else is an error that names it."""
        known = {"base", "weights", "lower_orders", "least_gain"}
        if strange := sorted(set(data) - known):
            raise UsageError(f"learned penalties: {strange[0]!r} is none of {sorted(known)}")
        weights = data.get("weights", {})
        orders = data.get("lower_orders", ())
        if not isinstance(weights, Mapping):
            raise UsageError("learned penalties: weights must be a table of names and bits")
        if not isinstance(orders, Sequence) or not all(
            type(order) is int and order > 0 for order in orders
        ):
            raise UsageError("learned penalties: lower_orders must be whole numbers from 1")
        return cls(
            _bits("base", data.get("base", 0.0)),
            {str(name): _bits(name, weight) for name, weight in weights.items()},
            tuple(orders),
            _bits("least_gain", data.get("least_gain", LEAST_GAIN)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data, the weights by name."""
        return {
            "base": self.base,
            "least_gain": self.least_gain,
            "lower_orders": list(self.lower_orders),
            "weights": dict(sorted(self.weights.items())),
        }

    @property
    def temperature(self) -> float:
        """What the lattice divides J' by in probabilities."""
        return 1.0

    @property
    def orders(self) -> tuple[Order, ...]:
        """Of which orders gains are needed."""
        return (None, *self.lower_orders)

    @cached_property
    def digest(self) -> str:
        """A short name for all weights."""
        plain = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """What each candidate costs, in units of 2^-20 bit."""
        rows = affordable(candidates, self.least_gain)
        gains = np.stack([candidates.gains[order][rows] for order in self.orders], axis=1) / ONE_BIT
        bits = np.array([self._slopes(group) for group in groups(candidates, rows)])
        sums = self.base + (gains * bits.reshape(gains.shape)).sum(axis=1)
        weights = self.weights
        for place, names in enumerate(cues(candidates, rows.tolist())):
            sums[place] += sum(weights[name] for name in names if name in weights)
        return in_units(sums, rows, len(candidates), self.least_gain)

    def _slopes(self, group: tuple[str, ...]) -> tuple[float, ...]:
        """What a bit saved under each order adds to the price of an edit of these groups."""
        found = self._known_slopes.get(group)
        if found is None:
            found = self._known_slopes[group] = tuple(
                sum(self.weights.get(bits_name(order, name), 0.0) for name in group)
                for order in self.orders
            )
        return found

    @cached_property
    def _known_slopes(self) -> dict[tuple[str, ...], tuple[float, ...]]:
        return {}


def in_units(
    bits: NDArray[np.float64], rows: NDArray[Any], size: int, least_gain: float
) -> NDArray[np.int64]:
    """The prices of all candidates from those of some; the others cost too much to be made.

    Prices are clipped from below: a search could otherwise repeat an edit for the sake of its
    negative price.
    """
    prices = np.full(size, MOST)
    prices[rows] = np.clip(bits, min(least_gain, 0.0), MOST)
    return np.floor(prices * ONE_BIT + 0.5).astype(np.int64)


def affordable(candidates: Candidates, least_gain: float) -> NDArray[np.intp]:
    """The candidates that do not cost the reference too much to be looked at."""
    return np.flatnonzero(candidates.gains[None] >= least_gain * ONE_BIT)


def groups(candidates: Candidates, rows: NDArray[np.intp]) -> list[tuple[str, str, str]]:
    """All edits, those of the operation, those of the classes: whose bits may weigh differently."""
    found = []
    columns = candidates.positions[rows], candidates.operations[rows], candidates.targets[rows]
    for at, rank, target in zip(*(column.tolist() for column in columns), strict=True):
        op = OPERATIONS[rank]
        source = "" if op == "insert" else candidates.tokens[at]
        found.append(("", op, edit_class(op, source, target)))
    return found


def _bits(name: object, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"learned penalties: {name} needs a finite number of bits, not {value!r}")
    try:
        bits = float(value)
    except OverflowError:  # a whole number of hundreds of digits
        bits = math.inf
    if not math.isfinite(bits):
        raise UsageError(f"learned penalties: {name} needs a finite number of bits, not {bits!r}")
    return bits
