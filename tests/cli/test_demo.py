"""`demo`: the tour that a newcomer sees first."""

from __future__ import annotations

import pytest
from support.commands import Run, run

from syntacticdiff.cli.demo_essays import ESSAYS


@pytest.fixture(scope="module")
def demo() -> Run:
    """The tour on the embedded model."""
    return run("demo")


def test_the_demo_shows_edits_features_and_how_to_go_on(demo: Run) -> None:
    assert demo.code == 0
    assert all(": note: " in line for line in demo.stderr.splitlines())
    assert "made up" in demo.text
    for essay in ESSAYS:
        assert f"{essay.writer} {essay.habit}" in demo.text
    assert demo.text.count("As features: {") == len(ESSAYS)
    assert "{+the+}" in demo.text
    assert "[-the-]" in demo.text
    assert "syntacticdiff diff essay.txt" in demo.text


def test_the_counted_edits_tell_the_habits_apart(demo: Run) -> None:
    table = demo.text.split("tell the writers apart")[1].splitlines()
    writers = [essay.writer for essay in ESSAYS]
    assert table[1].split() == writers
    counts = {}
    for line in table[2:]:
        if not line:
            break
        name, *numbers = line.split()
        counts[name] = [0 if number == "." else int(number) for number in numbers]
    missing, _, _, extra = range(4)
    assert max(counts["insert(the)"]) == counts["insert(the)"][missing]
    assert max(counts["remove(the)"]) == counts["remove(the)"][extra]


def test_edits_that_are_not_sure_enough_are_not_shown(demo: Run) -> None:
    sure = run("demo", "--min-probability", "1")
    assert sure.code == 0
    assert sure.text.count("{+") < demo.text.count("{+")
