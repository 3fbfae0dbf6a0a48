"""Edits from plain text: how many are ERRANT's own, and how long it takes to find them.

    python pipelines/alignment.py

The outputs of the twelve CoNLL-2014 systems, with the edits that ERRANT (with its tagger) found in
them: each output is made plain text again, and the edits are extracted anew. The rules were chosen
on half of the systems. Then the types of edits whose spans are given, with rules that were chosen
on other corpora. Writes results/alignment.md and .json. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import shared_data
from edit_types import TypeAgreement, read_without_blank_tokens, type_agreement

from syntacticdiff.alignment import M2Sentence, annotated, corrected, read_m2
from syntacticdiff.evaluate import Cleme, Cleme2
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/alignment.py"
CHOSEN_ON = ("AMU", "CAMB", "CUUI", "NTHU", "PKU", "POST")
HELD_OUT = ("IITB", "IPN", "RAC", "SJTU", "UFC", "UMC")
TYPES_CHOSEN_ON = {
    "ErAConD": ("gec", "eracond.m2"),
    "CWEB-G, development": ("gec", "cweb-g.dev.m2"),
    "CWEB-S, development": ("gec", "cweb-s.dev.m2"),
}
MUCH = 0.5  # of the tokens changed: the output is another sentence


@dataclass(frozen=True)
class Agreement:
    """Edits found, ERRANT's, and those that are the same; also without rewritten sentences."""

    name: str
    found: int
    errant: int
    same: int
    f: float
    f_same_operation: float
    f_not_rewritten: float
    seconds: float


