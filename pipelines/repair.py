"""Parsing text with errors: does a parser that repairs do better than one that only saw errors?

    python pipelines/repair.py [--seconds N] [--seeds N] [--only WORDS]

Table 4.1 of Sakaguchi (2018), on UD English-EWT: errors of 0 to 20% in training by 0 to 20% in one
noised test set; beside it the control that the study lacks: the same errors, features and cues, but
no edits. Every finished run is kept in results/repair.runs.jsonl, and a run that was stopped goes
on from there; the page is written from the runs that there are (`repair_page`). `--only corrected`
runs no more than the rows with these words in their names: those are made again, under a new name,
when the settings of the corrector have changed.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from checkpoint import Checkpoint, StoppedError
from repair_learners import LearnerStudy, learner_page
from repair_page import page
from shared_data import PROJECT
from syntax import sentences

from syntacticdiff import Corrector, ReferenceModel
from syntacticdiff.alignment import M2Sentence
from syntacticdiff.noise import GrammarNoise
from syntacticdiff.repair import (
    ArcAgreement,
    Repairer,
    RepairSettings,
    arc_agreement,
    train_repairer,
)
from syntacticdiff.syntax import Forms, Parser, gold_tags, tree_heads

RATES = (0, 5, 10, 15, 20)
NOISE_SEED = 2017  # of the test set, the same for all models
MAIN_SEEDS, OTHER_SEEDS = 10, 3
Words = Sequence[str]


@dataclass(frozen=True)
class Row:
    """A kind of model: errors in training, whether it edits, and where its tags come from.

    With `corrected`, what is parsed is the output of the corrector in its default settings.
    """

    errors: int
    edits: bool
    predicted_tags: bool = False
    corrected: bool = False

    @property
    def name(self) -> str:
        """What the row is called in the file of runs and on the page."""
        kind = "repair" if self.edits else "control"
        if not self.errors:
            kind = "corrected, plain" if self.corrected else "plain"
        return f"{kind} E{self.errors:02} {'predicted' if self.predicted_tags else 'gold'} tags"


MAIN = (Row(0, False), Row(10, True), Row(10, False))
NOISIEST = (Row(20, True), Row(20, False))
GRID = (Row(5, True), Row(15, True))
PREDICTED = tuple(Row(row.errors, row.edits, predicted_tags=True) for row in MAIN)
CORRECTED = tuple(Row(0, False, predicted, corrected=True) for predicted in (False, True))
# Those that also read learners' text, with one seed.
LEARNERS = tuple(Row(errors, True, predicted_tags=True) for errors in (10, 20, 15, 5))


def schedule() -> Iterator[tuple[Row, int]]:
    """Every run once, in an order in which the page is as whole as can be at any time."""
    every = (*MAIN, *NOISIEST, *GRID, *PREDICTED, *CORRECTED, *LEARNERS)
    first = ((row, 1) for row in (*MAIN, *NOISIEST, LEARNERS[0]))
    main = ((row, seed) for seed in range(2, OTHER_SEEDS + 1) for row in MAIN)
    once = ((row, 1) for row in (*GRID, *PREDICTED, *CORRECTED, *LEARNERS))
    again = ((row, seed) for seed in range(2, OTHER_SEEDS + 1) for row in every)
    more = ((row, seed) for seed in range(OTHER_SEEDS + 1, MAIN_SEEDS + 1) for row in MAIN)
    return iter(dict.fromkeys(chain(first, main, once, again, more)))


@dataclass(frozen=True)
class TestSet:
    """Sentences with errors, and their tags: true ones, which follow the errors."""

    words: tuple[Words, ...]
    tags: tuple[Words, ...]
    errors: int


class Study:
    """The treebank, the noised test sets, and one measured run after another."""

    def __init__(self, iterations: int, part: str = "test") -> None:
        self.iterations = iterations
        self.train, self.test = sentences("train"), sentences(part)
        self.forms = Forms.from_treebank(self.train)
        self.reference, self.parser = ReferenceModel.load(), Parser.load()
        self.corrector = Corrector(self.reference, tokenized=True)
        self.noised = {rate: self._noised(rate) for rate in RATES}

    def _noised(self, rate: int) -> TestSet:
        noise = GrammarNoise(rate, self.forms, seed=NOISE_SEED)
        noisy = [noise(s.forms, gold_tags(s), tree_heads(s)) for s in self.test]
        return TestSet(
            tuple(s.words for s in noisy),
            tuple(s.tags for s in noisy),
            sum(len(s.errors) for s in noisy),
        )

    @cached_property
    def corrected(self) -> dict[int, TestSet]:
        """The noised test sets after the corrector; what it puts in is tagged in its context."""
        return {rate: self._corrected(noised) for rate, noised in self.noised.items()}

    def _corrected(self, noised: TestSet) -> TestSet:
        words: list[Words] = []
        known: list[list[str | None]] = []  # the tags of what the corrector left alone
        edits = 0
        corrections = self.corrector.many([[list(words)] for words in noised.words])
        for correction, tags in zip(corrections, noised.tags, strict=True):
            [diff] = correction.diffs
            found, kept = _applied(self.corrector.m2(diff), tags)
            words.append(found)
            known.append(kept)
            edits += len(diff.edits)
        guessed = self.parser.tagger.tag_many(words)
        tags = tuple(
            tuple(tag or guess for tag, guess in zip(*pair, strict=True))
            for pair in zip(known, guessed, strict=True)
        )
        return TestSet(tuple(words), tags, edits)

    def name(self, row: Row, seed: int) -> str:
        """What a run is kept under: whatever its result depends on."""
        name = f"{row.name}, {self.iterations} iterations, seed {seed}"
        if row.corrected:
            signature = str(self.corrector.differ.signature).encode()
            name += f", corrector {hashlib.sha256(signature).hexdigest()[:8]}"
        return name

    @lru_cache(maxsize=1)  # noqa: B019  (one study, which lives as long as the process)
    def learned(self, row: Row, seed: int) -> Repairer:
        """A model of this kind; the last one is kept, for it may be measured on other text."""
        settings = RepairSettings(
            errors=row.errors,
            iterations=self.iterations,
            seed=seed,
            edits=row.edits,
            cues=row.errors > 0,
            predicted_tags=row.predicted_tags,
        )
        if settings == RepairSettings():
            return Repairer.load(reference=self.reference)  # what `syntax.py --train-repair` made
        return train_repairer(self.train, self.parser, self.reference, settings, forms=self.forms)

    def run(self, row: Row, seed: int) -> dict[str, Any]:
        """Learn a model and measure it on every test set."""
        repairer = self.learned(row, seed)
        tests = self.corrected if row.corrected else self.noised
        return {str(rate): self._measured(repairer, row, test) for rate, test in tests.items()}

    def _measured(self, repairer: Repairer, row: Row, test: TestSet) -> dict[str, float]:
        tags = None if row.predicted_tags else test.tags
        total, edits = ArcAgreement(), test.errors if row.corrected else 0
        found = repairer.repair_many(test.words, tags, edits=row.edits)
        for repair, gold in zip(found, self.test, strict=True):
            total += arc_agreement(repair.tree, gold)
            edits += len(repair.edits())
        return {
            "F": 100 * total.f,
            "recall": 100 * total.recall,
            "recall without punctuation": 100 * total.recall_words,
            "edits": edits,
        }


def _applied(sentence: M2Sentence, tags: Words) -> tuple[list[str], list[str | None]]:
    """The corrected words, and the tags of those that were there before."""
    words: list[str] = []
    known: list[str | None] = []
    done = 0
    for edit in (*sentence.edits, None):
        if edit is not None and edit.start < 0:
            continue  # no edit at all
        start = len(sentence.tokens) if edit is None else edit.start
        words += sentence.tokens[done:start]
        known += tags[done:start]
        if edit is not None:
            added = edit.corrections[0].split()
            words += added
            known += [None] * len(added)
            done = edit.end
    return words, known


def learned_name(study: Study, row: Row) -> str:
    """What the result of a model on learners' text is kept under."""
    return f"learners' text, {study.name(row, 1)}"


