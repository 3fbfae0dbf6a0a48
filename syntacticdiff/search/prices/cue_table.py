"""The cues of many sentences' candidates as arrays, for whoever learns weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search.candidates import Candidates
from syntacticdiff.search.prices.calibrated import ModelPrices
from syntacticdiff.search.prices.templates import cues


@dataclass(frozen=True, eq=False)
class CueTable:
    """A row for each candidate edit that prices look at, sentence by sentence.

    Parameters
    ----------
    counts : array of uint32
        How many rows each sentence has.
    sizes : array of uint32
        How many candidates each sentence has.
    rows : array of uint32
        Which of its sentence's candidates each row is.
    positions, operations, targets : arrays of int32, uint8 and object
        The edits, as `Candidates` has them.
    gains : array of int64
        What each edit alone saves, in units of 2^-20 bit.
    ends : array of uint64
        Where the cues of each row end in `cues`.
    cues : array of uint64
        The cues.
    """

    counts: NDArray[np.uint32]
    sizes: NDArray[np.uint32]
    rows: NDArray[np.uint32]
    positions: NDArray[np.int32]
    operations: NDArray[np.uint8]
    targets: NDArray[np.object_]
    gains: NDArray[np.int64]
    ends: NDArray[np.uint64]
    cues: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.rows)


def cue_table(prices: ModelPrices, listed: Sequence[Candidates]) -> CueTable:
    """The definition, in plain Python; the native engine makes the same table.

    Parameters
    ----------
    prices : ModelPrices
        Says which candidates are looked at and what their cues are; the weights do not matter.
    listed : sequence of Candidates
        The candidates of each sentence, with gains of the orders that the prices want.
    """
    counts: list[int] = []
    ends: list[int] = []
    flat: list[int] = []
    chosen: list[NDArray[np.uint32]] = []
    for candidates in listed:
        rows = []
        for row, parts in prices.parts(candidates):
            rows.append(row)
            flat += cues(prices.templates, parts)
            ends.append(len(flat))
        counts.append(len(rows))
        chosen.append(np.array(rows, np.uint32))

    def column(kind: type, name: str) -> NDArray[Any]:
        of_rows = (getattr(given, name)[rows] for given, rows in zip(listed, chosen, strict=True))
        return np.concatenate([np.empty(0, kind), *of_rows])

    own = (prices.gains(given)[rows] for given, rows in zip(listed, chosen, strict=True))
    return CueTable(
        counts=np.array(counts, np.uint32),
        sizes=np.array([len(candidates) for candidates in listed], np.uint32),
        rows=np.concatenate([np.empty(0, np.uint32), *chosen]),
        positions=column(np.int32, "positions"),
        operations=column(np.uint8, "operations"),
        targets=column(np.object_, "targets"),
        gains=np.concatenate([np.empty(0, np.int64), *own]),
        ends=np.array(ends, np.uint64),
        cues=np.array(flat, np.uint64),
    )
