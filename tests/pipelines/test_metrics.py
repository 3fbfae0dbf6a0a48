"""The tables of metrics on made-up entries: every figure has its place, and deviations are told."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from syntacticdiff.alignment.annotate import extracted
from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence

PROJECT = Path(__file__).resolve().parents[2]
SENTENCES = 40


def pipeline(name: str) -> ModuleType:
    """Pipelines are scripts that import what lies beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module(name)


ranking_data = pipeline("ranking_data")
metrics = pipeline("metrics")


def m2(source: str, *targets: str) -> str:
    tokens = tuple(source.split())
    edits: list[M2Edit] = []
    for annotator, target in enumerate(targets):
        found = extracted(tokens, tuple(target.split()), annotator)
        edits += found or [M2Edit(-1, -1, NOOP, ("",), annotator)]
    return f"{M2Sentence(tokens, tuple(edits))}\n\n"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Systems that correct the less, the later they are ranked; two of them spoil a little."""
    folder = tmp_path_factory.mktemp("shared")
    data, golden = folder / "data" / "ranking", folder / "golden" / "inputs"
    for part in ("systems", "references", "systems-errant-m2"):
        (data / part).mkdir(parents=True)
    golden.mkdir(parents=True)
    (folder / "data" / "reference").mkdir()
    generator = np.random.default_rng(0)
    nouns = ["school", "garden", "market", "station", "library"]
    wrong = [f"He go to {nouns[n % 5]} in morning by number {n} ." for n in range(SENTENCES)]
    right = [
        line.replace("go to", "goes to the").replace("in morning", "in the morning")
        for line in wrong
    ]
    fluent = [line.replace("goes", "walks") for line in right]
    (data / "merged_ids").write_text("1\n2\n")
    outputs = {}
    for place, system in enumerate(ranking_data.SYSTEMS):
        kept = generator.random((SENTENCES, 2)) < place / 13
        lines = []
        for line, (first, second) in zip(wrong, kept, strict=True):
            line = line if first or system == "INPUT" else line.replace("go to", "goes to the")
            line = line if second or system == "INPUT" else line.replace("in m", "in the m")
            lines.append(
                line.replace("number", "the number") if system in ("IPN", "NTHU") else line
            )
        outputs[system] = lines
        (data / "systems" / system).write_text("".join(f"{line}\n" for line in lines))
        text = "".join(map(m2, wrong, lines))
        (data / "systems-errant-m2" / f"conll14-{system}.errant").write_text(text)
    for who in ("expert", "turker"):
        for how, lines in (("fluency", fluent), ("minimal", right)):
            for letter in "AB":
                text = "".join(f"{line}\n" for line in lines)
                (data / "references" / f"{who}_{how}{letter}").write_text(text)
    gold = "".join(map(m2, wrong, right, fluent))
    (golden / "conll14.official-2014.combined.m2").write_text(gold)
    (golden / "conll14.errant").write_text(gold)
    (folder / "data" / "reference" / "brown.txt").write_text("".join(f"{s}\n" for s in right * 3))
    items = []
    for number in range(60):
        chosen = generator.choice(13, 5, replace=False)
        seen = chosen + generator.normal(scale=3, size=5)
        cells = "".join(
            f'<translation rank="{rank + 1}" system="{ranking_data.SYSTEMS[place]}"/>'
            for place, rank in zip(chosen, seen.argsort().argsort(), strict=True)
        )
        items.append(f'<ranking-item id="{number}">{cells}</ranking-item>')
    (data / "gjg15-judgments.xml").write_text(f"<r>{''.join(items)}</r>")
    return folder


def test_the_tables_are_made_and_written(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sacrebleu")
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(shared))
    made = ["--out", str(tmp_path), "--resamples", "30", "--checkpoint", str(tmp_path / "kept")]
    assert metrics.main([*made, "--seconds", "0"]) == 3
    assert metrics.main(made) == 0
    report = json.loads((tmp_path / "metrics.json").read_text())
    page = (tmp_path / "metrics.md").read_text()
    assert report["command"] == "python pipelines/metrics.py --resamples 30"
    assert len(report["human"]["trueskill"]["systems"]) == 13
    found = {
        (row["metric"], row["references"], row["level"]): row["trueskill"]["spearman"]
        for row in report["metrics"]
    }
    assert len(found) == 5 * (9 * 2 + 1) - 4 + 1  # the I-measure's sentences only once
    assert found["M2", "official", "corpus"] > 0.5
    assert len(report["cleme2"]) == 12
    for heading in ("(a) The human ranking", "(b) Metrics", "(c) CLEME2.0", "Where figures differ"):
        assert f"## {heading}" in page
    assert all(f"| {system} |" in page for system in ranking_data.SYSTEMS)
    assert "nan" not in page
    # What is kept is not made again.
    first = (tmp_path / "metrics.json").read_bytes()
    assert metrics.main([*made, "--seconds", "0"]) == 0
    assert (tmp_path / "metrics.json").read_bytes() == first


def test_missing_data_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(tmp_path))
    assert metrics.main(["--out", str(tmp_path)]) == 1
    assert "gjg15-judgments.xml is not in" in capsys.readouterr().err


def test_the_merged_sentences_are_left_out_counted_from_one(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(shared))
    task = ranking_data.rewritten("expert fluency")
    assert len(task.gold) == SENTENCES - 2
    assert task.gold.sources[0][-2] == "2"
    assert len(ranking_data.official(all_sentences=True).gold) == SENTENCES


def test_a_turned_brevity_penalty_falls_on_what_is_too_long(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_SHARED", str(shared))
    task = ranking_data.rewritten("expert minimal")
    gleu = metrics.METRICS[1].corpus_scores(task)
    turned = metrics.turned_round(gleu, task)
    # The input is shorter than its references: the penalty that it had is taken back.
    own = sum(map(len, task.texts["INPUT"].tokens))
    wanted = sum(len(sentence.references[0]) for sentence in task.gold.rewrites)
    assert wanted > own
    assert turned["INPUT"] == pytest.approx(gleu["INPUT"] * np.exp(wanted / own - 1))
