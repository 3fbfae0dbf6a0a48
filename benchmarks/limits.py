"""What bounds the native engine: `python benchmarks/limits.py`; needs valgrind and a C++ compiler.

Cachegrind counts what a query takes: instructions, mispredicted branches, cache lines that are in
no first-level cache and in no second-level one. A program of its own, native/lookups_bench.cpp,
measures what the machine's memory allows, and what look-ups cost one after another, many at once,
fetched ahead, ordered by id and in large pages. Writes results/limits.md and .json.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import searching
import sizes
from engines import machine
from measuring import PROJECT, table

from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import NativeEngine, Penalties, Word

COMMAND = "python benchmarks/limits.py"
SEARCH = "sweep"
SHARE = 24  # every so many sentences one: cachegrind is slow
CACHES = ("--D1=49152,12,64", "--LL=1048576,16,64")  # the first and the second level of a core
EVENTS = {
    "instructions": r"I\s+refs:\s+([\d,]+)",
    "mispredicted branches": r"Mispredicts:\s+([\d,]+)",
    "lines from beyond 48 kB": r"D1\s+misses:\s+([\d,]+)",
    "lines from beyond 1 MB": r"LLd misses:\s+([\d,]+)",
}
MEGABYTES = (10, 100)
ROUNDS = (1, 31)  # of a search; more of them make the interpreter's own part small


def save(given: searching.Problem, folder: Path) -> None:
    """The problem as files that a counted process reads quickly."""
    given.model.save(folder / "small.sdlm")
    sizes.enlarged(given.model).save(folder / "large.sdlm")
    sentences = given.sentences[::SHARE]
    known = sorted({word for sentence in sentences for word in sentence})
    words = {
        "sentences": [pairs(sentence) for sentence in sentences],
        "insertions": pairs(given.insertions),
        "known": pairs(known),
        "substitutions": [pairs(given.substitutions(word)) for word in known],
    }
    (folder / "words.json").write_text(json.dumps(words))


def pairs(words: Sequence[Word]) -> list[tuple[str, int]]:
    return [(word.text, word.id) for word in words]


def from_pairs(texts: Sequence[tuple[str, int]]) -> list[Word]:
    return [Word(text, number) for text, number in texts]


def counted(folder: Path, model: str, rounds: int) -> int:
    """What a counted process does: so many rounds of a search. Returns the queries of one."""
    words = json.loads((folder / "words.json").read_text())
    known, substitutes = from_pairs(words["known"]), map(from_pairs, words["substitutions"])
    substitutions = dict(zip(known, substitutes, strict=True))
    engine = NativeEngine(
        ReferenceModel.load(folder / f"{model}.sdlm", verify=False),
        searching.SEARCHES[SEARCH],
        from_pairs(words["insertions"]),
        substitutions.__getitem__,
        Penalties(),
    )
    sentences = list(map(from_pairs, words["sentences"]))
    queries = 0
    for _ in range(rounds):
        queries = engine.work(sentences).queries
    return queries


def counts(folder: Path, model: str) -> dict[str, Any]:
    """What cachegrind counts for each query: the difference that further rounds make."""
    found = []
    for rounds in ROUNDS:
        done = subprocess.run(
            [
                *("valgrind", "--tool=cachegrind", "--cache-sim=yes", "--branch-sim=yes", *CACHES),
                f"--cachegrind-out-file={os.devnull}",
                *(sys.executable, __file__, "--count", str(folder), model, str(rounds)),
            ],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},  # or the interpreter's own part differs
        )
        queries = int(done.stdout)
        found.append([number(pattern, done.stderr) for pattern in EVENTS.values()])
    more = ROUNDS[1] - ROUNDS[0]
    each = [(after - before) / more / queries for before, after in zip(*found, strict=True)]
    return {"model": model, **dict(zip(EVENTS, each, strict=True))}


def number(pattern: str, text: str) -> int:
    match = re.search(pattern, text)
    assert match is not None, text
    return int(match[1].replace(",", ""))


def memory_rows(folder: Path) -> list[dict[str, Any]]:
    """Nanoseconds of CPU for a look-up and for a line, by the size of what they are in."""
    program = folder / "lookups_bench"
    source = PROJECT / "native" / "lookups_bench.cpp"
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-std=c++17", "-O3", str(source), "-o", str(program)], check=True)
    columns: dict[str, dict[str, float]] = {}
    for size in MEGABYTES:
        for pages in ("", "huge"):
            name = f"{size} MB{', large pages' if pages else ''}"
            done = subprocess.run(
                [str(program), str(size), pages], capture_output=True, text=True, check=True
            )
            lines = (line.split("\t") for line in done.stdout.splitlines())
            columns[name] = {what: float(value) for what, value in lines}
    names = list(next(iter(columns.values())))
    return [
        {"ns of CPU": what, **{name: column[what] for name, column in columns.items()}}
        for what in names
    ]


def distances(queries: list[dict[str, Any]], memory: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the lines of a query would take by themselves, beside what `engines.py` has measured."""
    [line] = [row for row in memory if row["ns of CPU"] == "line, known beforehand"]
    engines = json.loads((PROJECT / "results" / "engines.json").read_text("utf-8"))
    measured = [row for row in engines["sizes"] if row["search"] == SEARCH]
    return [
        {
            "model": found["model"],
            "its lines from beyond 1 MB, known beforehand, ns": found["lines from beyond 1 MB"]
            * line[f"{size} MB"],
            "a query, measured, ns of CPU": row["ns of CPU / query"],
            "instructions in a ns": found["instructions"] / row["ns of CPU / query"],
        }
        for found, size, row in zip(queries, MEGABYTES, measured, strict=True)
    ]


def report(rows: list[dict[str, Any]]) -> str:
    return table(list(rows[0]), [list(row.values()) for row in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description="What bounds the native engine.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    parser.add_argument("--count", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.count is not None:
        place, model, rounds = arguments.count
        print(counted(Path(place), model, int(rounds)))
        return
    if shutil.which("valgrind") is None:
        sys.exit("limits: valgrind is needed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory = memory_rows(folder)
        save(searching.problem(), folder)
        with ThreadPoolExecutor(2) as pool:  # counts do not depend on what else is running
            queries = list(pool.map(lambda model: counts(folder, model), ("small", "large")))
    text = (
        f"# What bounds the native engine\n\nMade by `{COMMAND}` on {machine()}.\n\n"
        "## What a query of a sweep takes\n\n"
        "Counted by cachegrind, for a core with 48 kB and 1 MB of cache, on the "
        "Brown trigram (small) and the same with ten times as many n-grams (large). The "
        f"words' way in and out of Python is not counted.\n\n{report(queries)}\n\n"
        "## What the memory allows\n\n"
        "CPU time of a look-up in lists that are mostly short, and of a cache line in no order: "
        "known beforehand, so that many are fetched at a time, or only from the line before."
        f"\n\n{report(memory)}\n\n"
        "## How near the engine is\n\n"
        "If a query waited for nothing but the bytes that it must touch, and knew where they are, "
        "it would take what the first column says. Measured is a sweep (results/engines.md).\n\n"
        f"{report(distances(queries, memory))}\n"
    )
    print(text)
    with atomic_write(arguments.results / "limits.md") as stream:
        stream.write(text.encode())
    figures = {"machine": machine(), "queries": queries, "memory": memory}
    with atomic_write(arguments.results / "limits.json") as stream:
        stream.write((json.dumps(figures, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
