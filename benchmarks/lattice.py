"""The lattice beside the beam and the sweep, what probabilities cost, and two workers.

    python benchmarks/lattice.py

Searches alone, JFLEG dev, one thread, words looked up before: with the candidates of `correct` and
penalties by operation, so that no price is in the clock; then the same with the shipped prices. Two
workers: essays from raw text to corrected text, on the clock. Writes results/lattice_speed.md and
.json. All ratios are of one run; where the data is: see measuring.
"""

from __future__ import annotations

import argparse
import csv
import json
from itertools import islice
from pathlib import Path
from typing import Any

from engines import machine
from measuring import PROJECT, data, table, timed

from syntacticdiff.correction import Corrector
from syntacticdiff.files import atomic_write

SEARCHES: dict[str, dict[str, Any]] = {
    "sweep": {"search": "sweep"},
    "beam 8, k = 5": {"search": "beam", "beam": 8, "max_edits": 5},
    "lattice, prune 8": {"search": "lattice", "prune": 8.0},
    "lattice, prune 12": {"search": "lattice", "prune": 12.0},
    "lattice, no pruning": {"search": "lattice", "prune": None},
}
PENALTIES = {"insert": 3.0, "remove": 13.0, "sub": 7.0, "letter": 2.0}
SLOW = 8  # sentences, where nothing is pruned
RUNS = 3
ESSAYS = 150

Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Speed of the lattice.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results")
    folder = parser.parse_args(arguments).results
    lines = data("gec", "jfleg-dev", "dev.src").read_text(encoding="utf-8").splitlines()
    sentences = [line.split() for line in lines]
    report = {
        "machine": machine(),
        "without prices": [
            searched(name, sentences, {"penalties": PENALTIES}) for name in SEARCHES
        ],
        "with the shipped prices": [
            searched(name, sentences, {}) for name in SEARCHES if name.startswith("lattice")
        ],
        "two workers": workers(),
    }
    with atomic_write(folder / "lattice_speed.json") as stream:
        stream.write(json.dumps(report, indent=1).encode() + b"\n")
    with atomic_write(folder / "lattice_speed.md") as stream:
        stream.write(page(report).encode())
    print(page(report))
    return 0


def searched(name: str, sentences: list[list[str]], changes: Row) -> Row:
    """One search by itself, and how long its prices take; for the lattice, without sums, too."""
    given = {**SEARCHES[name], **changes}
    if given["search"] == "sweep":  # which does not correct
        differ = Corrector(tokenized=True, **{**given, "search": "lattice"}).differ
        differ = type(differ)(differ.model, **{**differ.given, "search": "sweep"})
    else:
        differ = Corrector(tokenized=True, **given).differ
    some = sentences[:SLOW] if given.get("prune", 0.0) is None else sentences
    words = [differ.prepared([sentence])[0].words for sentence in some]
    engine: Any = differ.engine
    engine.search(words)  # words are looked up and described once
    prices = () if "penalties" in changes else (engine.prices(words),)
    alone = timed(lambda: engine.search_alone(words, *prices), RUNS)
    row = {
        "search": name,
        "sentences": len(some),
        "CPU s": alone.cpu,
        "noise": f"+{alone.noise:.0%}",
        "sentences / CPU s": len(some) / alone.cpu,
        "probabilities cost": None,
        "prices, sentences / CPU s": None,
    }
    if given["search"] == "lattice":
        best = timed(lambda: engine.search_alone(words, *prices, probabilities=False), RUNS)
        row["probabilities cost"] = f"{alone.cpu / best.cpu - 1:.0%}"
    if prices:
        row["prices, sentences / CPU s"] = len(some) / timed(lambda: engine.prices(words)).cpu
    return row


def workers() -> Row:
    """One worker and two, on the clock: from raw text to corrected text."""
    with data("fluency", "ellipse.csv").open(encoding="utf-8", newline="") as stream:
        texts = [row["text"] for row in islice(csv.DictReader(stream), ESSAYS)]
    corrector = Corrector()
    found = list(corrector.many(texts))
    one = timed(lambda: list(corrector.many(texts)), RUNS)
    two = timed(lambda: list(corrector.many(texts, n_jobs=2)), RUNS)
    sentences = sum(len(correction.diffs) for correction in found)
    return {
        "essays": len(texts),
        "sentences": sentences,
        "sentences / CPU s": sentences / one.cpu,
        "one, s on the clock": one.wall,
        "two, s on the clock": two.wall,
        "as fast": one.wall / two.wall,
        "noise": f"+{max(one.noise, two.noise):.0%}",
    }


def page(report: Row) -> str:
    """The page."""
    parts = ["# Speed of the lattice", "", f"Made by `python benchmarks/lattice.py`; {machine()}."]
    for title in ("without prices", "with the shipped prices"):
        rows = report[title]
        shown = table(list(rows[0]), [list(row.values()) for row in rows])
        parts += ["", f"## Searches {title}", "", shown]
    both = report["two workers"]
    parts += ["", "## Two workers", "", table(list(both), [list(both.values())])]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
