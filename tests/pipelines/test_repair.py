"""The study of repair: its schedule, its page, and its corrected test sets, on made-up figures."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from syntacticdiff.alignment import M2Edit, M2Sentence

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    repair = importlib.import_module("repair")
    repair_page = importlib.import_module("repair_page")
    repair_learners = importlib.import_module("repair_learners")


def made_up_run(f: float, recall: float) -> dict[str, Any]:
    row = {"F": f, "recall": recall, "recall without punctuation": recall, "edits": 3}
    return {str(rate): row for rate in repair_page.RATES}


def test_every_run_is_scheduled_once_and_the_main_rows_have_ten_seeds() -> None:
    runs = list(repair.schedule())
    assert len(runs) == len(set(runs))
    seeds: dict[Any, set[int]] = {}
    for row, seed in runs:
        seeds.setdefault(row, set()).add(seed)
    assert all(seeds[row] == set(range(1, 11)) for row in repair.MAIN)
    others = (*repair.NOISIEST, *repair.GRID, *repair.PREDICTED, *repair.CORRECTED)
    assert all(seeds[row] >= {1, 2, 3} for row in (*others, *repair.LEARNERS))
    assert len({repair.Study.name(_Study(), row, seed) for row, seed in runs}) == len(runs)


class _Study:
    """As much of a study as names of runs depend on."""

    iterations = 10

    class corrector:  # noqa: N801
        class differ:  # noqa: N801
            signature = "a"


def test_rows_that_depend_on_the_corrector_are_made_anew_when_it_changes() -> None:
    before, after = _Study(), _Study()
    after.corrector = type("corrector", (), {"differ": type("differ", (), {"signature": "b"})})
    name = repair.Study.name
    [row, *_] = repair.CORRECTED
    assert name(before, row, 1) != name(after, row, 1)
    assert name(before, repair.MAIN[0], 1) == name(after, repair.MAIN[0], 1)


def test_what_the_corrector_left_alone_keeps_its_tag() -> None:
    sentence = M2Sentence(
        ("He", "see", "big", "dog"),
        (M2Edit(1, 2, "R:VERB", ("sees",)), M2Edit(2, 2, "M:DET", ("a",))),
    )
    words, tags = repair._applied(sentence, ("PRP", "VBP", "JJ", "NN"))
    assert words == ["He", "sees", "a", "big", "dog"]
    assert tags == ["PRP", None, None, "JJ", "NN"]
    noop = M2Sentence(("Hi", "!"), (M2Edit(-1, -1, "noop", ("",)),))
    assert repair._applied(noop, ("UH", ".")) == (["Hi", "!"], ["UH", "."])


@pytest.mark.parametrize(
    ("recalls", "verdict"),
    [
        ((82.0, 82.1, 82.2), "**above**"),
        ((80.0, 79.9, 80.1), "**below**"),
        ((80.0, 82.0, 81.0), "no more than chance"),
        ((82.0,), "one seed: not tested"),
    ],
)
def test_the_claim_is_tested_seed_by_seed(recalls: tuple[float, ...], verdict: str) -> None:
    runs = {
        "repair E10 gold tags": {n: made_up_run(83.0, r) for n, r in enumerate(recalls, 1)},
        "control E10 gold tags": {n: made_up_run(81.0, 81.0) for n in range(1, 4)},
    }
    lines = repair_page.page(runs).splitlines()
    [recall] = [line for line in lines if line.startswith("| E10 gold tags | recall |")]
    assert recall.endswith(f"| {verdict} |")
    assert f"; {len(recalls)})" in recall


def test_a_page_is_made_of_the_runs_that_there_are() -> None:
    page = repair_page.page({"plain E00 gold tags": {1: made_up_run(80.0, 79.0)}}, ["last"])
    assert "| plain E00 gold tags | 80.00 (-; 1) |" in page
    assert "| 0% | - | - | - | - | - | 91.43 | 91.12 |" in page
    assert page.endswith("\nlast\n")


def test_a_gain_that_is_more_than_chance_has_a_star() -> None:
    row = {
        **dict.fromkeys(("sentences", "edited", "edits"), 5),
        **dict.fromkeys(("precision", "recall", "F0.5", "GLEU source", "GLEU repaired"), 1.0),
        "source": 2.0,
    }
    runs = {
        5: {"A": {**row, "repaired": 2.1, "standard error": 0.1}},
        10: {"A": {**row, "repaired": 2.3, "standard error": 0.1}},
    }
    lines = repair_learners.learner_page(runs, {"held out": 0.5, "test": 0.6})
    assert "| grammaticality, repaired | 2.10 | 2.30* |" in lines
