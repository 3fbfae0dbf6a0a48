"""The suffix of a report's name chooses its format."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from support.summaries import harmful_summary

from syntacticdiff import UsageError
from syntacticdiff.report.summary import Summary
from syntacticdiff.report.writing import write_report


@pytest.mark.parametrize("name", ["report.HTML", "report.json", "report.md"])
def test_all_three_formats_are_written_even_of_odd_text(tmp_path: Path, name: str) -> None:
    write_report(tmp_path / name, harmful_summary())
    text = (tmp_path / name).read_text("utf-8")
    assert text.startswith({"H": "<!doctype html>", "j": "{", "m": "# "}[name[7]])


def test_json_has_every_field_and_every_section(tmp_path: Path) -> None:
    summary = harmful_summary()
    write_report(tmp_path / "out.json", summary)
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert [*found] == [
        *("title", "signature", "overview", "documents"),
        *("least", "topics", "classes", "comparison", "notes"),
    ]
    expected = json.loads(json.dumps([asdict(one) for one in summary.sections]))  # type: ignore[call-overload]
    assert [found["topics"], found["classes"], found["comparison"]] == expected
    assert found["documents"] == json.loads(json.dumps([asdict(one) for one in summary.documents]))
    assert found["notes"] == [*summary.notes]


def test_a_section_that_a_report_does_not_have_is_null(tmp_path: Path) -> None:
    write_report(tmp_path / "out.json", Summary("t", "s"))
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert found["topics"] is found["classes"] is found["comparison"] is found["overview"] is None


def test_other_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"out\.pdf: a report is a file that ends in \.html"):
        write_report(tmp_path / "out.pdf", harmful_summary())
