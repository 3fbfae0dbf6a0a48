"""USim without people: is the meaning of learners' sentences kept, by trees of our own parser?

    python pipelines/usim.py

JFLEG, development and test part: each source beside its references, beside references with random
edits, beside the outputs of correction systems, and beside other sentences. Then the question
whether the repairing parser finds more of the meaning than the plain one. Writes results/usim.md
and .json. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import shared_data
from numpy.typing import NDArray

from syntacticdiff.evaluate import Graph, USim, read_tokens, repaired_graph, tree_graph
from syntacticdiff.files import atomic_write
from syntacticdiff.repair import Repairer
from syntacticdiff.syntax import Parser

COMMAND = "python pipelines/usim.py"
REFERENCES = range(4)
RATES = (0.05, 0.1, 0.2, 0.4)
SYSTEMS = {"MLE": "test.jhu-mle.out", "NRL": "test.jhu-nrl.out"}
OPERATIONS = ("remove", "replace", "insert", "exchange")
SEED = 1
PLAIN = "plain parser, both sides"
WITHOUT_EDITS = "repairing parser without edits, both sides"
MENDED = "repairing parser, both sides; units over the original words"

Sentences = Sequence[Sequence[str]]
Graphs = list[Graph]


@dataclass(frozen=True)
class Row:
    """USim of the sources and some other version of their sentences."""

    name: str
    usim: float
    forward: float
    backward: float


@dataclass(frozen=True)
class Difference:
    """By how much one way to parse has a higher USim than another, and its standard error."""

    against: str
    difference: float
    standard_error: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="USim by trees of our own parser.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        parts = {"development": _development(), "test": _test()}
    except shared_data.MissingDataError as error:
        print(f"usim: skipped: {error}", file=sys.stderr)
        return 1
    plain, repairer = Parser.load(), Repairer.load()
    repairs = repairer.repair_many(parts["development"]["source"])
    report: dict[str, Any] = {
        "command": COMMAND,
        "sentences": {name: len(part["source"]) for name, part in parts.items()},
        "parts": {
            name: [asdict(row) for row in compared(part, _parsed(plain))]
            for name, part in parts.items()
        },
        "mended": sum(bool(repair.edits()) for repair in repairs),
    }
    rows, differences = repaired(parts["development"], repairer)
    report["repair"] = [asdict(row) for row in rows]
    report["differences"] = [asdict(difference) for difference in differences]
    print(markdown(report))
    write_results(options.results, report)
    return 0


def _development() -> dict[str, Sentences]:
    folder = "gec", "jfleg-dev"
    texts = {"source": _sentences(shared_data.existing(*folder, "dev.src"))}
    for number in REFERENCES:
        texts[f"reference {number}"] = _sentences(shared_data.existing(*folder, f"dev.ref{number}"))
    return texts


def _test() -> dict[str, Sentences]:
    texts = {"source": _sentences(_golden("test.src"))}
    for number in REFERENCES:
        name = f"reference {number}"
        texts[name] = _sentences(_golden(f"test.ref{number}"))
    for name, file in SYSTEMS.items():
        texts[name] = _sentences(_golden(file))
    return texts


def _golden(name: str) -> Path:
    return shared_data.existing("..", "golden", "inputs", name)


def _sentences(path: Path) -> Sentences:
    return read_tokens(str(path), lambda message: print(message, file=sys.stderr))


def _parsed(parser: Parser) -> Callable[[Sentences], Graphs]:
    return lambda sentences: [tree_graph(tree) for tree in parser.parse_many(sentences)]


def compared(part: dict[str, Sentences], graphs: Callable[[Sentences], Graphs]) -> list[Row]:
    """The source beside every other version, the ceiling first and the floor last."""
    source = graphs(part["source"])
    rows = [_row("the source itself", source, source)]
    rows += (
        _row(name, source, graphs(sentences))
        for name, sentences in part.items()
        if name != "source"
    )
    reference = part["reference 0"]
    for rate in RATES:
        name = f"reference 0, random edits at {rate:.0%}"
        rows.append(_row(name, source, graphs(damaged(reference, rate))))
    others = list(reference)
    Random(SEED).shuffle(others)
    rows.append(_row("reference 0 of another sentence", source, graphs(others)))
    return rows


def _row(name: str, source: Graphs, other: Graphs) -> Row:
    score = USim().corpus(source, other)
    return Row(name, round(score.usim, 4), round(score.forward, 4), round(score.backward, 4))


def damaged(sentences: Sentences, rate: float) -> list[list[str]]:
    """The sentences with random edits: so many in a hundred tokens are edited.

    A token is removed, replaced by another one of the text, preceded by one, or exchanged with
    the next; each is equally likely.
    """
    chance = Random(SEED)
    vocabulary = [word for sentence in sentences for word in sentence]
    return [_damaged(sentence, rate, vocabulary, chance) for sentence in sentences]


def _damaged(
    sentence: Sequence[str], rate: float, vocabulary: Sequence[str], chance: Random
) -> list[str]:
    words: list[str] = []
    waiting: str | None = None  # a token that comes after the next one
    for word in sentence:
        operation = chance.choice(OPERATIONS) if chance.random() < rate else "keep"
        if operation == "exchange" and waiting is None:
            waiting = word
            continue
        if operation in ("replace", "insert"):
            words.append(chance.choice(vocabulary))
        if operation not in ("replace", "remove"):
            words.append(word)
        if waiting is not None:
            words.append(waiting)
            waiting = None
    return words if waiting is None else [*words, waiting]


def repaired(part: dict[str, Sentences], repairer: Repairer) -> tuple[list[Row], list[Difference]]:
    """The source beside its references, parsed plainly, by the repairer's weights, and mended.

    Also the differences between mending both sides and the two ways that mend nothing.
    """

    def unedited(sentences: Sentences) -> Graphs:
        return [tree_graph(r.tree) for r in repairer.repair_many(sentences, edits=False)]

    def mended(sentences: Sentences) -> Graphs:
        return [repaired_graph(r) for r in repairer.repair_many(sentences)]

    def rewritten(sentences: Sentences) -> Graphs:
        return [tree_graph(r.tree) for r in repairer.repair_many(sentences)]

    plain = _parsed(repairer.parser)
    ways = {
        PLAIN: (plain, plain),
        WITHOUT_EDITS: (unedited, unedited),
        MENDED: (mended, mended),
        "the same for the source, without edits for the reference": (mended, unedited),
        "the same; units over the mended words": (rewritten, unedited),
    }
    scores = {name: _scores(part, *sides) for name, sides in ways.items()}
    rows = [Row(name, *np.round(found.mean(axis=0), 4).tolist()) for name, found in scores.items()]
    usim = {name: found[:, 0] for name, found in scores.items()}
    return rows, [_difference(name, usim[MENDED] - usim[name]) for name in (PLAIN, WITHOUT_EDITS)]


def _scores(
    part: dict[str, Sentences],
    source: Callable[[Sentences], Graphs],
    reference: Callable[[Sentences], Graphs],
) -> NDArray[np.float64]:
    """USim, forward and backward of each sentence, means over the references."""
    graphs = source(part["source"])
    return np.mean(
        [
            [
                (score.usim, score.forward, score.backward)
                for score in USim().sentences(graphs, reference(part[f"reference {number}"]))
            ]
            for number in REFERENCES
        ],
        axis=0,
    )


def _difference(against: str, found: NDArray[np.float64]) -> Difference:
    error = found.std(ddof=1) / np.sqrt(len(found))
    return Difference(against, round(float(found.mean()), 4), round(float(error), 4))


def markdown(report: dict[str, Any]) -> str:
    """The page."""
    parts = "\n".join(
        f"## JFLEG, {name} part: {report['sentences'][name]:,} sources beside\n\n{_table(rows)}"
        for name, rows in report["parts"].items()
    )
    total = report["sentences"]["development"]
    return f"""# USim by trees of our own parser

