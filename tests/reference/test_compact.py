"""Arrays in fewer bytes: nothing is lost, and every item is found."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from support.generated import MODELS, generated_model, plain_model

from syntacticdiff.reference.compact import Offsets, Values, narrowed, of_runs, run_ends
from syntacticdiff.reference.ngrams import StoredLevel

ANY_FLOATS = arrays.arrays(np.float32, st.integers(0, 300), elements=st.floats(width=32))
FEW_FLOATS = st.lists(st.sampled_from([0.0, -0.0, -1.5, np.inf, np.nan, -99.0])).map(
    lambda numbers: np.array(numbers, np.float32)
)
RISING = st.lists(st.sampled_from([0, 0, 1, 3, 200, 300, 70_000])).map(
    lambda steps: np.cumsum([0, *steps]).astype(np.uint32)
)


def read_one_by_one(form):
    read = form.reader()
    return [read(index) for index in range(len(form))]


@given(ANY_FLOATS | FEW_FLOATS)
def test_values_read_back_to_the_last_bit(numbers):
    packed = Values.packed(numbers)
    assert packed.array().tobytes() == numbers.tobytes()
    assert np.array(read_one_by_one(packed), np.float32).tobytes() == numbers.tobytes()
    assert packed.codes.nbytes + packed.table.nbytes <= numbers.nbytes


@pytest.mark.parametrize(
    ("distinct", "kind"), [(256, np.uint8), (257, np.uint16), (65_536, np.uint16)]
)
def test_codes_are_as_narrow_as_the_number_of_levels_allows(distinct, kind):
    numbers = np.tile(np.arange(distinct, dtype=np.float32), 8)
    packed = Values.packed(numbers)
    assert packed.codes.dtype == kind
    assert (packed.array() == numbers).all()


def test_too_many_levels_stay_numbers():
    for length in (65_537, 1_200_000):
        numbers = np.arange(length, dtype=np.float32)
        assert len(Values.packed(np.tile(numbers, 2)).table) == 0


def test_a_code_beyond_the_table_gives_its_last_level():
    values = Values.of_sections(np.array([0, 1, 255], np.uint8), np.array([-1, -2], np.float32))
    assert values.array().tolist() == read_one_by_one(values) == [-1, -2, -2]


@given(RISING)
def test_offsets_read_back(numbers):
    packed = Offsets.packed(numbers)
    assert packed.array().tolist() == numbers.tolist()
    read = packed.pair_reader()
    assert [read(index) for index in range(len(packed) - 1)] == list(pairwise(numbers.tolist()))
    assert packed.items.nbytes + packed.bases.nbytes <= numbers.nbytes


@given(st.integers(1, 2000), st.integers(0, 12))
def test_the_number_of_bases_gives_the_blocks(length, shift):
    numbers = np.arange(length, dtype=np.uint32)
    bases = numbers[:: 1 << shift]
    within = (numbers - np.repeat(bases, 1 << shift)[:length]).astype(np.uint16)
    assert Offsets.of_sections(within, bases).array().tolist() == numbers.tolist()


@pytest.mark.parametrize(("jump", "kind", "bytes_each"), [(1, np.uint8, 1.1), (4000, "u2", 2.5)])
def test_offsets_are_as_narrow_as_the_largest_steps_allow(jump, kind, bytes_each):
    steps = np.ones(100_000, np.uint32)
    steps[::7] = jump
    packed = Offsets.packed(np.cumsum(steps, dtype=np.uint32))
    assert packed.items.dtype == kind
    assert packed.items.nbytes + packed.bases.nbytes < bytes_each * len(packed)


@pytest.mark.parametrize(
    ("form", "first", "second"),
    [
        (Values, np.zeros(3, np.uint8), None),
        (Values, np.zeros(3, np.uint8), np.empty(0, np.float32)),
        (Values, np.zeros(3, np.uint8), np.zeros(257, np.float32)),
        (Values, np.zeros(3, np.float32), np.zeros(4, np.float32)),
        (Values, np.zeros(3, np.uint32), np.zeros(4, np.float32)),
        (Offsets, np.zeros(9, np.uint16), None),
        (Offsets, np.zeros(9, np.uint16), np.zeros(4, np.uint32)),
        (Offsets, np.zeros(9, np.uint16), np.zeros(0, np.uint32)),
        (Offsets, np.zeros(9, np.uint32), np.zeros(1, np.uint32)),
        (Offsets, np.zeros(9, np.uint64), np.zeros(1, np.uint32)),
    ],
)
def test_arrays_that_do_not_belong_together_are_noticed(form, first, second):
    assert form.of_sections(first, second) is None


@given(st.lists(st.integers(0, 3)).map(np.array))
def test_runs_read_back(numbers):
    values, ends = run_ends(numbers.astype(np.uint64))
    assert of_runs(values, ends, len(numbers)).tolist() == numbers.tolist()
    assert len(values) <= len(numbers)


@pytest.mark.parametrize(("ends", "length"), [([2, 1], 1), ([1], 2), ([1, 3], 4), ([1, 2, 3], 3)])
def test_runs_that_do_not_fill_the_length_are_noticed(ends, length):
    assert of_runs(np.zeros(2), np.array(ends, np.uint32), length) is None


@pytest.mark.parametrize(
    ("largest", "kind"), [(0, "u1"), (255, "u1"), (256, "u2"), (1 << 16, "u4"), (1 << 32, "u8")]
)
def test_numbers_get_the_narrowest_type(largest, kind):
    assert narrowed(np.array([0, largest], np.uint64)).dtype == kind
    assert int(narrowed(np.array([0, largest], np.uint64))[1]) == largest


def test_every_form_of_a_model_gives_the_same_look_ups():
    for number in range(0, MODELS, 3):
        plain, other = plain_model(number), generated_model(number)
        packed = [level.packed(len(plain.lexicon)) for level in plain.levels]
        words = [word for word in range(len(plain.lexicon)) if word != 1] * 3
        for levels in (packed, other.levels):
            assert looked_up(levels, words) == looked_up(plain.levels, words)


def looked_up(levels, words):
    from syntacticdiff.reference.ngrams import NgramScorer

    scorer = NgramScorer(levels)
    state, found = scorer.begin(), []
    for word in words:
        log10, state = scorer.advance(state, word)
        found.append((log10, state))
    return found


def test_word_ids_have_two_bytes_where_the_vocabulary_allows():
    level = plain_model(1).levels[1]
    assert level.packed(1 << 16).words.dtype == np.uint16
    assert level.packed((1 << 16) + 1).words.dtype == np.uint32
    assert isinstance(level, StoredLevel)
