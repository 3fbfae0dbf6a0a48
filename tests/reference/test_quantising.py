"""Values rounded to a few levels, with an error that the header states."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ngram_tables import corpus

from syntacticdiff import ReferenceModel
from syntacticdiff.errors import UsageError
from syntacticdiff.reference.interpolation import ZERO
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level
from syntacticdiff.reference.quantising import quantised
from syntacticdiff.reference.scorer import LOG2_10


def level(log10, backoff=()):
    length = len(log10)
    return Level(
        np.arange(length, dtype=np.uint32),
        np.array(log10, np.float32),
        np.array(backoff, np.float32),
        np.zeros(length + 1 if len(backoff) else 0, np.uint32),
    )


@given(st.lists(st.floats(-7, 0, width=32), min_size=1), st.sampled_from([8, 16]))
def test_no_more_levels_than_codes_and_few_values_are_exact(numbers, bits):
    (rounded,), error = quantised([level(numbers)], bits)
    assert len(np.unique(rounded.log10)) <= 1 << bits
    if len(set(numbers)) <= 1 << bits:
        assert (rounded.log10 == np.array(numbers, np.float32)).all()
        assert error == 0


def test_the_levels_are_dense_where_values_are_and_miss_none_by_far():
    rng = np.random.default_rng(5)
    numbers = np.concatenate([rng.normal(-2, 0.1, 100_000), rng.uniform(-7, 0, 200)])
    (rounded,), error = quantised([level(numbers)], 8)
    missed = np.abs(rounded.log10 - numbers)
    assert missed.max() * LOG2_10 == pytest.approx(error, rel=1e-3)
    even = 7 / 256 / 12**0.5  # the error of an even grid
    assert np.sqrt(np.mean(missed**2)) < 0.9 * even
    bins = np.array_split(np.sort(numbers), 256)  # of equal mass
    assert missed.max() < max(np.ptp(values) for values in bins) / 10


def test_marks_keep_their_value():
    numbers = np.linspace(-5, -0.01, 3000).tolist()
    (rounded,), _ = quantised([level([ZERO, PREFIX_ONLY, *numbers], [0.0, *numbers, -1.0])], 8)
    assert rounded.log10[:2].tolist() == [ZERO, PREFIX_ONLY]
    assert rounded.backoff[0] == 0.0


@pytest.mark.parametrize("bits", [8, 16])
def test_no_look_up_changes_by_more_than_the_header_says(tmp_path, bits):
    sentences = corpus()
    model = ReferenceModel.train(sentences, order=5)
    model.save(tmp_path / "m.sdlm", bits=bits)
    loaded = ReferenceModel.load(tmp_path / "m.sdlm")
    bound = loaded.header["quantisation_error"]
    assert loaded.header["quantised_bits"] == bits
    assert (0 < bound < 0.2) if bits == 8 else bound < 0.001
    largest = 0.0
    for words in sentences[::5]:
        ids = [model.lexicon.id(word) for word in words[::2] + words]
        states = model.scorer.begin(), loaded.scorer.begin()
        for word in ids:
            first, state = model.scorer.advance(states[0], word)
            second, other = loaded.scorer.advance(states[1], word)
            assert state == other
            states = state, other
            largest = max(largest, abs(first - second) * LOG2_10)
    assert largest <= bound
    assert bits == 16 or largest > 0


def test_a_quantised_file_is_smaller_and_another_model(tmp_path):
    model = ReferenceModel.train(corpus(), order=3)
    model.save(tmp_path / "whole.sdlm")
    before = model.checksum
    model.save(tmp_path / "small.sdlm", bits=8)
    assert model.checksum == before
    assert model.path == tmp_path / "whole.sdlm"
    small = ReferenceModel.load(tmp_path / "small.sdlm")
    assert small.checksum != before
    sizes = [(tmp_path / f"{name}.sdlm").stat().st_size for name in ("small", "whole")]
    assert sizes[0] < 0.8 * sizes[1]


def test_saving_a_quantised_model_again_changes_nothing(tmp_path):
    ReferenceModel.train(corpus(), order=3).save(tmp_path / "1.sdlm", bits=8)
    ReferenceModel.load(tmp_path / "1.sdlm").save(tmp_path / "2.sdlm")
    ReferenceModel.load(tmp_path / "1.sdlm").save(tmp_path / "3.sdlm", bits=8)
    first, *others = [(tmp_path / f"{number}.sdlm").read_bytes() for number in (1, 2, 3)]
    assert others == [first, first]


@pytest.mark.parametrize("bits", [4, True, "8", 8.5])
def test_other_numbers_of_bits_are_refused(tmp_path, bits):
    with pytest.raises(UsageError, match="bits: must be 8 or 16, not"):
        ReferenceModel.train(["a b"], order=1).save(tmp_path / "m.sdlm", bits=bits)
