"""Comparison: planted differences come first, and no model judges what it has seen."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import pytest
from sklearn.base import clone

from syntacticdiff import EditVectorizer, InputError, ReferenceModel, UsageError
from syntacticdiff.compare.comparison import Comparison
from syntacticdiff.differ.ways import BELIEVABLE

PEOPLE = ("teacher", "doctor", "child", "neighbor")
PLACES = ("garden", "station", "market", "school", "library")
VECTORIZER = EditVectorizer(min_count=1, engine="python")


def letters(article: str = "the ", closing: str = "It was a fine day.") -> list[str]:
    """Short texts, the same except for what is planted."""
    return [
        f"The {person} walked to {article}{place} in the morning. {closing}"
        for person, place in itertools.product(PEOPLE, PLACES)
    ]


def comparison(**settings: Any) -> Comparison:
    return Comparison(**({"vectorizer": VECTORIZER} | settings))


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return comparison().fit(letters(article=""), letters())


@pytest.fixture(scope="module")
def habits() -> Comparison:
    believable = EditVectorizer(**{**BELIEVABLE, "min_count": 1})
    return comparison(vectorizer=believable).fit(letters(article=""), letters())


class TestContrasts:
    def test_what_was_planted_comes_first_in_both_directions(self, compared: Comparison) -> None:
        first, second = compared.a_under_b_.contrasts[0], compared.b_under_a_.contrasts[0]
        assert (first.edit, second.edit) == ("insert(the)", "remove(the)")
        assert first.count > 10 * first.reference_count
        assert first.documents == 20

    def test_contrasts_are_ranked_and_only_of_the_texts_side(self, compared: Comparison) -> None:
        for direction in (compared.a_under_b_, compared.b_under_a_):
            scores = [contrast.z for contrast in direction.contrasts]
            assert scores == sorted(scores, reverse=True)
            assert min(scores) > 0
            assert (direction.documents, direction.reference_documents) == (20, 20)
            assert direction.edits >= sum(contrast.count for contrast in direction.contrasts)

    def test_examples_are_sentences_of_the_texts_with_that_edit_alone(
        self, compared: Comparison
    ) -> None:
        for contrast in compared.a_under_b_.contrasts:
            assert 1 <= len(contrast.examples) <= 3
            for example in contrast.examples:
                assert {str(edit) for edit in example.diff.edits} == {contrast.edit}
                assert example.diff.text in letters(article="")[example.document]

    def test_corpora_that_are_exchanged_exchange_the_directions(self, compared: Comparison) -> None:
        other = comparison().fit(letters(), letters(article=""))
        for there, back in (
            (compared.a_under_b_, other.b_under_a_),
            (compared.b_under_a_, other.a_under_b_),
        ):
            assert [c.edit for c in there.contrasts] == [c.edit for c in back.contrasts]
            assert [c.z for c in there.contrasts] == [c.z for c in back.contrasts]

    def test_removals_alone_give_the_words_typical_of_a_corpus(self) -> None:
        removals = clone(VECTORIZER).set_params(operations=["remove"])
        found = comparison(vectorizer=removals).fit(
            letters(closing="It was a gloomy and rainy day."), letters()
        )
        words = {contrast.edit for contrast in found.a_under_b_.contrasts[:4]}
        assert {"remove(gloomy)", "remove(rainy)"} <= words

    def test_a_reference_without_edits_of_its_own_still_judges(self) -> None:
        removals = clone(VECTORIZER).set_params(operations=["remove"], min_gain=0.3)
        found = comparison(vectorizer=removals).fit(letters(closing="It was fine fine."), letters())
        assert found.a_under_b_.reference_edits == 0
        assert found.a_under_b_.contrasts[0].edit == "remove(fine)"

    def test_it_is_the_same_with_workers_and_again(self, compared: Comparison) -> None:
        parallel = clone(VECTORIZER).set_params(n_jobs=2)
        again = comparison(vectorizer=parallel).fit(letters(article=""), letters())
        assert again.a_under_b_ == compared.a_under_b_

    def test_tokens_give_the_same_as_texts(self) -> None:
        def tokens(texts: list[str]) -> list[Any]:
            return [[s.lower().split() for s in text.split(". ")] for text in texts]

        found = comparison().fit(tokens(letters(article="")), tokens(letters()))
        assert found.a_under_b_.contrasts[0].edit == "insert(the)"


class TestHabits:
    """By default edits have probabilities: they are counted per opportunity."""

    def test_missing_articles_are_counted_per_noun(self, habits: Comparison) -> None:
        first = habits.a_under_b_.habits[0]
        assert (first.edit, first.per) == ("missing article", "nouns")
        nouns = 4 * 20  # or nearly: the tagger may see it differently
        assert first.rate == pytest.approx(100 * first.count / nouns, rel=0.2)
        assert habits.a_under_b_.contrasts[0].edit == "insert(the)"
        assert all(contrast.per == "words" for contrast in habits.a_under_b_.contrasts)

    def test_examples_have_an_edit_of_that_habit(self, habits: Comparison) -> None:
        for example in habits.a_under_b_.habits[0].examples:
            [edit] = example.diff.edits
            assert (edit.op, edit.target) == ("insert", "the")

    def test_more_of_everything_is_a_difference_too(self) -> None:
        """Shares of edits would say nothing where one side has more errors of every kind."""
        bad = [text.replace("the ", "").replace("walked", "walk") for text in letters()]
        believable = EditVectorizer(**{**BELIEVABLE, "min_count": 1})
        found = comparison(vectorizer=believable).fit([*bad, *bad], letters())
        names = [habit.edit for habit in found.a_under_b_.habits]
        assert {"missing article", "form of the verb"} & set(names)

    def test_the_warning_about_other_references_is_not_for_users(
        self, recwarn: pytest.WarningsRecorder
    ) -> None:
        Comparison().fit(letters(article=""), letters())
        assert [str(warning.message) for warning in recwarn] == []


class TestJudges:
    def test_no_text_is_judged_by_a_model_that_has_seen_it_or_an_equal_text(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The training texts and the judged texts of each model do not overlap."""
        seen: dict[int, set[str]] = {}
        judged: list[tuple[int, str]] = []
        train, document = ReferenceModel.train, Comparison.fit

        def noted(texts: Any, **settings: Any) -> ReferenceModel:
            kept = list(texts)
            model = train(kept, **settings)
            seen[id(model)] = {text.lower() for text in kept}
            models.append(model)  # so that no other gets its id
            return model

        from syntacticdiff.differ.differ import SyntacticDiff

        apply = SyntacticDiff.apply

        def noting(self: SyntacticDiff, function: Any, documents: Any, *rest: Any) -> Any:
            judged.extend((id(self.model), text.lower()) for text in documents)
            return apply(self, function, documents, *rest)

        models: list[ReferenceModel] = []
        monkeypatch.setattr(ReferenceModel, "train", noted)
        monkeypatch.setattr(SyntacticDiff, "apply", noting)
        shared = letters()[:6]
        a = [*letters(article=""), *(text.upper() for text in shared)]
        b = [*letters(), *shared, "  ".join(shared[0].split(" "))]
        assert document(comparison(), a, b)
        assert len(models) == 10
        spaced = {text: " ".join(text.split()) for _, text in judged}
        for model, text in judged:
            assert spaced[text] not in {" ".join(known.split()) for known in seen[model]}
        # and every text was judged: those in one corpus only, by all five models
        assert sum(text == letters(article="")[0].lower() for _, text in judged) == 6
        assert {text for _, text in judged} == {text.lower() for text in a + b}

    def test_equal_corpora_have_no_contrasts(self) -> None:
        found = comparison().fit(letters(), letters())
        assert found.a_under_b_.edits == pytest.approx(found.a_under_b_.reference_edits)
        assert found.a_under_b_.contrasts == ()


