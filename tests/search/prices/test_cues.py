"""Cues of candidate edits, by name."""

from syntacticdiff import SyntacticDiff
from syntacticdiff.search.prices.cues import cues, edit_kind

DIFFER = SyntacticDiff(insertions=["the"], substitutions={"citys": ["cities"], "is": ["are"]})
TOKENS = ["We", "is", "in", "citys", "."]


def cues_of(op, target):
    candidates = DIFFER.candidates(TOKENS)
    steps = list(candidates.steps())
    places = [i for i, step in enumerate(steps) if (step.op, step.target) == (op, target)]
    return list(cues(candidates, places))


def test_an_insertion_is_known_by_its_word_its_class_and_its_neighbours():
    found = cues_of("insert", "the")[3]  # before "citys"
    assert {"insert", "insert(DET)", "insert(the)"} <= set(found)
    assert {"insert(the) -1:in", "insert(DET) +1:citys", "insert(the) -1=PREP"} <= set(found)
    assert "insert(the) +1=S +2=PUNCT" in found


def test_of_open_classes_only_the_ending_is_told_with_neighbours():
    (found,) = cues_of("sub", "cities")
    assert "sub(-ys->-ies)" in found
    assert {"sub(citys->)", "sub(->cities)"} <= set(found)
    assert not any("citys" in name and "in" in name.split(":")[1:] for name in found)
    (found,) = cues_of("sub", "are")
    assert "sub(is->are)" in found


def test_an_unknown_word_is_a_cue():
    assert "sub(?)" in cues_of("sub", "cities")[0]
    assert "sub(?)" not in cues_of("sub", "are")[0]


def test_words_that_begin_otherwise_are_no_forms_of_each_other():
    assert edit_kind("sub", "goods", "wares") == "sub(*)"


def test_no_cue_holds_two_neighbouring_words():
    for op, target in (("insert", "the"), ("sub", "cities"), ("remove", "")):
        for found in cues_of(op, target):
            assert all(name.count(":") <= 1 for name in found)
