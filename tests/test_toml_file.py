"""Plain data as TOML, read back by Python's own reader."""

import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.toml_file import toml

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