Edit = tuple[int, int, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Edits from plain text, beside ERRANT's.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        systems = {name: _annotated_by_errant(name) for name in (*CHOSEN_ON, *HELD_OUT)}
        corpora = _developed_on()
    except shared_data.MissingDataError as error:
        print(f"alignment: skipped: {error}", file=sys.stderr)
        return 1
    annotated(("warm",), ("warmer",))  # the stemmer is imported once
    rows = [agreement(name, [sentences]) for name, sentences in systems.items()]
    groups = {"rules chosen on these": CHOSEN_ON, "only scored": HELD_OUT, "all": systems}
    totals = [
        agreement(title, [systems[name] for name in names]) for title, names in groups.items()
    ]
    everything = [sentence for sentences in systems.values() for sentence in sentences]
    types = [
        *(type_agreement(name, sentences) for name, sentences in corpora.items()),
        type_agreement("the twelve systems", everything),
    ]
    report = {
        "command": COMMAND,
        "sentences": len(systems[CHOSEN_ON[0]]),
        "chosen_on": CHOSEN_ON,
        "systems": [asdict(row) for row in rows],
        "totals": [asdict(row) for row in totals],
        "types": [_plain(row) for row in types],
        "cleme_seconds": _cleme_seconds(systems),
    }
    print(markdown(report))
    write_results(options.results, report)
    return 0


def _annotated_by_errant(system: str) -> list[M2Sentence]:
    path = shared_data.existing("ranking", "systems-errant-m2", f"conll14-{system}.errant")
    return read_m2(str(path), lambda message: print(message, file=sys.stderr))


def _developed_on() -> dict[str, list[M2Sentence]]:
    return {
        name: read_without_blank_tokens(shared_data.existing(*parts))
        for name, parts in TYPES_CHOSEN_ON.items()
    }


def _plain(types: TypeAgreement) -> dict[str, Any]:
    return {
        "name": types.name,
        "edits": types.edits,
        "same": types.same,
        "share": types.share,
        "by_type": types.rows(),
    }


def agreement(name: str, parts: Iterable[Sequence[M2Sentence]]) -> Agreement:
    """How far our edits of these sentences are ERRANT's."""
    sentences = [sentence for part in parts for sentence in part]
    pairs = [(each.tokens, corrected(each.tokens, each.edits)) for each in sentences]
    started = time.process_time()
    own = [annotated(*pair) for pair in pairs]
    seconds = time.process_time() - started
    both = [(_edits(ours), _edits(theirs)) for ours, theirs in zip(own, sentences, strict=True)]
    kept = [each for each, theirs in zip(both, sentences, strict=True) if not _is_rewritten(theirs)]
    return Agreement(
        name,
        sum(len(ours) for ours, _ in both),
        sum(len(theirs) for _, theirs in both),
        sum(len(ours & theirs) for ours, theirs in both),
        _f(both),
        _f([(_edits(a, True), _edits(b, True)) for a, b in zip(own, sentences, strict=True)]),
        _f(kept),
        round(1000 * seconds / len(sentences), 3),
    )


def _edits(sentence: M2Sentence, operation: bool = False) -> set[Edit]:
    return {
        (edit.start, edit.end, (edit.type[0] if operation else "") + edit.correction)
        for edit in sentence.edits
        if not edit.is_noop
    }


def _is_rewritten(sentence: M2Sentence) -> bool:
    changed = sum(
        max(edit.end - edit.start, len(edit.correction.split()))
        for edit in sentence.edits
        if not edit.is_noop
    )
    return changed > MUCH * len(sentence.tokens)


def _f(both: Sequence[tuple[set[Edit], set[Edit]]]) -> float:
    same = sum(len(ours & theirs) for ours, theirs in both)
    every = sum(len(ours) + len(theirs) for ours, theirs in both)
    return round(2 * same / every, 4) if every else 1.0


def _cleme_seconds(systems: dict[str, list[M2Sentence]]) -> dict[str, float]:
    """One system judged by two others as references: as many edits as real references have."""
    hypotheses = systems["AMU"]
    gold = [
        M2Sentence(
            first.tokens,
            (*first.edits, *(replace(edit, annotator=1) for edit in second.edits)),
        )
        for first, second in zip(systems["CAMB"], systems["POST"], strict=True)
    ]
    seconds = {}
    for metric in (Cleme(), Cleme2(), Cleme2(assumption="independent", level="sentence")):
        started = time.process_time()
        metric.corpus(hypotheses, gold)
        name = f"{metric.name}, {metric.assumption}, {metric.level}"
        seconds[name] = round(time.process_time() - started, 3)
    return seconds


HEADINGS = (
    *("system", "edits", "ERRANT's", "the same", "F", "F, operation too", "F, not rewritten"),
    "CPU s per 1,000",
)


def markdown(report: dict[str, Any]) -> str:
    """The page."""
    lines = [
        f"| {row['name']} | {row['found']:,} | {row['errant']:,} | {row['same']:,} | "
        f"{row['f']:.4f} | {row['f_same_operation']:.4f} | {row['f_not_rewritten']:.4f} | "
        f"{row['seconds']:.2f} |"
        for row in (*report["systems"], *report["totals"])
    ]
    head = f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}"
    cleme = "\n".join(f"- {name}: {s:.2f}" for name, s in report["cleme_seconds"].items())
    types = "\n".join(
        f"| {row['name']} | {row['edits']:,} | {row['same']:,} | {row['share']:.4f} |"
        for row in report["types"]
    )
    by_type = "\n".join(
        f"| {name} | {count:,} | {share:.3f} | {often} |"
        for name, count, share, often in report["types"][-1]["by_type"]
    )
    return f"""# Edits from plain text, beside ERRANT's

Made by `{report["command"]}`.

The outputs of twelve systems for {report["sentences"]:,} sentences of CoNLL-2014 as plain text,
their edits extracted (`syntacticdiff align`), which needs no tagger, beside those that ERRANT found
with one. The same: same place, same correction. Costs and merging are in ERRANT's manner, with
stems for lemmas and closed classes for parts of speech; which words count as which class, and when
a verb takes its auxiliary along, was chosen by looking at the differences of
{", ".join(report["chosen_on"])}. The others were only scored: nothing was chosen by them. They
correct the same source, so that they are unseen outputs, not unseen sentences.

*Operation too*: missing, unnecessary or replaced is also the same. *Not rewritten*: without
sentences more than half of whose tokens ERRANT has in edits (some outputs stand beside the wrong
sentence). *CPU s*: for 1,000 sentences, typing included; the last lines begin with what the ones
above have cached.

{head}
{chr(10).join(lines)}

## Types

The spans of ERRANT's edits are given; how many have the same type, operation included? The rules
were written after the published description of ERRANT and chosen on ErAConD and on CWEB; the
twelve systems were measured when the rules were finished. Two rules were corrected after that: one
that was against the description (`n't` -> `not` is R:CONTR; this was seen in the table below), and
one for verbs whose tag does not fit their form (`walk` as VBD; this was seen in a made-up example).
ErAConD has `nt` -> `n't` and the like as R:PUNCT; they are R:CONTR here, as in CWEB.

| corpus | edits | the same type | share |
|---|---|---|---|
{types}

Types of at least 30 edits of the twelve systems:

| ERRANT's type | edits | the same | otherwise most often |
|---|---|---|---|
{by_type}

## Speed of CLEME

CPU s for {report["sentences"]:,} sentences with two references, cutting into chunks included (AMU
judged by CAMB and POST):

{cleme}
"""


def write_results(folder: Path, report: dict[str, Any]) -> None:
    """results/alignment.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "alignment.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "alignment.md") as stream:
        stream.write(markdown(report).encode())


if __name__ == "__main__":
    sys.exit(main())
