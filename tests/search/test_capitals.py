"""Changes of capitals alone: where they are offered, what they cost, and what becomes of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from syntacticdiff import SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search.extension import _native
from syntacticdiff.search.sources.capitals import Capitals
from syntacticdiff.text.tokens import surfaces

SETTINGS: dict[str, Any] = {
    "search": "lattice", "cost": "window", "aggregate": "sum", "max_edits": None,
    "insertions": "none", "removals": "none", "substitutions": "capitals",
    "penalties": None,
}  # fmt: skip


needs_native = pytest.mark.skipif(_native is None, reason="the native engine is not installed")


@cache
def capitals() -> Capitals:
    return Capitals(ReferenceModel.load("default").lexicon)


@cache
def differ(engine: str = "auto", **changes: Any) -> SyntacticDiff:
    return SyntacticDiff(engine=engine, **SETTINGS | changes)


def recased(sentence: str) -> list[str]:
    return [found.target for found in capitals().of(surfaces(sentence)) if found is not None]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("i think so .", "I"),
        ("Then i saw him .", "I"),
        ("We met on monday in london .", "Monday London"),
        ("She speaks english .", "English"),
        ("We watch tv here .", "TV"),
        ("the cat sat .", "The"),
        ('" the cat sat . "', "The"),
        ("She came . then he left .", "Then"),
        ("We saw The cat there .", "the"),
        ("She may send the bill .", ""),  # `May` and `Bill` are words, too
        ("I think so .", ""),
        ("THIS IS what WE SAID .", ""),
        ("How To Bake a Cake .", ""),
        ("He said : The cat sat .", ""),  # another sentence may begin
        ("They saw the White House there .", ""),
        ("www.example.com is a page .", ""),
        ("3 cats sat .", ""),
        ("", ""),
        ("!", ""),
    ],
)
def test_capitals_are_offered_where_they_are_wrong(sentence: str, expected: str) -> None:
    assert recased(sentence) == expected.split()


def test_a_change_costs_the_odds_of_the_reference() -> None:
    [found] = [found for found in capitals().of(["Then", "i", "left", "."]) if found]
    assert -9 * ONE_BIT < found.units < -6 * ONE_BIT


@pytest.mark.parametrize("engine", [pytest.param("native", marks=needs_native), "python"])
def test_edits_are_as_written_and_change_no_bits(engine: str) -> None:
    diff = differ(engine)("Then i saw The english cat .")
    assert list(map(str, diff.edits)) == ["sub(i->I)", "sub(The->the)", "sub(english->English)"]
    assert diff.output == "Then I saw the English cat ."
    assert diff.after == diff.before
    assert all(edit.gain == 0 and edit.probability > 0.9 for edit in diff.edits)
    assert diff.soft_counts is not None
    assert diff.soft_counts["sub(i->I)"] > 0.9


@needs_native
def test_both_engines_agree_and_list_the_same_candidates() -> None:
    changes = {"substitutions": "confusions+capitals", "insertions": "function-words"}
    native, python = differ("native", **changes), differ("python", **changes)
    sentence = "the cat saw english TV and i Was there The other day"
    assert list(map(str, native(sentence).edits)) == list(map(str, python(sentence).edits))
    left, right = native.candidates(sentence, (None, 2)), python.candidates(sentence, (None, 2))
    assert left.written == right.written
    assert left.written[4] == "tv"  # nothing to change there
    for order in (None, 2):
        assert left.gains[order].tolist() == right.gains[order].tolist()
    chosen = list(left.recasings)
    assert left.targets[chosen].tolist() == ["The", "English", "I", "was", "the"]
    assert (left.gains[None][chosen] > 0).all()
    assert left.gains[None][chosen].tolist() == left.gains[2][chosen].tolist()


def test_penalties_know_them_by_name() -> None:
    dear = SyntacticDiff(**SETTINGS | {"penalties": {"sub(i->I)": 20.0}})
    assert dear("Then i saw the english cat .").output == "Then i saw the English cat ."


@pytest.mark.parametrize("search", ["beam", "recursive"])
def test_other_searches_make_them_too(search: str) -> None:
    found = SyntacticDiff(**SETTINGS | {"search": search, "max_edits": 2, "positions": "all"})
    assert found("Then i saw the english cat .").output == "Then I saw the English cat ."


def test_an_insertion_before_the_first_word_takes_its_capital() -> None:
    found = SyntacticDiff(
        **SETTINGS | {"insertions": ["the"], "penalties": {"insert(the)": -50.0}, "max_inserted": 1}
    )
    diff = found("old cat sat")
    assert diff.output is not None
    assert diff.output.startswith("The old ")


def test_without_the_source_capitals_stay() -> None:
    assert differ(substitutions="none")("then i left .").edits == ()
    assert SyntacticDiff(**SETTINGS | {"operations": ("insert",)})("then i left .").edits == ()


def test_they_are_for_english_only() -> None:
    german = ReferenceModel.train(["der Hund bellt"] * 9, order=2, language="de")
    with pytest.raises(UsageError, match="capitals"):
        SyntacticDiff(german, **SETTINGS)


def test_a_cased_reference_judges_them_by_its_bits() -> None:
    text = ["We met on Monday in London ."] * 50
    cased = ReferenceModel.train(text, order=2, cased=True)
    found = SyntacticDiff(cased, **SETTINGS, min_count=1)("We met on monday in London .")
    assert found.output == "We met on Monday in London ."
    assert found.after is not None
    assert found.after < found.before
