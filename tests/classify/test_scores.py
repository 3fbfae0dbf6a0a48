"""Scores: ridge in closed form is scikit-learn's, intervals hold, and habits explain."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse, stats
from sklearn.linear_model import Ridge
from sklearn.metrics import cohen_kappa_score
from support.commands import reference_sentences
from support.writers import essays

from syntacticdiff import EditVectorizer, ReferenceModel
from syntacticdiff.classify import (
    Learning,
    TextClassifier,
    TextScorer,
    count_views,
    evaluate_scores,
)
from syntacticdiff.classify import ridge as ridge_module
from syntacticdiff.classify.ridge import fitted_ridge, inner_products
from syntacticdiff.classify.score_statistics import (
    correlation,
    rounded,
    score_intervals,
    score_randomisation,
    weighted_kappa,
)
from syntacticdiff.classify.scores import checked_scores, half_width, score_splits
from syntacticdiff.errors import InputError, SyntacticDiffError, UsageError

TEXTS, WRITERS = essays(8, length=3)
# Adi leaves out articles, Bo endings: what each habit costs is known.
MARKS = {"Adi": 2.0, "Bo": 3.0, "Cleo": 5.0}
SCORES = [MARKS[writer] for writer in WRITERS]


@pytest.fixture(scope="module")
def edits(tmp_path_factory: pytest.TempPathFactory) -> EditVectorizer:
    path = tmp_path_factory.mktemp("reference") / "ours.sdlm"
    ReferenceModel.train(reference_sentences()).save(path)
    return EditVectorizer(ReferenceModel.load(path), features="edit", min_count=1)


@pytest.fixture(scope="module")
def scorer(edits: EditVectorizer) -> TextScorer:
    return TextScorer.train(TEXTS, SCORES, "edits", edits=edits)


@pytest.fixture
def saved(scorer: TextScorer, tmp_path: Path) -> Path:
    scorer.save(tmp_path / "scorer")
    return tmp_path / "scorer"


def sample(documents: int = 40, features: int = 90) -> tuple[sparse.csr_matrix, Any]:
    generator = np.random.default_rng(0)
    matrix = sparse.random(documents, features, 0.3, random_state=1, format="csr")
    truth = generator.normal(size=features) * (generator.random(features) < 0.2)
    return matrix, matrix @ truth + 3 + generator.normal(scale=0.3, size=documents)


class TestRidge:
    def test_the_model_is_that_of_scikit_learn(self) -> None:
        matrix, scores = sample()
        ours = fitted_ridge(matrix, scores, penalties=[0.7])
        theirs = Ridge(alpha=0.7).fit(matrix.toarray(), scores)
        assert np.abs(ours.coefficients - theirs.coef_).max() < 1e-8
        assert ours.intercept == pytest.approx(theirs.intercept_)

    @pytest.mark.parametrize("grouped", [False, True])
    def test_residuals_are_those_of_models_trained_without_the_group(self, grouped: bool) -> None:
        matrix, scores = sample(30)
        names = np.array([f"g{place % 5}" for place in range(30)]) if grouped else None
        ours = fitted_ridge(matrix, scores, names, penalties=[0.7])
        groups = np.arange(30) if names is None else names
        for group in np.unique(groups):
            out = groups == group
            model = Ridge(alpha=0.7).fit(matrix[~out].toarray(), scores[~out])
            expected = scores[out] - model.predict(matrix[out].toarray())
            assert np.abs(ours.residuals[out] - expected).max() < 1e-8

    def test_of_several_penalties_the_one_with_the_smallest_residuals_is_chosen(self) -> None:
        matrix, scores = sample()
        errors = {
            penalty: fitted_ridge(matrix, scores, penalties=[penalty]).error
            for penalty in (0.01, 0.3, 10.0, 1000.0)
        }
        assert fitted_ridge(matrix, scores, penalties=list(errors)).penalty == min(
            errors, key=errors.__getitem__
        )

    def test_of_many_documents_a_sample_chooses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ridge_module, "MOST_DOCUMENTS", 25)
        matrix, scores = sample()
        found = fitted_ridge(matrix, scores)
        theirs = Ridge(alpha=found.penalty).fit(matrix.toarray(), scores)
        assert len(found.residuals) == 25
        assert np.abs(found.predict(matrix) - theirs.predict(matrix.toarray())).max() < 1e-2

    def test_inner_products_of_common_and_rare_columns_are_added(self) -> None:
        matrix, _ = sample(40, 60)
        common = sparse.hstack([matrix, sparse.csr_matrix(np.ones((40, 3)))], format="csr")
        assert np.allclose(inner_products(common), (common @ common.T).toarray())


class TestStatistics:
    def test_r_and_kappa_are_those_of_scipy_and_scikit_learn(self) -> None:
        generator = np.random.default_rng(0)
        true = generator.integers(2, 11, 200) / 2
        predicted = true + generator.normal(scale=0.8, size=200)
        points = np.unique(true)
        near = rounded(predicted, points)
        assert correlation(true, predicted) == pytest.approx(stats.pearsonr(true, predicted)[0])
        theirs = cohen_kappa_score(
            (2 * true).astype(int), (2 * near).astype(int), weights="quadratic"
        )
        assert weighted_kappa(true, near) == pytest.approx(theirs)

    def test_intervals_hold_the_figure_and_shrink_with_documents(self) -> None:
        generator = np.random.default_rng(0)
        widths = []
        for size in (50, 800):
            true = generator.integers(1, 6, size).astype(float)
            predicted = true + generator.normal(size=size)
            low, high = score_intervals(true, predicted, np.unique(true), samples=500)["r"]
            assert low < correlation(true, predicted) < high
            widths.append(high - low)
        assert widths[1] < widths[0] / 2

    def test_only_a_true_difference_is_significant(self) -> None:
        generator = np.random.default_rng(0)
        true = generator.normal(size=300)
        good, bad = (true + generator.normal(scale=s, size=300) for s in (0.5, 3.0))
        other = true + generator.normal(scale=0.5, size=300)
        assert score_randomisation(true, good, bad, rounds=500).p_value < 0.01
        assert score_randomisation(true, good, other, rounds=500).p_value > 0.05
        back = score_randomisation(true, bad, good, rounds=500)
        assert back.difference == -score_randomisation(true, good, bad, rounds=500).difference

    def test_an_interval_of_left_out_residuals_holds_new_scores(self) -> None:
        inside = []
        for seed in range(20):
            generator = np.random.default_rng(seed)
            width = half_width(generator.normal(size=60), 0.9)
            inside.append(np.mean(np.abs(generator.normal(size=500)) <= width))
        assert np.mean(inside) == pytest.approx(0.9, abs=0.02)


@pytest.fixture(scope="module")
def counts(edits: EditVectorizer) -> Any:
    return count_views(TEXTS, ["stems", "edits"], edits)


class TestEvaluation:
    def test_edits_predict_what_words_do_not(self, counts: Any) -> None:
        found = evaluate_scores(counts, SCORES, ["stems", "edits"], folds=4, rounds=200)
        words, edited = found.results
        assert edited.r > 0.8 > words.r
        assert found.best.features == "edits"
        assert 0.6 <= edited.coverage <= 1.0
        assert len(edited.penalties) == 4
        json.dumps(found.summary(), allow_nan=False)

    def test_the_results_do_not_depend_on_the_threads(self, counts: Any) -> None:
        one, two = (
            evaluate_scores(counts, SCORES, ["edits"], folds=3, rounds=10, n_jobs=jobs)
            for jobs in (1, 2)
        )
        assert one == two

    def test_a_test_set_is_predicted_from_the_other_documents(self, counts: Any) -> None:
        found = evaluate_scores(counts, SCORES, ["edits"], test=range(18, 24), rounds=10)
        assert (found.folds, found.tested, found.documents) == (1, 6, 24)
        assert len(found.results[0].predictions) == 6

    def test_tested_scores_have_no_part_in_their_own_prediction(self, counts: Any) -> None:
        other = [*SCORES[:18], *(9.0 for _ in SCORES[18:])]
        predictions = [
            evaluate_scores(counts, scores, ["edits"], test=range(18, 24), rounds=1)
            .results[0]
            .predictions
            for scores in (SCORES, other)
        ]
        assert predictions[0] == predictions[1]

    def test_no_group_is_on_both_sides(self) -> None:
        groups = np.array([f"p{place % 7}" for place in range(40)])
        for training, test in score_splits(40, 3, 0, groups):
            assert not set(groups[training]) & set(groups[test])

    @pytest.mark.parametrize(
        ("scores", "message"),
        [
            (["a", *SCORES[1:]], "scores: 'a' of document 1 is not a number"),
            ([float("nan"), *SCORES[1:]], "scores: nan of document 1 is out of range"),
            ([1.0] * 24, "scores: all 24 documents have 1; nothing to learn"),
            ([1.0, 2.0], "scores: 2 for 24 documents"),
        ],
    )
    def test_bad_scores_are_one_clear_line(self, scores: list[Any], message: str) -> None:
        with pytest.raises(SyntacticDiffError, match=message):
            checked_scores(scores, 24)

    def test_too_few_documents_or_groups_are_named(self) -> None:
        with pytest.raises(InputError, match="5 documents are too few for 3 folds"):
            score_splits(5, 3, 0, None)
        with pytest.raises(InputError, match="groups: 2 are too few for 3 folds"):
            score_splits(9, 3, 0, np.array(["a", "b", "b"] * 3))


class TestScorer:
    def test_a_loaded_scorer_predicts_the_same(self, scorer: TextScorer, saved: Path) -> None:
        new, _ = essays(3, seed=2, length=3)
        assert list(TextScorer.load(saved).predict(new)) == list(scorer.predict(new))

    def test_the_habit_that_was_planted_lowers_the_score(self, scorer: TextScorer) -> None:
        careless = "The teacher is in garden. My sister was near library. A child runs to school."
        careful = (
            "The teacher is in the garden. My sister was near the library. "
            "A child runs to the school."
        )
        low, high = scorer.predict([careless, careful])
        assert low.score + 1 < high.score
        habits = {reason.name: reason for reason in low.reasons}
        assert habits["missing article"].contribution < 0
        assert habits["missing article"].expected >= 3
        assert "insert(the)" in habits["missing article"].edits

    def test_intervals_and_scores_stay_inside_the_scale(self, scorer: TextScorer) -> None:
        for prediction in scorer.predict(["", "Zebras quarrel!", *TEXTS[:3]]):
            assert 2 <= prediction.low <= prediction.score <= prediction.high <= 5

    def test_without_edits_features_are_the_reasons(self, edits: EditVectorizer) -> None:
        words = TextScorer.train(TEXTS, SCORES, "words", edits=edits)
        [prediction] = words.predict(TEXTS[:1], evidence=2)
        assert len(prediction.reasons) == 2
        assert all(reason.edits == () for reason in prediction.reasons)

    def test_contributions_add_up_to_the_score(self, scorer: TextScorer) -> None:
        [prediction] = scorer.predict(TEXTS[:1], evidence=1000)
        base = np.mean(SCORES)  # of an average document, which the ridge predicts exactly
        added = sum(reason.contribution for reason in prediction.reasons)
        assert base + added == pytest.approx(prediction.score, abs=1e-6)

    @pytest.mark.parametrize(
        ("name", "damage", "message"),
        [
            ("half_width", {"half_width": "wide"}, "half_width is not a finite number"),
            ("range", {"low": 5.0, "high": 2.0}, "its scores have no range"),
            ("views", {"views": []}, "its views do not match its feature set"),
            ("missing", {"level": None}, "level is not a finite number"),
            ("format", {"format": "other"}, "not a classifier of this program"),
            ("version", {"version": 9}, "a scorer of format 9"),
        ],
    )
    def test_a_damaged_folder_is_one_clear_line(
        self, saved: Path, name: str, damage: dict[str, Any], message: str
    ) -> None:
        path = saved / "classifier.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | damage))
        with pytest.raises(InputError, match=message) as caught:
            TextScorer.load(saved)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("hostile", ["objects", "huge", "shape", "infinite"])
    def test_hostile_arrays_are_refused(self, saved: Path, hostile: str) -> None:
        import hashlib

        with np.load(saved / "arrays.npz") as loaded:
            arrays = {key: loaded[key] for key in loaded}
        if hostile == "objects":
            arrays["means"] = np.array([print], dtype=object)
        elif hostile == "huge":
            arrays["means"] = np.zeros(10**6)
        elif hostile == "shape":
            arrays["coefficients"] = arrays["coefficients"][:, :-1]
        else:
            arrays["means"][0] = np.inf
        np.savez(saved / "arrays.npz", **arrays)
        record = json.loads((saved / "classifier.json").read_text())
        digest = hashlib.sha256((saved / "arrays.npz").read_bytes()).hexdigest()
        record["files"]["arrays.npz"] = digest
        (saved / "classifier.json").write_text(json.dumps(record))
        with pytest.raises(InputError, match="a damaged classifier") as caught:
            TextScorer.load(saved)
        assert "\n" not in str(caught.value)

    def test_a_classifier_is_no_scorer_and_the_other_way_round(
        self, edits: EditVectorizer, saved: Path, tmp_path: Path
    ) -> None:
        TextClassifier.train(TEXTS, WRITERS, "edits", edits=edits).save(tmp_path / "classes")
        with pytest.raises(InputError, match="a classifier, not a scorer"):
            TextScorer.load(tmp_path / "classes")
        with pytest.raises(InputError, match="a scorer, not a classifier"):
            TextClassifier.load(saved)

    def test_a_model_that_was_never_saved_cannot_be_referred_to(self, tmp_path: Path) -> None:
        unsaved = EditVectorizer(ReferenceModel.train(reference_sentences()), min_count=1)
        made = TextScorer.train(TEXTS, SCORES, "edits", edits=unsaved)
        with pytest.raises(UsageError, match="never saved"):
            made.save(tmp_path / "s")

    def test_too_few_documents_are_refused(self, edits: EditVectorizer) -> None:
        with pytest.raises(InputError, match="9 documents; at least 10 are needed"):
            TextScorer.train(TEXTS[:9], SCORES[:9], "words", edits=edits)

    def test_the_weight_of_edits_may_be_chosen(self, edits: EditVectorizer) -> None:
        learning = Learning("ridge", edits_weight="cv")
        made = TextScorer.train(TEXTS, SCORES, "words+edits", edits=edits, learning=learning)
        weights = {view["name"]: view["weight"] for view in made.record["views"]}
        assert weights["words"] == 1.0
        assert weights["edits"] in (0.25, 0.35, 0.5, 0.7, 1.0, 1.4)


def test_a_folder_that_is_moved_still_works(saved: Path, tmp_path: Path) -> None:
    shutil.move(saved, tmp_path / "elsewhere")
    assert TextScorer.load(tmp_path / "elsewhere").level == 0.9
