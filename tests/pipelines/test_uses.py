"""The other uses of a reference: what the documentation quotes is what was measured."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def uses() -> ModuleType:
    sys.path.insert(0, str(ROOT / "pipelines"))
    spec = importlib.util.spec_from_file_location("uses", ROOT / "pipelines" / "uses.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_figure_in_bold_was_measured() -> None:
    page = (ROOT / "docs" / "uses.md").read_text("utf-8")
    measured = (ROOT / "results" / "uses.md").read_text("utf-8")
    quoted = re.findall(r"\*\*([\d.]+%?)\*\*", page)
    assert len(quoted) >= 9
    for figure in quoted:
        assert re.search(rf"(?<![\d.]){re.escape(figure)}(?!\d)", measured), figure


def test_the_page_is_what_the_figures_give(uses: ModuleType) -> None:
    report = json.loads((ROOT / "results" / "uses.json").read_text("utf-8"))
    assert (ROOT / "results" / "uses.md").read_text("utf-8") == uses.page(report)


def test_pieces_have_as_many_words(uses: ModuleType) -> None:
    pieces = uses.cuts("a b c d e f g", 3)
    assert pieces == ["a b c", "d e f"]


def test_missing_packages_are_one_line(
    uses: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert uses.main(["--packages", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
