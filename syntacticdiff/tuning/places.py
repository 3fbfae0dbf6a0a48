"""Annotated sentences as places to learn from: the candidates of each, and which of them is right.

A place is a token, which may be removed or replaced, or a gap, into which a word may be inserted.
A place whose annotated edit is not among its candidates teaches nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search import Step
from syntacticdiff.search.hypothesis import INSERT
from syntacticdiff.search.prices.cue_table import CueTable

_MOST = 1 << 32  # more places than a sentence has


@dataclass(frozen=True)
class Places:
    """Candidates in the order of their places.

    Parameters
    ----------
    cues : array of uint32
        The keys of the cues of all candidates, one after another; see `cue_keys`.
    ends : array of int64
        Where the cues of each candidate begin and, in the next entry, end.
    right : array of bool
        Whether a candidate is what was annotated.
    starts : array of int
        Where the candidates of each place begin.
    weights : array of float64
        How much each place counts.
    sentences : array of int32
        The sentence that each place is in.
    size : int
        How many sentences there are; some may have no place.
    """

    cues: NDArray[np.uint32]
    ends: NDArray[np.int64]
    right: NDArray[np.bool_]
    starts: NDArray[np.intp]
    weights: NDArray[np.float64]
    sentences: NDArray[np.int32]
    size: int

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many candidates each place has."""
        return np.diff(np.append(self.starts, len(self.right)))

    def chosen(self, kept: NDArray[np.bool_], factors: NDArray[np.float64] | None = None) -> Places:
        """Some places only, their weights multiplied by `factors`."""
        weights = self.weights if factors is None else self.weights * factors
        sizes = self.sizes
        rows = np.repeat(kept, sizes)
        lengths = np.diff(self.ends)
        return Places(
            self.cues[np.repeat(rows, lengths)],
            _ends(lengths[rows]),
            self.right[rows],
            _ends(sizes[kept])[:-1].astype(np.intp),
            weights[kept],
            self.sentences[kept],
            self.size,
        )

    def of_sentences(self, chosen: NDArray[np.bool_]) -> Places:
        """The places of some sentences, whose numbers stay."""
        return self.chosen(chosen[self.sentences])


def cue_keys(hashes: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """The bits of cues by which packed weights know them: the highest 16 and the lowest 16.

    Parameters
    ----------
    hashes : array of uint64
        The cues.
    """
    high = hashes >> np.uint64(48) << np.uint64(16)
    return (high | (hashes & np.uint64(0xFFFF))).astype(np.uint32)


def joined(parts: Sequence[Places]) -> Places:
    """The places of several parts, sentences numbered on.

    Parameters
    ----------
    parts : sequence of Places
        The parts, in order.
    """
    offsets = np.cumsum([0, *(part.size for part in parts)])
    return Places(
        np.concatenate([part.cues for part in parts]),
        _ends(np.concatenate([np.diff(part.ends) for part in parts])),
        np.concatenate([part.right for part in parts]),
        _ends(np.concatenate([part.sizes for part in parts]))[:-1].astype(np.intp),
        np.concatenate([part.weights for part in parts]),
        np.concatenate(
            [part.sentences + offset for part, offset in zip(parts, offsets, strict=False)]
        ).astype(np.int32),
        int(offsets[-1]),
    )


def places_of(table: CueTable, gold: Sequence[Collection[Step]]) -> Places:
    """The places of annotated sentences.

    Parameters
    ----------
    table : CueTable
        The candidates of the sentences, with their cues.
    gold : sequence of collections of Step
        What annotators have done to each sentence.
    """
    sentences = np.repeat(np.arange(len(table.counts), dtype=np.int64), table.counts)
    tokens = (table.operations != INSERT).astype(np.int64)
    keys = sentences * _MOST + 2 * table.positions.astype(np.int64) + tokens
    right = np.zeros(len(table), np.bool_)
    unreached: list[int] = []
    ends = np.cumsum(table.counts, dtype=np.int64)
    for number, steps in enumerate(gold):
        if not steps:
            continue
        wanted = set(steps)
        start, end = int(ends[number]) - int(table.counts[number]), int(ends[number])
        for row in range(start, end):
            step = Step(int(table.positions[row]), int(table.operations[row]), table.targets[row])
            if step in wanted:
                right[row] = True
                wanted.remove(step)
        unreached += (number * _MOST + 2 * step.position + (step.rank != INSERT) for step in wanted)
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)]).astype(np.intp)
    bounds = np.concatenate([[0], table.ends.astype(np.int64)])
    places = Places(
        cue_keys(table.cues),
        bounds,
        right,
        starts,
        np.ones(len(starts)),
        sentences[starts].astype(np.int32),
        len(table.counts),
    )
    if not len(starts):
        return places
    several = np.add.reduceat(right.astype(np.int64), starts) > 1
    return places.chosen(~several & ~np.isin(keys[starts], unreached))


def _ends(lengths: NDArray[np.integer]) -> NDArray[np.int64]:
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    return ends
