"""The changes of a sentence: any of them can be made, and all of them make its output."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff import SyntacticDiff
from syntacticdiff.edits import Diff, Stretch, changed, edit_change, rewrite, stretches_of

WORDS = ["she", "He", "go", "goes", "to", "the", "a", "apple", "in", "on", "Dont", "i", "was"]
MARKS = [",", ".", "!", " ", "  ", "\n", "“", "😀", "'s", "-"]


@pytest.fixture(scope="module")
def differ() -> SyntacticDiff:
    return SyntacticDiff(min_probability=0.05)


def stretches(differ: SyntacticDiff, diff: Diff) -> list[Stretch]:
    return stretches_of(diff, differ.spans(diff), differ.model.casing, differ.model.cased)


def applied(text: str, found: list[Stretch]) -> str:
    return changed(text, [one.change for one in found])


def shown(text: str, found: list[Stretch]) -> list[tuple[str, str]]:
    return [(text[change.start : change.end], change.replacement) for change in found]


@given(st.lists(st.sampled_from([*WORDS, *MARKS]), max_size=14), st.sampled_from([" ", ""]))
@settings(max_examples=150, deadline=None)
def test_all_changes_make_the_output(differ: SyntacticDiff, parts: list[str], gap: str) -> None:
    for diff in differ.document(gap.join(parts)):
        found = stretches(differ, diff)
        assert applied(diff.text, found) == diff.output
        assert [edit for change in found for edit in change.edits] == list(diff.edits)
        ends = [0, *(place for change in found for place in (change.start, change.end))]
        assert ends == sorted(ends)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She is interested on music.", [("on", "in")]),
        ("I am agree with you.", [("am ", "")]),
        ("European Union has many country.", [("", "The "), ("country", "countries")]),
        ("We dont know", [("dont", "don't"), ("", ".")]),
    ],
)
def test_spaces_and_capitals_are_part_of_a_change(
    text: str, expected: list[tuple[str, str]]
) -> None:
    differ = SyntacticDiff()
    assert shown(text, stretches(differ, differ(text))) == expected


def test_one_change_alone_leaves_the_rest() -> None:
    differ = SyntacticDiff()
    text = "She is interested on a apple."
    found = stretches(differ, differ(text))
    assert shown(text, found) == [("on", "in"), ("a", "an")]
    assert applied(text, found[1:]) == "She is interested on an apple."


def test_a_sweep_has_edits_but_no_changes() -> None:
    differ = SyntacticDiff(search="sweep")
    diff = differ("She is interested on music.")
    assert diff.edits
    assert stretches(differ, diff) == []


def test_tokens_are_kept_apart() -> None:
    differ = SyntacticDiff(tokenized=True)
    diff = differ("She is interested on a apple .")
    assert applied(diff.text, stretches(differ, diff)) == diff.output


@given(st.lists(st.sampled_from([*WORDS, *MARKS]), max_size=14), st.sampled_from([" ", ""]))
@settings(max_examples=100, deadline=None)
def test_an_edit_alone_is_one_change(differ: SyntacticDiff, parts: list[str], gap: str) -> None:
    model = differ.model
    for diff in differ.document(gap.join(parts)):
        spans = differ.spans(diff)
        for edit in diff.edits:
            change = edit_change(diff, edit, spans, model.casing, model.cased)
            alone = rewrite(diff.text, spans, [edit], casing=model.casing, recase=not model.cased)
            assert changed(diff.text, [change]) == alone
            assert change.start <= edit.end
            assert change.end >= edit.start
