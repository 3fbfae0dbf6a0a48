"""Annotated sentences as a table to learn from: a row for each candidate edit worth looking at.

Columns are the cues by which `learned_penalties` will price edits; a row is right if annotators
made that edit. The table is made once; who learns takes the rows of some sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search import Candidates, Order
from syntacticdiff.search.prices.cues import cues
from syntacticdiff.search.prices.learned import LEAST_GAIN, affordable, bits_name, groups
from syntacticdiff.tuning.gold_edits import gold_steps

BITS_SCALE = 0.25  # gains are divided by 4 bits, so that they are about as large as other cues
_BATCH = 64  # sentences whose candidates are held at a time


@dataclass(frozen=True)
class CandidateTable:
    """Cues and labels of candidate edits.

    `names` are those of the columns; the first is the gain under the whole reference. `sentences`
    says whose row it is, `places` where it is among that sentence's candidates, of which there are
    `sizes`; `tokens` are the sentences as the reference sees them.
    """

    names: list[str]
    matrix: csr_matrix
    right: NDArray[np.bool_]
    sentences: NDArray[np.int32]
    places: NDArray[np.int32]
    sizes: list[int]
    tokens: list[tuple[str, ...]]
    lower_orders: tuple[int, ...]

    def rows_of(self, sentences: NDArray[np.intp]) -> NDArray[np.intp]:
        """The rows of some sentences."""
        return np.flatnonzero(np.isin(self.sentences, sentences))


def tabulate_candidates(
    differ: SyntacticDiff,
    gold: Sequence[M2Sentence],
    lower_orders: Sequence[int] | None = None,
    progress: Callable[[range], Sequence[int]] = lambda batches: batches,
) -> CandidateTable:
    """The table of annotated sentences.

    Parameters
    ----------
    differ : says which edits are candidates, and what they gain
    gold : the sentences
    lower_orders : shorter contexts to look at gains under; None for all there are
    progress : is given the beginnings of batches and passes them on
    """
    if lower_orders is None:
        has_orders = differ.model.levels is not None
        lower_orders = range(differ.model.order - 1, 0, -1) if has_orders else ()
    builder = _Builder((None, *lower_orders))
    for start in progress(range(0, len(gold), _BATCH)):
        batch = gold[start : start + _BATCH]
        found = differ.many_candidates([sentence.tokens for sentence in batch], builder.orders)
        for sentence, candidates in zip(batch, found, strict=True):
            builder.add(candidates, gold_steps(sentence, differ.model.fold))
    return builder.table(tuple(lower_orders))


class _Builder:
    """Collects rows, sentence by sentence."""

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        self.columns: dict[str, int] = {bits_name(None): 0}
        self.indices: list[int] = []
        self.values: list[float] = []
        self.ends: list[int] = [0]
        self.right: list[bool] = []
        self.sentences: list[int] = []
        self.places: list[int] = []
        self.sizes: list[int] = []
        self.tokens: list[tuple[str, ...]] = []

    def add(self, candidates: Candidates, gold: frozenset[object]) -> None:
        rows = affordable(candidates, LEAST_GAIN)
        gains = [candidates.gains[order][rows] / ONE_BIT * BITS_SCALE for order in self.orders]
        steps = list(candidates.steps())
        described = zip(
            rows.tolist(),
            cues(candidates, rows.tolist()),
            groups(candidates, rows),
            np.stack(gains, axis=1).tolist(),
            strict=True,
        )
        column = self._column
        for row, names, group, bits in described:
            self.indices += map(column, names)
            self.values += [1.0] * len(names)
            for order, value in zip(self.orders, bits, strict=True):
                self.indices += (column(bits_name(order, name)) for name in group)
                self.values += [value] * len(group)
            self.ends.append(len(self.indices))
            self.right.append(steps[row] in gold)
        self.sentences += [len(self.sizes)] * len(rows)
        self.places += rows.tolist()
        self.sizes.append(len(candidates))
        self.tokens.append(candidates.tokens)

    def _column(self, name: str) -> int:
        return self.columns.setdefault(name, len(self.columns))

    def table(self, lower_orders: tuple[int, ...]) -> CandidateTable:
        shape = len(self.right), len(self.columns)
        return CandidateTable(
            names=list(self.columns),
            matrix=csr_matrix((self.values, self.indices, self.ends), shape=shape),
            right=np.array(self.right, np.bool_),
            sentences=np.array(self.sentences, np.int32),
            places=np.array(self.places, np.int32),
            sizes=self.sizes,
            tokens=self.tokens,
            lower_orders=lower_orders,
        )
