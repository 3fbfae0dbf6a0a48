"""Profiles of habits: planted habits are found, and small or odd classes get an answer."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

from syntacticdiff import ErrorTopics, InputError, UsageError
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.topics import KINDS, KindCounts, bootstrap_agreement, topic_examples
from syntacticdiff.topics.kind_counts import raised

HABITS = {
    "articles and number": {"insert(the)": 0.6, "sub(book->books)": 0.3},
    "prepositions": {"sub(on->in)": 0.7, "insert(to)": 0.2},
    "spelling": {"sub(becuase->because)": 0.9, "sub(freind->friend)": 0.8},
}
FAINT = {edit: 0.03 for habit in HABITS.values() for edit in habit}
WORDS = ["we", "saw", "a", "book", "on", "the", "table", "and", "it", "was", "new"]


def sentence(expected: dict[str, float]) -> Diff:
    tokens = tuple(WORDS)
    return Diff(" ".join(tokens), tokens, (), 9.0, 9.0, "", tokens, soft_counts=expected)


def essay(habit: str | None, sentences: int = 8) -> list[Diff]:
    return [sentence(FAINT | HABITS.get(habit or "", {})) for _ in range(sentences)]


def school(size: int = 48) -> list[list[Diff]]:
    """Every fourth essay has few errors, and each of the others one habit."""
    habits = (*HABITS, None)
    generator = np.random.default_rng(0)
    return [essay(habits[n % 4], int(generator.integers(6, 12))) for n in range(size)]


def names(topics: ErrorTopics) -> list[str]:
    return [topic.label.partition(":")[0] for topic in topics.topics_]


class TestPlantedHabits:
    def test_the_main_topic_is_the_habit(self) -> None:
        topics = ErrorTopics(random_state=0)
        shares = topics.fit_transform(school())
        assert shares.shape == (48, 8)
        found = [names(topics)[main] for main in shares.argmax(axis=1)]
        assert found == [*HABITS, "few errors"] * 12

    def test_shares_sum_to_one_and_few_errors_comes_last(self) -> None:
        topics = ErrorTopics()
        shares = topics.fit_transform(school())
        assert shares.sum(axis=1) == pytest.approx(1.0)
        assert (shares > 0).all()
        assert names(topics)[-1] == "few errors"
        rates = [topic.rate for topic in topics.topics_[:-1]]
        assert rates == sorted(rates, reverse=True)

    def test_more_errors_of_a_kind_are_a_larger_share_of_it(self) -> None:
        topics = ErrorTopics().fit(school())
        place = names(topics).index("spelling")
        some = [[*essay(None, 8 - n), *essay("spelling", n)] for n in range(9)]
        shares = topics.transform(some)
        assert (np.diff(shares[:, place]) > 0).all()
        assert (np.diff(shares[:, -1]) < 0).all()

    def test_a_short_text_says_less_than_a_long_one(self) -> None:
        topics = ErrorTopics().fit(school())
        place = names(topics).index("prepositions")
        short, long = topics.transform([essay("prepositions", 1), essay("prepositions", 20)])
        assert short[place] < 0.8 * long[place]

    def test_profiles_are_errors_per_100_words(self) -> None:
        topics = ErrorTopics().fit(school())
        rates = topics.profiles([essay("spelling", 200)])
        expected = 100 * sum(raised(p) for p in HABITS["spelling"].values()) / len(WORDS)
        assert rates.shape == (1, 7)
        assert rates[0, names(topics).index("spelling")] == pytest.approx(expected, rel=0.05)

    def test_the_rate_of_a_topic_is_the_plain_sum_of_probabilities(self) -> None:
        topics = ErrorTopics().fit([essay("spelling", 3), essay(None, 5)])
        found = dict(zip(names(topics), topics.topics_, strict=True))
        faint = len(HABITS["spelling"]) * 5 * 0.03
        expected = 3 * sum(HABITS["spelling"].values()) + faint
        assert found["spelling"].rate == pytest.approx(100 * expected / (8 * len(WORDS)))

    def test_examples_are_documents_with_more_than_the_class(self) -> None:
        documents = school()
        topics = ErrorTopics()
        shares = topics.fit_transform(documents)
        found = topic_examples(topics, documents, shares)
        spelling = found[names(topics).index("spelling")]
        assert {document % 4 for document, _ in spelling.documents} == {2}
        assert {document % 4 for document, _ in found[-1].documents} == {3}


class TestNumberOfTopics:
    def test_stable_topics_are_offered_as_asked_for(self) -> None:
        topics = ErrorTopics().fit(school())
        assert topics.n_topics_ == 8
        assert topics.agreements_[8] >= 0.6
        assert topics.note_ is None

    def test_topics_that_resampling_does_not_confirm_are_fewer_and_it_says_so(self) -> None:
        with pytest.warns(UserWarning, match="topics instead of 8: with 8, resampled"):
            topics = ErrorTopics(min_agreement=1.0).fit(noise())
        assert topics.n_topics_ < 8
        assert topics.transform(noise()).shape[1] == topics.n_topics_ == len(topics.topics_)
        assert min(topics.agreements_) == topics.n_topics_
        assert topics.note_ is not None

    def test_more_topics_than_kinds_are_not_offered(self) -> None:
        with pytest.warns(UserWarning, match="there are only 12 kinds"):
            assert ErrorTopics(50).fit(school()).n_topics_ == len(KINDS) + 1

    @pytest.mark.parametrize("size", [12, 48])
    def test_auto_gives_every_topic_some_documents(self, size: int) -> None:
        topics = ErrorTopics("auto")
        main = topics.fit_transform(school(size)).argmax(axis=1)
        assert np.bincount(main, minlength=topics.n_topics_).min() >= 2
        assert topics.n_topics_ > 2

    def test_agreement_is_1_where_nothing_depends_on_the_documents(self) -> None:
        class Fixed:
            def shares(self, matrix: Any) -> Any:
                return np.eye(3)[np.arange(matrix.shape[0]) % 3]

        matrix = np.zeros((9, 1))
        steps: list[int] = []
        found = bootstrap_agreement(lambda _: Fixed(), matrix, 5, 0, lambda: steps.append(1))
        assert (found, len(steps)) == (1.0, 5)


def noise() -> list[list[Diff]]:
    generator = np.random.default_rng(1)
    return [
        [sentence({edit: generator.random() for edit in FAINT}) for _ in range(3)]
        for _ in range(44)
    ]


class TestSmallAndOddClasses:
    @pytest.mark.parametrize("size", [1, 2, 5, 39])
    def test_a_small_class_has_fixed_kinds_and_no_warning(self, size: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            topics = ErrorTopics()
            shares = topics.fit_transform(school(size))
        assert shares.shape == (size, 8)
        assert names(topics)[int(shares[0].argmax())] == "articles and number"
        assert "fewer than 40" in str(topics.note_)
        assert topics.agreements_ == {}

    def test_equal_essays_have_equal_shares(self) -> None:
        for size in (3, 50):
            shares = ErrorTopics().fit_transform([essay("spelling")] * size)
            assert np.ptp(shares, axis=0) == pytest.approx(0.0, abs=1e-12)

    def test_an_empty_essay_has_equal_shares_and_no_topic(self) -> None:
        topics = ErrorTopics()
        shares = topics.fit_transform([*school(4), []])
        assert shares[4] == pytest.approx(1 / 8)
        assert topics.has_topic_.tolist() == [True] * 4 + [False]

    def test_essays_without_errors_have_few_errors(self) -> None:
        shares = ErrorTopics().fit_transform([[sentence({})] * 30] * 3)
        assert set(shares.argmax(axis=1)) == {7}

    @pytest.mark.parametrize("size", [1, 5, 50])
    def test_faint_signs_alone_are_few_errors(self, size: int) -> None:
        faint = {"insert(,)": 0.2, "sub(on->in)": 0.1}
        topics = ErrorTopics()
        shares = topics.fit_transform([[sentence(faint)] * 3] * size)
        assert set(shares.argmax(axis=1)) == {topics.n_topics_ - 1}
        [habit] = topics.transform([essay("spelling")])
        assert names(topics)[habit.argmax()] == "spelling"

    def test_in_a_small_class_the_faultless_have_few_errors(self) -> None:
        faint = [sentence({"insert(,)": 0.2, "sub(on->in)": 0.1})] * 3
        topics = ErrorTopics()
        shares = topics.fit_transform([faint, essay("spelling"), faint])
        main = [names(topics)[place] for place in shares.argmax(axis=1)]
        assert main == ["few errors", "spelling", "few errors"]

    def test_nothing_at_all_is_refused(self) -> None:
        with pytest.raises(InputError, match="there are no documents to make topics of"):
            ErrorTopics().fit([])

    def test_one_topic_is_few_errors(self) -> None:
        assert ErrorTopics(1).fit_transform(school(4)).tolist() == [[1.0]] * 4


class TestContract:
    def test_the_same_again_to_the_last_bit_with_any_seed(self) -> None:
        first = ErrorTopics(random_state=0).fit_transform(school())
        assert (ErrorTopics(random_state=7).fit_transform(school()) == first).all()

    def test_transform_gives_what_fit_transform_gave_and_rows_do_not_matter_to_each_other(
        self,
    ) -> None:
        topics = ErrorTopics()
        shares = topics.fit_transform(school())
        assert (topics.transform(school()) == shares).all()
        assert (topics.transform(school()[::-1]) == shares[::-1]).all()

    def test_it_can_be_pickled_and_cloned(self) -> None:
        topics = ErrorTopics(5, resamples=3).fit(school())
        copied = pickle.loads(pickle.dumps(topics))
        assert (copied.transform(school()) == topics.transform(school())).all()
        assert clone(topics).get_params() == topics.get_params()

    def test_what_profiles_do_not_have_is_refused_in_one_line(self) -> None:
        with pytest.raises(UsageError, match="score: profiles predict no edits"):
            ErrorTopics().fit(school()).score(school())
        lda = ErrorTopics(2, method="lda", min_df=1, max_df=1.0)
        edits = [[_found("the")], [_found("to")]] * 3
        with pytest.raises(UsageError, match="profiles: method is 'lda'"):
            lda.fit(edits).profiles(edits)


def _found(word: str) -> Diff:
    edits = (Edit("insert", 2, "", word, 3.0),)
    return Diff(" ".join(WORDS), tuple(WORDS), edits, 9.0, None, None, None)


class TestKindCounts:
    def test_edits_of_a_sweep_count_once_and_only_those_that_count(self) -> None:
        weak = Edit("insert", 0, "", "into", 0.01)
        diff = Diff("x", tuple(WORDS), (*_found("the").edits, weak), 9.0, None, None, None)
        row = KindCounts()([diff])
        assert KindCounts.kinds(row)["articles"] == 1.0
        assert sum(KindCounts.kinds(row).values()) == 1.0

    def test_faint_edits_count_but_only_probable_ones_by_name(self) -> None:
        row = KindCounts()([sentence({"insert(the)": 0.01}), _found("to")])
        assert row.features == {"insert(to)": 1.0}
        assert KindCounts.kinds(row)["articles"] == pytest.approx(raised(0.01))

    def test_words_nouns_and_verbs_are_counted(self) -> None:
        assert KindCounts()([sentence({})]).numbers[len(KINDS) :][:3] == (11, 2, 2)
        assert KindCounts(language="de")([sentence({})]).numbers[len(KINDS) :][:3] == (11, 11, 11)
