"""Kinds of errors by the names of edits, and their groups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.alignment.error_types import ERROR_TYPES, error_area
from syntacticdiff.edits.kinds import kind_of
from syntacticdiff.edits.names import edit_name
from syntacticdiff.topics.taxonomy import KINDS, MOST_GROUPS, kind_groups

EDITS = {
    "insert(the)": "articles",
    "sub(a->an)": "articles",
    "remove(some)": "articles",
    "sub(book->books)": "number",
    "sub(informations->information)": "number",
    "sub(people->person)": "number",
    "insert(to)": "prepositions",
    "sub(on->in)": "prepositions",
    "insert(is)": "verb forms",
    "sub(go->went)": "verb forms",
    "sub(doing->do)": "verb forms",
    "sub(go->goes)": "agreement",
    "sub(is->are)": "agreement",
    "sub(becuase->because)": "spelling",
    "sub(quite->quiet)": "spelling",
    "sub(there->their)": "spelling",
    "sub(it->its)": "word choice",
    "sub(alot->a lot)": "spelling",
    "insert(,)": "punctuation",
    "sub(thats->that 's)": "punctuation",
    "sub(dont->don't)": "punctuation",
    "remove('s)": "punctuation",
    "sub(i->I)": "capitals",
    "sub(quick->quickly)": "word forms",
    "sub(good->well)": "word choice",
    "insert(it)": "missing words",
    "remove(very)": "needless words",
    "unmodified": "word choice",
}


@pytest.mark.parametrize(("edit", "kind"), EDITS.items())
def test_an_edit_has_the_kind_that_a_teacher_would_name(edit: str, kind: str) -> None:
    assert kind_of(edit) == kind


def test_kinds_are_called_as_the_areas_of_types() -> None:
    areas = {error_area(f"{op}:{name}") for op in "MUR" for name in ERROR_TYPES}
    assert set(KINDS) == areas - {"word order"}  # which no edit of a search is


@given(st.sampled_from(["insert", "remove", "sub"]), st.text(min_size=1), st.text(min_size=1))
def test_every_edit_has_a_kind_in_every_language(op: str, source: str, target: str) -> None:
    name = edit_name(op, source, target)  # type: ignore[arg-type]
    assert kind_of(name) in KINDS
    assert kind_of(name, "de") in KINDS


def test_other_languages_have_the_kinds_that_need_no_list_of_words() -> None:
    assert kind_of("insert(die)", "de") == "missing words"
    assert kind_of("sub(haus->häuser)", "de") == "word forms"
    assert kind_of("sub(the->a)", "de") == "word choice"
    assert kind_of("insert(,)", "de") == "punctuation"


@pytest.mark.parametrize("number", range(1, MOST_GROUPS + 1))
def test_groups_are_a_partition_and_fewer_groups_are_coarser(number: int) -> None:
    groups = kind_groups(number)
    assert len(groups) == number
    assert sorted(kind for group in groups for kind in group.kinds) == sorted(KINDS)
    if number > 1:
        coarser = [set(group.kinds) for group in kind_groups(number - 1)]
        assert all(any(set(group.kinds) <= other for other in coarser) for group in groups)


def test_eight_topics_keep_apart_what_teachers_keep_apart() -> None:
    apart = ("articles", "prepositions", "verb forms", "agreement", "spelling", "punctuation")
    groups = kind_groups(7)
    homes = [next(group.name for group in groups if kind in group.kinds) for kind in apart]
    assert len(set(homes)) == len(apart)
