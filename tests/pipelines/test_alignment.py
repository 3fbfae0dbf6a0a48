"""The study of extracted edits, on made-up sentences."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    alignment = importlib.import_module("alignment")

SENTENCES = [
    M2Sentence(("He", "go", "home"), (M2Edit(1, 2, "R:VERB", ("goes",)),)),
    M2Sentence(("a", "b", "c", "d"), (M2Edit(0, 1, "R:X", ("the",)), M2Edit(2, 3, "U:X", ("",)))),
]


def test_agreement_counts_edits_with_the_same_place_and_correction() -> None:
    found = alignment.agreement("ours", [SENTENCES[:1], SENTENCES[1:2]])
    assert (found.found, found.errant, found.same, found.f) == (3, 3, 3, 1.0)


def test_rewritten_sentences_are_left_out_of_one_figure() -> None:
    split = M2Sentence(
        ("x", "y", "z"), (M2Edit(0, 1, "R:X", ("q",)), M2Edit(1, 3, "R:X", ("r s",)))
    )
    found = alignment.agreement("ours", [[SENTENCES[0], split]])
    assert found.f < found.f_not_rewritten == 1.0


def test_types_are_compared_where_the_spans_are_given() -> None:
    found = alignment.type_agreement("ours", SENTENCES[:1])
    assert (found.edits, found.same, found.share) == (1, 0, 0.0)
    assert found.pairs == {("R:VERB", "R:VERB:SVA"): 1}


def test_sentences_with_blank_tokens_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_text("S a  b\nA 2 3|||U:X||||||REQUIRED|||-NONE-|||0\n\nS He go\n")
    [kept] = alignment.read_without_blank_tokens(path)
    assert kept.tokens == ("He", "go")


def test_the_page_and_the_data_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "_annotated_by_errant", lambda system: SENTENCES[:2])
    monkeypatch.setattr(alignment, "_developed_on", lambda: {"ErAConD": SENTENCES[:1]})
    assert alignment.main(["--results", str(tmp_path)]) == 0
    page = (tmp_path / "alignment.md").read_text()
    assert "| AMU | 3 | 3 | 3 | 1.0000 |" in page
    assert "| ErAConD | 1 | 0 | 0.0000 |" in page
    assert json.loads((tmp_path / "alignment.json").read_text())["sentences"] == 2
