"""Parsing text with errors: does a parser that repairs do better than one that only saw errors?

    python pipelines/repair.py [--seconds N] [--iterations 10] [--seeds 3]

Table 4.1 of Sakaguchi (2018), on UD English-EWT: errors of 0 to 20% in training by 0 to 20% in one
noised test set; beside it the control that the study lacks: the same errors, features and cues, but
no edits. Every finished run is kept in results/repair.runs.jsonl, and a run that was stopped goes
on from there; the page is written from the runs that there are.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkpoint import Checkpoint, StoppedError
from shared_data import PROJECT
from syntax import sentences

from syntacticdiff import ReferenceModel
from syntacticdiff.noise import GrammarNoise, NoisySentence
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
# Recall in the published table, by errors of the test set: baseline, E05, E10, E15, E20.
PUBLISHED = {
    0: (91.43, 91.12, 90.87, 90.61, 90.29),
    5: (89.99, 90.00, 89.87, 89.72, 89.48),
    10: (87.84, 87.99, 88.07, 88.14, 88.04),
    15: (85.64, 86.18, 86.54, 86.75, 86.82),
    20: (84.12, 84.78, 85.28, 85.50, 85.76),
}


@dataclass(frozen=True)
class Row:
    """A kind of model: errors in training, whether it edits, and where its tags come from."""

    errors: int
    edits: bool
    predicted_tags: bool

    @property
    def name(self) -> str:
        kind = "repair" if self.edits else "control"
        if not self.errors:
            kind = "plain"
        return f"{kind} E{self.errors:02} {'predicted' if self.predicted_tags else 'gold'} tags"


ROWS = tuple(
    Row(errors, edits, predicted)
    for predicted in (False, True)
    for errors in (10, 0, 20, 5, 15)
    for edits in ((True, False) if errors else (False,))
)


class Study:
    """The treebank, the noised test sets, and one measured run after another."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.train, self.test = sentences("train"), sentences("test")
        self.forms = Forms.from_treebank(self.train)
        self.reference, self.parser = ReferenceModel.load(), Parser.load()
        self.noised = {rate: self._noised(rate) for rate in RATES}

    def _noised(self, rate: int) -> list[NoisySentence]:
        noise = GrammarNoise(rate, self.forms, seed=NOISE_SEED)
        return [noise(s.forms, gold_tags(s), tree_heads(s)) for s in self.test]

    def run(self, row: Row, seed: int) -> dict[str, Any]:
        """Learn a model and measure it on every test set."""
        settings = RepairSettings(
            errors=row.errors,
            iterations=self.iterations,
            seed=seed,
            edits=row.edits,
            cues=row.errors > 0,
            predicted_tags=row.predicted_tags,
        )
        repairer = train_repairer(
            self.train, self.parser, self.reference, settings, forms=self.forms
        )
        return {str(rate): self._measured(repairer, row, rate) for rate in RATES}

    def _measured(self, repairer: Repairer, row: Row, rate: int) -> dict[str, float]:
        noised = self.noised[rate]
        tags = None if row.predicted_tags else [sentence.tags for sentence in noised]
        total, edits = ArcAgreement(), 0
        found = repairer.repair_many([s.words for s in noised], tags, edits=row.edits)
        for repair, gold in zip(found, self.test, strict=True):
            total += arc_agreement(repair.tree, gold)
            edits += len(repair.edits())
        return {
            "F": 100 * total.f,
            "recall": 100 * total.recall,
            "recall without punctuation": 100 * total.recall_words,
            "edits": edits,
        }


def page(runs: dict[str, list[dict[str, Any]]]) -> str:
    """The runs that there are, as a table for each measure."""
    lines = [
        "# Parsing and repairing text with errors",
        "",
        "UD English-EWT test with errors put in at 0 to 20 per hundred tokens, the same for all "
        "models; `python pipelines/repair.py`. Mean over seeds (standard deviation; number of "
        "seeds). A control saw the same errors, features and cues, but makes no edits.",
    ]
    for measure in ("F", "recall", "recall without punctuation", "edits"):
        lines += [
            "",
            f"## {measure}",
            "",
            "| model | " + " | ".join(f"{rate}%" for rate in RATES) + " | slope |",
            "|---|" + "---|" * (len(RATES) + 1),
        ]
        for name, results in runs.items():
            cells = [[result[str(rate)][measure] for result in results] for rate in RATES]
            means = [statistics.mean(values) for values in cells]
            slope = (means[-1] - means[0]) / RATES[-1]
            shown = " | ".join(_cell(values) for values in cells)
            lines.append(f"| {name} | {shown} | {slope:.2f} |")
    lines += [
        "",
        "## Published (Penn Treebank section 23, gold tags, a corrector before the baseline)",
        "",
        "| errors | baseline | E05 | E10 | E15 | E20 |",
        "|---|---|---|---|---|---|",
        *(
            f"| {rate}% | " + " | ".join(f"{value:.2f}" for value in row) + " |"
            for rate, row in PUBLISHED.items()
        ),
    ]
    return "\n".join(lines) + "\n"


def _cell(values: list[float]) -> str:
    deviation = f"{statistics.stdev(values):.2f}" if len(values) > 1 else "-"
    return f"{statistics.mean(values):.2f} ({deviation}; {len(values)})"


def main() -> None:
    """Run what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, help="begin no run after so many CPU seconds")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "repair.md")
    options = parser.parse_args()
    kept = Checkpoint(options.out.with_suffix(".runs.jsonl"), options.seconds)
    study = Study(options.iterations)
    runs: dict[str, list[dict[str, Any]]] = {}
    try:
        for seed in range(1, options.seeds + 1):
            for row in ROWS:
                name = f"{row.name}, {options.iterations} iterations, seed {seed}"
                result = kept(name, lambda row=row, seed=seed: study.run(row, seed))
                runs.setdefault(row.name, []).append(result)
    except StoppedError:
        pass
    if runs:
        options.out.write_text(page(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
