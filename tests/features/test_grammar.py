"""Features of grammar: rates of believable edits by kind, edit and context."""

from __future__ import annotations

import math
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from syntacticdiff import Diff, Edit, EditVectorizer, ReferenceModel, SyntacticDiff
from syntacticdiff.classify.views import VIEWS, Reading
from syntacticdiff.edits.names import NamedEdit, parsed_name
from syntacticdiff.errors import UsageError
from syntacticdiff.features import GROUPS, ColumnScaling, GrammarFeatures, grammar, group_of, kinds
from syntacticdiff.features.grammar import IDF_GROUPS, WEIGHTS
from syntacticdiff.features.kinds import masked_change, opportunities, opportunity_of, tagged_kind
from syntacticdiff.features.matrix import EmptyVocabularyError
from syntacticdiff.features.plain_features import habit_of_feature
from syntacticdiff.features.spelling_habits import letter_patterns
from syntacticdiff.features.unusual import Unusual

Change = tuple[str, str, str]

ESSAYS = [
    "She go to school every day. He is teacher and he have two dog.",
    "I recieve a letter on Monday. We was happy about it.",
    "She goes to school every day. He is a teacher and he has two dogs.",
]


def diff(text: str, *edits: Edit, alternatives: tuple[Edit, ...] = ()) -> Diff:
    tokens = tuple(text.lower().split())
    return Diff(text, tokens, edits, 5.0, 4.0, None, None, alternatives=alternatives)


@pytest.fixture(scope="module")
def fitted() -> EditVectorizer:
    return EditVectorizer(preset="grammar").fit(ESSAYS)


def test_an_edit_counts_with_its_probability_and_so_do_its_alternatives() -> None:
    sure = Edit("insert", 1, "", "a", probability=0.6)
    other = Edit("insert", 1, "", "the", probability=0.2)
    row = GrammarFeatures()([diff("Is teacher here", sure, alternatives=(other,))]).features
    assert row["insert(a)"] == pytest.approx(math.sqrt(0.6 / 0.8))
    assert row["insert(the)"] == pytest.approx(math.sqrt(0.2 / 0.8))
    assert row["insert DET per bare noun"] == pytest.approx(math.sqrt(0.8 / 2))


def test_a_missing_article_counts_per_noun_that_has_none() -> None:
    article = Edit("insert", 1, "", "a", probability=1.0)
    short = [diff("Is teacher", article)]
    longer = [*short, *(diff("He has a dog and the cat") for _ in range(5))]
    name = "insert DET per bare noun"
    rows = [GrammarFeatures()(diffs).features for diffs in (short, longer)]
    assert rows[0][name] == rows[1][name]
    assert rows[0]["edits_per_token"] > rows[1]["edits_per_token"]


def test_content_words_are_masked_unless_they_are_kept() -> None:
    edits = (
        Edit("remove", 0, "japanese", "", probability=0.7),
        Edit("sub", 1, "dogs", "dog", probability=0.8),
    )
    masked = GrammarFeatures()([diff("Japanese dogs run", *edits)]).features
    kept = GrammarFeatures("keep")([diff("Japanese dogs run", *edits)]).features
    assert not any("japan" in name or "dog" in name for name in masked)
    assert {"remove(japanese)", "sub(dogs->dog)"} <= set(kept)


def test_every_name_has_one_group_and_all_groups_occur(fitted: EditVectorizer) -> None:
    names = fitted.get_feature_names_out().tolist()
    assert len(set(names)) == len(names)
    assert {group_of(name) for name in names} == set(GROUPS)


def test_the_reference_says_what_is_unusual_beyond_believable_edits() -> None:
    reference = ReferenceModel.load("default")
    diffs = SyntacticDiff(reference).document(ESSAYS[0])
    row = GrammarFeatures("mask", reference)(diffs).features
    for group in IDF_GROUPS:
        values = [value for name, value in row.items() if group_of(name) == group]
        assert not values or math.fsum(x * x for x in values) == pytest.approx(1.0), group
    assert row["bits(to {NN})"] > 0
    assert any(group_of(name) == "likelier context" for name in row)
    assert not any("school" in name or "teacher" in name for name in row)
    kept = GrammarFeatures("keep", reference)(diffs).features
    assert any("dogs" in name for name in kept if name.startswith("likelier "))
    believable = {name: value for name, value in row.items() if name in GrammarFeatures()(diffs)[0]}
    assert believable == GrammarFeatures()(diffs).features


