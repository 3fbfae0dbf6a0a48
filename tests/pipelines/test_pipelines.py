"""The studies on made-up data: views of edits, pooling, and the pages that they write."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from support.plain import plain_differ

from syntacticdiff import ReferenceModel

PROJECT = Path(__file__).resolve().parents[2]
STUDIES = ("native_language", "fluency")


def pipeline(name: str) -> ModuleType:
    """Pipelines are scripts that import what lies beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module(name)


edit_views, pooled_views, shared_data = map(pipeline, ("edit_views", "pooled_views", "shared_data"))
fluency, native_language, study_views = map(pipeline, ("fluency", "native_language", "study_views"))


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    texts = ["We go to school.", "They go to the park.", "The park is by the school."] * 20
    return ReferenceModel.train(texts, order=3)


class TestEditViews:
    def test_an_edit_counts_with_the_bits_it_saves_in_its_sentence(
        self, model: ReferenceModel
    ) -> None:
        differ = plain_differ(model, search="sweep", insertions=["to"], substitutions="none")
        [bag] = differ.apply(edit_views._bags, ["We go school."])
        [diff] = differ.document("We go school.")
        [saved] = [edit.gain * 5 for edit in diff.edits if str(edit) == "insert(to)"]
        assert bag.edits["insert(to)"] == pytest.approx(saved)

    def test_contexts_name_the_neighbours_or_their_classes(self, model: ReferenceModel) -> None:
        differ = plain_differ(model, search="sweep", insertions=["to"], operations=["insert"])
        [bag] = differ.apply(edit_views._bags, ["We go school."])
        names = set(bag.contexts)
        assert {
            "insert(to)",
            "insert(to)|OTHER",
            "insert(PREP)|go",
            "insert(PREP)|+school",
        } <= names

    def test_an_empty_document_has_a_row_in_every_view(self, model: ReferenceModel) -> None:
        views = edit_views.edit_views(plain_differ(model, search="sweep"), ["We go school.", ""])
        for matrix in (views.edits, views.contexts, views.rates, views.numbers):
            assert matrix.shape[0] == 2
        assert views.edits[1].nnz == 0
        assert np.isfinite(views.rates).all()


def counts(generator: np.random.Generator, labels: np.ndarray, signal: float) -> Any:
    """Counts of which some columns depend on the label, the more the stronger the signal is."""
    rates = np.ones((len(labels), 40))
    for number, label in enumerate(np.unique(labels)):
        rates[labels == label, number * 5 : number * 5 + 5] += signal
    return sparse.csr_matrix(generator.poisson(rates).astype(float))


@pytest.fixture(scope="module")
def labels() -> np.ndarray:
    return np.array(["a", "b", "c"] * 40)


@pytest.fixture(scope="module")
def splits(labels: np.ndarray) -> Any:
    return native_language.ten_folds(labels, np.arange(len(labels)))


class TestPooledViews:
    def test_unseen_scores_are_those_of_a_model_without_the_document(
        self, labels: np.ndarray
    ) -> None:
        """The closed form against training anew; columns and their weights stay the same."""
        view = pooled_views.View(np.random.default_rng(0).normal(size=(30, 5)), 1.0)
        targets = pooled_views.class_targets(labels[:30])
        everyone = np.arange(30)
        kernel, _ = view.kernels((everyone, everyone))
        rest = everyone[1:]
        inner = kernel[np.ix_(rest, rest)] + np.eye(29)
        wanted = kernel[[0]][:, rest] @ np.linalg.solve(inner, targets[rest])
        scores = pooled_views.ridge_scores(view, targets, (everyone, everyone))
        assert scores.training[0] == pytest.approx(wanted[0], abs=1e-4)

    def test_and_without_its_whole_group(self, labels: np.ndarray) -> None:
        view = pooled_views.View(np.random.default_rng(0).normal(size=(30, 5)), 1.0)
        targets = pooled_views.class_targets(labels[:30])
        everyone, groups = np.arange(30), np.repeat(np.arange(6), 5)
        kernel, _ = view.kernels((everyone, everyone))
        rest = everyone[5:]
        inner = kernel[np.ix_(rest, rest)] + np.eye(25)
        wanted = kernel[:5][:, rest] @ np.linalg.solve(inner, targets[rest])
        scores = pooled_views.ridge_scores(view, targets, (everyone, everyone), groups)
        assert scores.training[:5] == pytest.approx(wanted, abs=1e-4)

    def test_two_good_views_do_better_than_one_and_a_view_of_noise_gets_little_weight(
        self, labels: np.ndarray, splits: Any
    ) -> None:
        generator = np.random.default_rng(1)
        targets = pooled_views.class_targets(labels)
        scores = [
            [
                pooled_views.ridge_scores(
                    pooled_views.View(counts(generator, labels, signal), 1.0), targets, split
                )
                for split in splits
            ]
            for signal in (0.6, 0.6, 0.0)
        ]

        def pooled(*views: int) -> Any:
            folds = list(zip(*(scores[view] for view in views), strict=True))
            return pooled_views.pooled_classes(folds, labels, splits)

        assert np.mean(pooled(0, 1).predictions == labels) > np.mean(
            pooled(0).predictions == labels
        )
        first, second, noise = pooled(0, 1, 2).weights
        assert noise < 0.3 * min(first, second)

    def test_what_only_test_documents_have_does_not_matter(self, labels: np.ndarray) -> None:
        matrix = counts(np.random.default_rng(2), labels, 1.0).tolil()
        matrix[:80, 39] = 0
        training, test = np.arange(80), np.arange(80, 120)
        targets = pooled_views.class_targets(labels)

        def scored() -> Any:
            view = pooled_views.View(matrix.tocsr(), 1.0)
            return pooled_views.ridge_scores(view, targets, (training, test)).test

        before = scored()
        matrix[80:, 39] = 7
        assert scored() == pytest.approx(before, abs=1e-5)


