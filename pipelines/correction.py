"""Correction, measured as the field measures it: what penalties, candidates and searches bring.

    python pipelines/correction.py [--kept FILE]
    python pipelines/correction.py --page --kept FILE    the page of what is done so far
    python pipelines/correction.py --ship                the settings that the package ships

CoNLL-2013 (five types, and all of them) and JFLEG dev. Writes results/correction.md, .json and
correction.svg. With --kept, rows that are done are kept there, and a run that was stopped goes on
where it was. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from correction_page import markdown, plot

from syntacticdiff.alignment import M2Sentence, read_m2
from syntacticdiff.correction import SHIPPED, SUMMARY, CorrectionSettings, Corrector
from syntacticdiff.evaluate import M2, Gleu, M2Score, Rewrites
from syntacticdiff.files import atomic_write
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.tuning import (
    SETTINGS,
    LearnedLevel,
    OperationLevel,
    OperationSettings,
    Space,
    Trials,
    tabulate_candidates,
    tune,
)

COMMAND = "python pipelines/correction.py"
FOLDS = ((0, 345), (345, 690), (690, 1036), (1036, 1381))  # the last is the study's kind of split
FIVE, ALL = "conll2013.5types.m2", "conll2013.m2"
PUBLISHED = OperationSettings(insert=0.07, remove=0.30, max_edits=2)
PEERS = ("conll2013.0.96.cor", "conll2013.0.98.cor")
REFERENCES = 4
CAUTION = 4.0  # bits, of what is shipped: some F on learners' text for far fewer false alarms
CAUTIONS = (0.0, 2.0, 4.0, 6.0)
NATIVE = 300  # sentences of MASC, which the embedded model has not seen
STUDY = {"search": "beam", "beam": 8}  # what the first level does not decide
CANDIDATES = ("insertions", "substitutions", "removals", "min_count")
# What each part brings: all types, with one thing changed
PARTS: dict[str, tuple[int, dict[str, Any], tuple[int, ...] | None]] = {
    "all, order 3": (3, {}, None),
    "without inflections": (3, {"substitutions": "confusions+spelling"}, None),
    "without confusions": (3, {"substitutions": "inflections+spelling"}, None),
    "without spelling": (3, {"substitutions": "inflections+confusions"}, None),
    "without gains of lower orders": (3, {}, ()),
    "all, order 5": (5, {}, None),
}
SEARCHES: dict[str, dict[str, Any]] = {
    "beam 1": {"beam": 1},
    "beam 8": {"beam": 8},
    "beam 8, window": {"beam": 8, "positions": "window"},
    "recursive, window": {"search": "recursive", "positions": "window"},
}
DEEPEST, DEEPEST_RECURSIVE = 5, 2
REPEATS = 3  # the shortest time counts

Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Measure, print and write; or tune what is shipped."""
    parser = argparse.ArgumentParser(description="Correction, measured.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--kept", type=Path, help="rows that are done, to go on from")
    parser.add_argument("--page", action="store_true", help="measure nothing, write what is kept")
    parser.add_argument("--ship", action="store_true", help="only tune the shipped settings")
    options = parser.parse_args(arguments)
    try:
        gold(FIVE), gold(ALL)
        if options.ship:
            return ship()
        rows, wanted = Kept(options.kept), measurements()
        for key in sorted(wanted, key=urgency):
            if not options.page:
                rows.get(key, wanted[key])
    except shared_data.MissingDataError as error:
        print(f"correction: skipped: {error}", file=sys.stderr)
        return 1
    done = {key: rows.rows[key] for key in wanted if key in rows.rows}
    missing = [key for key in wanted if key not in rows.rows]
    write_results(options.results, {"command": COMMAND, "missing": missing, "rows": done})
    return 0


def urgency(key: str) -> tuple[bool, bool]:
    """The main rows first, so that a run that is stopped has them."""
    main_rows = ("five/published", "five/learned, order 3", "all/all, order 3", "caution", "jfleg")
    return key not in main_rows and "peer" not in key, "order 5" in key


