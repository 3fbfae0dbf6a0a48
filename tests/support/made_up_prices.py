"""Prices for candidate edits that follow from the edit and its surroundings by a checksum alone.

Few different ones, so that ties stay common.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search import Candidates, Order

QUARTERS = (-8, -4, -2, 0, 0, 0, 8)  # of a bit


def made_up_price(seed: int, tokens: Sequence[str], position: int, rank: int, target: str) -> int:
    around = (*tokens[max(0, position - 1) : position + 2], target)
    text = "\x00".join((str(seed), str(rank), *around))
    number = zlib.crc32(text.encode("utf-8", "surrogatepass"))
    return QUARTERS[number % len(QUARTERS)] * 2**18


@dataclass(frozen=True)
class MadeUpPricing:
    """Such prices; for each order asked for, edits that save bits pay a part of them as well."""

    seed: int
    orders: tuple[Order, ...] = ()
    temperature: float = 1.0

    @property
    def digest(self) -> str:
        return f"made up {self.seed} {self.orders}"

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        tokens = candidates.tokens
        made_up = [made_up_price(self.seed, tokens, *step) for step in candidates.steps()]
        prices = np.array(made_up, np.int64)
        for order in self.orders:
            prices += np.maximum(candidates.gains[order], 0) // 4
        return prices
