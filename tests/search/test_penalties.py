"""What edits cost."""

import math

import pytest

from syntacticdiff.edits.diff import Edit
from syntacticdiff.errors import UsageError
from syntacticdiff.search.penalties import Penalties

ONE = 2**20


def test_an_edit_pays_base_operation_and_its_own():
    penalties = Penalties.of({"base": 0.5, "remove": 0.25, "remove(not)": 2.0, "sub(a->an)": -1.0})
    assert penalties.units("remove", "not", "") == 2.75 * ONE
    assert penalties.units("remove", "of", "") == 0.75 * ONE
    assert penalties.units("insert", "", "not") == 0.5 * ONE
    assert penalties.units("sub", "a", "an") == -0.5 * ONE


def test_each_penalty_is_rounded_by_itself_before_they_are_summed():
    third = math.floor(ONE / 3 + 0.5)
    assert Penalties.of({"base": 1 / 3, "insert": 1 / 3}).units("insert", "", "a") == 2 * third


def test_a_callable_is_asked_with_the_edit_and_the_tokens():
    def dearer_further_right(edit, tokens):
        return edit.position / len(tokens)

    penalties = Penalties.of(dearer_further_right)
    tokens = ("we", "go", "to", "home")
    assert penalties.units_in(Edit("remove", 2, "to", ""), tokens) == 0.5 * ONE


def test_a_substitute_for_an_unknown_word_pays_for_each_letter():
    penalties = Penalties.of({"sub": 1.0, "letter": 0.5})
    assert penalties.units("sub", "recieved", "received", unknown=True) == 1.5 * ONE
    assert penalties.units("sub", "emailed", "e-mailed", unknown=True) == 1.0 * ONE
    assert penalties.units("sub", "go", "went") == 1.0 * ONE
    assert penalties.units("remove", "recieved", "", unknown=True) == 0


def test_nothing_costs_nothing():
    assert Penalties.of(None).units_in(Edit("insert", 0, "", "the"), ()) == 0


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ({"delete": 1.0}, "'delete'"),
        ({"remove(": 1.0}, "'remove('"),
        ({"sub(a)": 1.0}, "'sub(a)'"),
        ({"base": math.nan}, "base"),
        ({"insert": math.inf}, "insert"),
        ({"base": 1e308}, "base"),
        ({"base": 10**400}, "base"),
        ({"insert(the)": "dear"}, "insert(the) needs a finite number of bits, not 'dear'"),
        (3, "3"),
    ],
)
def test_a_bad_penalty_is_refused_by_name(spec, named):
    with pytest.raises(UsageError, match="penalties") as refused:
        Penalties.of(spec)
    assert named in str(refused.value)


def test_a_callable_that_returns_no_number_is_refused():
    with pytest.raises(UsageError, match=r"insert\(the\)"):
        Penalties.of(lambda edit, tokens: None).units_in(Edit("insert", 0, "", "the"), ())