class TestMeasures:
    def test_a_correlation_does_not_differ_from_itself(self) -> None:
        wanted, found = np.random.default_rng(0).normal(size=(2, 50))
        assert fluency.correlation_difference(wanted, found, found) == (0.0, 1.0)

    def test_a_much_better_correlation_is_no_chance(self) -> None:
        generator = np.random.default_rng(0)
        wanted = generator.normal(size=200)
        good, bad = wanted + generator.normal(size=200), generator.normal(size=200)
        difference, p = fluency.correlation_difference(wanted, good, bad)
        assert difference == pytest.approx(
            np.corrcoef(wanted, good)[0, 1] - np.corrcoef(wanted, bad)[0, 1]
        )
        assert p < 0.001

    def test_kappa_clips_and_rounds_to_halves(self) -> None:
        wanted = np.array([1.0, 2.5, 3.0, 5.0])
        assert fluency.quadratic_kappa(wanted, np.array([0.2, 2.6, 2.9, 7.0])) == 1.0

    def test_scores_are_cut_between_2_5_and_3_and_3_5(self) -> None:
        task = fluency.Task.of("grammar", [2.5, 3.0, 3.5])
        assert task.two.tolist() == ["3 and less", "3 and less", "3.5 and more"]
        assert task.three.tolist() == ["2.5 and less", "3", "3.5 and more"]


def sentences(count: int) -> list[str]:
    subjects = ("We go school.", "They goes to park.", "The the park is by school.")
    return [" ".join([subjects[number % 3], subjects[number // 3 % 3]]) for number in range(count)]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch, model: ReferenceModel) -> None:
    texts, languages = sentences(36), ["A", "B", "C"] * 12
    entries = shared_data.Entries(texts, languages)
    scores = {name: [2.0, 3.0, 4.0] * 12 for name in shared_data.SCORES}
    essays = shared_data.Essays(texts, [str(number // 4) for number in range(36)], scores)
    monkeypatch.setattr(shared_data, "native_language", lambda: (entries, entries))
    monkeypatch.setattr(shared_data, "fluency", lambda: essays)
    monkeypatch.setattr(shared_data, "trained_reference", lambda order: model)
    monkeypatch.setattr(study_views, "SUBSTITUTIONS", "porter2")  # no index of spellings
    for study in (native_language, fluency):
        monkeypatch.setattr(study, "FOLDS", 3)


@pytest.mark.usefixtures("made_up")
class TestStudies:
    @pytest.mark.parametrize("study", [native_language, fluency], ids=STUDIES)
    def test_a_study_writes_a_page_and_its_data_with_every_feature_set(
        self, study: ModuleType, tmp_path: Path
    ) -> None:
        assert study.main(["--results", str(tmp_path)]) == 0
        name = study.__name__
        page = (tmp_path / f"{name}.md").read_text(encoding="utf-8")
        assert (tmp_path / f"{name}.json").exists()
        assert f"python pipelines/{name}.py" in page
        for features, _, _ in study_views.feature_sets(joint=False):
            assert f"| {features} |" in page

    def test_choosing_looks_at_one_split_and_writes_nothing(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert native_language.main(["--choose", "--results", str(tmp_path)]) == 0
        assert not list(tmp_path.iterdir())
        assert "inside `test`" not in capsys.readouterr().out


@pytest.mark.parametrize("name", [*STUDIES, "native_language_variants"])
def test_without_data_a_study_says_so_in_one_line(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROJECT / "pipelines" / f"{name}.py")],
        env={**os.environ, "SYNTACTICDIFF_SHARED": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}: skipped: ")
    assert done.stderr.count("\n") == 1
