"""A sentence split into pieces: nothing is lost, and new words get the spaces they need."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff import Edit
from syntacticdiff.edits.marking import pieces

TEXT = "She go home, today."


def shown(*edits: Edit) -> str:
    """The sentence with marks: `-removed-` and `+inserted+`."""
    result = ""
    for piece in pieces(TEXT, edits):
        if piece.edit is None:
            result += piece.text
        else:
            result += f"-{piece.text}-" if piece.text else ""
            result += f"{piece.left}+{piece.target}+{piece.right}" if piece.target else ""
    return result


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], TEXT),
        ([Edit("sub", 1, "go", "goes", start=4, end=6)], "She -go-+goes+ home, today."),
        ([Edit("remove", 3, ",", "", start=11, end=12)], "She go home-,- today."),
        ([Edit("insert", 2, "", "to", start=7, end=7)], "She go +to+ home, today."),
        ([Edit("insert", 0, "", "so", start=0, end=0)], "+so+ She go home, today."),
        ([Edit("insert", 3, "", "late", start=11, end=11)], "She go home +late+, today."),
        ([Edit("insert", 6, "", "!", start=19, end=19)], "She go home, today. +!+"),
        (
            [
                Edit("insert", 2, "", "to", start=7, end=7),
                Edit("insert", 2, "", "the", start=7, end=7),
            ],
            "She go +to+ +the+ home, today.",
        ),
        (  # a sweep's edits may exclude each other
            [
                Edit("remove", 1, "go", "", start=4, end=6),
                Edit("sub", 1, "go", "goes", start=4, end=6),
            ],
            "She -go-+goes+ home, today.",
        ),
    ],
)
def test_edits_stand_where_they_belong(edits: list[Edit], expected: str) -> None:
    assert shown(*edits) == expected


@given(st.data())
def test_the_texts_of_the_pieces_are_the_sentence(data: st.DataObject) -> None:
    text = data.draw(st.text(max_size=30))
    places = data.draw(
        st.lists(st.tuples(*[st.integers(0, len(text))] * 2).map(sorted).map(tuple), max_size=5)
    )
    edits = [
        Edit("insert", 0, "", "x", start=start, end=start)
        if start == end
        else Edit("remove", 0, text[start:end], "", start=start, end=end)
        for start, end in sorted(places)
    ]
    found = pieces(text, edits)
    assert "".join(piece.text for piece in found) == text
    assert [piece.edit for piece in found if piece.edit is not None] == edits
