"""A perceptron's weights in few bytes, as they stand in a file and are memory mapped.

A feature is known by 48 bits of its hash. The upper 32 choose a bucket; the records of a bucket
stand one after another, each

    fingerprint   2 bytes: the lowest 16 bits of the hash, little endian
    count         1 byte: how many classes have a weight
    weights       for each of them its number and a code, a byte each; if every class has a
                  weight, the codes only, in the order of the classes

A code stands for the integer at its place in a table of 256, so that sums of weights are exact and
do not depend on their order. `native/perceptron.hpp` reads the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError

PER_BUCKET = 4
BLOCK = 16  # buckets that share a base, so that offsets need two bytes
CODES = 256
MOST_CLASSES = 255
_POSITIVE = 127  # codes 1 to 127; 129 to 255 are the same with a minus
_SMALLEST = 16  # the integer of the smallest weight
LARGEST = 1 << 16  # of the integers; sums of hundreds stay far from 2^31
_RANGE = 4096  # the largest is at most so many times as large; codes are then at most 4% off


@dataclass(frozen=True)
class LearnedWeights:
    """Weights by feature: feature f has `counts[f]` entries of `classes` and `values`."""

    hashes: NDArray[np.uint64]
    counts: NDArray[np.uint32]
    classes: NDArray[np.uint8]
    values: NDArray[np.float64]

    @classmethod
    def mean(cls, runs: Iterable[LearnedWeights]) -> LearnedWeights:
        """The average of several runs' weights; what a run has not is 0 there."""
        given = list(runs)
        hashes = np.concatenate([np.repeat(run.hashes, run.counts) for run in given])
        classes = np.concatenate([run.classes for run in given])
        values = np.concatenate([run.values for run in given])
        order = np.lexsort((classes, hashes))
        hashes, classes, values = hashes[order], classes[order], values[order]
        first = np.ones(len(hashes), np.bool_)
        first[1:] = (hashes[1:] != hashes[:-1]) | (classes[1:] != classes[:-1])
        starts = np.flatnonzero(first)
        sums = np.add.reduceat(values, starts) if len(starts) else values
        distinct, counts = np.unique(hashes[starts], return_counts=True)
        return cls(distinct, counts.astype(np.uint32), classes[starts], sums / len(given))

    def largest(self, size: int) -> LearnedWeights:
        """The `size` weights that are farthest from 0, without those that hardly differ from 0."""
        magnitudes = np.abs(self.values)
        # The order is total, so that the same weights are kept on every machine.
        kept = np.zeros(len(magnitudes), np.bool_)
        kept[np.argsort(-magnitudes, kind="stable")[:size]] = True
        kept &= magnitudes * _RANGE > magnitudes.max(initial=0.0)
        owner = np.repeat(np.arange(len(self.hashes)), self.counts)[kept]
        counts = np.bincount(owner, minlength=len(self.hashes)).astype(np.uint32)
        left = counts > 0
        return LearnedWeights(
            self.hashes[left], counts[left], self.classes[kept], self.values[kept]
        )


