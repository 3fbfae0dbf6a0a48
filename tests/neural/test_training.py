"""Training: it learns a toy task, reward rises, seeds repeat, and a stop changes nothing."""

from __future__ import annotations

import random
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.neural import (
    CorrectionNetwork,
    CorrectorSettings,
    Pair,
    Progress,
    decode,
    train_corrector,
    training,
)


def toy_pairs(count: int, seed: int = 0) -> list[Pair]:
    """Before every x there should be `the`."""
    chance = random.Random(seed)
    pairs = []
    for _ in range(count):
        source = tuple(chance.choice("abcdx") for _ in range(chance.randrange(2, 6)))
        target = tuple(w for word in source for w in (("the", "x") if word == "x" else (word,)))
        if len(target) - len(source) <= len(source) // 2:
            pairs.append(Pair(source, (target,)))
    return pairs


PAIRS, HELD_OUT = toy_pairs(300), toy_pairs(60, 1)
SMALL = CorrectorSettings(
    mle_updates=12, reward_updates=6, samples=5, sources=4, vector=8, units=8, decoder=10, rate=0.02
)


def trained(settings: CorrectorSettings, **options: Any) -> CorrectionNetwork:
    return train_corrector(PAIRS, settings, **{"held_out": HELD_OUT, **options})


def same(first: CorrectionNetwork, second: CorrectionNetwork) -> bool:
    return first.weights.keys() == second.weights.keys() and all(
        np.array_equal(value, second.weights[name]) for name, value in first.weights.items()
    )


def test_it_learns_from_examples_and_copies_what_it_does_not_know(torch: Any) -> None:
    settings = replace(SMALL, mle_updates=250, reward_updates=0, dropout=0.0, units=16, decoder=16)
    network = trained(settings)
    source = ("b", "x", "Zyx", "d")
    [found] = decode(network.built(), [source])
    assert found.tokens == ("b", "the", "x", "Zyx", "d")
    first, *_, last = network.header["curve"]
    assert last["held_out"] > first["held_out"]
    assert last["loss"] < first["loss"]


@pytest.mark.parametrize("objective", ["policy", "risk"])
def test_reward_rises(torch: Any, objective: str) -> None:
    taught = trained(replace(SMALL, mle_updates=40, reward_updates=0))
    settings = replace(
        SMALL,
        mle_updates=0,
        reward_updates=80,
        reward_rate=0.01,
        objective=objective,
        samples=10,
        sources=8,
        unchanged=0.0,
    )
    network = trained(settings, initial=taught)
    points = [p["sample_reward"] for p in network.header["curve"] if p["part"] == "reward"]
    assert np.mean(points[-4:]) > np.mean(points[:4]) + 0.05
    assert network.header["training"]["held_out"] >= taught.header["training"]["held_out"]


def test_the_same_seed_gives_the_same_weights(torch: Any) -> None:
    first = trained(SMALL, held_out=[])  # the last state is kept
    assert same(first, trained(SMALL, held_out=[]))
    assert not same(first, trained(replace(SMALL, seed=1), held_out=[]))


@pytest.mark.parametrize("stopped", [5, 12, 13, 16])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    torch: Any, tmp_path: Path, stopped: int
) -> None:
    kept = tmp_path / "a.checkpoint"

    def stop(progress: Progress) -> None:
        if progress.step == stopped:
            raise KeyboardInterrupt

    half = trained(SMALL, report=stop, checkpoint=kept, held_out=[])  # the last state is kept
    assert kept.exists()
    assert half.header["training"]["updates"] == stopped
    seen: list[Progress] = []
    whole = trained(SMALL, checkpoint=kept, report=seen.append, held_out=[])
    assert seen[0].step == stopped + 1
    assert not kept.exists()
    uninterrupted = trained(SMALL, held_out=[])
    assert not same(half, uninterrupted)
    assert same(whole, uninterrupted)
    assert whole.header == uninterrupted.header