class Kept:
    """Rows by name; measured once, and written down at once if there is a file for it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, Row] = {}
        if path is not None and path.exists():
            self.rows = json.loads(path.read_text(encoding="utf-8"))

    def get(self, key: str, measure: Callable[[], Row]) -> Row:
        """The row, measured if it is not there yet."""
        if key not in self.rows:
            started = time.process_time()
            row = measure()
            self.rows[key] = {**row, "cpu_seconds": round(time.process_time() - started, 1)}
            if self.path is not None:
                with atomic_write(self.path) as stream:
                    stream.write(json.dumps(self.rows, indent=1).encode())
            print(key, json.dumps(self.rows[key]), flush=True)
        return self.rows[key]


def measurements() -> dict[str, Callable[[], Row]]:
    """All rows, in the order of the page."""
    found: dict[str, Callable[[], Row]] = {
        "five/published": lambda: study_row(PUBLISHED),
    }
    for weights in (False, True):
        for rule in ("all", "window"):
            name = f"five/weights {'yes' if weights else 'no'}, positions {rule}"
            found[name] = lambda weights=weights, rule=rule: operations_row(  # type: ignore[misc]
                FIVE, "f1", Space((1, 2, 3), (rule,), weights=weights)
            )
    for order in (3, 5):
        found[f"five/learned, order {order}"] = lambda order=order: learned_row(  # type: ignore[misc]
            FIVE, "f1", order, {}, None
        )
    for peer in PEERS:
        found[f"all/peer {peer}"] = lambda peer=peer: peer_row(peer)  # type: ignore[misc]
    for cost in ("bits", "window"):
        found[f"all/operations, cost {cost}"] = lambda cost=cost: operations_row(  # type: ignore[misc]
            ALL, "f0.5", Space((1, 2, 3), ("all",), (cost,))
        )
    for name, (order, changes, lower) in PARTS.items():
        found[f"all/{name}"] = lambda part=(order, changes, lower): learned_row(  # type: ignore[misc]
            ALL, "f0.5", *part
        )
    found["jfleg"] = jfleg_row
    found["searches"] = searches_row
    found["caution"] = caution_row
    return found


# Data


@cache
def gold(name: str) -> list[M2Sentence]:
    return read_m2(str(shared_data.existing("gec", name)), print)


@cache
def reference(order: int) -> ReferenceModel:
    return shared_data.trained_reference(order)


def embedded() -> ReferenceModel:
    return ReferenceModel.load()


@cache
def trials(name: str, metric: str, order: int) -> Trials:
    return Trials(gold(name), reference(order), metric)


def folded(found: Trials) -> list[tuple[np.ndarray, np.ndarray]]:
    """Training and test sentences of each fold."""
    parts = [np.arange(start, end) for start, end in FOLDS]
    return [(np.setdiff1d(found.sentences, part), part) for part in parts]


# Rows


def figures(score: M2Score, unchanged: float | None = None) -> Row:
    row: Row = {
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "f": round(score.f, 4),
        "correct": score.correct,
        "proposed": score.proposed,
        "gold": score.gold,
    }
    return row if unchanged is None else {**row, "unchanged": round(unchanged, 4)}


def of_folds(rows: list[Row]) -> Row:
    """The last fold, and the mean of all."""
    mean = {
        name: round(float(np.mean([row[name] for row in rows])), 4)
        for name in ("precision", "recall", "f", "unchanged")
    }
    return {"last": rows[-1], "mean": mean, "folds": [row["f"] for row in rows]}


def counted(found: Trials, counts: list[Any]) -> Row:
    unchanged = np.mean([not any(each[1] for each in annotators) for annotators in counts])
    return figures(found.m2.total(counts), float(unchanged))


def study_row(settings: OperationSettings) -> Row:
    """Given penalties, nothing tuned."""
    found = trials(FIVE, "f1", 3)
    candidates = {name: SETTINGS[name] for name in CANDIDATES}
    differ = found.differ(
        {**STUDY, **candidates, **settings.search, "penalties": settings.penalties}
    )
    return of_folds([counted(found, found.counts(differ, test)) for _, test in folded(found)])


def operations_row(name: str, metric: str, space: Space) -> Row:
    """Settings of the first level, chosen on the other folds."""
    found = trials(name, metric, 3)
    candidates = {key: SETTINGS[key] for key in CANDIDATES}
    level = OperationLevel(found, {**STUDY, **candidates}, space, searches=4)
    rows, chosen = [], []
    for training, test in folded(found):
        best = level.choose(training).settings
        chosen.append({**best.search, **best.penalties})
        rows.append(counted(found, [[tuple(row)] for row in level.searched(best)[test].tolist()]))
    return {**of_folds(rows), "settings": chosen}


def learned_row(
    name: str, metric: str, order: int, changes: Mapping[str, Any], lower: tuple[int, ...] | None
) -> Row:
    """Penalties and threshold learned on the other folds."""
    found = trials(name, metric, order)
    settings = {**SETTINGS, **changes}
    table = tabulate_candidates(found.differ(settings), found.gold, lower)
    level = LearnedLevel(found, settings, table)
    rows, inner = [], []
    for training, test in folded(found):
        learned = level.learn(training)
        inner.append(round(learned.inner, 4))
        rows.append(counted(found, found.counts(level.differ(learned.penalties), test)))
        print(f"  {name}, order {order}: {rows[-1]['f']:.4f}", file=sys.stderr, flush=True)
    return {**of_folds(rows), "inner": inner}


def peer_row(peer: str) -> Row:
    """What the billion-word corrector makes of the same sentences; nothing of ours."""
    lines = shared_data.existing("gec", "peers", peer).read_text(encoding="utf-8").splitlines()
    scorer, sentences = M2(0.5), gold(ALL)
    hypotheses = [tuple(line.split()) for line in lines]
    rows = []
    for start, end in FOLDS:
        outputs, sources = hypotheses[start:end], sentences[start:end]
        kept = np.mean([a == b.tokens for a, b in zip(outputs, sources, strict=True)])
        rows.append(figures(scorer.corpus(outputs, sources), float(kept)))
    return of_folds(rows)


def jfleg_row() -> Row:
    """Learned on CoNLL-2013, all types; nothing of JFLEG was seen."""
    folder = shared_data.existing("gec", "jfleg-dev")
    source, *references = (
        [tuple(line.split()) for line in (folder / file).read_text("utf-8").splitlines()]
        for file in ("dev.src", *(f"dev.ref{number}" for number in range(REFERENCES)))
    )
    texts = [Rewrites(s, tuple(r)) for s, *r in zip(source, *references, strict=True)]

    def gleu(outputs: Any, against: list[Rewrites]) -> float:
        return round(Gleu().corpus(outputs, against).expected, 4)

    row: Row = {"source": gleu(source, texts)}
    for name, order in (("ours, order 3", 3), ("ours, default", 0)):
        model = reference(order) if order else embedded()
        found = Trials(gold(ALL), model, "f0.5")
        level = LearnedLevel(
            found, SETTINGS, tabulate_candidates(found.differ(SETTINGS), found.gold)
        )
        learned = level.learn(found.sentences).penalties
        diffs = level.differ(learned).document(source)
        row[name] = gleu([tuple((diff.output or "").split()) for diff in diffs], texts)
    row["references"] = [
        gleu(
            references[number],
            [
                Rewrites(text.source, (*text.references[:number], *text.references[number + 1 :]))
                for text in texts
            ],
        )
        for number in range(REFERENCES)
    ]
    return row


def searches_row() -> Row:
    """Quality against time: learned once, then searched in several ways."""
    found = trials(ALL, "f0.5", 3)
    level = LearnedLevel(found, SETTINGS, tabulate_candidates(found.differ(SETTINGS), found.gold))
    training, test = folded(found)[-1]
    learned = CorrectionSettings(
        settings=SETTINGS, learned=level.learn(training).penalties.to_dict()
    )
    curves: dict[str, list[Row]] = {}
    for name, changes in SEARCHES.items():
        deepest = DEEPEST_RECURSIVE if changes.get("search") == "recursive" else DEEPEST
        for k in range(1, deepest + 1):
            corrector = Corrector(
                found.reference, settings=learned, tokenized=True, max_edits=k, **changes
            )
            score = found.score(corrector.differ, test)  # and words are looked up once
            seconds = min(_searching(found, corrector, test) for _ in range(REPEATS))
            point = {"k": k, "f": round(score.f, 4), "ms": round(1000 * seconds / len(test), 2)}
            curves.setdefault(name, []).append(point)
    return {"curves": curves}


def _searching(found: Trials, corrector: Corrector, sentences: np.ndarray) -> float:
    started = time.process_time()
    found.diffs(corrector.differ, sentences.tolist())
    return time.process_time() - started


def caution_row() -> Row:
    """What caution costs on learners' text, and how much native text is left alone for it."""
    found = Trials(gold(ALL), embedded(), "f0.5")
    level = LearnedLevel(found, SETTINGS, tabulate_candidates(found.differ(SETTINGS), found.gold))
    training, test = folded(found)[-1]
    learned = level.learn(training).penalties.to_dict()
    lines = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").splitlines()
    native = [line for line in lines if 6 <= len(line.split()) <= 30]
    native = native[:: max(len(native) // NATIVE, 1)][:NATIVE]
    points = []
    for bits in CAUTIONS:
        given = CorrectionSettings(SETTINGS, {"base": bits}, learned)
        score = found.score(found.differ(given.of_differ(found.reference.fold)), test)
        plain = Corrector(found.reference, settings=given)
        changed = np.mean([plain(line) != line for line in native])
        points.append({**figures(score), "bits": bits, "native_changed": round(float(changed), 4)})
    return {"points": points}


def ship() -> int:
    """Tune the settings that the package ships, on all of CoNLL-2013, for the embedded model."""
    result = tune(
        gold(ALL),
        embedded(),
        metric="f0.5",
        caution=CAUTION,
        provenance={"data": "CoNLL-2013 shared task test set, all error types"},
        report=lambda what: print(what, file=sys.stderr, flush=True),
    )
    if result.settings is None or result.stopped:
        return 130
    result.settings.save(SHIPPED)
    with atomic_write(SUMMARY) as stream:
        stream.write("".join(f"{line}\n" for line in result.settings.summary()).encode())
    return 0


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/correction.md for people, .json for programs, .svg for eyes."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        "correction.json": json.dumps(report, indent=2, ensure_ascii=False) + "\n",
        "correction.md": markdown(report),
    }
    if "searches" in report["rows"]:
        pages["correction.svg"] = plot(report["rows"]["searches"]["curves"])
    for name, text in pages.items():
        with atomic_write(folder / name) as stream:
            stream.write(text.encode())


if __name__ == "__main__":
    sys.exit(main())
