"""The trainings of the study of reinforcement: which there are, and one after another.

Each starts from the network of another one: injected errors first, then ErAConD, then CoNLL-2013
and CWEB as well (with as many injected pairs beside them), then reward in its variants. As many
further updates by examples as reward takes in CPU time are the control that the study lacks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from neural_pairs import Pairs

from syntacticdiff.neural import (
    CorrectionNetwork,
    CorrectorSettings,
    Pair,
    Progress,
    load_network,
    save_network,
    train_corrector,
)

SEEDS = (1, 2, 3)
# Updates at full scale; `--scale` makes all of them fewer.
INJECTED_UPDATES, OPEN_UPDATES, REAL_UPDATES, REWARD_UPDATES = 12_000, 1_000, 1_500, 800
# That reward leads away from the source: samples differ more, and an update takes more time.
RELEASED_UPDATES = 100
LONGER_UPDATES = 2_400  # by examples, in the CPU time that the updates by reward take
LATER_RATE = 3e-4
REWARD_RATE = 3e-4  # better on held-out pairs than 1e-4, both tried with the first seed


@dataclass(frozen=True)
class Row:
    """A kind of network.

    Parameters
    ----------
    name : what it is called
    updates : at full scale
    text : what it learns from, a method of `Texts`
    start : the name of the row that it starts from
    changes : settings other than the defaults
    """

    name: str
    updates: int
    text: str
    start: str | None = None
    changes: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_rewarded(self) -> bool:
        """Whether it learns from reward."""
        return "objective" in self.changes

    def settings(self, seed: int, scale: float) -> CorrectorSettings:
        """How it is trained."""
        part = "reward_updates" if self.is_rewarded else "mle_updates"
        none = {"mle_updates": 0, "reward_updates": 0}
        updates = max(1, round(scale * self.updates))
        settings = CorrectorSettings(**{**none, part: updates}, seed=seed)
        return replace(settings, **self.changes)


_LATER = {"rate": LATER_RATE}
INJECTED = "injected errors only"
MLE = "MLE"
OPEN = "open text only"  # what may be passed on


def _rewarded(name: str, **changes: str) -> Row:
    updates = RELEASED_UPDATES if changes.get("reward") == "released" else REWARD_UPDATES
    return Row(name, updates, "real", MLE, {"reward_rate": REWARD_RATE, **changes})


ROWS = {
    row.name: row
    for row in (
        Row(INJECTED, INJECTED_UPDATES, "injected"),
        Row(OPEN, OPEN_UPDATES, "open", INJECTED, _LATER),
        Row(MLE, REAL_UPDATES, "real", OPEN, _LATER),
        _rewarded("NRL, policy", objective="policy"),
        _rewarded("NRL, risk", objective="risk"),
        _rewarded("NRL, policy, reward as released", objective="policy", reward="released"),
        _rewarded("NRL, risk, reward as released", objective="risk", reward="released"),
        Row("MLE, longer", LONGER_UPDATES, "real", MLE, _LATER),
    )
}
FIRST = (MLE, "NRL, policy")  # the claim
_BEFORE = (INJECTED, OPEN)


def schedule() -> Iterator[tuple[Row, int]]:
    """Every training once, after the one it starts from; the claim is tested first."""
    first = ((name, SEEDS[0]) for name in (*_BEFORE, *FIRST))
    claim = ((name, seed) for seed in SEEDS for name in (*_BEFORE, *FIRST))
    every = ((name, seed) for name in ROWS for seed in SEEDS)
    return ((ROWS[name], seed) for name, seed in dict.fromkeys(chain(first, claim, every)))


class Texts:
    """What is learned from, by the names in `Row.text`."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs

    @cached_property
    def injected(self) -> list[Pair]:
        """Injected errors."""
        return self.pairs.injected()

    @cached_property
    def open(self) -> list[Pair]:
        """ErAConD, and three times as many injected pairs."""
        return self._with_injected(self.pairs.eracond(), 3)

    @cached_property
    def real(self) -> list[Pair]:
        """All learners' text, and as many injected pairs."""
        return self._with_injected([*self.pairs.eracond(), *self.pairs.restricted()], 1)

    @cached_property
    def held_out(self) -> list[Pair]:
        """What chooses."""
        return self.pairs.chosen_on()

    def _with_injected(self, pairs: list[Pair], times: int) -> list[Pair]:
        every = max(1, len(self.injected) // (times * len(pairs)))
        return [*pairs, *self.injected[::every]]


class Trainings:
    """Networks, each trained when it is first asked for and then kept in a folder.

    Parameters
    ----------
    texts : what is learned from
    work : the folder
    scale : the share of the updates that are made
    """

    def __init__(self, texts: Texts, work: Path, scale: float) -> None:
        self.texts, self.work, self.scale = texts, work, scale

    def name(self, row: Row, seed: int) -> str:
        """What a network is kept under: whatever it depends on."""
        settings = row.settings(seed, self.scale)
        updates = settings.mle_updates + settings.reward_updates
        return f"{row.name}, {updates} updates, scale {self.scale:g}, seed {seed}"

    def path(self, row: Row, seed: int, suffix: str = ".sdnrl") -> Path:
        """The file of a network."""
        name = self.name(row, seed).replace(", ", "-").replace(" ", "_")
        return self.work / f"{name}{suffix}"

    def is_there(self, row: Row, seed: int) -> bool:
        """Whether a network has been trained."""
        return self.path(row, seed).exists()

    def network(self, row: Row, seed: int) -> CorrectionNetwork:
        """A network as its file has it, trained if there is none, and before it what it needs."""
        path = self.path(row, seed)
        if not path.exists():
            initial = None if row.start is None else self.network(ROWS[row.start], seed)
            last: list[Progress] = []

            def report(progress: Progress) -> None:
                last[:] = [progress]
                if progress.step % 50 == 0:
                    print(f"{path.stem}: {progress}", flush=True)

            network = train_corrector(
                getattr(self.texts, row.text),
                row.settings(seed, self.scale),
                held_out=self.texts.held_out,
                initial=initial,
                report=report,
                checkpoint=path.with_suffix(".checkpoint"),
            )
            spent = {"cpu_seconds": round(last[-1].cpu_seconds, 1)}
            path.with_suffix(".json").write_text(json.dumps(spent), "utf-8")
            save_network(network, path)
        return load_network(path)

    def cpu_seconds(self, row: Row, seed: int) -> float:
        """What a training took, without those that it starts from."""
        spent = json.loads(self.path(row, seed, ".json").read_text("utf-8"))
        return float(spent["cpu_seconds"])
