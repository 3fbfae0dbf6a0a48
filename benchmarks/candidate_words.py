"""How long it takes to find the words that may replace a word, for the words of learners' texts.

    python benchmarks/candidate_words.py [--results FOLDER]

Distinct words of entries of Lang-8, each asked for once, as a search does. The native index of
spellings and the Python one take turns in one process on the words that no dictionary has.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from engines import machine
from measuring import PROJECT, data, table, timed

from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Substitutions
from syntacticdiff.text import SpellingIndex, english_words, surfaces

COMMAND = "python benchmarks/candidate_words.py"
SOURCES = ("inflections", "confusions", "spelling", "contractions", "homophones")
WORDS = 30_000
MISSPELLED = 200  # of them, for both indexes
RUNS = 3


def learners_words(most: int) -> list[str]:
    """Distinct words of letters, in the order in which they occur."""
    found: dict[str, None] = {}
    with open(data("nli", "lang8_l1.csv"), encoding="utf-8") as stream:
        for line in stream:
            found.update(dict.fromkeys(filter(str.isalpha, surfaces(line.lower()))))
            if len(found) >= most:
                break
    return list(islice(found, most))


def substitutions(model: ReferenceModel, spec: str) -> Substitutions:
    """Fresh ones that remember nothing, with their index built."""
    made = Substitutions(spec, model.lexicon, min_count=5, fold=model.fold)
    made.words("zzzzz")
    return made


def seconds_of(made: list[Substitutions], words: list[str]) -> None:
    """Ask the last of `made`, which nobody has asked yet, for all words."""
    one = made.pop()
    for word in words:
        one.words(word)


def measured() -> dict[str, Any]:
    """The figures."""
    model = ReferenceModel.load("default")
    words = learners_words(WORDS)
    rows = []
    for spec in (*SOURCES, "+".join(SOURCES)):
        fresh = [substitutions(model, spec) for _ in range(RUNS)]
        timing = timed(partial(seconds_of, fresh, words), RUNS)
        rows.append((spec, timing.cpu, 1e3 * timing.cpu / len(words), timing.noise))
    english = english_words()
    misspelled = [word for word in words if word not in english][:MISSPELLED]
    known = [word for word in model.lexicon.words() if word in english]
    spent = []
    for native in (True, False):
        index = SpellingIndex(known, native=native)
        spent.append(timed(lambda index=index: [index.nearest(w, 2, 10) for w in misspelled], RUNS))
    return {
        "words": len(words),
        "misspelled": sum(word not in english for word in words) / len(words),
        "sources": rows,
        "native_ms": 1e3 * spent[0].cpu / len(misspelled),
        "python_ms": 1e3 * spent[1].cpu / len(misspelled),
    }


def page(found: dict[str, Any]) -> str:
    """The Markdown page."""
    rows = table(("source", "CPU seconds", "ms for a word", "noise"), found["sources"])
    return (
        f"# Finding candidate words\n\nMade by `{COMMAND}` on {machine()}: the "
        f"{found['words']:,} first distinct words of Lang-8's entries, of which "
        f"{100 * found['misspelled']:.0f}% are in no dictionary, each asked for once; the quickest "
        f"of {RUNS} runs.\n\n{rows}\n\nThe native index of spellings takes "
        f"{found['native_ms']:.2g} ms for a misspelled word, the Python one "
        f"{found['python_ms']:.2g} ms: {found['python_ms'] / found['native_ms']:.0f} times as "
        "long.\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the sources of candidate words.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    results: Path = parser.parse_args().results
    found = measured()
    text = page(found)
    print(text)
    with atomic_write(results / "candidate_words.md") as stream:
        stream.write(text.encode())
    with atomic_write(results / "candidate_words.json") as stream:
        stream.write((json.dumps({"machine": machine()} | found, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
