"""Which gold edits candidates can make, on sentences made by hand."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.alignment import M2Edit, M2Sentence

PROJECT = Path(__file__).resolve().parents[2]


def pipeline(name: str) -> ModuleType:
    """Pipelines are scripts that import what lies beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module(name)


candidates = pipeline("candidates")


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    text = ["They go to the park and that 's all .", "I do n't like it in Paris , you know ."] * 30
    return SyntacticDiff(
        ReferenceModel.train(text, order=2),
        insertions=["the", ",", "to"],
        removals=["the", ",", "to"],
        substitutions=[{"goes": ["go"], "thats": ["that 's"], "at": ["to"]}, "capitals"],
    )


@pytest.mark.parametrize(
    ("tokens", "span", "correction", "expected"),
    [
        ("they goes to park", (1, 2), "go", True),
        ("they goes to park", (1, 2), "like", False),
        ("they goes to park", (3, 3), "the", True),
        ("they goes to park", (3, 3), "and", False),
        ("they goes at park", (1, 3), "go to the", True),  # three edits together
        ("they goes to the park", (3, 4), "", True),
        ("they goes to the park", (4, 5), "", False),
        ("all park there", (0, 2), "park all", False),  # word order
        ("all thats here", (1, 2), "that 's", True),
        ("all thats here", (1, 2), "that", False),
        ("all i know", (1, 2), "I", True),
        ("all i know", (2, 3), "Know", False),
        ("all the know", (1, 2), "to", False),  # inserted and removed: no substitution
        ("The park goes", (0, 2), "Park", True),  # a new first word gets its capital
        ("they goes", (0, 1), "They", True),
    ],
)
def test_candidates_make_a_correction_or_not(
    differ: SyntacticDiff, tokens: str, span: tuple[int, int], correction: str, expected: bool
) -> None:
    words = tokens.split()
    makeable = candidates.Makeable(words, differ.candidates(words, ()))
    assert makeable.can_make(M2Edit(*span, "X", (correction,))) == expected


def test_shares_are_counted_by_type_and_the_page_lists_them(differ: SyntacticDiff) -> None:
    edits = (M2Edit(1, 2, "R:VERB", ("go", "like")), M2Edit(3, 4, "R:NOUN", ("house",)))
    sentences = [M2Sentence(("they", "goes", "to", "park"), edits)] * 10
    found = [
        candidates.coverage("made up", sources, differ, sentences)
        for sources in (candidates.EARLIER, candidates.ALL)
    ]
    assert found[0].covered == {"R:VERB": 10, "R:NOUN": 0}
    assert found[0].share == 0.5
    page = "\n".join(candidates.page(found))
    assert "| R:VERB | 10 | 100% | 100% |" in page
    assert "| all | 20 | 50% | 50% |" in page
