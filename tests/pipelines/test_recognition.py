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


def test_tables_are_made_whole_one_after_another() -> None:
    """A run that is stopped leaves few tables with cells of too few seeds."""
    place = {run: number for number, run in enumerate(training.schedule())}
    last = [
        max(place[row, seed] for row in rows for seed in range(1, seeds + 1))
        for rows, seeds in (
            (training.BY_CONDITION, training.CONDITION_SEEDS),
            (training.BY_KIND, training.SEEDS),
            (training.BY_BETA, training.SEEDS),
            (training.BY_SIZE, training.SEEDS),
        )
    ]
    assert last == sorted(last)


def by_condition(*seeds: int) -> dict[str, Any]:
    return {
        row.name(seed): made_up(row, 99.0 - place + seed * (1 + place) / 100)
        for place, row in enumerate(training.BY_CONDITION)
        for seed in seeds
    }


def test_the_page_says_what_is_missing_and_tests_pairs_of_seeds() -> None:
    scheduled = len(list(training.schedule()))
    assert f"0 of {scheduled} scheduled trainings are made" in recognition_page.page({}, {})
    text = recognition_page.page({}, by_condition(1, 2, 3))
    assert "| scRNN, 50 units, up to 5 seeds | 99.02 (0.01; 3) | 98.04 (0.02; 3) |" in text
    assert "- INT against END: +0.98, 3 seeds, p < 0.001: different" in text
    assert "- 40 against 50: 0 pairs of seeds, not tested" in text
    assert "| 50 | 99.02 (0.01; 3) | 652 | 98.48 (0.94) | 2,092 |" in text
    assert f"12 of {scheduled} scheduled trainings are made" in text


def test_five_seeds_count_in_table_3_7_only() -> None:
    text = recognition_page.page({}, by_condition(1, 2, 3, 4, 5))
    assert "| scRNN, 50 units, up to 5 seeds | 99.03 (0.02; 5) |" in text
    assert "| 50 | 99.02 (0.01; 3) |" in text


def test_the_page_says_whether_readers_order_comes_out() -> None:
    runs = by_condition(1, 2)
    said = "The network's means have this order; so do 2 of 2 seeds by themselves."
    assert said in recognition_page.page({}, runs)
    runs[training.BY_CONDITION[3].name(2)] = made_up(training.BY_CONDITION[3], 99.5)
    said = "The network's means do not have this order; so does 1 of 2 seeds by themselves."
    assert said in recognition_page.page({}, runs)


def test_whether_a_network_earns_its_place_follows_from_the_figures() -> None:
    columns = (*training.KINDS, training.TWO_FAULTS)
    asked = {"asked": 10, "named": 5, learners.NOT_POOLED: 1, learners.NOT_GIVEN: 0}
    row = training.FOR_ALL[0]
    found = {
        "noisy: look-up": {
            "by index": dict.fromkeys(columns, 80.0),
            f"pooled, {recognition_page.KNOWING}": dict.fromkeys(columns, 90.0),
            recognition_page.SHIPPED: dict.fromkeys(columns, 88.0) | {"insert": 89.5},
        },
        f"noisy: {row.name(1)}": dict.fromkeys(columns, 89.0),
        f"added: {row.name(1)}": {"a text": asked, "another": asked | {learners.NOT_GIVEN: 1}},
    }
    lines = list(recognition_page._earned(found))
    assert "letter are right) against 89.00 (network, sentences)" in lines[0]
    assert "network is above for: jumble, delete, insert, two faults. It is above" in lines[1]
    assert "as shipped for: jumble, delete, two faults;" in lines[1]
    assert (
        "above the best look-up for: nothing. Of 20 real misspellings it has at most 1" in lines[2]
    )
    assert "It does not earn its place" in lines[2]
    assert lines[2].endswith("none is shipped.")
    found[f"noisy: {row.name(1)}"] = dict.fromkeys(columns, 89.0) | {training.TWO_FAULTS: 91.0}
    [_, _, said] = recognition_page._earned(found)
    assert "above the best look-up for: two faults." in said
    assert "It does not earn its place" in said
    found[f"noisy: {row.name(1)}"] = dict.fromkeys(columns, 91.0)
    assert "It earns its place" in list(recognition_page._earned(found))[2]


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