def main() -> None:
    """Run what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, help="begin no run after so many CPU seconds")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=MAIN_SEEDS)
    parser.add_argument("--only", default="", help="run only rows with these words in their names")
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "repair.md")
    options = parser.parse_args()
    kept = Checkpoint(options.out.with_suffix(".runs.jsonl"), options.seconds)
    study = Study(options.iterations)
    texts = LearnerStudy(study.reference, study.parser)
    runs: dict[str, dict[int, dict[str, Any]]] = {}
    learners: dict[int, dict[str, Any]] = {}
    correlation: dict[str, float] = {}
    for row, seed in schedule():
        name, text = study.name(row, seed), learned_name(study, row)
        wanted = options.only in row.name and seed <= options.seeds
        with suppress(StoppedError):  # what was kept is still shown
            if wanted or name in kept:
                result = kept(name, lambda row=row, seed=seed: study.run(row, seed))
                runs.setdefault(row.name, {})[seed] = result
            if seed == 1 and row in LEARNERS and (wanted or text in kept):
                learners[row.errors] = kept(text, lambda row=row: texts.run(study.learned(row, 1)))
                correlation = kept("grammaticality, correlation with people", texts.correlation)
    lines = learner_page(dict(sorted(learners.items())), correlation) if correlation else ()
    if runs:
        scheduled = sum(1 for _ in schedule())
        options.out.write_text(page(runs, lines, scheduled), encoding="utf-8")


if __name__ == "__main__":
    main()
