"""The study of reinforcement: its schedule, its page and its pairs, on made-up figures."""

from __future__ import annotations

import importlib
import random
from pathlib import Path
from typing import Any

import pytest

from syntacticdiff.evaluate import Rewrites
from syntacticdiff.neural import Pair

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    measures = importlib.import_module("neural_measures")
    neural_page = importlib.import_module("neural_page")
    training = importlib.import_module("neural_training")

VERSIONS = (measures.RAW, measures.CHECKED, measures.OURS)


def made_up_output(gleu: float) -> dict[str, Any]:
    parts = dict.fromkeys(("precision", "recall", "f", "cleme2"), 30.0)
    return {"gleu": gleu, **parts, "changed": 9, "length": 1.0, "sentences a second": 50.0}


def made_up_run(gleu: float, rewarded: bool) -> dict[str, Any]:
    names = [f"{version}{guard}" for version in VERSIONS for guard in ("", ", guard")]
    point = {
        "part": "reward" if rewarded else "mle",
        "held_out": 60.0,
        "changed": 0.2,
        "length": 1.0,
        "loss": None,
        **dict.fromkeys(("sample_reward", "sample_length", "sample_copied"), 0.5),
    }
    return {
        "outputs": {name: made_up_output(gleu) for name in names},
        "curve": [{"step": step, **point} for step in range(0, 60, 3)],
        "held out": 60.0,
        "pairs": 9,
        "training": 30.0,
    }


def made_up_report(seeds: int, gain: float) -> dict[str, Any]:
    difference = {"difference": gain, "interval": [gain - 0.5, gain + 0.5], "p": 0.01}
    found = {v: {"gleu": difference, "m2": difference} for v in (measures.RAW, measures.OURS)}
    made = range(1, seeds + 1)
    return {
        "scale": 0.5,
        "runs": {
            "MLE": {seed: made_up_run(39.0, False) for seed in made},
            "NRL, policy": {seed: made_up_run(39.0 + gain, True) for seed in made},
            "open text only": {seed: made_up_run(39.0, False) for seed in made},
        },
        "gained": {
            name: {seed: dict.fromkeys(VERSIONS, difference) for seed in made}
            for name in ("MLE", "NRL, policy", "open text only")
        },
        "compared": {"NRL, policy": dict.fromkeys(made, found)},
        "others": {f"unchanged, {version}": made_up_output(38.2) for version in VERSIONS},
    }


def test_every_training_comes_once_and_after_the_one_it_starts_from() -> None:
    done: set[tuple[str, int]] = set()
    for row, seed in training.schedule():
        assert (row.name, seed) not in done
        assert row.start is None or (row.start, seed) in done
        done.add((row.name, seed))
    assert done == {(name, seed) for name in training.ROWS for seed in training.SEEDS}


def test_names_say_what_a_network_depends_on() -> None:
    names = {
        training.Trainings(None, Path("work"), scale).name(row, seed)
        for row, seed in training.schedule()
        for scale in (0.1, 1.0)
    }
    assert len(names) == 2 * sum(1 for _ in training.schedule())


def test_only_rows_of_reward_learn_from_reward() -> None:
    for row in training.ROWS.values():
        settings = row.settings(2, 0.5)
        updates = settings.mle_updates, settings.reward_updates
        assert updates == ((0, row.updates // 2) if row.is_rewarded else (row.updates // 2, 0))
        assert settings.seed == 2


def test_the_page_says_whether_the_claim_holds_and_what_is_missing() -> None:
    shown = neural_page.page(made_up_report(3, 1.5))
    assert "NRL - MLE by policy gradient: +1.50 GLEU in the mean of 3 of 3 seeds" in shown
    assert "The claim holds." in shown
    assert "| NRL, policy | as written | +1.50 | +1.50 | 3 of 3 | 0 of 3 |" in shown
    above = "the unchanged text 38.20 (above it by the bootstrap in 3 of 3 seeds)"
    assert f"MLE: as written 39.00, {above}" in shown
    assert "That is more than chance in every seed. The one with the best figure" in shown
    assert "--scale 0.5" in shown
    [risk] = [line for line in shown.splitlines() if line.startswith("| NRL, risk | 800")]
    assert risk.endswith("| none | 1, 2, 3 |")
    without = neural_page.page(made_up_report(3, 0.2))
    assert "The claim is not shown" in without
    assert "none is shipped" in without
    assert "The claim is not shown" in neural_page.page(made_up_report(2, 1.5))


def test_a_page_without_networks_says_so() -> None:
    shown = neural_page.page({"scale": 1.0, "runs": {}, "gained": {}, "compared": {}})
    assert "Trained so far: 0 of 24 networks." in shown
    assert "Nothing can be said yet about our networks" in shown


def test_the_figures_of_an_output() -> None:
    chance = random.Random(0)
    source = [tuple(chance.choice("abcdefgh") for _ in range(8)) for _ in range(20)]
    right = [(*words[:4], "z", *words[4:]) for words in source]
    part = measures.Part(
        [Rewrites(s, (r,)) for s, r in zip(source, right, strict=True)], {"source": source}
    )
    better, same = (measures.Output(made, 2.0).figures(part) for made in (right, source))
    assert (better["gleu"], better["f"], better["changed"]) == (100, 100, 20)
    assert (better["length"], better["sentences a second"]) == (9 / 8, 10)
    assert same["gleu"] < 100
    assert same["changed"] == 0
    found = part.difference(measures.Gleu(), right, source)
    assert found["difference"] == round(100 - same["gleu"], 2)
    assert found["interval"][0] > 0


def test_references_that_change_nothing_can_be_left_out() -> None:
    source = ("She", "go", "home", ".")
    right = ("She", "goes", "home", ".")
    part = measures.Part([Rewrites(source, (source, right))], {})
    assert {edit.annotator for edit in part.gold.edits[0].edits} == {0, 1}
    [edit] = part.gold_of_changes.edits[0].edits
    assert (edit.annotator, edit.corrections) == (1, ("goes",))
    assert measures._m2_of_changes(part, [source]).recall == 0
    assert part.score(measures.M2(0.5), [source]).recall == 1


def test_real_pairs_get_as_many_injected_ones() -> None:
    class _Pairs:
        def injected(self) -> list[Pair]:
            return [Pair((str(n),), ((str(n),),)) for n in range(1000)]

        def eracond(self) -> list[Pair]:
            return [Pair(("e",), (("e",),))] * 10

        def restricted(self) -> list[Pair]:
            return [Pair(("r",), (("r",),))] * 40

    texts = training.Texts(_Pairs())
    assert len(texts.open) in range(10 + 30, 10 + 33)
    assert len(texts.real) == 50 + 50
