"""Opening a large model, and what ten processes that use it cost in memory."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from measuring import table

from syntacticdiff.reference import MARKERS, Level, Lexicon, ReferenceModel
from syntacticdiff.search import NativeEngine, Penalties, SearchSettings, Word

VOCABULARY = 100_000
NGRAMS = (3_000_000, 7_000_000)  # of two and of three words
PROCESSES = 10


def large_model() -> ReferenceModel:
    """About 100 MB of random n-grams with few rare words in them, as in a real model."""
    rng = np.random.default_rng(1)
    levels = []
    size, words = VOCABULARY, np.arange(VOCABULARY, dtype=np.uint32)
    for wanted in (*NGRAMS, None):
        log10 = -rng.random(size, np.float32) * 5
        if wanted is None:
            levels.append(Level(words, log10, np.empty(0, np.float32), np.empty(0, np.uint32)))
            break
        contexts = (size * rng.random(wanted) ** 2).astype(np.int64)
        follow = (VOCABULARY * rng.random(wanted) ** 3).astype(np.int64)
        pairs = np.unique(contexts * VOCABULARY + follow)
        starts = np.searchsorted(pairs // VOCABULARY, np.arange(size + 1)).astype(np.uint32)
        levels.append(Level(words, log10, -rng.random(size, np.float32), starts))
        size, words = len(pairs), (pairs % VOCABULARY).astype(np.uint32)
    texts = [f"w{number}" for number in range(VOCABULARY - len(MARKERS))]
    lexicon = Lexicon.build([*MARKERS, *texts])
    header = {"order": 3, "smoothing": "arpa", "tokenizer": "whitespace", "cased": True}
    return ReferenceModel._from_levels(lexicon, levels, header)


def engine_on(model: ReferenceModel) -> NativeEngine:
    insertions = [Word(f"w{number}", model.lexicon.id(f"w{number}")) for number in range(100)]
    settings = SearchSettings(search="sweep")
    return NativeEngine(model, settings, insertions, lambda word: (), Penalties())


def worker(path: str) -> None:
    """Open the model, search, touch all of it; then say what it costs, until told to go."""
    started = time.perf_counter()
    model = ReferenceModel.load(path, verify=False)
    opened = time.perf_counter()
    engine = engine_on(model)
    ready = time.perf_counter()
    word = Word("w7", model.lexicon.id("w7"))
    engine.search([[word] * 20] * 10)
    for level in model.levels or ():
        for array in (
            level.words,
            level.log10.codes,
            level.backoff.codes,
            level.children.items,
        ):
            array.sum()
    print(opened - started, ready - opened, flush=True)
    sys.stdin.readline()  # all of them are there
    inside, share, resident, own = False, 0, 0, 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        name, *rest = line.split()
        if not name.endswith(":"):
            inside = bool(rest) and rest[-1] == path
        elif name == "Pss:" and inside:
            share += int(rest[0])
        elif name == "Rss:" and inside:
            resident += int(rest[0])
        elif name == "Private_Dirty:":
            own += int(rest[0])
    print(share, resident, own, flush=True)
    sys.stdin.readline()


def measured() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "large.sdlm")
        large_model().save(path)
        size = Path(path).stat().st_size
        processes = [
            subprocess.Popen(
                [sys.executable, __file__, path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(PROCESSES)
        ]
        try:
            times = [list(map(float, p.stdout.readline().split())) for p in processes]
            for process in processes:
                print(file=process.stdin, flush=True)
            costs = [list(map(int, p.stdout.readline().split())) for p in processes]
        finally:
            for process in processes:
                process.communicate("\n")
    return {
        "model, MB": size / 1e6,
        "opening it, ms": 1000 * min(opened for opened, _ in times),
        "an engine on it, ms": 1000 * min(made for _, made in times),
        "processes": PROCESSES,
        "of the model in each, MB": sum(resident for _, resident, _ in costs) / PROCESSES / 1024,
        "of the model in all, MB": sum(share for share, _, _ in costs) / 1024,
        "of its own in each, MB": sum(own for _, _, own in costs) / PROCESSES / 1024,
    }


def report(row: dict[str, Any]) -> str:
    return table(["", ""], list(row.items()))


if __name__ == "__main__":
    worker(sys.argv[1])
