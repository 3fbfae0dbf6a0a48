"""Weights of cues go into packed weights and come back."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff.errors import UsageError
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.tuning.conditional import CueWeights
from syntacticdiff.tuning.packing import LEAST_BITS, MOST_BITS, packed, unpacked


def some_weights(number: int) -> CueWeights:
    random = np.random.default_rng(7)
    keys = np.unique(random.integers(0, 1 << 32, number, dtype=np.uint64)).astype(np.uint32)
    bits = random.normal(0.0, 2.0, len(keys))
    return CueWeights(keys, np.where(np.abs(bits) < 2 * LEAST_BITS, 1.0, bits))


def test_weights_come_back_with_the_keys_they_had_and_nearly_their_values() -> None:
    given = some_weights(3_000)
    found = unpacked(packed(given))
    assert found.keys.tolist() == given.keys.tolist()
    assert np.abs(found.bits / given.bits - 1.0).max() < 0.05


def test_packing_what_was_unpacked_changes_nothing() -> None:
    once = packed(some_weights(3_000))
    again = packed(unpacked(once))
    for first, second in zip(once.columns()[1:4], again.columns()[1:4], strict=True):
        assert len(first) == len(second)
    before, after = unpacked(once), unpacked(again)
    assert before.keys.tolist() == after.keys.tolist()
    assert np.abs(before.bits - after.bits).max() < 0.05 * np.abs(before.bits).max()


def test_a_cue_is_found_by_its_hash_in_units_of_a_thousandth_bit() -> None:
    hash_ = 0xABCD_1234_5678_9F01
    key = np.array([0xABCD << 16 | 0x9F01], np.uint32)
    [units] = packed(CueWeights(key, np.array([1.5]))).scores([hash_])
    assert units == pytest.approx(1.5 * 1024, rel=0.05)


def test_small_weights_are_left_out_and_no_more_are_kept_than_asked_for() -> None:
    keys = np.array([1 << 20, 2 << 20, 3 << 20], np.uint32)
    weights = CueWeights(keys, np.array([LEAST_BITS / 2, 1.0, -3.0]))
    assert unpacked(packed(weights)).keys.tolist() == [2 << 20, 3 << 20]
    assert unpacked(packed(weights, 1)).keys.tolist() == [3 << 20]


def test_weights_are_kept_within_bounds() -> None:
    keys = np.array([1 << 20, 2 << 20], np.uint32)
    found = unpacked(packed(CueWeights(keys, np.array([1e6, -1e6]))))
    assert found.bits.tolist() == pytest.approx([MOST_BITS, -MOST_BITS], rel=0.05)


def test_other_numbers_of_buckets_cannot_be_unpacked() -> None:
    hashes = np.arange(12, dtype=np.uint64) << np.uint64(60)
    learned = LearnedWeights(hashes, np.ones(12, np.uint32), np.zeros(12, np.uint8), np.ones(12))
    with pytest.raises(UsageError, match="a power of two"):
        PackedWeights.pack(learned, 1).unpacked()
