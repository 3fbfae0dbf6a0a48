"""Which edits are worth showing: those that make the whole sentence likelier, and no subjects."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff import Diff, Edit, SyntacticDiff
from syntacticdiff.error_edits import error_edits, is_content_word, saved_bits

TOKENS = ("he", "go", "to", "school", "by", "the", "foot", ".")


def diff_with(*edits: Edit) -> Diff:
    return Diff("He go to school by the foot.", TOKENS, edits, 6.0, None, None, None)


def test_an_insertion_has_to_pay_for_its_own_word() -> None:
    cheap, dear = Edit("insert", 1, "", "the", 0.6), Edit("insert", 1, "", "a", 0.75)
    assert error_edits(diff_with(cheap, dear)) == (dear,)


def test_of_content_words_only_substitutions_stay() -> None:
    removed, replaced = Edit("remove", 3, "school", "", 2.0), Edit("sub", 1, "go", "goes", 2.0)
    assert error_edits(diff_with(replaced, removed)) == (replaced,)


def test_of_edits_that_exclude_each_other_the_better_stays() -> None:
    removed, replaced = Edit("remove", 5, "the", "", 1.0), Edit("sub", 5, "the", "a", 1.1)
    assert error_edits(diff_with(removed, replaced)) == (replaced,)
    better = Edit("remove", 5, "the", "", 2.0)
    assert error_edits(diff_with(better, replaced)) == (better,)


def test_of_equally_good_ones_the_first_stays() -> None:
    twice = Edit("sub", 5, "the", "a", 1.0), Edit("sub", 5, "the", "an", 1.0)
    assert error_edits(diff_with(*twice)) == twice[:1]


@pytest.mark.parametrize("word", ["the", "Not", "n't", ",", "...", "''"])
def test_function_words_and_punctuation_are_no_content(word: str) -> None:
    assert not is_content_word(word)


@given(st.lists(st.sampled_from(["he", "go", "to", "the", "school", "in", "end"]), min_size=1))
def test_savings_are_what_rewriting_the_sentence_saves(words: list[str]) -> None:
    differ = _differs.setdefault("one", SyntacticDiff(search="beam", max_edits=1))
    diff = differ(words)
    for edit in diff.edits:  # at most one
        assert diff.after is not None
        assert diff.output_tokens is not None
        drop = diff.before * (len(words) + 1) - diff.after * (len(diff.output_tokens) + 1)
        average = diff.before if edit.op == "remove" else 0.0
        assert saved_bits(edit, diff.before, len(words)) == pytest.approx(drop - average)


_differs: dict[str, SyntacticDiff] = {}
