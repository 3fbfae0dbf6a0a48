"""Sixty edits that are shown by default in learners' essays, to be judged by eye.

    python pipelines/shown_edits.py --show     the edits with their sentences, for whoever judges
    python pipelines/shown_edits.py            results/shown_edits.md: the edits and the count

Thirty essays of ELLIPSE and sixty of their edits are drawn; they are shown without probabilities.
Numbers of the edits that a reader did not agree with are kept in results/shown_edits.verdicts.json,
with the signature of the settings that were judged: other settings have to be judged anew. No
sentence is written into the project. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from pathlib import Path

import shared_data

from syntacticdiff import SyntacticDiff
from syntacticdiff.files import atomic_write

ESSAYS, EDITS, SEED, AROUND = 30, 60, 5, 6
PER_LINE = 6


def main(arguments: list[str] | None = None) -> int:
    """Show, or write the page."""
    parser = argparse.ArgumentParser(description="Edits to be judged.")
    parser.add_argument("--show", action="store_true", help="print them with their sentences")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    given = parser.parse_args(arguments)
    try:
        path = shared_data.existing("fluency", "ellipse.csv")
    except shared_data.MissingDataError as error:
        print(error, file=sys.stderr)
        return 1
    differ = SyntacticDiff()
    drawn, words, shown = draw(differ, path)
    if given.show:
        for number, (edit, around) in enumerate(drawn, 1):
            print(number, edit, "|", around)
        print(differ.signature)
        return 0
    judged = json.loads((given.results / "shown_edits.verdicts.json").read_text("utf-8"))
    if judged["signature"] != differ.signature:
        print("shown_edits.verdicts.json: other settings were judged; judge anew with --show")
        return 1
    with atomic_write(given.results / "shown_edits.md") as stream:
        stream.write(page(drawn, set(judged["wrong"]), words, shown, differ.signature).encode())
    return 0


def draw(differ: SyntacticDiff, path: Path) -> tuple[list[tuple[str, str]], int, int]:
    """Edits with what stands around them; the words of the essays; and all their edits."""
    with open(path, encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    column = next(name for name in rows[0] if "text" in name.lower())
    random.seed(SEED)
    essays = random.sample(rows, ESSAYS)
    found, words = [], 0
    for row in essays:
        for diff in differ.document(row[column]):
            words += len(diff.tokens)
            for edit in diff.edits:
                before = " ".join(diff.tokens[max(0, edit.position - AROUND) : edit.position])
                after = " ".join(diff.tokens[edit.position : edit.position + AROUND])
                found.append((str(edit), f"{before} >> {after}"))
    random.shuffle(found)
    return found[:EDITS], words, len(found)


def page(
    drawn: list[tuple[str, str]], wrong: set[int], words: int, shown: int, signature: str
) -> str:
    """The page."""
    right = len(drawn) - len(wrong)
    marked = [
        f"{number}. {'**not** ' if number in wrong else ''}`{edit}`"
        for number, (edit, _) in enumerate(drawn, 1)
    ]
    lines = [
        "; ".join(marked[start : start + PER_LINE]) for start in range(0, len(marked), PER_LINE)
    ]
    listed = "\n".join(f"{line}  " for line in lines)
    return f"""# Sixty edits judged by eye

Made by `python pipelines/shown_edits.py`: {ESSAYS} essays of ELLIPSE, drawn; {len(drawn)} of the
{shown} edits that are shown in their {words:,} tokens by default ({100 * shown / words:.1f} in a
hundred), drawn. One of the developers read each with six tokens before and behind it and without
its probability: would a teacher agree? An edit that mends a wrong place into something that is
still wrong was not agreed with.

**{right} of {len(drawn)} agreed with ({100 * right / len(drawn):.0f}%).** The aim was 80%.

{listed}

Settings: `{signature}`.
"""


if __name__ == "__main__":
    sys.exit(main())