Made by `{report["command"]}`.

Both sides go through the shipped parser (`evaluate usim --parse`): function words belong to their
heads' units, labels are coarse roles. The ceiling is a source beside itself, the floor a source
beside the reference of another sentence. *Forward* is the share of the source's units that match,
*backward* that of the other side's. Random edits remove, replace, insert or exchange tokens.
MLE and NRL are outputs of a published encoder-decoder, without and with policy gradient; they
change less than people do, and a system that changes nothing has a USim of 1. Published with a UCCA
parser: 0.72 to 0.78 for the references, 0.32 to 0.39 for partly trained correctors.

{parts}
## Does the repairing parser find more of the meaning?

Development part, mean over the four references; {report["mended"]:,} of {total:,} sources are
mended. Where units are over the original words, only the tree can make a difference; over the
mended words, sentences can also become more alike because they are rewritten.
{_answer(report["differences"])}

{_table(report["repair"])}"""


def _answer(differences: Sequence[dict[str, Any]]) -> str:
    lines = ["", f"USim of *{MENDED}*, less that of"]
    for each in differences:
        value, error = each["difference"], each["standard_error"]
        verdict = "no more than chance" if abs(value) < 2 * error else "more than chance"
        lines.append(f"- *{each['against']}*: {value:+.4f} (standard error {error:.4f}): {verdict}")
    return "\n".join(lines)


def _table(rows: Sequence[dict[str, Any]]) -> str:
    lines = [
        f"| {row['name']} | {row['usim']:.4f} | {row['forward']:.4f} | {row['backward']:.4f} |\n"
        for row in rows
    ]
    return "| | USim | forward | backward |\n|---|---|---|---|\n" + "".join(lines)


def write_results(folder: Path, report: dict[str, Any]) -> None:
    """results/usim.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "usim.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "usim.md") as stream:
        stream.write(markdown(report).encode())


if __name__ == "__main__":
    sys.exit(main())
