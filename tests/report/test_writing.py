"""A report's name says what it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.summaries import harmful_summary

from syntacticdiff import UsageError
from syntacticdiff.report.writing import write_report


@pytest.mark.parametrize("name", ["report.HTML", "report.json", "report.md"])
def test_all_three_formats_are_written_even_of_odd_text(tmp_path: Path, name: str) -> None:
    write_report(tmp_path / name, harmful_summary())
    text = (tmp_path / name).read_text("utf-8")
    assert text.startswith({"H": "<!doctype html>", "j": "{", "m": "# "}[name[7]])


def test_json_is_the_summary(tmp_path: Path) -> None:
    summary = harmful_summary()
    write_report(tmp_path / "out.json", summary)
    expected = json.loads(json.dumps(summary.to_dict()))
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == expected


def test_other_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"out\.pdf: a report is a file that ends in \.html"):
        write_report(tmp_path / "out.pdf", harmful_summary())
