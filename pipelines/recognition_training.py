"""The trainings of the study of word recognition: which there are, and one measured after another.

Brown, in blocks of 50 lines: every 20th block is the test part, the next one chooses the best state
of a network, and the rest is what the networks learn from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from shared_data import existing

from syntacticdiff.recognition import (
    RecognitionNetwork,
    RecognizerSettings,
    WordNoise,
    load_network,
    may_change,
    save_network,
    train_recognizer,
)
from syntacticdiff.text import surfaces

BLOCK, EVERY = 50, 20  # lines; blocks
NOISE_SEED = 2017  # of the test part, the same for all
KINDS = ("jumble", "delete", "insert")
MIXED = "mixed"
VOCABULARY = 10_000
UNITS = 50
SIZES = (5, 10, 15, 20, 30, 40, 50, 60)
BETAS = (1, 3, 5, 10)
CONDITIONS = ("INT", "END", "BEG", "ALL")
SEEDS, CONDITION_SEEDS = 3, 5
SAMPLED = 1000
NOISY_SENTENCES = 600
TWO_FAULTS = "two faults"

Sentences = list[list[str]]


@dataclass(frozen=True)
class Row:
    """A kind of network."""

    noise: str = "jumble"
    units: int = UNITS
    condition: str = "INT"
    truncation: int | None = None
    neighbours: bool = True

    def name(self, seed: int) -> str:
        """What a run is kept under: whatever its result depends on."""
        words = [self.noise, self.condition, f"{self.units} units"]
        if self.truncation is not None:
            words.append(f"beta {self.truncation}")
        if not self.neighbours:
            words.append("single words")
        return f"{', '.join(words)}, {SAMPLED} sampled, seed {seed}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The noise that it is measured with."""
        return KINDS if self.noise == MIXED else (self.noise,)

    def settings(self, seed: int) -> RecognizerSettings:
        """How it is trained."""
        return RecognizerSettings(
            units=self.units,
            noise=self.noise,
            condition=self.condition,
            seed=seed,
            vocabulary=VOCABULARY,
            truncation=self.truncation,
            neighbours=self.neighbours,
            sampled=SAMPLED,
        )


JUMBLE = Row()
BY_KIND = (JUMBLE, Row(MIXED), Row("delete"), Row("insert"))
BY_CONDITION = tuple(replace(JUMBLE, condition=name) for name in CONDITIONS)
BY_SIZE = tuple(replace(JUMBLE, units=units) for units in SIZES)
BY_BETA = tuple(replace(JUMBLE, truncation=beta) for beta in BETAS)
SINGLE_WORDS = Row(MIXED, neighbours=False)
FOR_ALL = (BY_KIND[1], SINGLE_WORDS)  # networks that could be shipped


def schedule() -> Iterator[tuple[Row, int]]:
    """Every training once, in an order in which one table after another is whole."""
    first = ((row, 1) for row in (*BY_KIND, SINGLE_WORDS))
    conditions = ((row, seed) for seed in range(1, CONDITION_SEEDS + 1) for row in BY_CONDITION)
    tables = (
        (row, seed)
        for rows in (BY_KIND, BY_BETA, BY_SIZE)
        for seed in range(1, SEEDS + 1)
        for row in rows
    )
    return iter(dict.fromkeys(chain(first, conditions, tables)))


class Brown:
    """The three parts of the text, as tokens."""

    @cached_property
    def _lines(self) -> list[str]:
        return existing("reference", "brown.txt").read_text("utf-8").splitlines()

    def lines(self, *parts: int) -> list[str]:
        """The lines of the blocks whose number, modulo 20, is one of these."""
        return [line for number, line in enumerate(self._lines) if number // BLOCK % EVERY in parts]

    @cached_property
    def training(self) -> Sentences:
        return [surfaces(line) for line in self.training_lines]

    @property
    def training_lines(self) -> list[str]:
        return self.lines(*range(2, EVERY))

    @cached_property
    def test(self) -> Sentences:
        return [surfaces(line) for line in self.lines(0)]

    @cached_property
    def dev(self) -> Sentences:
        return [surfaces(line) for line in self.lines(1)]

    def noisy(self, kind: str, condition: str = "INT") -> Sentences:
        """The test part with noise, the same at every call."""
        noise = WordNoise(kind, condition, NOISE_SEED)
        return [noise(sentence) for sentence in self.test]


class Trainings:
    """Networks, each trained when it is first asked for and then kept in a folder."""

    def __init__(self, brown: Brown, work: Path) -> None:
        self.brown, self.work = brown, work

    def path(self, row: Row, seed: int) -> Path:
        """The file of a network."""
        return self.work / f"{row.name(seed).replace(', ', '-').replace(' ', '_')}.sdrec"

    def network(self, row: Row, seed: int) -> RecognitionNetwork:
        """A network as its file has it, trained if there is none."""
        path = self.path(row, seed)
        if not path.exists():
            self.work.mkdir(parents=True, exist_ok=True)
            network = train_recognizer(
                self.brown.training,
                row.settings(seed),
                held_out=self.brown.dev,
                checkpoint=path.with_suffix(".checkpoint"),
            )
            save_network(network, path)
        return load_network(path)

    def run(self, row: Row, seed: int) -> dict[str, Any]:
        """Train a network and measure it on the test part."""
        network = self.network(row, seed)
        measured: dict[str, Any] = {
            kind: self._accuracy(network, kind, row.condition) for kind in row.kinds
        }
        return measured | {"bytes": self.path(row, seed).stat().st_size}

    def _accuracy(self, network: RecognitionNetwork, kind: str, condition: str) -> dict[str, float]:
        named = network.recognized(self.brown.noisy(kind, condition))
        known = set(network.words)
        right = {True: 0, False: 0}
        asked = {True: 0, False: 0}
        for sentence, answers in zip(self.brown.test, named, strict=True):
            for word, answer in zip(sentence, answers, strict=True):
                if may_change(word):
                    asked[word in known] += 1
                    right[word in known] += answer == (word if word in known else None)
        return {
            "vocabulary": 100 * right[True] / asked[True],
            "all": 100 * sum(right.values()) / sum(asked.values()),
            "words": asked[True],
        }
