"""Search settings: what is refused, and that the message names the parameter."""

import math

import pytest

from syntacticdiff.errors import UsageError
from syntacticdiff.search import SearchSettings, checked_operations


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("search", "greedy"),
        ("positions", "some"),
        ("cost", "nats"),
        ("aggregate", "max"),
        ("max_edits", -1),
        ("max_edits", 1.5),
        ("max_edits", True),
        ("beam", 0),
        ("beam", "8"),
        ("alpha", 1.1),
        ("alpha", math.nan),
        ("alpha", "half"),
        ("min_gain", None),
        ("stop_at", "soon"),
    ],
)
def test_a_bad_setting_is_refused_by_name(parameter, value):
    with pytest.raises(UsageError, match=f"^{parameter}: ") as refused:
        SearchSettings(**{parameter: value})
    assert repr(value) in str(refused.value)


def test_a_number_that_no_float_can_hold_is_refused_by_name():
    with pytest.raises(UsageError, match=r"^alpha: "):
        SearchSettings(alpha=10**400)


@pytest.mark.parametrize("operations", ["insert", (), ("delete",), None, 3])
def test_operations_must_be_some_of_the_three(operations):
    with pytest.raises(UsageError, match=r"^operations: "):
        checked_operations(operations)


def test_operations_come_in_their_own_order():
    assert checked_operations(["sub", "insert"]) == ("insert", "sub")
    assert checked_operations({"remove"}) == ("remove",)
