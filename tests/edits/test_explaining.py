"""Edits in plain words: kinds from types, names for people, reasons with their figures."""

from __future__ import annotations

import re

import pytest

from syntacticdiff import Diff, Edit, ReferenceModel, SyntacticDiff
from syntacticdiff.alignment import ERROR_TYPES
from syntacticdiff.edits import (
    KINDS,
    Explainer,
    edit_habit,
    edit_kind,
    emphasised,
    quoted,
    readable_name,
)
from syntacticdiff.edits.reasons import Reasons, Surroundings


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.load("default")


def diff_of(text: str, *edits: Edit) -> Diff:
    tokens = tuple(text.lower().split())
    return Diff(text, tokens, edits, 9.0, 8.0, text, tokens)


@pytest.mark.parametrize(
    ("text", "edit", "kind", "habit", "name"),
    [
        ("She go home .", Edit("sub", 1, "go", "goes"), "agreement", None, "go -> goes"),
        ("I ate a apple .", Edit("sub", 2, "a", "an"), "articles", "wrong article", "a -> an"),
        ("In end we won .", Edit("insert", 1, "", "the"), "articles", None, "missing *the*"),
        ("We discussed about it .", Edit("remove", 2, "about"), "prepositions", None, None),
        ("I was becouse .", Edit("sub", 2, "becouse", "because"), "spelling", None, None),
        ("I like alot .", Edit("sub", 2, "alot", "a lot"), "spelling", None, "alot -> a lot"),
        ("I dont know .", Edit("sub", 1, "dont", "do n't"), "punctuation", "apostrophes", None),
        ("We speak english .", Edit("sub", 2, "english", "English"), "capitals", None, None),
        ("Two dog bark .", Edit("sub", 1, "dog", "dogs"), "number", None, None),
        ("However we won .", Edit("insert", 1, "", ","), "punctuation", None, "missing comma"),
        ("I am agree .", Edit("remove", 1, "am"), None, None, "needless *am*"),
    ],
)
def test_an_edit_gets_the_words_of_a_teacher(
    model: ReferenceModel, text: str, edit: Edit, kind: str | None, habit: str | None, name: str
) -> None:
    [found] = Explainer(model)(diff_of(text, edit))
    assert found.kind in KINDS
    assert kind is None or found.kind == kind
    assert habit is None or found.habit == habit
    assert name is None or found.name == name
    assert found.reason.endswith(".")


def test_every_type_has_a_kind() -> None:
    for name in ERROR_TYPES:
        for operation in "MUR":
            assert edit_kind(f"{operation}:{name}", "x", "y") in KINDS
            assert edit_habit(f"{operation}:{name}", "x", "y")


def test_without_types_the_words_decide() -> None:
    assert edit_kind("", "", "der", "de") == "missing words"
    assert edit_kind("", "der", "", "de") == "needless words"
    assert edit_kind("", "der", "die", "de") == "word choice"
    assert edit_kind("", "", ",") == "punctuation"
    assert edit_kind("", "", "the") == "articles"


def test_words_that_sound_alike_are_spelling_whatever_their_tags_are() -> None:
    assert edit_kind("R:DET", "there", "their") == "spelling"
    assert edit_kind("R:PREP", "then", "than") == "spelling"
    assert edit_kind("R:OTHER", "its", "it 's") == "punctuation"  # an apostrophe is missing
    assert edit_kind("R:OTHER", "thing", "think") == "spelling"
    assert edit_kind("R:NOUN", "nobody", "anybody") == "word choice"


def test_a_mark_for_another_is_punctuation() -> None:
    assert edit_kind("R:PUNCT", ".", "?") == "punctuation"


def test_a_reason_gives_the_ratio_that_the_reference_has(model: ReferenceModel) -> None:
    reason = Reasons(model).of(
        Edit("sub", 1, "go", "goes"), "agreement", Surroundings(["that", "she"], ["to", "school"])
    )
    found = re.fullmatch(
        r"After \*she\*, the reference has \*goes\* (\d+) times as often as \*go\*\.", reason
    )
    assert found is not None

    def log10(word: str) -> float:
        state = model.scorer.nothing()  # type: ignore[attr-defined]
        _, state = model.scorer.advance(state, model.lexicon.id("she"))
        return model.scorer.advance(state, model.lexicon.id(word))[0]

    assert int(found[1]) == round(10 ** (log10("goes") - log10("go")))


def test_where_the_neighbours_say_nothing_the_reason_claims_no_figure(
    model: ReferenceModel,
) -> None:
    around = Surroundings(["goes"], ["goes"])
    backwards = Edit("sub", 1, "the", "goes")
    reason = Reasons(model).of(backwards, "word choice", around)
    assert not re.search(r"\d", reason)


def test_capitals_are_explained_by_how_the_reference_writes_the_word(model: ReferenceModel) -> None:
    reasons = Reasons(model)
    inside = Surroundings(["speak"], ["."])
    english = reasons.of(Edit("sub", 1, "english", "English"), "capitals", inside)
    assert re.search(r"\*English\* with a capital letter \d+ times in 100", english)
    first = reasons.of(Edit("sub", 0, "we", "We"), "capitals", Surroundings([], ["go"]))
    assert first == "A sentence begins with a capital letter."
    assert "*I* is always" in reasons.of(Edit("sub", 0, "i", "I"), "capitals", inside)


def test_alternatives_are_explained_each_alone(model: ReferenceModel) -> None:
    differ = SyntacticDiff(model)
    diff = differ("She go to market every days.")
    assert diff.alternatives
    found = Explainer(model).alternatives(diff)
    assert [each.edit for each in found] == list(diff.alternatives)


def test_names_keep_the_words_apart_from_what_is_said_of_them() -> None:
    assert quoted(readable_name("insert", "", "*")) == "missing “∗”"
    assert emphasised(readable_name("remove", "<b>", "")) == "needless <em>&lt;b&gt;</em>"
    assert "*" not in readable_name("sub", "*a*", "b")
