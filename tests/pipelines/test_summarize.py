"""The study of topics on made-up data: its measures, and the page that it writes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from syntacticdiff import ReferenceModel

PROJECT = Path(__file__).resolve().parents[2]


def pipeline(name: str) -> ModuleType:
    """Pipelines are scripts that import what lies beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module(name)


shared_data, summarize, measures, habits = map(
    pipeline, ("shared_data", "summarize", "topic_measures", "habits")
)


class TestMeasures:
    def test_topics_that_are_the_labels_agree_and_chance_does_not(self) -> None:
        labels = np.repeat(np.arange(5), 20)
        found = measures.agreement((labels + 2) % 5, labels, permutations=20)
        assert found.ami == 1
        assert found.permutations == 20
        assert abs(found.chance_mean) < 0.05
        assert found.chance_highest < 0.2

    def test_shares_that_make_the_score_explain_it_across_groups(self) -> None:
        generator = np.random.default_rng(0)
        shares = generator.dirichlet(np.ones(4), 200)
        groups = generator.integers(0, 20, 200)
        scores = 3 + 2 * shares[:, 0] + 0.1 * generator.normal(size=200)
        assert measures.explained(shares, scores, groups, 5) > 0.8
        assert measures.explained(shares, generator.normal(size=200), groups, 5) < 0.1


def test_by_class_names_forms_of_content_words_alone() -> None:
    from syntacticdiff.edits.diff import Diff, Edit

    edits = (
        Edit("sub", 0, "schools", "school", 3.0),
        Edit("sub", 1, "this", "these", 3.0),
        Edit("insert", 2, "", "the", 3.0),
    )
    diff = Diff("x", ("x",) * 9, edits, 9.0, None, None, None)
    assert summarize._ByClass()([diff]).features == {
        "sub(S->OTHER)": 1,
        "sub(this->these)": 1,
        "insert(the)": 1,
    }


ANNOTATED = """S She is interested on music .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S It is fine .

S We went to town .

S He is good .

"""


def test_the_study_writes_a_page_and_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endings = ("We go school", "They goes to park", "The the park is by school", "It were fine")
    texts = [f"{endings[n % 4]}. {endings[n // 4 % 4]} in town." for n in range(48)]
    entries = shared_data.Entries(texts, ["A", "B"] * 24)
    scores = {name: [2.0, 3.0, 4.0, 3.5] * 12 for name in shared_data.SCORES}
    essays = shared_data.Essays(texts, [str(n // 8) for n in range(48)], scores)
    model = ReferenceModel.train(["We go to school.", "The park is by the town."] * 20)
    monkeypatch.setattr(shared_data, "native_language", lambda: (entries, entries))
    monkeypatch.setattr(shared_data, "fluency", lambda: essays)
    monkeypatch.setattr(shared_data, "trained_reference", lambda order: model)
    monkeypatch.setattr(summarize, "N_TOPICS", 2)
    monkeypatch.setattr(summarize, "SEEDS", (0, 1))
    monkeypatch.setattr(summarize, "FOLDS", 3)
    small = {"N_TOPICS": 2, "FOLDS": 3, "RESAMPLES": 2, "LEAST_WORDS": 1, "CLASS_SIZE": 8}
    for name, value in {**small, "GOLD": {"ours": "ours.m2"}, "GOLD_SENTENCES": 2}.items():
        monkeypatch.setattr(habits, name, value)
    (tmp_path / "ours.m2").write_text(ANNOTATED * 4)
    monkeypatch.setattr(shared_data, "existing", lambda *parts: tmp_path / parts[-1])
    assert summarize.main(["--results", str(tmp_path)]) == 0
    page = (tmp_path / "summarize.md").read_text("utf-8")
    data = json.loads((tmp_path / "summarize.json").read_text("utf-8"))
    assert "python pipelines/summarize.py" in page
    for name in summarize.EXPLAINED:
        assert page.count(f"| {name} |") == 5  # what follows what; sizes and samples, twice
    assert data["follows"][0]["chance"]["permutations"] == 100
    assert data["representations"]["ELLIPSE"][0]["ratio"] == 1.0
    ways = {way["name"]: way for way in data["habits"]["ways"]}
    assert ways["profiles, what `ErrorTopics()` gives"]["seeds"] == 1.0
    assert data["habits"]["gold"]["ours"]["kinds"]["prepositions"]["correlation"] == 1.0
    assert data["habits"]["pairs"]["ELLIPSE"]["pairs"] == 24
    assert "before: LDA of a sweep's edits" in page
    assert summarize.main(["--results", str(tmp_path), "--only", "habits"]) == 0
    again = (tmp_path / "summarize.md").read_text("utf-8")
    assert again.replace(summarize.KEPT, "") == page  # it says that the rest was kept


def test_without_data_the_study_says_so_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROJECT / "pipelines" / "summarize.py")],
        env={**os.environ, "SYNTACTICDIFF_SHARED": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("summarize: skipped: ")
    assert done.stderr.count("\n") == 1
