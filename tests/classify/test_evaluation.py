"""Cross-validated comparison of feature sets, on made-up writers and a real model."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, f1_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from support.commands import reference_sentences
from support.writers import HABITS, essays

from syntacticdiff import EditVectorizer, ReferenceModel
from syntacticdiff.classify.classifiers import CLASSIFIERS
from syntacticdiff.classify.evaluation import Evaluation, evaluate
from syntacticdiff.classify.feature_sets import ViewCounts, count_views
from syntacticdiff.classify.learning import (
    WEIGHTS,
    Learning,
    check_folds,
    splits,
)
from syntacticdiff.classify.weighting import EDITS_WEIGHT, feature_union
from syntacticdiff.errors import InputError, UsageError

TEXTS, LABELS = essays(20)
SETS = ["stems", "edits", "stems+edits"]


@pytest.fixture(scope="module")
def edits() -> EditVectorizer:
    return EditVectorizer(
        ReferenceModel.train(reference_sentences()), features="edit", engine="python"
    )


@pytest.fixture(scope="module")
def counts(edits: EditVectorizer) -> ViewCounts:
    return count_views(TEXTS, ["words", *SETS], edits)


@pytest.fixture(scope="module")
def evaluation(counts: ViewCounts) -> Evaluation:
    return evaluate(counts, LABELS, SETS, folds=4, rounds=999)


def test_predictions_are_those_of_scikit_learn_s_own_cross_validation(
    edits: EditVectorizer,
) -> None:
    texts, labels = essays(6, length=2)
    counts = count_views(texts, ["stems+edits"], edits)
    [ours] = evaluate(counts, labels, ["stems+edits"], folds=3).results
    theirs = make_pipeline(feature_union("stems+edits", edits), LinearSVC(random_state=0))
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    expected = cross_val_predict(theirs, np.array(texts), labels, cv=folds)
    assert ours.predictions == expected.tolist()
    assert ours.predictions != labels  # an easy case would not show a difference


def test_the_scores_are_those_of_the_predictions(
    evaluation: Evaluation, counts: ViewCounts
) -> None:
    for result in evaluation.results:
        predictions = result.predictions
        assert result.accuracy == np.mean(np.array(predictions) == LABELS)
        assert result.macro_f1 == f1_score(LABELS, predictions, average="macro")
        assert result.confusion == confusion_matrix(LABELS, predictions).tolist()
    stems, edits, both = evaluation.results
    assert stems.vocabulary == counts.matrices["stems"].shape[1]
    assert stems.row_length == counts.matrices["stems"].nnz / len(TEXTS)
    assert both.vocabulary == stems.vocabulary + edits.vocabulary
    assert both.row_length == pytest.approx(stems.row_length + edits.row_length)


def test_edits_distinguish_the_writers_and_stems_do_not(evaluation: Evaluation) -> None:
    stems, edits, _ = evaluation.results
    assert edits.accuracy > 0.9
    assert stems.accuracy < 0.6
    assert evaluation.best.accuracy == max(result.accuracy for result in evaluation.results)
    assert evaluation.majority == 1 / 3
    pair = evaluation.comparisons[0]
    assert (pair.first, pair.second, pair.rounds) == ("edits", "stems", 999)
    assert pair.accuracy_difference == edits.accuracy - stems.accuracy
    assert pair.macro_f1_difference == pytest.approx(edits.macro_f1 - stems.macro_f1)
    assert pair.accuracy_p == pair.macro_f1_p == 0.001
    assert len(evaluation.comparisons) == 3


def test_the_habits_are_among_the_most_informative_edits(evaluation: Evaluation) -> None:
    top = {label: [e.feature for e in edits] for label, edits in evaluation.informative.items()}
    assert top.keys() == HABITS.keys()
    assert "insert(the)" in top["Adi"]
    assert {"remove(to)", "remove(in)"} & set(top["Cleo"][:2])
    assert max(len(features) for features in top.values()) <= 10
    assert not any("walk" in feature for features in top.values() for feature in features)


def test_the_summary_is_plain_data(evaluation: Evaluation) -> None:
    summary = json.loads(json.dumps(evaluation.summary()))
    assert summary["classes"] == dict.fromkeys(HABITS, 20)
    assert summary["classifier"] == "svm"
    assert summary["signature"].startswith("syntacticdiff:")
    assert "search:sweep" in summary["signature"]
    assert "predictions" not in summary["results"][0]


def test_min_df_counts_in_the_vocabulary(counts: ViewCounts) -> None:
    [result] = evaluate(counts, LABELS, ["edits"], folds=3, learning=Learning(min_df=3)).results
    frequencies = counts.matrices["edits"].getnnz(axis=0)
    assert 0 < result.vocabulary == np.count_nonzero(frequencies >= 3) < len(frequencies)


def test_the_results_do_not_depend_on_the_threads(
    counts: ViewCounts, evaluation: Evaluation
) -> None:
    assert evaluate(counts, LABELS, SETS, folds=4, rounds=999, n_jobs=2) == evaluation


def test_the_seed_decides_the_folds(counts: ViewCounts, evaluation: Evaluation) -> None:
    other = evaluate(counts, LABELS, ["stems"], folds=4, learning=Learning(seed=5))
    assert other.results[0].predictions != evaluation.results[0].predictions


def test_without_edits_there_are_no_informative_ones(edits: EditVectorizer) -> None:
    words = count_views(TEXTS, ["words"], edits)
    found = evaluate(words, LABELS, ["words"], folds=3)
    assert (found.informative, found.comparisons) == ({}, [])
    assert f"model:{edits.reference.checksum[:16]}" in found.signature


@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_every_classifier_learns_the_habits(counts: ViewCounts, classifier: str) -> None:
    [result] = evaluate(counts, LABELS, ["edits"], folds=3, learning=Learning(classifier)).results
    assert result.accuracy > 0.9


def test_the_weight_of_edits_matters_and_can_be_chosen_inside_the_folds(
    counts: ViewCounts,
) -> None:
    def result(weight: object, name: str = "stems+edits") -> object:
        learning = Learning(edits_weight=weight)  # type: ignore[arg-type]
        return evaluate(counts, LABELS, [name], folds=3, learning=learning).results[0]

    assert result(0.01).accuracy < result(1.0).accuracy
    chosen = result("cv")
    assert len(chosen.edits_weights) == 3
    assert {EDITS_WEIGHT} != set(chosen.edits_weights) <= set(WEIGHTS)
    assert chosen.accuracy > result(0.01).accuracy
    assert result(0.01, "edits") == result("cv", "edits")
    assert result(0.3).edits_weights == [0.3] * 3


@pytest.mark.filterwarnings("error")
def test_with_too_few_documents_to_choose_the_default_weight_is_used(counts: ViewCounts) -> None:
    few, labels = np.arange(6), np.array(LABELS)
    groups = np.array(["x", "x", "x", "y", "y", "y"] + ["z"] * (len(TEXTS) - 6))
    learning = Learning(edits_weight="cv")
    views = ("stems", "edits")
    assert learning.fitted(counts, views, labels, few[:3])[1] == EDITS_WEIGHT
    assert learning.fitted(counts, views, labels, few)[1] in WEIGHTS
    assert learning.fitted(counts, views, labels, few, groups)[1] in WEIGHTS
    assert learning.fitted(counts, views, labels, few[:3], groups)[1] == EDITS_WEIGHT


# Groups


def test_a_group_stays_inside_one_fold() -> None:
    labels = np.array(list("ab") * 30)
    groups = np.array([str(number // 4) for number in range(60)])
    parts = list(splits(labels, 5, 0, groups))
    for training, test in parts:
        assert not set(groups[training]) & set(groups[test])
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(60))


def test_what_depends_on_the_group_alone_is_not_learned(counts: ViewCounts) -> None:
    """Labels that depend only on the group can be predicted only from copies of its documents."""
    groups = [str(number % 12) for number in range(60)]
    labels = [str(int(group) % 2) for group in groups]
    copies = ViewCounts(
        {"words": counts.matrices["words"][[int(group) for group in groups]]},
        counts.vectorizers,
        counts.edits,
    )
    leaking = evaluate(copies, labels, ["words"], folds=4).results[0]
    grouped = evaluate(copies, labels, ["words"], folds=4, groups=groups)
    assert leaking.accuracy == 1.0
    assert grouped.results[0].accuracy < 0.9
    assert grouped.groups == 12


# Bad data and bad calls


def labels_of(**sizes: int) -> np.ndarray:
    return np.array(list(Counter(sizes).elements()))


@pytest.mark.parametrize(
    ("labels", "folds", "groups", "message"),
    [
        (
            labels_of(a=5, b=3),
            4,
            None,
            "class 'b' has 3 of the documents, too few for 4 folds; use 3",
        ),
        (labels_of(a=5, b=1), 2, None, "class 'b' has 1 .* leave it out"),
        (labels_of(a=2, b=2), 3, list("xxyy"), "groups: 2 are too few for 3 folds"),
        (labels_of(a=2, b=2), 2, list("xyyy"), "class 'b' occurs only in group 'y'"),
    ],
)
def test_folds_that_cannot_be_filled_are_refused(
    labels: np.ndarray, folds: int, groups: list[str] | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        check_folds(labels, folds, None if groups is None else np.array(groups))


def test_labels_are_needed_for_all_documents_and_of_two_classes(counts: ViewCounts) -> None:
    with pytest.raises(InputError, match="at least two classes are needed, but there is only 'x'"):
        evaluate(counts, ["x"] * len(TEXTS), ["words"])
    with pytest.raises(UsageError, match="labels: 2 for 60 documents"):
        evaluate(counts, ["x", "y"], ["words"])
    with pytest.raises(UsageError, match="groups: 1 for 60 documents"):
        evaluate(counts, LABELS, ["words"], groups=["x"])
    with pytest.raises(UsageError, match="folds: at least 2"):
        evaluate(counts, LABELS, ["words"], folds=1)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"classifier": "forest"}, "classifier: 'forest' is not one of svm, ridge, logistic, sgd"),
        ({"edits_weight": 0}, "edits_weight"),
        ({"edits_weight": "best"}, "edits_weight"),
        ({"edits_weight": float("nan")}, "edits_weight"),
        ({"min_df": 0}, "min_df"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_settings_are_refused_by_name(settings: dict[str, object], name: str) -> None:
    with pytest.raises(UsageError, match=name):
        Learning(**settings)  # type: ignore[arg-type]


def test_the_logistic_model_is_the_multinomial_one() -> None:
    rows, labels = np.eye(3).repeat(5, axis=0), list("abc") * 5
    ours = CLASSIFIERS["logistic"].make(0).fit(rows, labels).predict_proba(rows)
    theirs = LogisticRegression(C=10.0, tol=1e-8, max_iter=1000).fit(rows, labels)
    assert ours == pytest.approx(theirs.predict_proba(rows), abs=1e-3)


def test_a_test_set_is_tested_and_nothing_else(counts: ViewCounts) -> None:
    test = sorted(np.random.default_rng(0).permutation(len(LABELS))[:20].tolist())
    found = evaluate(counts, LABELS, ["edits"], test=test, rounds=99)
    [result] = found.results
    assert found.tested == len(result.predictions) == len(test)
    assert sum(found.classes.values()) == len(test)
    wanted = [LABELS[number] for number in test]
    assert result.accuracy == np.mean(np.array(result.predictions) == wanted)
    low, high = result.accuracy_interval
    assert 0 <= low <= result.accuracy <= high <= 1
    with pytest.raises(UsageError, match="test: "):
        evaluate(counts, LABELS, ["edits"], test=[len(LABELS)])


def test_the_penalty_is_chosen_inside_the_training_documents(counts: ViewCounts) -> None:
    matrix, labels = counts.joined(["words"]), np.array(LABELS)
    rows = np.arange(len(LABELS))
    pipeline, _ = Learning(penalty="cv").fitted(counts, ["words"], labels, rows)
    assert pipeline["classifier"].C in CLASSIFIERS["svm"].choices["C"]
    assert len(pipeline.predict(matrix)) == len(LABELS)
    with pytest.raises(UsageError, match="penalty"):
        Learning(penalty="best")
