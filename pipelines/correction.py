"""What the edits that are shown by default are worth, on learners' text and on native text.

    python pipelines/correction.py [--work FOLDER] [--references FOLDER] [--json FILE]

`--work` is the folder of prices.py: what is there is compared; `--references` that of crossfit.py.
Every text is measured twice: in texts of many sentences, which say together how many errors there
are, and sentence by sentence. Writes results/correction.md and .json; with `--json FILE` only the
figures, there. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import correction_measures as measures
import shared_data
from correction_page import page

from syntacticdiff import SyntacticDiff
from syntacticdiff.correction import Corrector
from syntacticdiff.edits import Diff
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/correction.py --work FOLDER --references FOLDER"
LATTICE = "lattice.json"  # made by pipelines/lattice.py
BEFORE = "correction_before.json"  # of the settings that were shipped before
COMPARED = (
    *("adapted", "half", "quarter", "eighth", "few"),
    *("without-opinions", "without-heads", "without-tags", "without-gains", "without-spelling"),
)
VARIED: dict[str, dict[str, Any]] = {
    "context=False": {"context": False},
    "fewer candidates": {"substitutions": "inflections+confusions+spelling"},
}
SMALLER = "without-tatoeba.sdlm"  # of crossfit.py
FILES = {
    "conll": ("conll2013.m2", measures.by_m2),
    "eracond": ("eracond.m2", measures.by_errant),
    "cweb-g": ("cweb-g.dev.m2", measures.by_errant),
    "cweb-s": ("cweb-s.dev.m2", measures.by_errant),
}
PROBABILITIES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Correction, measured.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--work", type=Path, help="the folder of prices.py")
    parser.add_argument("--references", type=Path, help="the folder of crossfit.py")
    parser.add_argument("--json", type=Path, help="only write figures, to this file")
    given = parser.parse_args(arguments)
    try:
        report: Row = {"command": COMMAND, **measured()}
    except shared_data.MissingDataError as error:
        print(error, file=sys.stderr)
        return 1
    if given.json is not None:
        _write(given.json, json.dumps(report, indent=1) + "\n")
        return 0
    if given.work is not None:
        report["compared"] = compared(given.work) | varied(given.references)
    lattice = given.results / LATTICE
    if lattice.exists():
        report["lattice"] = json.loads(lattice.read_text("utf-8"))["searches"]
    before = given.results / BEFORE
    if before.exists():
        report["before"] = json.loads(before.read_text("utf-8"))
    _write(given.results / "correction.json", json.dumps(report, indent=1) + "\n")
    _write(given.results / "correction.md", page(report))
    return 0


def measured() -> Row:
    """The shipped settings on everything."""
    tokens, text = Corrector(tokenized=True).differ, Corrector().differ
    row: Row = {"signature": text.signature}
    conll = measures.gold("conll2013.m2")
    started = time.process_time()
    diffs = measures.in_texts(tokens, [sentence.tokens for sentence in conll])
    row["ms"] = round(1000 * (time.process_time() - started) / len(conll), 2)
    row["conll probabilities"] = _thresholds(diffs, conll)
    for name in ("conll", "eracond", "cweb-g", "cweb-s"):
        row |= _on(name, tokens, *FILES[name])
    row |= _jfleg(tokens)
    brown = shared_data.existing("reference", "brown.txt").read_text("utf-8").splitlines()
    for name, lines in (("masc", measures.masc()), ("brown", brown[len(brown) // 2 :])):
        row[name] = measures.left_alone(text, measures.passages(lines))
        row[f"{name} alone"] = measures.left_alone(text, measures.evenly(lines))
    row["textbook"] = measures.textbook(text)
    return row


def _on(name: str, tokens: SyntacticDiff, file: str, score: Callable[..., Row]) -> Row:
    """All figures on annotated text, in texts and sentence by sentence."""
    gold = measures.gold(file)
    row: Row = {}
    for way, how in (("", measures.in_texts), (" alone", measures.alone)):
        diffs = how(tokens, [sentence.tokens for sentence in gold])
        row[name + way] = {
            **score(diffs, gold),
            "edits right": _agreement(diffs, gold),
            "unannotated": measures.unannotated(diffs, gold),
        }
        if not way:
            right = measures.is_gold(gold)
            row[name]["reliability"] = measures.reliability(diffs, right)
    return row


def _jfleg(tokens: SyntacticDiff) -> Row:
    rewrites = measures.jfleg()
    sources = [rewrite.source for rewrite in rewrites]
    return {
        "jfleg": measures.by_gleu(measures.in_texts(tokens, sources), rewrites),
        "jfleg alone": measures.by_gleu(measures.alone(tokens, sources), rewrites),
    }


def compared(work: Path) -> dict[str, Row]:
    """CoNLL-2013 and textbook errors with other prices."""
    gold = measures.gold("conll2013.m2")
    rows = {}
    for name in COMPARED:
        path = work / f"{name}.sdcs"
        if not path.exists():
            continue
        tokens = Corrector(settings=path, tokenized=True).differ
        diffs = measures.in_texts(tokens, [sentence.tokens for sentence in gold])
        textbook = measures.textbook(Corrector(settings=path).differ)
        rows[name] = {**measures.by_m2(diffs, gold), "textbook": textbook["corrected"]}
    return rows


def varied(references: Path | None) -> dict[str, Row]:
    """The same with the shipped prices and other settings or another reference."""
    rows = {name: _compared(**settings) for name, settings in VARIED.items()}
    if references is not None:
        # What was learned for the embedded reference alone is left out with another one.
        rows["smaller reference"] = _compared(references / SMALLER)
    return rows


def _compared(reference: str | Path = "default", **settings: Any) -> Row:
    gold = measures.gold("conll2013.m2")
    tokens = SyntacticDiff(reference, tokenized=True, **settings)
    diffs = measures.in_texts(tokens, [sentence.tokens for sentence in gold])
    textbook = measures.textbook(SyntacticDiff(reference, **settings))
    return {**measures.by_m2(diffs, gold), "textbook": textbook["corrected"]}


def _agreement(diffs: Sequence[Diff], gold: Sequence[Any]) -> Row:
    """How many of the shown edits annotators made, one by one."""
    right = measures.is_gold(gold)
    shown = [right(number, edit) for number, diff in enumerate(diffs) for edit in diff.edits]
    return {"shown": len(shown), "right": sum(shown)}


def _thresholds(diffs: Sequence[Diff], gold: Sequence[Any]) -> list[Row]:
    """Precision of shown and of other edits from each probability on."""
    right = measures.is_gold(gold)
    pairs = [
        (edit.probability or 0.0, right(number, edit))
        for number, diff in enumerate(diffs)
        for edit in (*diff.edits, *diff.alternatives)
    ]
    rows = []
    for least in PROBABILITIES:
        chosen = [hit for probability, hit in pairs if probability >= least]
        rows.append({"from": least, "edits": len(chosen), "right": sum(chosen)})
    return rows


def _write(path: Path, text: str) -> None:
    with atomic_write(path) as stream:
        stream.write(text.encode())


if __name__ == "__main__":
    sys.exit(main())
