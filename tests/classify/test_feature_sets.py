"""Feature sets: what is counted, and that test documents do not influence training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.pipeline import make_pipeline
from support.commands import reference_sentences
from support.writers import essays

from syntacticdiff import Edit, EditVectorizer, ReferenceModel
from syntacticdiff.classify.feature_sets import WordAnalyzer, count_views
from syntacticdiff.classify.views import views_of
from syntacticdiff.classify.weighting import (
    FrequentColumns,
    feature_union,
    view_weights,
    weighting,
)
from syntacticdiff.errors import InputError, UsageError

TEXTS, _ = essays(5, length=3)


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.train(reference_sentences())


@pytest.fixture(scope="module")
def edits(model: ReferenceModel) -> EditVectorizer:
    return EditVectorizer(model, engine="python")


def test_words_are_all_tokens_folded(model: ReferenceModel) -> None:
    words = WordAnalyzer("words", model)("The cats don't walk! The end.")
    assert words == ["the", "cats", "do", "n't", "walk", "!", "the", "end", "."]


def test_a_cased_model_keeps_capitals() -> None:
    model = ReferenceModel.train(reference_sentences(), cased=True)
    assert WordAnalyzer("words", model)("The end.") == ["The", "end", "."]
    assert WordAnalyzer("stems", model)("The Ends.") == ["end"]


def test_stems_have_no_stop_words_punctuation_or_numbers(model: ReferenceModel) -> None:
    stems = WordAnalyzer("stems", model)("The well-known cats don't walk 2 miles, walking slowly.")
    assert stems == ["well-known", "cat", "walk", "mile", "walk", "slowli"]


def test_bigrams_come_with_the_words_and_cross_sentences(model: ReferenceModel) -> None:
    assert WordAnalyzer("bigrams", model)("We go. They stay") == [
        *("we", "go", ".", "they", "stay"),
        *("we go", "go .", ". they", "they stay"),
    ]


@pytest.mark.parametrize("view", ["words", "stems", "bigrams"])
def test_tokens_may_be_given(model: ReferenceModel, view: str) -> None:
    text = "We go home . \n\n They stay ."
    sentences = [["We", "go", "home", "."], [], ["They", "stay", "."]]
    assert WordAnalyzer(view, model)(sentences) == WordAnalyzer(view, model, True)(text)


@pytest.mark.parametrize(
    ("name", "views"),
    [
        ("words", ("words",)),
        ("combined", ("words", "edits")),
        ("stems+edits", ("stems", "edits")),
        ("bigrams + edits", ("bigrams", "edits")),
    ],
)
def test_a_feature_set_is_one_or_several_views(name: str, views: tuple[str, ...]) -> None:
    assert views_of(name) == views


@pytest.mark.parametrize("name", ["letters", "", "words+", "words+words", "combined+words"])
def test_an_unknown_feature_set_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="features: "):
        views_of(name)


def test_counts_are_those_of_the_vectorizers(edits: EditVectorizer, model: ReferenceModel) -> None:
    counts = count_views(TEXTS, ["words", "combined", "stems+edits"], edits)
    assert set(counts.matrices) == {"words", "stems", "edits"}
    alone = EditVectorizer(model, engine="python")
    assert (counts.matrices["edits"] != alone.fit_transform(TEXTS)).nnz == 0
    assert counts.names("edits").tolist() == alone.get_feature_names_out().tolist()
    words = CountVectorizer(analyzer=WordAnalyzer("words", model))
    assert (counts.matrices["words"] != words.fit_transform(TEXTS)).nnz == 0
    assert counts.joined(["words", "edits"]).shape == (
        len(TEXTS),
        sum(counts.matrices[view].shape[1] for view in ("words", "edits")),
    )


def test_tokenized_lines_are_counted_as_such(model: ReferenceModel) -> None:
    lines = ["The teacher walk to school\n\nshe's in garden .", "They read book ."]
    edits = EditVectorizer(model, engine="python", tokenized=True)
    counts = count_views(lines, ["combined"], edits)
    expected = EditVectorizer(model, engine="python", tokenized=True).fit_transform(lines)
    assert (counts.matrices["edits"] != expected).nnz == 0
    assert "she's" in counts.names("words")


def test_each_document_is_searched_once(edits: EditVectorizer) -> None:
    searched: list[Edit] = []

    def penalty(edit: Edit, tokens: Sequence[str]) -> float:
        searched.append(edit)
        return 0.0

    counting = clone(edits).set_params(penalties=penalty)
    counting.fit(TEXTS)
    once = list(searched)
    count_views(iter(TEXTS), ["edits", "combined", "stems+edits"], counting)
    assert once
    assert searched == once * 2


@pytest.mark.parametrize(
    ("name", "min_df"),
    [("words", 1), ("stems", 2), ("edits", 1), ("combined", 0.2), ("bigrams+edits", 2)],
)
def test_weighting_learns_from_training_documents_only(
    edits: EditVectorizer, name: str, min_df: float
) -> None:
    training, test = np.arange(0, 9), np.arange(9, len(TEXTS))
    counts = count_views(TEXTS, [name], edits)
    views = views_of(name)
    joined = counts.joined(views)
    ours = weighting(counts, views, edits_weight=0.7, min_df=min_df).fit(joined[training])
    # This one cannot depend on the test documents: it has never seen their texts.
    theirs = feature_union(name, edits, edits_weight=0.7, min_df=min_df)
    theirs.fit([TEXTS[i] for i in training])
    for rows in (training, test):
        expected = theirs.transform([TEXTS[i] for i in rows])
        assert abs(ours.transform(joined[rows]) - expected).max() < 1e-12


def test_a_view_is_weighted_as_scikit_learn_does(
    edits: EditVectorizer, model: ReferenceModel
) -> None:
    theirs = make_pipeline(
        CountVectorizer(analyzer=WordAnalyzer("words", model), min_df=2),
        TfidfTransformer(sublinear_tf=True),
    )
    ours = feature_union("words", edits, min_df=2)
    assert abs(ours.fit_transform(TEXTS) - theirs.fit_transform(TEXTS)).max() < 1e-12


def test_edits_are_weighted_beside_other_views_only() -> None:
    assert view_weights(("edits",), 0.5) == {"edits": 1.0}
    assert view_weights(("stems", "edits"), 0.5) == {"stems": 1.0, "edits": 0.5}


def test_the_logarithm_is_taken_of_counts_only(model: ReferenceModel) -> None:
    gains = EditVectorizer(model, engine="python", values="gain")
    weighted = feature_union("edits", gains).fit_transform(TEXTS)
    assert (
        abs(weighted - make_pipeline(gains, TfidfTransformer()).fit_transform(TEXTS)).max() < 1e-12
    )
    assert weighted.min() >= 0


def test_columns_that_too_few_documents_have_are_dropped() -> None:
    counts = np.array([[1.0, 0, 2, 0], [1, 3, 0, 0], [1, 1, 0, 0]])
    names = np.array(["a", "b", "c", "d"])
    for min_df, left in ((1, "abc"), (2, "ab"), (3, "a"), (0.9, "a"), (0.0, "abc")):
        columns = FrequentColumns(min_df).fit(counts)
        assert "".join(columns.get_feature_names_out(names)) == left
        assert columns.transform(counts).shape == (3, len(left))
    with pytest.raises(InputError, match="no feature is left"):
        FrequentColumns(4).fit(counts)
    with pytest.raises(UsageError, match="min_df"):
        FrequentColumns(-1).fit(counts)


def test_documents_with_nothing_to_count_are_refused(edits: EditVectorizer) -> None:
    with pytest.raises(InputError, match="no stems at all in 2 documents"):
        count_views(["...", ""], ["stems"], edits)
    with pytest.raises(InputError, match="no document"):
        count_views([], ["words"], edits)
    with pytest.raises(UsageError, match="numeric"):
        count_views(TEXTS, ["edits"], EditVectorizer(numeric=True))


def test_the_views_that_reviewers_ask_for(model: ReferenceModel) -> None:
    assert WordAnalyzer("ngrams", model)("We go home") == [
        *("we", "go", "home", "we go", "go home", "we go home"),
    ]
    assert WordAnalyzer("characters", model)("I\n go")[:4] == ["I", " ", "g", "o"]
    assert "I go" in WordAnalyzer("characters", model)("I\n go")
    assert WordAnalyzer("tags", model)("The children eat.")[:4] == ["DT", "NNS", "VBP", "."]
    assert "^ DT NNS" in WordAnalyzer("tags", model)("The children eat.")
    assert WordAnalyzer("function-words", model)("The cat of my aunt.") == ["the", "of", "my"]


def test_grammar_is_a_view_that_is_scaled_inside_the_folds() -> None:
    texts = ["She go to school.", "He is teacher.", "They has dogs.", "She goes to school."]
    counts = count_views(texts, ["words+grammar"])
    weighted = weighting(counts, ["words", "grammar"]).fit_transform(
        counts.joined(["words", "grammar"])
    )
    grammar = EditVectorizer(preset="grammar").fit_transform(texts)
    assert weighted.shape[1] == counts.matrices["words"].shape[1] + grammar.shape[1]


def test_short_names_can_be_parts() -> None:
    assert views_of("stacked+grammar")[-1] == "grammar"
    with pytest.raises(UsageError, match="twice"):
        views_of("stacked+tags")
