"""The correction study on a made-up world: rows, page and plot, and going on after a stop."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.annotated_text import SETTINGS, annotated, reference, right_sentences, written

pytest.importorskip("syntacticdiff._native")  # in Python it takes minutes

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def study(tmp_path, monkeypatch):
    """The pipeline with data of our own, of 60 sentences."""
    monkeypatch.syspath_prepend(str(PROJECT / "pipelines"))
    correction = importlib.import_module("correction")
    gec = tmp_path / "data" / "gec"
    (gec / "peers").mkdir(parents=True)
    (gec / "jfleg-dev").mkdir()
    gold = annotated(60)
    for name in (correction.FIVE, correction.ALL):
        (gec / name).write_text(written(gold))
    lines = "".join(f"{' '.join(sentence.tokens)}\n" for sentence in gold)
    for peer in correction.PEERS:
        (gec / "peers" / peer).write_text(lines)
    (tmp_path / "data" / "reference").mkdir()
    (tmp_path / "data" / "reference" / "masc_written.txt").write_text(
        "The cat sleeps in the garden.\nAnna has a dog in the house.\n"
    )
    texts = "".join(f"{' '.join(tokens)}\n" for tokens in right_sentences(60, seed=1))
    (gec / "jfleg-dev" / "dev.src").write_text(lines)
    for number in range(correction.REFERENCES):
        (gec / "jfleg-dev" / f"dev.ref{number}").write_text(texts)
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(tmp_path))
    model = reference()
    monkeypatch.setattr(correction, "FOLDS", ((0, 20), (20, 40), (40, 60)))
    monkeypatch.setattr(correction, "SETTINGS", {**correction.SETTINGS, **SETTINGS})
    monkeypatch.setattr(correction, "reference", lambda order: model)
    monkeypatch.setattr(correction, "embedded", lambda: model)
    monkeypatch.setattr(correction, "PARTS", {"all, order 3": (3, {}, None)})
    for cached in (correction.gold, correction.trials):
        cached.cache_clear()
    yield correction
    for cached in (correction.gold, correction.trials):
        cached.cache_clear()


def test_the_study_writes_its_page_and_goes_on_after_a_stop(study, tmp_path, monkeypatch, capsys):
    kept, results = tmp_path / "kept.json", tmp_path / "results"

    def stopped():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(study, "operations_row", lambda *_: stopped())
        with pytest.raises(KeyboardInterrupt):
            study.main(["--kept", str(kept), "--results", str(results)])
    done = json.loads(kept.read_text())
    assert "jfleg" in done
    assert not results.exists()
    assert study.main(["--page", "--kept", str(kept), "--results", str(results)]) == 0
    assert "## Not measured yet\n\n- " in (results / "correction.md").read_text()
    assert json.loads((results / "correction.json").read_text())["missing"]
    assert study.main(["--kept", str(kept), "--results", str(results)]) == 0
    rows = json.loads((results / "correction.json").read_text())["rows"]
    assert {key: rows[key] for key in done} == done
    assert "searches" in rows
    assert rows["five/learned, order 3"]["mean"]["f"] > 0.8
    assert rows["all/peer conll2013.0.96.cor"]["mean"]["unchanged"] == 1.0
    assert rows["jfleg"]["ours, order 3"] > rows["jfleg"]["source"]
    page = (results / "correction.md").read_text()
    assert "Not measured yet" not in page
    assert "| learned, order 3 |" in page
    assert [point["bits"] for point in rows["caution"]["points"]] == list(study.CAUTIONS)
    ElementTree.fromstring((results / "correction.svg").read_text())


def test_without_its_data_the_study_says_so(study, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(tmp_path / "elsewhere"))
    study.gold.cache_clear()
    assert study.main([]) == 1
    assert "conll2013.5types.m2" in capsys.readouterr().err
