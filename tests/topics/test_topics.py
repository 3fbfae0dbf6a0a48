"""ErrorTopics: topics that were planted are found, and the scikit-learn contract."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from support.commands import reference_sentences

from syntacticdiff import EditVectorizer, ReferenceModel, UsageError
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.features.matrix import EmptyVocabularyError
from syntacticdiff.topics.topics import ErrorTopics

ARTICLES = ("the", "a", "an")
PREPOSITIONS = ("of", "to", "in")
AUXILIARIES = ("is", "are", "was")
HABITS = (ARTICLES, PREPOSITIONS, AUXILIARIES)


def sentence(*words: str) -> Diff:
    """A sentence that lacks these words; each would save many bits."""
    tokens = ("school",) * 8
    edits = tuple(Edit("insert", place, "", word, 3.0) for place, word in enumerate(words))
    return Diff(" ".join(tokens), tokens, edits, 9.0, None, None, None)


def essays(number: int = 60, seed: int = 0) -> list[list[Diff]]:
    """Essay i leaves out words of kind i modulo 3, and now and then any word."""
    generator = np.random.default_rng(seed)
    anything = [word for habit in HABITS for word in habit]
    return [
        [
            sentence(*generator.choice(HABITS[place % 3], 3), generator.choice(anything))
            for _ in range(4)
        ]
        for place in range(number)
    ]


def topics(n_topics: Any = 3, **settings: Any) -> ErrorTopics:
    return ErrorTopics(n_topics, **({"method": "lda", "max_df": 1.0} | settings))


@pytest.mark.parametrize("settings", [{}, {"prior": "auto"}, {"method": "nmf"}])
class TestPlantedTopics:
    def test_the_planted_topics_are_found(self, settings: dict[str, Any]) -> None:
        found = topics(**settings)
        shares = found.fit_transform(essays())
        dominant = shares.argmax(axis=1)
        assert len({tuple(dominant[kind::3]) for kind in range(3)}) == 3
        for kind in range(3):
            assert len(set(dominant[kind::3])) == 1
            words = {edit for edit, _ in found.topics_[dominant[kind]].edits[:3]}
            assert words == {f"insert({word})" for word in HABITS[kind]}
        assert {topic.label.split(":")[0] for topic in found.topics_} == {
            "missing articles",
            "missing prepositions",
            "missing auxiliary verbs",
        }

    def test_rows_sum_to_one_and_so_do_topics(self, settings: dict[str, Any]) -> None:
        found = topics(**settings)
        shares = found.fit_transform([*essays(), []])
        assert shares.shape == (61, 3)
        assert shares.sum(axis=1) == pytest.approx(1.0)
        assert found.components_.sum(axis=1) == pytest.approx(1.0)
        assert (shares >= 0).all()

    def test_no_documents_have_no_rows(self, settings: dict[str, Any]) -> None:
        assert topics(**settings).fit(essays()).transform([]).shape == (0, 3)

    def test_the_same_seed_gives_the_same_to_the_last_bit(self, settings: dict[str, Any]) -> None:
        first, second = topics(**settings), topics(**settings)
        assert (first.fit_transform(essays()) == second.fit_transform(essays())).all()
        assert first.topics_ == second.topics_

    def test_transform_gives_what_fit_transform_gave(self, settings: dict[str, Any]) -> None:
        found = topics(**settings)
        assert found.fit_transform(essays()) == pytest.approx(found.transform(essays()), abs=1e-3)

    def test_true_topics_predict_others_better_than_one_topic(
        self, settings: dict[str, Any]
    ) -> None:
        new = essays(30, seed=1)
        right, coarse = topics(**settings), topics(1, **settings)
        assert right.fit(essays()).score(new) > coarse.fit(essays()).score(new) + 0.3


class TestTopics:
    def test_a_document_s_shares_do_not_depend_on_its_neighbours(self) -> None:
        found = topics().fit(essays())
        new = essays(6, seed=2)
        together = found.transform(new)
        alone = np.vstack([found.transform([essay]) for essay in new])
        assert (together == alone).all()
        assert (found.transform(new[::-1]) == together[::-1]).all()

    def test_another_seed_gives_other_numbers(self) -> None:
        first = topics().fit_transform(essays())
        assert (topics(random_state=1).fit_transform(essays()) != first).any()

    @pytest.mark.parametrize("seed", range(4))
    def test_the_largest_topic_comes_first(self, seed: int) -> None:
        mostly_articles = [e for place, e in enumerate(essays(90)) if place % 3 == 0 or place < 30]
        found = topics(random_state=seed)
        shares = found.fit_transform(mostly_articles)
        assert found.topics_[0].label.startswith("missing articles")
        assert [topic.share for topic in found.topics_] == pytest.approx(shares.mean(axis=0))
        assert sorted(shares.mean(axis=0), reverse=True) == shares.mean(axis=0).tolist()

    def test_auto_finds_the_planted_number(self) -> None:
        found = topics("auto", candidates=(1, 2, 3, 9)).fit(essays())
        assert found.n_topics_ == 3
        assert set(found.held_out_) == {1, 2, 3, 9}
        assert max(found.held_out_.values()) == found.held_out_[3]

    def test_planted_topics_are_coherent(self) -> None:
        found = topics(n_edits=3).fit(essays())
        assert len(found.topics_[0].edits) == 3
        assert found.coherence(essays()).tolist() == pytest.approx(
            [topic.coherence for topic in found.topics_]
        )
        assert found.coherence_ == pytest.approx(found.coherence(essays()).mean())

    def test_rare_and_common_edits_are_left_out(self) -> None:
        documents = [*essays(), [sentence("beyond")], [sentence("beyond")]]
        documents = [[*essay, sentence("and")] for essay in documents]
        found = topics(min_df=3, max_df=0.9).fit(documents)
        assert set(found.vocabulary_) == {f"insert({w})" for habit in HABITS for w in habit}
        assert "insert(beyond)" in topics(min_df=2).fit(documents).vocabulary_

    def test_weak_edits_and_removals_of_content_words_do_not_count(self) -> None:
        weak = Edit("insert", 0, "", "into", 0.85)  # in total it saves little
        removal = Edit("remove", 0, "school", "", 3.0)
        extra = Diff("x", ("x",) * 9, (weak, removal), 9.0, None, None, None)
        documents = [[*essay, extra] for essay in essays()]
        assert "insert(into)" not in topics().fit(documents).vocabulary_
        assert "remove(school)" not in topics().fit(documents).vocabulary_
        everything = topics(min_bits=0, content_operations=("insert", "remove", "sub"))
        assert "remove(school)" in everything.fit(documents).vocabulary_

    def test_documents_without_edits_have_the_shares_of_the_prior(self) -> None:
        found = topics().fit(essays())
        assert found.transform([[], [sentence("beyond")]]) == pytest.approx(1 / 3)


@pytest.fixture(scope="module")
def vectorizer() -> EditVectorizer:
    model = ReferenceModel.train(list(reference_sentences()), order=3)
    return EditVectorizer(model, engine="python")


TEXTS = [
    "The teacher walks to school. My sister walks to library.",
    "The doctor walk to the garden. My sister walk to the station.",
] * 4


class TestTexts:
    def test_texts_and_their_diffs_give_the_same(self, vectorizer: EditVectorizer) -> None:
        found = topics(2, vectorizer=vectorizer)
        shares = found.fit_transform(TEXTS)
        diffs = list(found.differ_.many(TEXTS))
        assert (found.transform(diffs) == found.transform(TEXTS)).all()
        assert (clone(found).fit_transform(diffs) == shares).all()
        assert {"insert(the)", "sub(walk->walks)"} <= set(found.vocabulary_)

    def test_generators_and_tokens_are_accepted(self, vectorizer: EditVectorizer) -> None:
        found = topics(1, vectorizer=vectorizer).fit(text for text in TEXTS)
        assert found.transform([[["the", "teacher", "walk", "to", "school", "."]]]).shape == (1, 1)

    def test_plain_edits_are_counted_whatever_the_vectorizer_counts(
        self, vectorizer: EditVectorizer
    ) -> None:
        other = clone(vectorizer).set_params(features="class", min_df=8)
        wanted = topics(2, vectorizer=vectorizer).fit(TEXTS).vocabulary_
        assert topics(2, vectorizer=other).fit(TEXTS).vocabulary_ == wanted


class TestContract:
    def test_it_can_be_cloned_pickled_and_asked_for_its_parameters(self) -> None:
        found = topics(3, min_df=2)
        assert clone(found).get_params() == found.get_params()
        assert found.set_params(n_topics=2).n_topics == 2
        fitted = found.fit(essays())
        copied = pickle.loads(pickle.dumps(fitted))
        assert (copied.transform(essays()) == fitted.transform(essays())).all()

    def test_it_stands_in_a_pipeline(self) -> None:
        pipeline = make_pipeline(topics(), StandardScaler())
        assert pipeline.fit_transform(essays()).shape == (60, 3)
        assert pipeline[:-1].get_feature_names_out().tolist() == ["topic1", "topic2", "topic3"]

    def test_it_gives_data_frames(self) -> None:
        pytest.importorskip("pandas")
        frame = topics().set_output(transform="pandas").fit_transform(essays())
        assert list(frame.columns) == ["topic1", "topic2", "topic3"]

    @pytest.mark.parametrize("ask", ["transform", "score", "coherence", "counts"])
    def test_before_a_fit_every_method_raises(self, ask: str) -> None:
        with pytest.raises(NotFittedError):
            getattr(topics(), ask)(essays())

    def test_a_fit_that_fails_changes_nothing(self) -> None:
        found = topics().fit(essays())
        with pytest.raises(UsageError):
            found.set_params(n_topics=99).fit(essays())
        assert found.transform(essays()).shape == (60, 3)

    def test_random_states_of_any_kind(self) -> None:
        state = topics(random_state=np.random.RandomState(5)).fit(essays())
        again = topics(random_state=np.random.RandomState(5)).fit(essays())
        assert state.topics_ == again.topics_
        assert topics(random_state=None).fit(essays()).n_topics_ == 3

    def test_the_fitted_model_is_available(self) -> None:
        from gensim.models import LdaModel
        from sklearn.decomposition import NMF

        assert isinstance(topics().fit(essays()).model_, LdaModel)
        assert isinstance(topics(method="nmf").fit(essays()).model_, NMF)


BAD = {
    "n_topics": (
        (0, "n_topics: a whole number from 1 or 'auto' is needed, not 0"),
        (True, "n_topics: "),
        ("many", "n_topics: "),
        (61, r"n_topics: 61 is more than there are documents \(60\)"),
        (10, r"different edits \(9\)"),
    ),
    "method": (("lsa", "method: 'lsa' is not one of profiles, lda, nmf"),),
    "vectorizer": (("sweep", "vectorizer: an EditVectorizer is needed, not 'sweep'"),),
    "min_bits": ((-1, "min_bits: "),),
    "content_operations": (("sub", "content_operations: "),),
    "min_df": ((0, "min_df: "),),
    "max_df": ((1.5, "max_df: "),),
    "prior": ((0, "prior: a number above 0 or 'auto' is needed, not 0"), ("x", "prior: ")),
    "passes": ((0, "passes: a whole number from 1 is needed, not 0"),),
    "candidates": (((2, 0), "candidates: "), (None, "candidates: a collection"), (8, "candidates")),
    "resamples": ((-1, "resamples: a whole number from 0 or None is needed, not -1"),),
    "min_agreement": ((2, "min_agreement: a number from -1 to 1 is needed, not 2"), ("x", "min_")),
    "n_edits": ((0, "n_edits: "),),
    "random_state": (("x", "random_state: "), (-1, "random_state: ")),
}
BAD_SETTINGS = [(name, value, text) for name, cases in BAD.items() for value, text in cases]


@pytest.mark.parametrize(("name", "value", "message"), BAD_SETTINGS)
def test_invalid_settings_are_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        topics(**{name: value}).fit(essays())


def test_one_text_is_not_a_list_of_documents() -> None:
    with pytest.raises(UsageError, match="string object received"):
        topics().fit("We go to school.")


def test_documents_without_edits_have_no_topics() -> None:
    with pytest.raises(EmptyVocabularyError, match="no edit was found in 2 documents"):
        topics(min_df=1).fit([[], [sentence()]])


def test_too_few_documents_for_auto_are_refused() -> None:
    with pytest.raises(UsageError, match=r"n_topics: 2 documents .* are too few to choose"):
        topics("auto", min_df=1).fit(essays(2))


def test_auto_needs_documents_with_two_edits() -> None:
    with pytest.raises(UsageError, match="n_topics: no document has two edits"):
        topics("auto", min_df=1).fit([[sentence(word)] for word in ("the", "a", "of") * 4])


def test_a_fold_without_two_edits_in_any_document_is_ignored() -> None:
    mixed = [[sentence("the", "a")], [sentence("the", "a")], *([sentence("the")] for _ in range(7))]
    found = topics("auto", min_df=1, candidates=(1, 2)).fit(mixed)
    assert found.held_out_ is not None
    assert np.isfinite(list(found.held_out_.values())).all()


def test_a_topic_that_no_document_needs_lists_no_edits() -> None:
    two_habits = [[sentence("the", "a")]] * 9 + [[]] + [[sentence("of", "to", "in")]] * 2
    labels = [topic.label for topic in topics(5, min_df=1).fit(two_habits).topics_]
    assert labels[0].startswith("missing articles: ")
    assert labels[1].startswith("missing prepositions: ")
    assert labels[2:] == ["no edits of its own"] * 3


@pytest.mark.parametrize("n_topics", [1, 2])
@pytest.mark.parametrize("method", ["lda", "nmf"])
def test_a_topic_may_have_equally_probable_edits(method: str, n_topics: int) -> None:
    found = topics(n_topics, method=method, min_df=1).fit([[sentence("the", "a")]] * 9)
    assert {edit for edit, _ in found.topics_[0].edits} == {"insert(the)", "insert(a)"}


class TestNotebook:
    def test_the_table_of_topics_is_escaped(self) -> None:
        script = "<script>alert(1)</script>"
        documents = [[sentence("the", "a"), bad] for bad in [_spelled(script)] * 4]
        found = topics(1).fit(documents)
        page = found._repr_html_()
        assert script not in page
        assert "&lt;script&gt;" in page
        assert "missing “the”" in page
        assert found._repr_mimebundle_()["text/html"] == page

    def test_before_a_fit_it_is_what_scikit_learn_shows(self) -> None:
        assert "ErrorTopics" in topics()._repr_html_()


def _spelled(word: str) -> Diff:
    edit = Edit("sub", 0, word, f"{word}s", 3.0)
    return Diff(word, (word,) * 8, (edit,), 9.0, None, None, None)
