"""The record of fuzzing: totals that grow, by version of the source, and what still lacks."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import native_targets
import recording
import targets
from recording import Session, add_sessions, lacking, source_of, totals

ALL = [*targets.TARGETS, *targets.SKIPPED, *native_targets.PROGRAMS]
M2 = Session("m2", "atheris", source_of("m2"), 10, 100.0, 0)


def test_runs_are_added_up_for_each_version_of_the_source(tmp_path: Path) -> None:
    path = tmp_path / "fuzz.json"
    add_sessions(path, [M2, replace(M2, source="older", cpu_seconds=50.0)], ALL)
    add_sessions(path, [replace(M2, executions=5, cpu_seconds=20.5, finds=1)], ALL)
    assert totals(path) == [
        replace(M2, executions=15, cpu_seconds=120.5, finds=1),
        replace(M2, source="older", cpu_seconds=50.0),
    ]
    page = path.with_suffix(".md").read_text()
    assert "| `m2` | atheris | 25 | 170 | 120 | 1 |" in page
    assert "`m2` (170 of 600 s)" in page
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fuzz.json", "fuzz.md"]


def test_the_least_fuzzed_target_is_next_and_the_hour_comes_last() -> None:
    rows = [
        replace(M2, target=name, cpu_seconds=seconds)
        for name, seconds in (("sdlm", 700.0), ("m2", 100.0), ("csv", 650.0), ("xml", 300.0))
    ]
    left = lacking(rows, ["csv", "m2", "sdlm", "xml", "arpa"])
    assert list(left) == ["arpa", "m2", "xml", "sdlm", "csv"]
    assert left == {"arpa": 600.0, "m2": 500.0, "xml": 300.0, "sdlm": 2900.0, "csv": 0.0}


@pytest.mark.parametrize("target", ALL)
def test_every_target_has_a_source(target: str) -> None:
    assert len(source_of(target)) == 12


def test_what_a_program_says_at_its_end_is_counted(tmp_path: Path) -> None:
    said = "#2\tDONE\nstat::number_of_executed_units: 48126\nstat::average_exec_per_sec:     12\n"
    assert native_targets.executions(said) == 48126
    assert native_targets.executions("killed") == 0
    assert native_targets.failing(tmp_path) is None
    (tmp_path / "case-crash-1a").write_bytes(b"x")
    assert native_targets.failing(tmp_path) == b"x"


def test_a_change_of_a_module_is_another_version_of_what_is_about_it(tmp_path: Path) -> None:
    for folder in ("syntacticdiff", "native", "tests/fuzz"):
        shutil.copytree(
            recording.ROOT / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("*.so", "*.sd*", "__pycache__", "*.npz"),
        )
    before = {name: source_of(name, tmp_path) for name in ("m2", "kenlm", "searches")}
    assert before["m2"] == source_of("m2")
    with (tmp_path / "syntacticdiff" / "alignment" / "m2.py").open("a") as stream:
        stream.write("# changed\n")
    (tmp_path / "native" / "new_test.cpp").write_text("// a test is no other engine\n")
    after = {name: source_of(name, tmp_path) for name in before}
    assert after["m2"] != before["m2"]
    assert after["kenlm"] == before["kenlm"]
    assert after["searches"] == before["searches"]
    with (tmp_path / "native" / "search.cpp").open("a") as stream:
        stream.write("// changed\n")
    assert source_of("searches", tmp_path) != before["searches"]


def test_the_recorded_page_is_that_of_its_totals() -> None:
    path = recording.ROOT / "results" / "fuzz.json"
    assert json.loads(path.read_text())
    rows = totals(path)
    written = path.with_suffix(".md").read_text()
    assert _without_present(written) == _without_present(recording.page(rows, path.name, ALL))


def _without_present(page: str) -> list[str]:
    """The lines of a page without what depends on the present source."""
    return [
        "|".join(cells[:5] + cells[6:]) if len(cells := line.split("|")) == 8 else line
        for line in page.splitlines()
    ]
