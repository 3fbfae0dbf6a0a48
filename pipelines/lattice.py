"""The lattice beside the beam: quality and time with the same prices, and what pruning changes.

    python pipelines/lattice.py

CoNLL-2013, all types, and JFLEG dev, with the settings that the package ships. Writes
results/lattice.md and .json. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import shared_data

from syntacticdiff.alignment import M2Sentence, read_m2
from syntacticdiff.correction import SHIPPED, Corrector
from syntacticdiff.edits import Diff
from syntacticdiff.evaluate import M2
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/lattice.py"
SEARCHES: dict[str, dict[str, Any]] = {
    "beam 8, k = 5": {"search": "beam", "beam": 8, "max_edits": 5},
    "lattice, prune 8": {"search": "lattice", "prune": 8.0},
    "lattice, prune 12": {"search": "lattice", "prune": 12.0},
    "lattice, no pruning": {"search": "lattice", "prune": None},
}
WHOLE = {"min_probability": 0.0}  # every edit of the best hypothesis, as a beam shows it
UNPRUNED = 300  # sentences, where nothing is pruned: it is slow
PRUNINGS = (12.0, 8.0)

Tokens = tuple[str, ...]
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="The lattice beside the beam.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    folder = parser.parse_args(arguments).results
    gold = read_m2(str(shared_data.existing("gec", "conll2013.m2")), print)
    sources = _lines(shared_data.existing("gec", "jfleg-dev", "dev.src"))
    report = {
        "signature": Corrector(settings=SHIPPED, tokenized=True).differ.signature,
        "searches": {name: searched(changes, gold) for name, changes in SEARCHES.items()},
        "pruning": pruning(sources),
    }
    with atomic_write(folder / "lattice.json") as stream:
        stream.write(json.dumps(report, indent=1).encode() + b"\n")
    with atomic_write(folder / "lattice.md") as stream:
        stream.write(page(report).encode())
    return 0


def searched(changes: dict[str, Any], gold: Sequence[M2Sentence]) -> Row:
    """F0.5 and the CPU time of one search; the first run looks words up, the second counts."""
    if changes.get("prune", 0.0) is None:
        gold = gold[:UNPRUNED]
    corrector = Corrector(settings=SHIPPED, tokenized=True, **changes, **WHOLE)
    sources = [sentence.tokens for sentence in gold]
    diffs = corrector.differ.document(sources)
    started = time.process_time()
    corrector.differ.document(sources)
    seconds = time.process_time() - started
    score = M2(0.5).corpus(list(map(_output, diffs)), gold)
    return {
        "sentences": len(gold),
        "f": round(100 * score.f, 1),
        "precision": round(100 * score.precision, 1),
        "recall": round(100 * score.recall, 1),
        "ms": round(1000 * seconds / len(gold), 3),
        "edits": sum(len(diff.edits) for diff in diffs),
    }


def pruning(sources: Sequence[Tokens]) -> Row:
    """The share of sentences whose best hypothesis is another with pruning."""
    best: dict[float | None, list[tuple[str, ...]]] = {}
    for prune in (None, *PRUNINGS):
        corrector = Corrector(
            settings=SHIPPED, tokenized=True, search="lattice", prune=prune, **WHOLE
        )
        diffs = corrector.differ.document(sources)
        best[prune] = [tuple(f"{e.position}{e}" for e in diff.edits) for diff in diffs]
    return {
        "sentences": len(sources),
        "changed": {
            str(prune): sum(a != b for a, b in zip(best[None], best[prune], strict=True))
            for prune in PRUNINGS
        },
    }


def page(report: Row) -> str:
    """The page."""
    lines = [
        "# The lattice beside the beam",
        "",
        f"Made by `{COMMAND}`. CoNLL-2013, all types, scored by M2, with the settings and prices",
        f"of `{report['signature']}`.",
        "Every edit of the best hypothesis is made, whatever its probability. *ms*: CPU time of a",
        "sentence, one thread, words looked up before; compare within this table only.",
        f"Without pruning the first {UNPRUNED} sentences were searched.",
        "",
        "|  | sentences | F0.5 | P | R | edits | ms |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, row in report["searches"].items():
        cells = (row[key] for key in ("sentences", "f", "precision", "recall", "edits", "ms"))
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")
    pruned = report["pruning"]
    lines += ["", "## What pruning changes", ""]
    for bits, changed in pruned["changed"].items():
        share = 100 * changed / pruned["sentences"]
        lines.append(
            f"- `prune={bits}`: the best hypothesis of {changed} of {pruned['sentences']} "
            f"sentences of JFLEG dev is another than without pruning ({share:.1f}%)."
        )
    return "\n".join(lines) + "\n"


def _lines(path: Path) -> list[Tokens]:
    return [tuple(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]


def _output(diff: Diff) -> Tokens:
    return tuple((diff.output or "").split())


if __name__ == "__main__":
    sys.exit(main())
