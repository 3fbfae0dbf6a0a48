"""Does `compare` find differences in syntax, and none where there are none?

    python pipelines/comparison.py [--documents N] [--splits N]

Halves of one corpus (Lang-8 entries, and MASC), drawn at random many times, should have no
difference: how many of the comparisons list anything. Then learners (Lang-8) against edited text
(MASC, as many sentences a document): the first habits and edits, as `compare` counts them, and as
`compare --describe` does. Writes results/comparison.md and .json.
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
from syntacticdiff.compare import Comparison, Direction
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/comparison.py"
SENTENCES = 8  # of a document of the edited text
LISTED, SHOWN = 30, 12  # edits and habits in the JSON, edits on the page
MAX_Q = 0.05
DRAWN = 1  # seed of the documents; the way to count was chosen on some drawn with 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="What compare finds.")
    parser.add_argument("--documents", type=int, default=200, help="of each side")
    parser.add_argument("--half", type=int, default=40, help="documents of each half")
    parser.add_argument("--splits", type=int, default=10, help="of each corpus")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        entries = shared_data.native_language()[0].texts
        lines = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").split("\n")
    except shared_data.MissingDataError as error:
        print(f"comparison: skipped: {error}", file=sys.stderr)
        return 1
    edited = [" ".join(lines[at : at + SENTENCES]) for at in range(0, len(lines), SENTENCES)]
    report: dict[str, Any] = {
        "command": COMMAND,
        "documents": options.documents,
        "half": options.half,
        "splits": options.splits,
        "max_q": MAX_Q,
        "halves": {},
    }
    learners, natives = (drawn(texts, options.documents) for texts in (entries, edited))
    report["learners"] = {
        way: directions(compared(way).fit(learners, natives)) for way in ("believable", "describe")
    }
    report["keywords"] = directions(
        Comparison(vectorizer=EditVectorizer(), n_edits=LISTED, n_examples=0).fit(learners, natives)
    )
    for name, texts in (("Lang-8", entries), ("MASC", edited)):
        for way in ("believable", "describe"):
            found = halves(texts, way, options.half, options.splits)
            report["halves"][f"{name}, {way}"] = found
            print(name, way, found, flush=True)
    write_results(options.results, report)
    return 0


def drawn(texts: Sequence[str], size: int) -> list[str]:
    """Some of the texts, at random."""
    return [texts[place] for place in np.random.default_rng(DRAWN).permutation(len(texts))[:size]]


def compared(way: str, n_edits: int = LISTED) -> Comparison:
    """The comparison that `compare` makes, or `compare --describe`."""
    describing = EditVectorizer(removals="function-words") if way == "describe" else None
    return Comparison(vectorizer=describing, n_edits=n_edits, max_q=MAX_Q, n_examples=0)


def halves(texts: Sequence[str], way: str, size: int, splits: int) -> dict[str, Any]:
    """How often comparisons of two random halves list anything, and how much."""
    listed = []
    for trial in range(splits):
        places = np.random.default_rng(trial).permutation(len(texts))[: 2 * size]
        sides = [[texts[place] for place in half] for half in (places[:size], places[size:])]
        found = compared(way, 1000).fit(*sides)
        for direction in (found.a_under_b_, found.b_under_a_):
            listed.append((len(direction.habits), len(direction.contrasts)))
    return {
        "directions": len(listed),
        "with habits": sum(bool(habits) for habits, _ in listed),
        "with edits": sum(bool(edits) for _, edits in listed),
        "habits": sum(habits for habits, _ in listed),
        "edits": sum(edits for _, edits in listed),
    }


def directions(comparison: Comparison) -> dict[str, Any]:
    """What is listed in each direction."""
    sides = {"learners": comparison.a_under_b_, "edited": comparison.b_under_a_}
    return {name: side(found) for name, found in sides.items()}


def side(direction: Direction) -> dict[str, Any]:
    """The habits with their rates, and the edits."""
    return {
        "habits": [
            {
                "habit": habit.edit,
                "z": habit.z,
                "q": habit.q,
                "per": habit.per,
                "rate": habit.rate,
                "reference_rate": habit.reference_rate,
            }
            for habit in direction.habits
        ],
        "edits": [contrast.edit for contrast in direction.contrasts],
    }


# The page


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/comparison.md for people and .json for programs."""
    with atomic_write(folder / "comparison.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "comparison.md") as stream:
        stream.write(page(report).encode())


def page(report: Mapping[str, Any]) -> str:
    """The page for people."""
    rows = "\n".join(
        f"| {name} | {found['directions']} | {found['with habits']} | {found['with edits']} | "
        f"{found['edits']} |"
        for name, found in report["halves"].items()
    )
    habits = "\n".join(
        f"| {item['habit']} | {item['z']:.1f} | {item['rate']:.2f} per 100 {item['per']} | "
        f"{item['reference_rate']:.2f} |"
        for item in report["learners"]["believable"]["learners"]["habits"]
    )
    edits = "\n".join(
        f"| {name} | {listed(found['learners'])} | {listed(found['edited'])} |"
        for name, found in (
            ("`compare`", report["learners"]["believable"]),
            ("`compare --describe`", report["learners"]["describe"]),
            ("`compare --describe --removals all`", report["keywords"]),
        )
    )
    return f"""# What `compare` finds

Made by `{report["command"]} --documents {report["documents"]} --half {report["half"]} --splits \
{report["splits"]}`.

## Halves of one corpus

{report["half"]} documents against as many others of the same corpus, drawn at random
{report["splits"]} times, both directions: there is nothing to find. With the false discovery rate
held at {report["max_q"]}, the default, at most that share of the directions should list anything.

| corpus | directions | that list a habit | that list an edit | edits listed |
|---|---|---|---|---|
{rows}

## Learners and edited text

What {report["documents"]} Lang-8 entries need to be like MASC: habits by z, with their rates in
the entries and in MASC's own texts, under the same models.

| habit | z | entries | MASC |
|---|---|---|---|
{habits}

The first edits by z, in both directions.

| call | the entries need | MASC needs |
|---|---|---|
{edits}

`compare --describe` compares shares of all edits, so that texts of another subject do not need more
of everything; learners do need more of everything, and shares hide it.
"""


def listed(found: Mapping[str, Any]) -> str:
    """Edits in a cell of a table."""
    return ", ".join(f"`{edit}`" for edit in found["edits"][:SHOWN]).replace("|", "\\|") or "none"


if __name__ == "__main__":
    sys.exit(main())
