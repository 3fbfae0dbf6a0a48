"""The forms of the model file side by side: their size, what a search touches, and its CPU time.

    python benchmarks/compact.py [--results FOLDER]

The Brown trigram and a sweep and a beam over the JFLEG development set. "Whole" is version 1 of the
format: four bytes for every number (the words themselves are not counted there). Searches with the
forms take turns in one process, so that noise meets all of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import searching
from engines import machine
from measuring import PROJECT, table, timed

from syntacticdiff.files import atomic_write
from syntacticdiff.reference import Level, ReferenceModel
from syntacticdiff.search import NativeEngine, Penalties, PythonEngine

COMMAND = "python benchmarks/compact.py"
BITS = {"compact": None, "compact, 16 bits": 16, "compact, 8 bits": 8}
SEARCHES = ("sweep", "beam 8, window, depth 3")
ROUNDS = 15
PYTHON_SHARE = 40  # the Python engine gets every fortieth sentence


def measured() -> list[dict[str, Any]]:
    """A row for each form."""
    given = searching.problem()
    with tempfile.TemporaryDirectory() as folder:
        models = {"whole": mapped_whole(given.model, Path(folder) / "whole")}
        for name, bits in BITS.items():
            place = Path(folder) / name
            place.mkdir()
            given.model.save(place / "model.sdlm", bits=bits)
            models[name] = ReferenceModel.load(place / "model.sdlm")
        folders = [Path(folder) / name for name in models]
        rows = [{"form": place.name, "MB": size_of(place) / 1e6} for place in folders]
        for search in SEARCHES:
            for engine in ("native", "Python"):
                some = given.sentences[:: PYTHON_SHARE if engine == "Python" else 1]
                engines = [engine_of(given, model, search, engine) for model in models.values()]
                times = times_of(engines, folders, some)
                for row, seconds, touched in zip(rows, *times, strict=True):
                    row[f"{engine}, {search}: CPU"] = seconds / times[0][0]
                    if engine == "native":
                        row[f"{search}: MB touched"] = touched
    return rows


def mapped_whole(model: ReferenceModel, folder: Path) -> ReferenceModel:
    """The model with four bytes for every number, mapped from files of their own."""
    folder.mkdir()
    levels = []
    for order, stored in enumerate(model.levels or ()):
        arrays = {}
        for name, array in vars(stored.plain()).items():
            path = folder / f"{order}-{name}.npy"
            np.save(path, array)
            arrays[name] = np.load(path, mmap_mode="r") if len(array) else array
        levels.append(Level(**arrays))
    return ReferenceModel._from_levels(model.lexicon, levels, model.header)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def engine_of(given: searching.Problem, model: ReferenceModel, search: str, engine: str) -> Any:
    words = given.insertions, given.substitutions
    settings = searching.SEARCHES[search]
    if engine == "native":
        return NativeEngine(model, settings, *words, Penalties())
    return PythonEngine(model.scorer, settings, *words, Penalties())


def times_of(
    engines: list[Any], folders: list[Path], some: searching.Sentences
) -> tuple[list[float], list[float | None]]:
    """The quickest search with each model, and the megabytes of its files that one touches."""
    touched = []
    for folder, each in zip(folders, engines, strict=True):
        each.search(some)  # words are described to the extension once
        forget_touched()
        each.search(some)
        touched.append(touched_megabytes(f"{folder}/"))
    quickest = [float("inf")] * len(engines)
    for _ in range(ROUNDS):
        for place, each in enumerate(engines):
            quickest[place] = min(quickest[place], timed(lambda each=each: each.search(some)).cpu)
    return quickest, touched


def forget_touched() -> None:
    """Start to count touched pages anew, where the system can (Linux)."""
    try:
        Path("/proc/self/clear_refs").write_text("1")
    except OSError:
        return


def touched_megabytes(folder: str) -> float | None:
    """The pages of mapped files that were touched since; None where the system does not say."""
    smaps = Path("/proc/self/smaps")
    if not smaps.exists():
        return None
    inside, total = False, 0
    for line in smaps.read_text().splitlines():
        name, *rest = line.split()
        if not name.endswith(":"):
            inside = folder in line
        elif name == "Referenced:" and inside:
            total += int(rest[0])
    return total / 1024


def report(rows: list[dict[str, Any]]) -> str:
    return table(list(rows[0]), [list(row.values()) for row in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description="The forms of the model file side by side.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    results: Path = parser.parse_args().results
    rows = measured()
    text = (
        f"# Forms of the model file\n\nMade by `{COMMAND}` on {machine()}. CPU is relative to the "
        f"first row, the quickest of {ROUNDS} turns each. The native engine touches fewer bytes "
        "and is as fast or faster; the Python engine decodes each number and is a little slower "
        f"than on whole arrays.\n\n{report(rows)}\n"
    )
    print(text)
    with atomic_write(results / "compact.md") as stream:
        stream.write(text.encode())
    with atomic_write(results / "compact.json") as stream:
        stream.write((json.dumps({"machine": machine(), "forms": rows}, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
