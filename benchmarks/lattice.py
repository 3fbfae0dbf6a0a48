"""The lattice beside the beam and the sweep; what probabilities, memory and two workers cost.

    python benchmarks/lattice.py [--keep TITLE]...

Searches alone, JFLEG dev, one thread, words looked up before, with the candidates of `correct`:
with the shipped prices, which are known before the clock starts, as `correct` searches; then with
penalties by operation, for which a beam and a sweep can be timed as well. Long sentences: what a
process needs more after them. Two workers: `correct` from raw text to corrected text, on the clock,
which says something only while nothing else runs. `--keep "two workers"` leaves a table as the last
run made it. Writes results/lattice_speed.md and .json. All ratios are of one run; where the data
is: see measuring.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
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
ESSAYS = 1_000
LENGTHS = (500, 5_000, 50_000)  # of sentences, in tokens
UNPRUNED = 1_000  # tokens

ABOUT = {
    "with the shipped prices": (
        "As `correct` searches: the candidates of its default settings, and prices that were found "
        "before; how fast these are found stands in the last column. Aims: 2,000 sentences with "
        "`prune=12`, 50 without pruning, probabilities at most at double the cost."
    ),
    "with penalties by operation": (
        "The same candidates, all of which have a price that does not depend on the place, so that "
        "far more of them are worth looking at: the three searches beside each other."
    ),
    "long sentences": (
        "One sentence through the whole of `correct` in a process of its own, and how much more "
        "memory the process has needed than for 200 tokens; what it gives back (the diff with all "
        "expected counts) is in it."
    ),
    "two workers": (
        "`syntacticdiff correct --lines --jobs 1` and `--jobs 2`, with their start, the quickest "
        "of three runs each, by turns. The clock says what two workers gain only while other "
        "programs take next to nothing: what they took meanwhile, in the quickest run with two "
        "workers, stands in the last column. What two workers take of the processors beyond one "
        "does not depend on that. Aim: 1.8."
    ),
}

Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Speed of the lattice.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results")
    parser.add_argument("--keep", action="append", default=[], choices=ABOUT, metavar="TITLE")
    parser.add_argument("--long", type=json.loads, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    folder = options.results
    if options.long is not None:
        print(json.dumps(long_sentence(**options.long)))
        return 0
    lines = data("gec", "jfleg-dev", "dev.src").read_text(encoding="utf-8").splitlines()
    sentences = [line.split() for line in lines]
    made = {
        "with the shipped prices": lambda: [
            searched(name, sentences, {}) for name in SEARCHES if name.startswith("lattice")
        ],
        "with penalties by operation": lambda: [
            searched(name, sentences, {"penalties": PENALTIES}) for name in SEARCHES
        ],
        "long sentences": lambda: [
            *(in_a_process(tokens=length, prune=12.0) for length in LENGTHS),
            in_a_process(tokens=UNPRUNED, prune=None),
        ],
        "two workers": workers,
    }
    path = folder / "lattice_speed.json"
    report = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    report |= {"machine": machine()}
    report |= {title: make() for title, make in made.items() if title not in options.keep}
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


def in_a_process(**given: Any) -> Row:
    """One long sentence, in a process of its own, so that its memory is its own."""
    command = [sys.executable, __file__, "--long", json.dumps(given)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row: Row = json.loads(done.stdout)
    return row


def long_sentence(tokens: int, prune: float | None) -> Row:
    """Correct a sentence of so many tokens: the sentences of JFLEG dev one after another."""
    text = data("gec", "jfleg-dev", "dev.src").read_text(encoding="utf-8").split()
    words = [word for word in text if word not in ".?!"]
    words = (words * (tokens // len(words) + 1))[:tokens]
    corrector = Corrector(tokenized=True, prune=prune)
    list(corrector.many([[words[:200]]]))  # what is loaded and looked up once
    before = most_memory()
    cpu = time.process_time()
    [correction] = corrector.many([[words]])
    return {
        "tokens": tokens,
        "prune": "none" if prune is None else prune,
        "edits": len(correction.diffs[0].edits),
        "CPU s": time.process_time() - cpu,
        "MB more": most_memory() - before,
    }


def most_memory() -> float:
    """The most that this process has had, in MB, without what it was started from."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    [kilobytes] = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(kilobytes) / 1024


def workers() -> Row:
    """`correct` with one worker and with two, on the clock, its start included."""
    with data("fluency", "ellipse.csv").open(encoding="utf-8", newline="") as stream:
        texts = [row["text"] for row in islice(csv.DictReader(stream), ESSAYS)]
    runs: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "essays.txt"
        path.write_text("".join(f"{' '.join(text.split())}\n" for text in texts), "utf-8")
        for _ in range(RUNS):
            for jobs, measured in runs.items():
                started, own, all_ = time.perf_counter(), cpu_of_children(), cpu_of_machine()
                command = ["correct", str(path), "--lines", "--jobs", str(jobs)]
                subprocess.run(
                    [sys.executable, "-m", "syntacticdiff", *command],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=True,
                )
                clock, own = time.perf_counter() - started, cpu_of_children() - own
                measured.append((clock, own, cpu_of_machine() - all_ - own))
    (one, one_cpu, _), (two, two_cpu, others) = min(runs[1]), min(runs[2])
    clocks = [[clock for clock, _, _ in each] for each in runs.values()]
    return {
        "essays": len(texts),
        "one, s on the clock": one,
        "two, s on the clock": two,
        "times as fast": one / two,
        "noise": f"+{max(max(each) / min(each) - 1 for each in clocks):.0%}",
        "one, CPU s": one_cpu,
        "two, CPU s": two_cpu,
        "others, CPU s": max(others, 0.0),
    }


def cpu_of_children() -> float:
    """What the processes that this one has started and that have ended took, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_of_machine() -> float:
    """What all processes of the machine have taken, in seconds."""
    ticks = list(map(int, Path("/proc/stat").read_text("ascii").split("\n")[0].split()[1:9]))
    idle, waiting = ticks[3:5]
    return (sum(ticks) - idle - waiting) / os.sysconf("SC_CLK_TCK")


def page(report: Row) -> str:
    """The page."""
    parts = ["# Speed of the lattice", "", f"Made by `python benchmarks/lattice.py`; {machine()}."]
    for title, about in ABOUT.items():
        if title not in report:
            continue
        rows = report[title] if isinstance(report[title], list) else [report[title]]
        shown = table(list(rows[0]), [list(row.values()) for row in rows])
        parts += ["", f"## {title.capitalize()}", "", about, "", shown]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
