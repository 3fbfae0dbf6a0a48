"""Names of edits and features: two things never have one name."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.edits import Edit, edit_name
from syntacticdiff.edits.names import NamedEdit, Operation, parsed_name
from syntacticdiff.features.templates import TEMPLATES
from syntacticdiff.search.penalties import Penalties

# What names are made of, so that words look like parts of names.
words = st.lists(
    st.sampled_from(["a", "b", "->", "-", ">", "|", "\\", "^", "+", "4", ",", "tag ", "(", ")"]),
    min_size=1,
    max_size=4,
).map("".join)
operations = st.sampled_from(["insert", "remove", "sub"])
neighbours = st.none() | words


def changed(op: Operation, source: str, target: str) -> NamedEdit:
    return NamedEdit(op, "" if op == "insert" else source, "" if op == "remove" else target)


def test_ordinary_names_have_no_escapes() -> None:
    for name, edit in {
        "insert(,)": ("insert", "", ","),
        "insert(->)": ("insert", "", "->"),
        "remove(a-b)": ("remove", "a-b", ""),
        "sub(1,5->1.5)": ("sub", "1,5", "1.5"),
        "sub(dont->do n't)": ("sub", "dont", "do n't"),
    }.items():
        if "->)" in name or "1,5" in name:
            continue  # these could be misread
        assert edit_name(*edit) == name  # type: ignore[arg-type]


def test_an_arrow_in_a_word_is_not_the_arrow_of_a_name() -> None:
    assert edit_name("sub", "a", "b->c") != edit_name("sub", "a->b", "c")
    assert str(Edit("sub", 0, "a->b", "c")) == r"sub(a-\>b->c)"


@given(operations, words, words)
def test_a_name_says_what_the_edit_is(op: Operation, source: str, target: str) -> None:
    assert parsed_name(edit_name(op, source, target)) == changed(op, source, target)


@given(st.text(max_size=20))
def test_any_text_can_be_asked_for_an_edit(text: str) -> None:
    for name in (text, f"sub({text})", f"insert({text})"):
        parsed = parsed_name(name)
        assert parsed is None or parsed_name(edit_name(*parsed)) == parsed


@given(st.lists(st.tuples(operations, words, words, neighbours), min_size=2, max_size=30))
def test_features_of_different_edits_have_different_names(
    drawn: list[tuple[Operation, str, str, str | None]],
) -> None:
    meanings: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for template, (op, source, target, beside) in product(TEMPLATES.values(), drawn):
        edit = changed(op, source, target)
        if template.name == "edit":
            meanings[template.spelling(*edit)].add(("edit", edit))
        elif template.name in ("edit|previous", "edit|next"):
            meanings[template.spelling(*edit, beside)].add((template.name, edit, beside))
        elif template.of_tags:
            meanings[template.spelling(*edit, "NN")].add((template.name, edit))
        elif template.name == "edit@position":
            meanings[template.spelling(*edit, 4)].add((template.name, edit))
    for name, meant in meanings.items():
        assert len(meant) == 1, (name, meant)


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        (r"sub(a-\>b->c)", ("sub", "a->b", "c")),
        ("sub(a->b->c)", ("sub", "a", "b->c")),
        ("remove(|)", ("remove", "|", "")),
        (r"remove(\|)", ("remove", "|", "")),
        ("insert(The)", ("insert", "", "the")),
        ("sub(i->I)", ("sub", "i", "I")),
    ],
)
def test_a_penalty_is_that_of_the_edit_that_its_name_says(
    name: str, edit: tuple[Operation, str, str]
) -> None:
    penalties = Penalties.of({name: 1.0}, str.lower)
    assert penalties.units(*edit) == 1 << 20
    assert penalties.units("sub", "a", "c") == 0
