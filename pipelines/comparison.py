"""Does `compare` find differences in syntax, and none where there are none?

    python pipelines/comparison.py [--documents N]

Halves of one corpus (Lang-8 entries, drawn at random) should have no difference: how many of the
comparisons list any edit. Then learners (Lang-8) against edited text (MASC, as many sentences a
document): the first edits, with function words only and with all words removed. Writes
results/comparison.md and .json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shared_data

from syntacticdiff import EditVectorizer
from syntacticdiff.compare import Comparison
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/comparison.py"
TRIALS = 5
SENTENCES = 8  # of a document of the edited text
SHOWN = 12
REMOVALS = ("function-words", "all")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="What compare finds.")
    parser.add_argument("--documents", type=int, default=300, help="of each side")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        entries = shared_data.native_language()[0].texts
        lines = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").split("\n")
    except shared_data.MissingDataError as error:
        print(f"comparison: skipped: {error}", file=sys.stderr)
        return 1
    size = options.documents
    report: dict[str, Any] = {"command": COMMAND, "documents": size, "halves": [], "first": {}}
    for trial in range(TRIALS):
        drawn = np.random.default_rng(trial).permutation(len(entries))[: 2 * size]
        halves = [[entries[place] for place in half] for half in (drawn[:size], drawn[size:])]
        found = {"strict": listed(halves, 0.05), "all": listed(halves, 1.0)}
        counts = {name: sum(map(len, sides)) for name, sides in found.items()}
        report["halves"].append(counts)
        print("halves", counts, flush=True)
    chunks = [" ".join(lines[at : at + SENTENCES]) for at in range(0, len(lines), SENTENCES)]
    places = np.random.default_rng(0).permutation(len(chunks))[:size]
    edited = [chunks[place] for place in places]
    places = np.random.default_rng(0).permutation(len(entries))[:size]
    learners = [entries[place] for place in places]
    for removals in REMOVALS:
        vectorizer = EditVectorizer(features="edit", removals=removals)
        comparison = Comparison(vectorizer=vectorizer, n_edits=SHOWN, n_examples=0)
        comparison.fit(learners, edited)
        edits = [contrast.edit for contrast in comparison.a_under_b_.contrasts]
        report["first"][removals] = edits
        print(removals, edits, flush=True)
    write_results(options.results, report)
    return 0


def listed(halves: Sequence[Sequence[str]], max_q: float) -> list[list[str]]:
    """The edits that a comparison lists, in both directions."""
    comparison = Comparison(max_q=max_q, n_edits=1000, n_examples=0).fit(*halves)
    directions = (comparison.a_under_b_, comparison.b_under_a_)
    return [[contrast.edit for contrast in side.contrasts] for side in directions]


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/comparison.md for people and .json for programs."""
    with atomic_write(folder / "comparison.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    halves = "\n".join(
        f"| {trial} | {row['strict']} | {row['all']} |"
        for trial, row in enumerate(report["halves"], 1)
    )
    first = "\n".join(
        f"| `{name}` | {', '.join(f'`{edit}`' for edit in edits)} |"
        for name, edits in report["first"].items()
    )
    page = f"""# What `compare` finds

Made by `{report["command"]} --documents {report["documents"]}`.

## Halves of one corpus

{report["documents"]} Lang-8 entries against as many others, drawn at random: there is nothing to
find. Edits that are listed, both directions together: with the false discovery rate held at 0.05,
which is the default, and without (`--max-q 1`).

| trial | listed | without the test |
|---|---|---|
{halves}

## Learners and edited text

What {report["documents"]} Lang-8 entries need to be like MASC, the first edits by z.

| `--removals` | edits |
|---|---|
{first}
"""
    with atomic_write(folder / "comparison.md") as stream:
        stream.write(page.encode())


if __name__ == "__main__":
    sys.exit(main())
