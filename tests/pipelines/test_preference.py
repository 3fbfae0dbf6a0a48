"""The measures of a model that prefers corrections."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from syntacticdiff import ReferenceModel

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def measures() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module("preference")


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.train([["He", "goes", "home", "."]] * 3 + [["They", "go", "out", "."]], 2)


def test_each_gold_edit_is_applied_alone_and_capitals_do_not_count(
    measures: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "gold.m2"
    path.write_text(
        "S he go  Home .\n"
        "A 0 1|||R:ORTH|||He|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:SVA|||goes||went|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1\n"
        "A 4 5|||U:PUNCT|||-NONE-|||REQUIRED|||-NONE-|||0\n"
        "\n"
        "S Fine .\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
    )
    first, second = measures.read_gold_edits(path)
    assert (first.type, first.before, first.after) == (
        "R:VERB:SVA",
        ["he", "go", "home", "."],
        ["he", "goes", "home", "."],
    )
    assert second.after == ["he", "go", "home"]


def test_shares_are_of_all_edits_and_of_each_type(
    measures: ModuleType, model: ReferenceModel
) -> None:
    edits = [
        measures.GoldEdit(0, "SVA", ["he", "go", "home", "."], ["he", "goes", "home", "."]),
        measures.GoldEdit(1, "SVA", ["they", "go", "out", "."], ["they", "goes", "out", "."]),
        measures.GoldEdit(1, "Mec", ["they", "go", "out", "."], ["they", "go", "out", "home"]),
    ]
    shares = measures.lowered(model, edits)
    assert (shares[""].preferred, shares[""].number) == (1, 3)
    assert (shares["SVA"].preferred, shares["SVA"].number) == (1, 2)
    assert shares["Mec"].share == 0


def test_intervals_draw_sentences_not_edits(measures: ModuleType) -> None:
    share = measures.Share.of(np.array([10, 0]), np.array([10, 10]))
    assert (share.share, share.low, share.high) == (0.5, 0.0, 1.0)
