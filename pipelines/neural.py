"""NRL: is an encoder-decoder that learns from its own GLEU better than one taught by examples?

    python pipelines/neural.py --work FOLDER [--scale 1] [--seconds N] [--no-training] [--ship FILE]

(1) The outputs that were released with the study, under every metric; (2) our own networks on JFLEG
dev, three seeds; (3) beside them our other correctors. Networks are kept in the folder and every
finished measurement in results/neural.runs.jsonl, so that a run that was stopped goes on from
there; the page is written from what there is, and says what is missing (`neural_page`). `--scale`
makes all trainings shorter. `--ship` writes the network that comes with the package: of those that
have seen open text only, the best on held-out pairs. Training needs torch:
pip install 'syntacticdiff[neural]'.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from checkpoint import Checkpoint, StoppedError
from neural_measures import (
    Part,
    dev_part,
    meaning,
    network_outputs,
    other_systems,
    released,
    released_part,
)
from neural_page import page
from neural_pairs import Pairs
from neural_training import MLE, OPEN, ROWS, SEEDS, Row, Texts, Trainings, schedule
from shared_data import PROJECT

from syntacticdiff.evaluate import M2, Gleu
from syntacticdiff.neural import load_network, save_network

LICENCE = "CC BY-SA 4.0; NOTICE names the texts"
COMPARED = ("as written", "spelling by ours")


class Study:
    """The networks that there are, and what they make of JFLEG dev."""

    def __init__(self, trainings: Trainings, part: Part) -> None:
        self.trainings, self.part = trainings, part

    def measured(self, row: Row, seed: int) -> dict[str, Any]:
        """A network's figures; its outputs are kept beside it."""
        network = load_network(self.trainings.path(row, seed))
        found: dict[str, Any] = {"outputs": {}}
        lines = {}
        for name, output in network_outputs(network, self.part):
            found["outputs"][name] = output.figures(self.part)
            lines[name] = [" ".join(words) for words in output.sentences]
        self.trainings.path(row, seed, ".outputs.json").write_text(json.dumps(lines), "utf-8")
        training = network.header["training"]
        return found | {
            "curve": network.header["curve"],
            "held out": training["held_out"],
            "pairs": training["pairs"],
            "training": self.trainings.cpu_seconds(row, seed),
        }

    def compared(self, row: Row, seed: int) -> dict[str, Any]:
        """By how much a network is above that of the same seed that it starts from."""
        found: dict[str, Any] = {}
        for name in COMPARED:
            outputs = self._output(row, seed, name), self._output(ROWS[MLE], seed, name)
            found[name] = {
                "gleu": self.part.difference(Gleu(), *outputs),
                "m2": self.part.difference(M2(0.5), *outputs),
            }
        return found

    def gained(self, row: Row, seed: int) -> dict[str, Any]:
        """By how much a network's output is above what it was given."""
        return {
            name: self.part.difference(
                Gleu(), self._output(row, seed, name), self.part.versions[name]
            )
            for name in COMPARED
        }

    def ship(self, path: Path) -> None:
        """Write the network that may be passed on and is the best on held-out pairs."""
        row = ROWS[OPEN]
        made = {seed: load_network(self.trainings.path(row, seed)) for seed in SEEDS}
        seed = max(made, key=lambda seed: float(made[seed].header["training"]["held_out"]))
        best, gain = made[seed], self.gained(row, seed)["spelling by ours"]
        if gain["interval"][0] <= 0:
            raise SystemExit("none is shipped: it is not above text with its spelling put right")
        save_network(replace(best, header={**best.header, "licence": LICENCE}), path)

    def _output(self, row: Row, seed: int, name: str) -> list[tuple[str, ...]]:
        lines = json.loads(self.trainings.path(row, seed, ".outputs.json").read_text("utf-8"))
        return [tuple(line.split()) for line in lines[name]]


def main() -> None:
    """Do what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, required=True, help="where networks are kept")
    parser.add_argument("--scale", type=float, default=1.0, help="the share of updates made")
    parser.add_argument("--seconds", type=float, help="begin nothing after so many CPU seconds")
    parser.add_argument("--no-training", action="store_true", help="only measure what is there")
    parser.add_argument("--ship", type=Path, metavar="FILE", help="write what is embedded")
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "neural.md")
    options = parser.parse_args()
    kept = Checkpoint(options.out.with_suffix(".runs.jsonl"), options.seconds)
    report: dict[str, Any] = {"scale": options.scale, "runs": {}, "gained": {}, "compared": {}}

    def write() -> None:
        options.out.write_text(page(report), encoding="utf-8")

    test = released_part()
    with suppress(StoppedError):
        report["released"] = released(test, kept, slow=False)
        write()  # whatever there is, in case the rest is stopped
        report["meaning"] = kept("released outputs, USim", lambda: meaning(test))
        write()
    part = dev_part()
    with suppress(StoppedError):
        report["others"] = kept("other systems", lambda: other_systems(part))
        write()
    trainings = Trainings(Texts(Pairs(options.work)), options.work, options.scale)
    study = Study(trainings, part)
    for row, seed in schedule():
        name = trainings.name(row, seed)
        over = options.seconds is not None and time.process_time() > options.seconds
        if name not in kept and not trainings.is_there(row, seed):
            if options.no_training or over:
                continue
            trainings.network(row, seed)
        with suppress(StoppedError):
            found = kept(name, lambda row=row, seed=seed: study.measured(row, seed))
            report["runs"].setdefault(row.name, {})[seed] = found
            report["gained"].setdefault(row.name, {})[seed] = kept(
                f"{name}, less what it was given",
                lambda row=row, seed=seed: study.gained(row, seed),
            )
            if row.start == MLE:
                difference = kept(
                    f"{name}, less MLE", lambda row=row, seed=seed: study.compared(row, seed)
                )
                report["compared"].setdefault(row.name, {})[seed] = difference
    with suppress(StoppedError):
        report["released"] = released(test, kept)
    write()
    if options.ship is not None:
        study.ship(options.ship)


if __name__ == "__main__":
    main()
