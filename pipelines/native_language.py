"""Native language from edits: do they tell more than the words of a text do?

    python pipelines/native_language.py              the results
    python pipelines/native_language.py --choose     only `eval`; writes nothing

Lang-8 entries of ten native languages. Everything was chosen by ten-fold cross-validation inside
the split `eval` (native_language_variants.py); then trained on `eval` and tested on `test`, and ten
folds inside `test`. Writes results/native_language.md and .json. Where the data is: see
shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from pooled_views import Joint, Scores, Split, View, class_targets, pooled_classes, ridge_scores
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold
from study_views import (
    EDIT_SETS,
    EXPLAINED,
    all_views,
    feature_sets,
    joint_views,
    p_text,
)

from syntacticdiff import EditVectorizer
from syntacticdiff.classify import ROUNDS, approximate_randomisation
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/native_language.py"
FOLDS = 10

Views = Mapping[str, View | Joint]


@dataclass(frozen=True)
class Row:
    """What a set of views achieved; `gain` and `p` are against its baseline."""

    features: str
    baseline: str | None
    accuracy: float
    macro_f1: float
    gain: float | None
    p: float | None
    weights: list[float]


@dataclass(frozen=True)
class Protocol:
    """Documents, and which of them are trained and tested on."""

    name: str
    labels: np.ndarray
    splits: list[Split]

    @property
    def tested(self) -> np.ndarray:
        """The rows that get a prediction."""
        return np.sort(np.concatenate([test for _, test in self.splits]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Native language from edits.")
    parser.add_argument("--choose", action="store_true", help="leave `test` alone, write nothing")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--jobs", type=int, default=None, help="threads that search, as in joblib")
    options = parser.parse_args(arguments)
    try:
        chosen_on, tested_on = shared_data.native_language()
        trigrams, fivegrams = (shared_data.trained_reference(order) for order in (3, 5))
    except shared_data.MissingDataError as error:
        print(f"native_language: skipped: {error}", file=sys.stderr)
        return 1
    texts = chosen_on.texts + tested_on.texts
    labels = np.array(chosen_on.languages + tested_on.languages)
    views = all_views(texts, trigrams, fivegrams, options.jobs)
    tables = {}
    for protocol in protocols(labels, len(chosen_on.texts))[: 1 if options.choose else None]:
        print(f"\n{protocol.name}", flush=True)
        tables[protocol.name] = rows = []
        for row in measured(protocol, views):
            print(table_line(row), flush=True)
            rows.append(row)
    if options.choose:
        return 0
    report: dict[str, Any] = {
        "command": COMMAND,
        "documents": {"eval": len(chosen_on.texts), "test": len(tested_on.texts)},
        "rounds": ROUNDS,
        "edit_sets": EDIT_SETS,
        "tables": {name: [asdict(row) for row in rows] for name, rows in tables.items()},
        "informative": informative(chosen_on),
    }
    write_results(options.results, report)
    return 0


# Measuring


def ten_folds(labels: np.ndarray, rows: np.ndarray) -> list[Split]:
    """Stratified folds of some of the documents."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    return [(rows[training], rows[test]) for training, test in folds.split(rows, labels[rows])]


def protocols(labels: np.ndarray, chosen_on: int) -> list[Protocol]:
    """The first documents are `eval`, the rest is `test`."""
    first, rest = np.arange(chosen_on), np.arange(chosen_on, len(labels))
    return [
        Protocol("ten folds inside `eval`", labels, ten_folds(labels, first)),
        Protocol("trained on `eval`, tested on `test`", labels, [(first, rest)]),
        Protocol("ten folds inside `test`", labels, ten_folds(labels, rest)),
    ]


def scored(protocol: Protocol, views: Views) -> dict[str, list[Scores]]:
    """What each view's model says in each fold."""
    targets = class_targets(protocol.labels)
    return {
        name: [ridge_scores(view, targets, split) for split in protocol.splits]
        for name, view in views.items()
    }


def measured(protocol: Protocol, views: Mapping[str, View]) -> Iterator[Row]:
    """The rows of one protocol: baselines, edits, each baseline with edits."""
    scores = scored(protocol, {**views, **joint_views(views)})
    plain: dict[str, np.ndarray] = {}
    for name, parts, baseline in feature_sets(joint=True):
        if baseline is None:
            plain[name] = predicted(protocol, scores, parts)[0]
        other = None if baseline is None else (baseline, plain[baseline])
        yield row(protocol, scores, name, parts, other)


