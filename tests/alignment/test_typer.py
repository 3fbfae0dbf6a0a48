"""The types of edits: given a sentence and its correction, ERRANT's type for each edit."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.real_text import SHARED

from syntacticdiff.alignment.annotate import annotated, edit_types
from syntacticdiff.alignment.error_types import ERROR_TYPES, OPERATION_NAMES, error_area
from syntacticdiff.alignment.m2 import M2Sentence, read_m2

ERRANT = SHARED / "data" / "ranking" / "systems-errant-m2"


def types(source: str, target: str) -> list[str]:
    sentence = annotated(source.split(), target.split())
    return [edit.type for edit in sentence.edits if not edit.is_noop]


@pytest.mark.parametrize(
    ("source", "target", "wanted"),
    [
        # Missing and unnecessary words
        ("I saw dog in the garden .", "I saw a dog in the garden .", "M:DET"),
        ("We discussed about the plan .", "We discussed the plan .", "U:PREP"),
        ("I want go home .", "I want to go home .", "M:VERB:FORM"),
        ("They been waiting for us .", "They have been waiting for us .", "M:VERB:TENSE"),
        ("My brother car is red .", "My brother 's car is red .", "M:NOUN:POSS"),
        ("However it rained .", "However , it rained .", "M:PUNCT"),
        ("Cat is on the roof .", "The cat is on the roof .", "M:DET"),
        ("She is a teacher and and a writer .", "She is a teacher and a writer .", "U:CONJ"),
        # Forms of one word
        ("I have two brother .", "I have two brothers .", "R:NOUN:NUM"),
        ("She like the music .", "She likes the music .", "R:VERB:SVA"),
        ("They was at home .", "They were at home .", "R:VERB:SVA"),
        ("Yesterday I see him .", "Yesterday I saw him .", "R:VERB:TENSE"),
        ("I enjoy to read books .", "I enjoy reading books .", "R:VERB:FORM"),
        ("She is interested in swim .", "She is interested in swimming .", "R:VERB:FORM"),
        ("It will rain if we go .", "It would rain if we go .", "R:VERB:TENSE"),
        ("This is more big than that .", "This is bigger than that .", "R:ADJ:FORM"),
        ("She sings beautiful .", "She sings beautifully .", "R:MORPH"),
        # Other replacements
        ("We arrived to the station .", "We arrived at the station .", "R:PREP"),
        ("He bought an car .", "He bought a car .", "R:DET"),
        ("I beleive in you .", "I believe in you .", "R:SPELL"),
        ("I live in london .", "I live in London .", "R:ORTH"),
        ("We eat icecream .", "We eat ice cream .", "R:ORTH"),
        ("I know what is it .", "I know what it is .", "R:WO"),
        ("Stop it , now .", "Stop it ! now .", "R:PUNCT"),
        ("I do nt know him .", "I do n't know him .", "R:CONTR"),
        ("I do n't know him .", "I do not know him .", "R:CONTR"),
        ("We 'll see him .", "We will see him .", "R:CONTR"),
        ("The teachers room is open .", "The teachers ' room is open .", "M:NOUN:POSS"),
        ("The boy who bark is my dog .", "The animal who bark is my dog .", "R:NOUN"),
        ("Give it to she .", "Give it to her .", "R:PRON"),
    ],
)
def test_an_edit_has_errants_type(source: str, target: str, wanted: str) -> None:
    assert types(source, target) == [wanted]


def test_the_same_change_has_another_type_in_another_sentence() -> None:
    assert types("He walk home .", "He walks home .") == ["R:VERB:SVA"]
    assert types("We went on long walk .", "We went on long walks .") == ["R:NOUN:NUM"]


def test_a_plural_that_does_not_exist_is_no_spelling_mistake() -> None:
    [source, target] = ["He", "gave", "us", "advices", "."], ["He", "gave", "us", "advice", "."]
    assert edit_types(source, target, [(3, 4, 3, 4)]) == ["R:NOUN:INFL"]


def test_types_follow_the_order_of_the_spans() -> None:
    source, target = ["She", "walk", "in", "park", "."], ["She", "walks", "in", "the", "park", "."]
    spans = [(1, 2, 1, 2), (3, 3, 3, 4)]
    assert edit_types(source, target, spans[::-1]) == edit_types(source, target, spans)[::-1]
    assert edit_types(source, target, []) == []


WORDS = "a The in to walk walks 's 'm nt not teh , . is been & 7 \u00e4 :)"
words = st.sampled_from(WORDS.split())
sentences = st.lists(words, max_size=6)


@given(sentences, sentences)
def test_every_edit_has_a_known_type_that_fits_its_operation(
    source: list[str], target: list[str]
) -> None:
    for edit in annotated(source, target).edits:
        if edit.is_noop:
            continue
        operation, _, rest = edit.type.partition(":")
        assert rest in ERROR_TYPES
        assert operation in OPERATION_NAMES
        if edit.start == edit.end:
            assert operation == "M"
        elif not edit.correction:
            assert operation == "U"


def test_every_type_has_an_area() -> None:
    areas = {error_area(f"R:{name}") for name in ERROR_TYPES}
    assert {"articles", "prepositions", "agreement", "number", "spelling", "capitals"} <= areas
    assert error_area("M:VERB") == "missing words"
    assert error_area("U:PRON") == "needless words"
    assert error_area("R:VERB") == error_area("R:UNHEARD") == "word choice"
    assert error_area("M:DET") == error_area("U:DET") == "articles"


@pytest.mark.skipif(not ERRANT.is_dir(), reason="the systems' M2 files are not there")
def test_types_are_those_of_errant() -> None:
    same: Counter[bool] = Counter()
    for sentence in read_m2(str(ERRANT / "conll14-CUUI.errant"), pytest.fail):
        for edit, own in zip(*typed_anew(sentence), strict=True):
            same[edit == own] += 1
    assert same[True] / same.total() > 0.88


def typed_anew(sentence: M2Sentence) -> tuple[list[str], list[str]]:
    """ERRANT's types of a sentence's edits, and ours for the same spans."""
    edits = sorted((e for e in sentence.edits if not e.is_noop), key=lambda e: (e.start, e.end))
    target: list[str] = []
    spans = []
    done = 0
    for edit in edits:
        target += sentence.tokens[done : edit.start]
        start = len(target)
        target += edit.correction.split()
        spans.append((edit.start, edit.end, start, len(target)))
        done = edit.end
    target += sentence.tokens[done:]
    return [edit.type for edit in edits], edit_types(sentence.tokens, target, spans)
