"""Annotations as single edits."""

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.search import Step
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB
from syntacticdiff.tuning.gold_edits import gold_steps

TOKENS = ("She", "go", "to", "the", "her", "school")


def steps(*edits):
    return gold_steps(M2Sentence(TOKENS, edits))


def test_single_edits_are_taken_as_they_are():
    assert steps(M2Edit(1, 2, "SVA", ("goes",))) == {Step(1, SUB, "goes")}
    assert steps(M2Edit(3, 4, "ArtOrDet", ("",))) == {Step(3, REMOVE, "")}
    assert steps(M2Edit(5, 5, "Wci", ("old",))) == {Step(5, INSERT, "old")}


def test_words_are_folded_as_the_reference_does():
    assert steps(M2Edit(1, 2, "SVA", ("Goes",))) == {Step(1, SUB, "goes")}
    kept = gold_steps(M2Sentence(TOKENS, (M2Edit(1, 2, "SVA", ("Goes",)),)), fold=str)
    assert kept == {Step(1, SUB, "Goes")}


def test_an_edit_of_several_tokens_is_taken_apart_by_alignment():
    found = steps(M2Edit(1, 5, "Others", ("goes to her",)))
    assert found == {Step(1, SUB, "goes"), Step(3, REMOVE, "")}


def test_all_alternatives_and_annotators_count():
    found = steps(
        M2Edit(1, 2, "SVA", ("goes", "went")), M2Edit(3, 4, "ArtOrDet", ("",), annotator=1)
    )
    assert found == {Step(1, SUB, "goes"), Step(1, SUB, "went"), Step(3, REMOVE, "")}


def test_a_no_op_is_no_edit():
    assert steps(M2Edit(-1, -1, "noop", ("",))) == frozenset()
