"""The correction study on sentences of our own: every figure is there, and the page shows them."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.annotated_text import annotated, right_sentences, written

from syntacticdiff.correction import CorrectionSettings
from syntacticdiff.search import CalibratedPrices
from syntacticdiff.tuning import CueWeights, packed

pytest.importorskip("syntacticdiff._native")  # in Python it takes minutes

PROJECT = Path(__file__).resolve().parents[2]
NATIVE = "The cat sleeps in the garden.\nAnna has a dog in the house.\n" * 5
# The second is right as it stands, so that whatever leaves text alone has corrected one.
PAIRS = """\
habit\twrong\tright
twice\tShe sat in the the garden.\tShe sat in the garden.
none\tThe cat sleeps in the garden.\tThe cat sleeps in the garden.
"""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pipeline with data of our own, of 10 sentences."""
    monkeypatch.syspath_prepend(str(PROJECT / "pipelines"))
    correction = importlib.import_module("correction")
    measures = importlib.import_module("correction_measures")
    gec, texts = tmp_path / "data" / "gec", tmp_path / "data" / "reference"
    (gec / "jfleg-dev").mkdir(parents=True)
    texts.mkdir()
    sentences = annotated(10)
    for name in ("conll2013.m2", "eracond.m2", "cweb-g.dev.m2", "cweb-s.dev.m2"):
        (gec / name).write_text(written(sentences))
    source = "".join(f"{' '.join(sentence.tokens)}\n" for sentence in sentences)
    right = "".join(f"{' '.join(tokens)}\n" for tokens in right_sentences(10, seed=1))
    (gec / "jfleg-dev" / "dev.src").write_text(source)
    for number in range(measures.REFERENCES):
        (gec / "jfleg-dev" / f"dev.ref{number}").write_text(right)
    for name in ("masc_written.txt", "brown.txt"):
        (texts / name).write_text(NATIVE)
    (tmp_path / "pairs.tsv").write_text(PAIRS)
    monkeypatch.setattr(measures, "PAIRS", tmp_path / "pairs.tsv")
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(tmp_path))
    measures.gold.cache_clear()
    yield correction
    measures.gold.cache_clear()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Settings as prices.py leaves them, with which nothing is changed."""
    folder = tmp_path / "work"
    folder.mkdir()
    prices = CalibratedPrices(packed(CueWeights(np.empty(0, np.uint32), np.empty(0))))
    for name in ("adapted", "eighth"):
        CorrectionSettings(penalties={"base": 50.0}, prices=prices).save(folder / f"{name}.sdcs")
    return folder


def test_the_study_writes_figures_and_a_page(study: Any, work: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    results.mkdir()
    assert study.main(["--work", str(work), "--results", str(results)]) == 0
    found = json.loads((results / "correction.json").read_text("utf-8"))
    sentences = annotated(10)
    clean = sum(not sentence.edits for sentence in sentences)
    assert found["conll"]["unannotated"]["sentences"] == clean
    assert 0.0 <= found["conll"]["precision"] <= 100.0
    assert found["conll"]["edits right"]["right"] <= found["conll"]["edits right"]["shown"]
    assert found["textbook"]["pairs"] == 2
    assert list(found["compared"]) == ["adapted", "eighth", *study.VARIED]
    assert found["compared"]["adapted"]["textbook"] == 1
    assert found["compared"]["adapted"]["changed"] == 0.0
    assert found["masc"]["sentences"] == found["masc alone"]["sentences"] == 2  # the last fifth
    page = (results / "correction.md").read_text("utf-8")
    assert f"| CoNLL-2013, sentences without gold edits | {clean} |" in page
    assert "## Are the probabilities right?" in page
    assert f"| adapted | {found['compared']['adapted']['f']} |" in page


def test_figures_alone_can_be_written(study: Any, tmp_path: Path) -> None:
    path = tmp_path / "before.json"
    assert study.main(["--json", str(path)]) == 0
    assert "jfleg" in json.loads(path.read_text("utf-8"))
    assert not (tmp_path / "results").exists()
