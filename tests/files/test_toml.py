"""Plain data as TOML, read back by Python's own reader."""

import math
import tomllib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.toml import read_toml, toml, write_toml

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)
tables = st.recursive(
    st.dictionaries(texts, values, max_size=4),
    lambda inner: st.dictionaries(texts, values | inner, max_size=4),
    max_leaves=8,
)


@given(tables)
def test_what_is_written_is_read_back(data):
    assert tomllib.loads(toml(data)) == data


def test_numbers_that_are_none_have_names():
    assert math.isnan(tomllib.loads(toml({"x": math.nan}))["x"])


def test_what_is_no_plain_data_is_refused_by_name():
    with pytest.raises(UsageError, match=r"^beam: None"):
        toml({"settings": {"beam": None}})


def test_numbers_of_numpy_are_numbers():
    assert toml({"x": np.float64(0.1)}) == "x = 0.1\n"


def test_half_a_character_does_not_keep_a_file_from_being_written(tmp_path):
    write_toml(tmp_path / "x.toml", {"data": "gold\udcff.m2"})
    assert read_toml(tmp_path / "x.toml") == {"data": "gold?.m2"}


@pytest.mark.parametrize("text", ["x = " + "[" * 9999 + "]" * 9999, "x = " + "9" * 9999])
def test_what_python_cannot_read_is_refused_in_one_line(tmp_path, text):
    path = tmp_path / "deep.toml"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        read_toml(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
