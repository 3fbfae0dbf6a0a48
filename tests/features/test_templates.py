"""Templates: given this edit in this sentence, this name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff import Diff, Edit
from syntacticdiff.errors import UsageError
from syntacticdiff.features.templates import (
    LONGEST_WORD,
    TEMPLATES,
    FeatureTemplates,
    checked_templates,
    word_class,
    words_as_written,
)
from syntacticdiff.text.function_words import CLOSED_CLASSES


def diff_of(sentence, *edits):
    return Diff(sentence, tuple(sentence.split()), edits, 5.0, None, None, None)


INSERT = Edit("insert", 2, "", "the", 0.5)
REMOVE = Edit("remove", 1, "of", "", 0.25)
SUB = Edit("sub", 0, "walked", "walking", 0.125)
SENTENCE = diff_of("walked of home", INSERT, REMOVE, SUB)

EXPECTED = {
    "edit": ["insert(the)", "remove(of)", "sub(walked->walking)"],
    "edit|previous": ["insert(the|of)", "remove(of|walked)", "sub(walked->walking|^)"],
    "edit|next": ["insert(the|+home)", "remove(of|+home)", "sub(walked->walking|+of)"],
    "edit|previous tag": ["insert(the|tag IN)", "remove(of|tag VBD)", "sub(walked->walking|tag ^)"],
    "edit|next tag": ["insert(the|+tag NN)", "remove(of|+tag NN)", "sub(walked->walking|+tag IN)"],
    "edit@position": ["insert(2,the)", "remove(1,of)", "sub(0,walked->walking)"],
    "operation": ["insert", "remove", "sub"],
    "class": ["insert(DET)", "remove(PREP)", "sub(ED->ING)"],
    "unmodified": [],
}


def names(templates, diff):
    return [name for name, _ in FeatureTemplates(templates).features(diff)]


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_spells_edits_in_its_way(template):
    assert names(template, SENTENCE) == EXPECTED[template]


def test_at_the_edges_there_is_no_token_and_no_marker():
    diff = diff_of("home", Edit("insert", 0, "", "go"), Edit("insert", 1, "", "."))
    assert names("edit|previous", diff) == ["insert(go|^)", "insert(.|home)"]
    assert names("edit|next", diff) == ["insert(go|+home)", "insert(.|+^)"]
    last = diff_of("go home", Edit("remove", 1, "home"))
    assert names("edit|next", last) == ["remove(home|+^)"]


def test_the_edit_template_gives_the_names_of_edits():
    assert names("edit", SENTENCE) == [str(edit) for edit in SENTENCE.edits]


def test_several_templates_add_up_and_one_named_twice_counts_once():
    everything = sorted(name for expected in EXPECTED.values() for name in expected)
    assert sorted(names(TEMPLATES, SENTENCE)) == everything
    assert len(set(everything)) == len(everything)
    assert names(["class", "edit", "class"], SENTENCE) == EXPECTED["class"] + EXPECTED["edit"]


def test_every_feature_comes_with_the_gain_of_its_edit():
    found = list(FeatureTemplates(["edit", "operation"]).features(SENTENCE))
    assert [gain for _, gain in found] == [0.5, 0.25, 0.125] * 2


def test_a_sentence_without_edits_is_unmodified_but_a_blank_line_is_not():
    assert names(["edit", "unmodified"], diff_of("all is well")) == ["unmodified"]
    assert names(["edit"], diff_of("all is well")) == []
    assert names("unmodified", diff_of("")) == []


def test_a_very_long_word_is_cut():
    word = "w" * 5000
    diff = diff_of(f"{word} a {word}", Edit("remove", 1, "a"), Edit("sub", 0, word, word))
    for template in TEMPLATES:
        assert all(len(name) < 3 * LONGEST_WORD for name in names(template, diff))
    longest = "w" * LONGEST_WORD
    assert names("edit", diff_of(longest, Edit("remove", 0, longest))) == [f"remove({longest})"]


CLASSES = {
    "DET": "the The a which",
    "PREP": "of in To",
    "AUX": "is were should",
    "PRON": "he them",
    "CONJ": "and because",
    "PART": "not n't 's",
    "NUM": "1984 3.5 2nd ½1",
    "PUNCT": ". ... :-) $ ^",
    "ING": "walking being-seeing",
    "ED": "walked wanted",
    "LY": "quickly happily",
    "NOUN": "nation happiness government quality distance",
    "ADJ": "famous useful active possible economic national homeless",
    "S": "houses goes cats",
    "OTHER": "house king red fly bus class this-is été 漢字 thing",
}


@pytest.mark.parametrize("name", CLASSES)
def test_words_belong_to_the_class(name):
    assert {word: word_class(word) for word in CLASSES[name].split()} == dict.fromkeys(
        CLASSES[name].split(), name
    )


def test_a_word_of_several_closed_classes_takes_the_first():
    assert "that" in CLOSED_CLASSES["DET"] & CLOSED_CLASSES["CONJ"]
    assert word_class("that") == "DET"


@given(st.text())
def test_every_text_has_a_class(text):
    assert word_class(text) in {*CLOSED_CLASSES, *CLASSES}


WORDS = st.text(st.characters(exclude_characters="|,", exclude_categories=["Z", "Cs"]), min_size=1)


@given(st.lists(WORDS, min_size=1, max_size=4), WORDS, st.data())
def test_templates_never_share_a_name_unless_a_word_has_their_marks(tokens, target, data):
    """Except `class`, whose names are words in capitals, and context words that begin with +."""
    position = data.draw(st.integers(0, len(tokens) - 1))
    edit = data.draw(
        st.sampled_from(
            [
                Edit("insert", position, "", target),
                Edit("remove", position, tokens[position]),
                Edit("sub", position, tokens[position], target),
            ]
        )
    )
    diff = Diff("", tuple(tokens), (edit,), 1.0, None, None, None)
    if any(token.startswith("+") for token in tokens):
        return
    spelled = [names(template, diff)[0] for template in list(TEMPLATES)[:5]]
    assert len(set(spelled)) == 5


@pytest.mark.parametrize("given", ["words", ["edit", "words"], [None], [["edit"]]])
def test_an_unknown_template_is_refused_by_name(given):
    with pytest.raises(UsageError, match=r"^features: .* is not one of edit, edit\|previous, "):
        checked_templates(given)


def test_templates_must_be_templates():
    with pytest.raises(UsageError, match=r"^features: one or several of edit, .* not 5"):
        checked_templates(5)
    assert checked_templates(()) == ()


def tagged_diff(text: str, *edits: Edit) -> Diff:
    tokens = tuple(text.lower().split())
    return Diff(text, tokens, edits, 5.0, None, None, None)


def test_an_edit_is_counted_with_the_tags_of_its_neighbours() -> None:
    diff = tagged_diff("She lives in house .", Edit("insert", 3, "", "the"))
    assert names("edit|previous tag", diff) == ["insert(the|tag IN)"]
    assert names("edit|next tag", diff) == ["insert(the|+tag NN)"]


def test_there_is_no_tag_beyond_the_ends_of_a_sentence() -> None:
    diff = tagged_diff("Dogs bark", Edit("insert", 0, "", "the"), Edit("insert", 2, "", "."))
    first, _ = names("edit|previous tag", diff)
    _, last = names("edit|next tag", diff)
    assert (first, last) == ("insert(the|tag ^)", "insert(.|+tag ^)")


def test_tags_and_tokens_can_be_asked_for_together() -> None:
    diff = tagged_diff("She lives in house .", Edit("insert", 3, "", "the"))
    assert names(["edit|previous", "edit|next tag"], diff) == [
        "insert(the|in)",
        "insert(the|+tag NN)",
    ]


def test_the_tagger_sees_the_capitals_of_the_text() -> None:
    diff = tagged_diff("I met Rose in Paris")
    assert words_as_written(diff) == ["I", "met", "Rose", "in", "Paris"]
    strange = Diff("\u0130x", ("i", "y"), (), 5.0, None, None, None)
    assert words_as_written(strange) == ["i", "y"]