def predicted(
    protocol: Protocol, scores: Mapping[str, list[Scores]], parts: Sequence[str]
) -> tuple[np.ndarray, list[float]]:
    """The pooled predictions of the documents that are tested, and the views' weights."""
    folds = list(zip(*(scores[part] for part in parts), strict=True))
    pooled = pooled_classes(folds, protocol.labels, protocol.splits)
    return pooled.predictions[protocol.tested], pooled.weights


def row(
    protocol: Protocol,
    scores: Mapping[str, list[Scores]],
    name: str,
    parts: Sequence[str],
    baseline: tuple[str, np.ndarray] | None,
) -> Row:
    """One set of views, compared with its baseline's predictions if there is one."""
    wanted = protocol.labels[protocol.tested]
    found, weights = predicted(protocol, scores, parts)
    difference = None if baseline is None else approximate_randomisation(wanted, found, baseline[1])
    return Row(
        features=name,
        baseline=None if baseline is None else baseline[0],
        accuracy=round(float(np.mean(found == wanted)), 4),
        macro_f1=round(float(f1_score(wanted, found, average="macro")), 4),
        gain=None if difference is None else round(difference.difference, 4),
        p=None if difference is None else round(difference.p_value, 4),
        weights=[round(weight, 2) for weight in weights],
    )


def informative(entries: shared_data.Entries) -> dict[str, list[dict[str, Any]]]:
    """For each language, the edits of `eval` that tell most, as the original study lists them."""
    vectorizer = EditVectorizer(features="edit", min_df=5)
    counts = vectorizer.fit_transform(entries.texts)
    top = vectorizer.top_edits(counts, entries.languages, 8)
    return {language: [edit._asdict() for edit in edits] for language, edits in top.items()}


# Writing

HEADINGS = ("features", "accuracy", "macro F1", "gain", "p", "before", "its gain")
BEFORE = "native_language_before.json"


def table_line(row: Row, before: Mapping[str, Any] | None = None) -> str:
    """A row in Markdown, with what it was before."""
    gain = "" if row.gain is None else f"{100 * row.gain:+.1f}"
    p = "" if row.p is None else p_text(row.p)
    old = ["", ""]
    if before is not None:
        old = [f"{before['accuracy']:.1%}", ""]
        if before["gain"] is not None:
            old[1] = f"{100 * before['gain']:+.1f}"
    return (
        f"| {row.features} | {row.accuracy:.1%} | {row.macro_f1:.1%} | {gain} | {p} | "
        f"{' | '.join(old)} |"
    )


def earlier(folder: Path, name: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of an earlier measurement by table and features; none if there is no such file."""
    path = folder / name
    if not path.exists():
        return {}
    tables = json.loads(path.read_bytes())["tables"]
    return {table: {row["features"]: row for row in rows} for table, rows in tables.items()}


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/native_language.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "native_language.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "native_language.md") as stream:
        stream.write(markdown(report, earlier(folder, BEFORE)).encode())


def markdown(report: Mapping[str, Any], before: Mapping[str, Mapping[str, Any]]) -> str:
    """The page; `before` has the rows of the earlier measurement."""
    head = f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}"
    tables = "\n\n".join(
        f"## {name[0].upper()}{name[1:]}\n\n{head}\n"
        + "\n".join(
            table_line(Row(**row), before.get(name, {}).get(row["features"])) for row in rows
        )
        for name, rows in report["tables"].items()
    )
    return f"""# Native language from edits

Made by `{report["command"]}`.

Lang-8 entries of ten native languages, {report["documents"]["eval"]:,} documents in `eval` and
{report["documents"]["test"]:,} in `test`. All choices were made by the first table and by what
[native_language_variants.md](native_language_variants.md) lists, inside `eval`; the other two
tables are what came of them.

{EXPLAINED} Pooled with
  views of edits, each baseline also stands in one model with `edits` and `contexts`.
- *gain*: points of accuracy over the baseline before the first `+`; of edits alone, over *words*.
  *p*: paired approximate randomisation over the documents' predictions,
  {report["rounds"]:,} rounds.
- *before*: with the embedded model of before, and penalties of the ridge models that had been
  chosen once, inside `eval`. Now they are chosen inside the training documents.

{tables}

## Edits that tell most

By information gain, one language against all others, in `eval`; share of its documents that have
the edit, and of the others.

| language | edits |
|---|---|
{chr(10).join(informative_lines(report["informative"]))}
"""


def informative_lines(top: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """A line for each language."""
    for language, edits in top.items():
        cells = (
            f"`{edit['feature']}` {edit['share']:.0%} / {edit['share_elsewhere']:.0%}"
            for edit in edits
        )
        yield f"| {language} | {', '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
