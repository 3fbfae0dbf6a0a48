"""Changes of capitals in what people see: JSON, M2, features, marked text."""

from __future__ import annotations

import pytest

from syntacticdiff import SyntacticDiff
from syntacticdiff.correction.corrector import m2_of
from syntacticdiff.edits import bag_of_edits
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.marking import pieces

TEXT = "then i met The english girl"


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return SyntacticDiff(
        search="lattice", cost="window", aggregate="sum", max_edits=None, penalties=None,
        insertions="none", removals="none", substitutions="capitals",
    )  # fmt: skip


@pytest.fixture(scope="module")
def diff(differ: SyntacticDiff) -> Diff:
    return differ(TEXT)


def test_features_are_named_as_written(diff: Diff) -> None:
    assert set(bag_of_edits([diff])) == {
        "sub(then->Then)", "sub(i->I)", "sub(The->the)", "sub(english->English)"
    }  # fmt: skip


def test_json_has_source_and_target_as_written(diff: Diff) -> None:
    edits = diff.to_dict()["edits"]
    assert [(edit["source"], edit["target"]) for edit in edits][1:3] == [("i", "I"), ("The", "the")]
    assert all(TEXT[edit["start"] : edit["end"]] == edit["source"] for edit in edits)
    assert diff.to_dict()["output"] == "Then I met the English girl"


def test_m2_has_an_edit_for_each(differ: SyntacticDiff, diff: Diff) -> None:
    edits = m2_of(differ, diff).edits
    assert [(edit.start, edit.correction) for edit in edits] == [
        (0, "Then"), (1, "I"), (3, "the"), (4, "English")
    ]  # fmt: skip
    assert {edit.type for edit in edits} == {"R:ORTH"}
    assert all(edit.comment.startswith("p=0.9") for edit in edits)


def test_they_are_marked_where_they_stand(diff: Diff) -> None:
    marked = pieces(TEXT, diff.edits)
    assert "".join(piece.text for piece in marked) == TEXT
    assert [(p.text, p.target) for p in marked if p.edit][1] == ("i", "I")