class PackedWeights:
    """Weights of `classes` classes, read from three arrays.

    Parameters
    ----------
    classes : int
        How many classes there are, 1 to 255.
    bases : array of uint32
        Where each block of 16 buckets begins in `records`.
    offsets : array of uint16
        Where each bucket begins, counted from its block's base, and where the last one ends.
    records : array of uint8
        The buckets' records.
    codes : array of int32
        The 256 integers that codes stand for.
    """

    def __init__(
        self,
        classes: int,
        bases: NDArray[np.uint32],
        offsets: NDArray[np.uint16],
        records: NDArray[np.uint8],
        codes: NDArray[np.int32],
    ) -> None:
        self.classes, self.bases, self.offsets = classes, bases, offsets
        self.records, self.codes = records, codes

    @classmethod
    def pack(
        cls,
        learned: LearnedWeights,
        classes: int,
        per_bucket: int = PER_BUCKET,
        unit: float | None = None,
        buckets: int | None = None,
    ) -> PackedWeights:
        """The weights as they go into a file; `learned.largest` has bounded their range.

        Fewer features per bucket are found faster, and take 4 bytes more for each bucket. With a
        `unit` the integers of the codes are weights in this unit; otherwise only their ratios mean
        anything. `buckets` sets their number instead of `per_bucket`.
        """
        codes, coded = _coded(learned.values, unit)
        if buckets is None:
            buckets = max(1, len(learned.hashes) // per_bucket)
        bucket = ((learned.hashes >> np.uint64(32)) * np.uint64(buckets)) >> np.uint64(32)
        fingerprint = learned.hashes & np.uint64(0xFFFF)
        order = np.lexsort((fingerprint, bucket))
        same = (np.diff(bucket[order]) == 0) & (np.diff(fingerprint[order]) == 0)
        order = order[np.concatenate([[True], ~same])[: len(order)]]  # of indistinguishable, one
        counts = learned.counts[order].astype(np.int64)
        dense = counts == classes
        lengths = 3 + np.where(dense, counts, 2 * counts)
        starts = np.cumsum(lengths) - lengths
        records = np.zeros(int(lengths.sum()), np.uint8)
        records[starts] = fingerprint[order] & np.uint64(0xFF)
        records[starts + 1] = fingerprint[order] >> np.uint64(8)
        records[starts + 2] = counts
        # Where each weight stands: in the learned columns, and in the records.
        first = (np.cumsum(learned.counts, dtype=np.int64) - learned.counts)[order]
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        weights = np.repeat(first, counts) + within
        at = np.repeat(starts + 3, counts)
        named = ~np.repeat(dense, counts)
        records[(at + 2 * within)[named]] = learned.classes[weights][named]
        records[np.where(named, at + 2 * within + 1, at + within)] = coded[weights]
        sizes = np.bincount(bucket[order].astype(np.int64), lengths, buckets)
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        bases = starts[::BLOCK]
        offsets = starts - np.repeat(bases, BLOCK)[: len(starts)]
        if offsets.max() > np.iinfo(np.uint16).max:
            raise UsageError("weights: too many classes for so many features; keep fewer weights")
        return cls(classes, bases.astype(np.uint32), offsets.astype(np.uint16), records, codes)

    def unpacked(self) -> LearnedWeights:
        """The weights with hashes that have the bits by which features are known here, others 0.

        The number of buckets must be a power of two; then these hashes are packed as they were.
        """
        buckets = len(self.offsets) - 1
        if buckets & (buckets - 1):
            raise UsageError("weights: only those with a power of two of buckets can be unpacked")
        hashes: list[int] = []
        counts: list[int] = []
        classes: list[int] = []
        values: list[int] = []
        records = self.records.tobytes()
        for bucket in range(buckets):
            place, end = self.start(bucket), min(self.start(bucket + 1), len(records))
            while place + 3 <= end:
                start, count = place + 3, records[place + 2]
                dense = count == self.classes
                after = start + (count if dense else 2 * count)
                if after > end:  # only in a damaged file
                    break
                fingerprint = records[place] | records[place + 1] << 8
                hashes.append((bucket << 64) // buckets | fingerprint)
                counts.append(count)
                classes += range(count) if dense else records[start:after:2]
                codes = records[start:after] if dense else records[start + 1 : after : 2]
                values += (int(self.codes[code]) for code in codes)
                place = after
        return LearnedWeights(
            np.array(hashes, np.uint64),
            np.array(counts, np.uint32),
            np.array(classes, np.uint8),
            np.array(values, np.float64),
        )

    def columns(self) -> tuple[Any, ...]:
        """The weights as the extension takes them."""
        return self.classes, self.bases, self.offsets, self.records, self.codes

    def start(self, bucket: int) -> int:
        """Where a bucket begins in the records."""
        return int(self.bases[bucket // BLOCK]) + int(self.offsets[bucket])

    def scores(self, features: Iterable[int]) -> list[int]:
        """For each class, the sum of the features' weights."""
        totals = [0] * self.classes
        for hash_ in features:
            self._add(hash_, totals)
        return totals

    def _add(self, hash_: int, totals: list[int]) -> None:
        records, codes = self.records.data, self.codes.data
        bucket = (hash_ >> 32) * (len(self.offsets) - 1) >> 32
        place, end = self.start(bucket), min(self.start(bucket + 1), len(records))
        while place + 3 <= end:
            start, count = place + 3, records[place + 2]
            dense = count == self.classes
            found = records[place] | records[place + 1] << 8 == hash_ & 0xFFFF
            place = start + (count if dense else 2 * count)
            if not found:
                continue
            if place > end:  # only in a damaged file
                return
            for number in range(count):
                label = number if dense else records[start + 2 * number]
                code = records[start + number] if dense else records[start + 2 * number + 1]
                if label < self.classes:
                    totals[label] += codes[code]
            return


def _coded(
    values: NDArray[np.float64], unit: float | None = None
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The table of codes, evenly spaced by ratio, and the code that is nearest to each value."""
    magnitudes = np.abs(values)
    codes = np.zeros(CODES, np.int32)
    if not len(values):
        return codes, np.zeros(0, np.uint8)
    smallest, largest = float(magnitudes.min()), float(magnitudes.max())
    ratio = max(largest / smallest, 1.0 + 1e-9)
    least = _SMALLEST if unit is None else smallest / unit
    positive = np.rint(least * ratio ** (np.arange(_POSITIVE) / (_POSITIVE - 1)))
    if positive[-1] > LARGEST:
        raise UsageError(f"weights: {largest} is too large to be kept in units of {unit}")
    codes[1 : _POSITIVE + 1] = positive
    codes[_POSITIVE + 2 :] = -positive
    steps = np.rint(np.log(magnitudes / smallest) / np.log(ratio) * (_POSITIVE - 1)).astype(int)
    return codes, (1 + steps + (_POSITIVE + 1) * (values < 0)).astype(np.uint8)