def test_bits_of_words_are_those_of_the_sentence() -> None:
    reference = ReferenceModel.load("default")
    [found] = SyntacticDiff(reference).document("He is a teacher.")
    bits = Unusual(reference).word_bits(found)
    assert len(bits) == len(found.tokens) + 1
    assert sum(bits) / len(bits) == pytest.approx(found.before)


def test_a_sweep_counts_edits_that_are_not_believable_too() -> None:
    reference = ReferenceModel.load("default")
    diffs = SyntacticDiff(reference).document("She walked quickly to the old school near river.")
    [edits] = Unusual(reference).edits(diffs)
    assert len(edits) > len(diffs[0].edits)
    assert all(bits > 0 for _, bits in edits)


def test_words_that_look_like_masks_are_told_from_them() -> None:
    word = Edit("remove", 0, "{NN}", "", probability=1.0)
    mask = Edit("remove", 0, "house", "", probability=1.0)
    names = [
        set(GrammarFeatures(content)([diff(f"{edit.source} ?", edit)]).features)
        for content, edit in (("keep", word), ("mask", mask))
    ]
    assert "remove({NN})" not in names[0]


def test_the_matrix_is_scaled_and_transform_gives_the_same(fitted: EditVectorizer) -> None:
    matrix = clone(fitted).fit_transform(ESSAYS).toarray()
    assert np.array_equal(matrix, fitted.transform(ESSAYS).toarray())
    groups = np.array([group_of(name) for name in fitted.get_feature_names_out()])
    for group in GROUPS:
        variance = matrix[:, groups == group].var(axis=0).sum()
        assert variance == pytest.approx(WEIGHTS.get(group, 1.0))


def test_the_search_is_the_believable_one_unless_it_is_set(fitted: EditVectorizer) -> None:
    assert "way:believable" in fitted.differ_.signature
    assert EditVectorizer(preset="grammar", prune=8.0).differ_settings()["prune"] == 8.0
    assert EditVectorizer().differ_settings()["search"] == "sweep"


def test_a_pickle_gives_the_same_rows(fitted: EditVectorizer) -> None:
    twin = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(
        twin.transform(ESSAYS[:1]).toarray(), fitted.transform(ESSAYS[:1]).toarray()
    )


