"""The study of word recognition: its schedule, its page and the answers of spell-checkers."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    training = importlib.import_module("recognition_training")
    recognition_page = importlib.import_module("recognition_page")
    checkers = importlib.import_module("recognition_checkers")
    learners = importlib.import_module("recognition_learners")


def made_up(row: Any, accuracy: float) -> dict[str, Any]:
    figures = {"vocabulary": accuracy, "all": accuracy - 1, "words": 10}
    return dict.fromkeys(row.kinds, figures) | {"bytes": 652_000}


def test_every_training_is_scheduled_once_with_enough_seeds() -> None:
    runs = list(training.schedule())
    names = {row.name(seed) for row, seed in runs}
    assert len(names) == len(set(runs)) == len(runs)
    seeds: dict[Any, set[int]] = {}
    for row, seed in runs:
        seeds.setdefault(row, set()).add(seed)
    assert all(seeds[row] == {1, 2, 3, 4, 5} for row in training.BY_CONDITION)
    assert all(
        seeds[row] >= {1, 2, 3} for row in (*training.BY_KIND, *training.BY_BETA, *training.BY_SIZE)
    )


def test_the_page_says_what_is_missing_and_tests_pairs_of_seeds() -> None:
    assert "0 of 63 scheduled trainings are made" in recognition_page.page({}, {})
    runs = {
        row.name(seed): made_up(row, 99.0 - place + seed / 100)
        for place, row in enumerate(training.BY_CONDITION)
        for seed in (1, 2, 3)
    }
    runs[training.BY_CONDITION[1].name(3)] = made_up(training.BY_CONDITION[1], 98.02)
    text = recognition_page.page({}, runs)
    assert "| scRNN, 50 units, up to 5 seeds | 99.02 (0.01; 3) | 98.02 (0.01; 3) |" in text
    assert "- INT against END: +1.00, 3 seeds, p = 0.000: different" in text
    assert "| 50 | 99.02 (0.01; 3) | 652 | 98.48 (0.94) | 2,092 |" in text
    assert "12 of 63 scheduled trainings are made" in text


@pytest.mark.parametrize(
    ("line", "suggestions"),
    [
        ("& recieve 3 0: receive, relieve, Reeve", ["receive", "relieve", "Reeve"]),
        ("# qwx 0", []),
        ("*", ["word"]),
        ("+ receive", ["word"]),
    ],
)
def test_answers_of_ispell_are_read(line: str, suggestions: list[str]) -> None:
    assert checkers._suggestions(line, "word") == suggestions


def test_the_place_of_the_right_word_ignores_capitals() -> None:
    assert learners._place(["Word", "world"], "word") == 0
    assert learners._place(["a"], "word") == learners.NOWHERE
