"""Edits: their names, and what applying them gives."""

import pytest

from syntacticdiff.edits.diff import Diff, Edit, apply_edits, bag_of_edits


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        (Edit("insert", 0, "", "the"), "insert(the)"),
        (Edit("remove", 3, "of", ""), "remove(of)"),
        (Edit("sub", 1, "a", "an"), "sub(a->an)"),
    ],
)
def test_an_edit_prints_as_its_feature_name(edit, name):
    assert str(edit) == name


def test_an_edit_shows_itself_as_the_documentation_does():
    edit = Edit("remove", 5, "the", "", 0.61, start=20, end=23)
    assert repr(edit) == "Edit(op='remove', position=5, source='the', target='', gain=0.61)"


def test_edits_apply_left_to_right_with_insertions_before_their_token():
    tokens = ["we", "is", "at", "home"]
    edits = [
        Edit("insert", 0, "", "today"),
        Edit("sub", 1, "is", "are"),
        Edit("insert", 2, "", "all"),
        Edit("insert", 2, "", "still"),
        Edit("remove", 2, "at", ""),
        Edit("insert", 4, "", "now"),
    ]
    assert apply_edits(tokens, edits) == (*("today", "we", "are", "all", "still", "home", "now"),)


def test_no_edits_leave_the_tokens_alone():
    assert apply_edits(["a", "b"], []) == ("a", "b")
    assert apply_edits([], [Edit("insert", 0, "", "yes")]) == ("yes",)


def test_a_bag_of_edits_counts_over_all_sentences():
    def diff(*edits):
        return Diff("", (), edits, 0.0, None, None, None)

    bag = bag_of_edits(
        [
            diff(Edit("insert", 0, "", "the"), Edit("remove", 1, "of", "")),
            diff(),
            diff(Edit("insert", 7, "", "the")),
        ]
    )
    assert bag == {"insert(the)": 2, "remove(of)": 1}