class TestContract:
    def test_it_can_be_cloned_and_pickled(self, compared: Comparison) -> None:
        assert clone(compared).get_params()["folds"] == 5
        assert pickle.loads(pickle.dumps(compared)).a_under_b_ == compared.a_under_b_

    @pytest.mark.parametrize(
        ("settings", "message"),
        [
            ({"folds": 1}, "folds: a whole number from 2 is needed, not 1"),
            ({"prior": 0}, "prior: a number above 0 is needed, not 0"),
            ({"prior": None}, "prior: a number above 0 is needed, not None"),
            ({"n_edits": 0}, "n_edits: "),
            ({"min_df": 0}, "min_df: "),
            ({"min_bits": -1}, "min_bits: "),
            ({"order": 0}, "order 0: "),
            ({"vectorizer": "sweep"}, "vectorizer: an EditVectorizer is needed"),
        ],
    )
    def test_invalid_settings_are_refused(self, settings: dict[str, Any], message: str) -> None:
        with pytest.raises(UsageError, match=message):
            comparison(**settings).fit(letters(), letters())

    def test_too_few_documents_are_named(self) -> None:
        with pytest.raises(InputError, match="B: 4 different documents with text are too few for"):
            comparison().fit(letters(), [*letters()[:4], letters()[0].upper(), " "])

    def test_one_text_is_not_a_corpus(self) -> None:
        with pytest.raises(UsageError, match="string object received"):
            comparison().fit("We go.", letters())


class TestNotebook:
    def test_it_shows_both_directions_escaped(self, compared: Comparison) -> None:
        page = compared._repr_html_()
        assert "insert(the)" in page
        assert "remove(the)" in page
        hostile = letters(article='the <script>alert("x")</script> ')
        tokens = clone(VECTORIZER).set_params(tokenized=True)
        page = comparison(vectorizer=tokens).fit(hostile, letters())._repr_html_()
        assert "<script>" not in page
        assert "&lt;script&gt;" in page

    def test_before_a_fit_it_is_what_scikit_learn_shows(self) -> None:
        assert "Comparison" in comparison()._repr_html_()