def test_inverse_transform_names_what_a_document_has(fitted: EditVectorizer) -> None:
    found = fitted.inverse_transform(fitted.transform(ESSAYS))
    assert "letters(ie>ei)" in found[1]
    assert "letters(ie>ei)" not in found[0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"preset": "style"}, "preset"),
        ({"preset": "grammar", "content": "hide"}, "content"),
        ({"preset": "grammar", "binary": True}, "binary"),
        ({"preset": "grammar", "features": "edit"}, "features"),
        ({"preset": "grammar", "dtype": int}, "dtype"),
    ],
)
def test_what_a_preset_decides_is_left_alone(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        EditVectorizer(**settings).fit(ESSAYS)  # type: ignore[arg-type]


def test_kinds_and_what_they_are_counted_per() -> None:
    verb = tagged_kind(Edit("sub", 0, "go", "goes"), "VBP")
    assert verb == "sub VB form >s"
    assert opportunity_of(verb) == "verb"
    assert masked_change("english", "English") == "capital"
    assert opportunities(("DT", "JJ", "NN", "VBZ", "NN", "."))["bare noun"] == 1


@pytest.mark.parametrize(
    ("source", "target", "pattern"),
    [("helo", "hello", "letters(>l)"), ("definately", "definitely", "letters(a>i)")],
)
def test_letters_of_misspellings(source: str, target: str, pattern: str) -> None:
    assert pattern in letter_patterns(source, target)
    assert letter_patterns("dogs", "dog") == ()


def test_groups_weighted_by_rarity_keep_rare_columns() -> None:
    values = np.zeros((400, 3))
    values[:100, 0], values[:2, 1], values[::2, 2] = 1.0, 1.0, 1.0
    plain = ColumnScaling(["a", "a", "b"]).fit(values)
    rare = ColumnScaling(["a", "a", "b"], idf_groups=["a"]).fit(values)
    assert plain.columns_.tolist() == [0, 2]
    assert rare.columns_.tolist() == [0, 1, 2]
    assert rare.factors_[1] > rare.factors_[0]
    scaled = rare.transform(values).toarray()
    assert scaled[:, :2].var(axis=0).sum() == pytest.approx(1.0)


def test_columns_that_do_not_vary_are_left_out() -> None:
    scaling = ColumnScaling(["a", "b"]).fit(np.array([[1.0, 2.0], [1.0, 0.0]]))
    assert scaling.columns_.tolist() == [1]
    with pytest.raises(EmptyVocabularyError):
        ColumnScaling(["a"]).fit(np.ones((3, 1)))


ODD = (
    st.text(alphabet=r"ab{}|\->,()^$[] " + "1", min_size=1, max_size=6).map(str.strip).filter(bool)
)
CHANGES = st.one_of(
    st.tuples(st.just("insert"), st.just(""), ODD),
    st.tuples(st.just("remove"), ODD, st.just("")),
    st.tuples(st.just("sub"), ODD, ODD),
)


@given(CHANGES, CHANGES)
def test_two_edits_have_one_name_only_if_they_are_one_change(one: Change, two: Change) -> None:
    names = [grammar._spelled(*change, "NN", False) for change in (one, two)]
    assert (names[0] == names[1]) == (one == two)
    parsed = parsed_name(names[0])
    assert parsed == NamedEdit(*one)


@given(CHANGES, st.sampled_from(["NN", "VBP", "IN"]), CHANGES, st.sampled_from(["NN", "VBP", "IN"]))
def test_masked_names_say_the_operation_the_function_words_and_the_masks(
    one: Change, tag: str, two: Change, other: str
) -> None:
    def meaning(change: Change, tag: str) -> tuple[object, ...]:
        op, source, target = change
        if op == "sub" and (kind := masked_change(source, target)) is not None:
            return op, tag, kind
        return op, kinds.mask(source, tag) or (source,), kinds.mask(target, "word") or (target,)

    names = [grammar._spelled(*change, of, True) for change, of in ((one, tag), (two, other))]
    assert (names[0] == names[1]) == (meaning(one, tag) == meaning(two, other))


@given(ODD, ODD, ODD, ODD)
def test_letters_of_two_misspellings_have_one_name_only_if_they_are_the_same(
    source: str, target: str, other: str, word: str
) -> None:
    def change(name: str) -> list[str]:
        return re.findall(r"\\.|.", name)  # an escape is one letter

    for first, second in zip(
        letter_patterns(source, target), letter_patterns(other, word), strict=False
    ):
        if first == second:
            assert change(first) == change(second)
            assert change(first).count(">") == 1


def test_groups_do_not_share_names(fitted: EditVectorizer) -> None:
    names = fitted.get_feature_names_out().tolist()
    assert len(set(names)) == len(names)
    for name in names:
        assert name.isprintable()
        assert habit_of_feature(name)


@pytest.mark.parametrize("view", [name for name, view in VIEWS.items() if view.features])
def test_names_of_views_are_injective(view: str) -> None:
    """Tokens that are given may hold spaces and backslashes."""
    function = VIEWS[view].features
    assert function is not None
    one = Reading("a b c", [["a b", "c"]], ["a b", "c"], "en")
    two = Reading("a b c", [["a", "b c"]], ["a", "b c"], "en")
    three = Reading("a b c", [["a", "b", "c"]], ["a", "b", "c"], "en")
    if view in ("bigrams", "ngrams"):
        longest = [max(function(reading), key=len) for reading in (one, two, three)]
        assert len(set(longest)) == 3
        assert function(one)[0] == r"a\ b"
    assert function(three) == function(three)