@pytest.mark.parametrize("where", ["_note", "_measure", "_update"])
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_in_the_middle_of_an_update_waits_for_its_end(
    torch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, times: int
) -> None:
    """A second one does not wait, and leaves the checkpoint as it was."""
    kept, original, calls = tmp_path / "a.checkpoint", getattr(training._Run, where), []

    def pressed(run: Any, *given: Any) -> Any:
        calls.append(run.step)
        found = original(run, *given)
        if len(calls) == 3:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return found

    monkeypatch.setattr(training._Run, where, pressed)
    half = trained(SMALL, checkpoint=kept)
    monkeypatch.undo()
    assert half.header["training"]["updates"] < SMALL.mle_updates
    assert kept.exists() == (times == 1)
    whole = trained(SMALL, checkpoint=kept)
    assert whole.header == trained(SMALL).header
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_a_network_started_from_is_kept(torch: Any) -> None:
    first = trained(SMALL)
    other = replace(SMALL, vocabulary=3, units=99, mle_updates=2, reward_updates=0)
    second = trained(other, initial=first)
    made = second.header["training"]
    assert made["from"] == first.header["signature"]
    assert (made["units"], made["vocabulary"]) == (SMALL.units, len(first.words))
    assert first.header["training"]["from"] is None
    assert second.header["signature"] != first.header["signature"]


def test_held_out_pairs_are_not_taken_for_others() -> None:
    digests = {
        training._digest(PAIRS[:cut], PAIRS[cut:], SMALL, None) for cut in (len(PAIRS) // 2, 3)
    }
    assert len(digests) == 2


def test_a_checkpoint_of_other_settings_or_damaged_is_not_used(torch: Any, tmp_path: Path) -> None:
    kept = tmp_path / "a.checkpoint"
    kept.write_bytes(b"PK\x03\x04 nonsense")
    short = replace(SMALL, mle_updates=3, reward_updates=0)
    assert same(trained(short, checkpoint=kept), trained(short))


def test_ctrl_c_before_anything_was_measured_is_no_network(torch: Any) -> None:
    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(replace(SMALL, mle_updates=100), report=stop)


def test_progress_has_loss_then_reward_and_the_held_out_figure(torch: Any) -> None:
    seen: list[Progress] = []
    trained(SMALL, report=seen.append)
    assert [progress.step for progress in seen] == list(range(1, 19))
    assert all((p.loss is None) == (p.step > 12) == (p.reward is not None) for p in seen)
    figures = [p.held_out for p in seen if p.held_out is not None]
    assert figures == sorted(figures)


def test_without_held_out_pairs_some_are_held_out(torch: Any) -> None:
    network = train_corrector(PAIRS, replace(SMALL, mle_updates=2, reward_updates=0))
    assert network.header["training"]["pairs"] == len(PAIRS) - -(-len(PAIRS) // 20)
    few = train_corrector(PAIRS[:50], replace(SMALL, mle_updates=2, reward_updates=0))
    assert few.header["training"]["held_out"] is None


def test_nothing_to_learn_from_is_an_error(torch: Any) -> None:
    with pytest.raises(InputError, match="1 pairs, but none to learn from"):
        train_corrector([Pair(("a",) * 60, (("a",) * 60,))], SMALL)


def test_without_torch_the_line_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(
        UsageError, match=r"needs torch; run: pip install 'syntacticdiff\[neural\]'"
    ):
        trained(SMALL)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"units": 0}, "units: a whole number from 1"),
        ({"samples": 1}, "samples: a whole number from 2"),
        ({"objective": "hope"}, "objective: 'hope' is not one of"),
        ({"reward": "bleu"}, "reward: 'bleu' is not one of"),
        ({"dropout": 1}, "dropout: from 0 to less than 1"),
        ({"mle_updates": 0, "reward_updates": 0}, "one of them must be more than 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CorrectorSettings(**given)
