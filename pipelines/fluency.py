"""Fluency from edits: do they grade an essay better than its words do?

    python pipelines/fluency.py

ELLIPSE: essays of learners with human scores. Ten folds, grouped by prompt, so that no prompt is
both trained and tested on. `overall`, `grammar` and `syntax`, as two classes (3 and less, 3.5 and
more), as three bands (2.5 and less, 3, 3.5 and more) and as numbers. Writes results/fluency.md and
.json. Where the data is: see shared_data.
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
from native_language import earlier
from pooled_views import (
    Scores,
    Split,
    View,
    class_targets,
    pooled_classes,
    pooled_numbers,
    ridge_scores,
)
from sklearn.metrics import cohen_kappa_score
from sklearn.model_selection import GroupKFold
from study_views import BASELINES, EDIT_SETS, EXPLAINED, all_views, feature_sets, p_text

from syntacticdiff.classify import ROUNDS, approximate_randomisation
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/fluency.py"
FOLDS = 10
LOWEST, HIGHEST = 1.0, 5.0


@dataclass(frozen=True)
class Row:
    """A set of views and one score.

    `r` and `kappa` are of the regression, `two` and `three` accuracies; each with its gain over the
    baseline and the p of that, but for kappa.
    """

    features: str
    baseline: str | None
    r: float
    kappa: float
    two: float
    three: float
    gains: dict[str, float]
    p: dict[str, float]


@dataclass(frozen=True)
class Answers:
    """A set of views' predictions for one score."""

    number: np.ndarray
    two: np.ndarray
    three: np.ndarray


@dataclass(frozen=True)
class Task:
    """One score of all essays, as numbers and as classes, and the columns that predict each."""

    name: str
    number: np.ndarray
    two: np.ndarray
    three: np.ndarray

    @classmethod
    def of(cls, name: str, scores: Sequence[float]) -> Task:
        """The score cut into classes."""
        number = np.array(scores)
        two = np.where(number >= 3.5, "3.5 and more", "3 and less")
        three = np.where(number >= 3.5, "3.5 and more", np.where(number > 2.5, "3", "2.5 and less"))
        return cls(name, number, two, three)

    @property
    def targets(self) -> np.ndarray:
        """What the ridge models predict: the number, then the classes."""
        centred = (self.number - (LOWEST + HIGHEST) / 2)[:, None]
        return np.hstack([centred, class_targets(self.two), class_targets(self.three)])

    def answers(self, folds: list[list[Scores]], splits: list[Split]) -> Answers:
        """Pool the views' scores; `folds` has the scores of this task's columns."""
        two, three = len(np.unique(self.two)), len(np.unique(self.three))

        def columns(start: int, end: int) -> list[list[Scores]]:
            return [
                [Scores(view.training[:, start:end], view.test[:, start:end]) for view in fold]
                for fold in folds
            ]

        return Answers(
            pooled_numbers(columns(0, 1), self.number, splits).predictions,
            pooled_classes(columns(1, 1 + two), self.two, splits).predictions,
            pooled_classes(columns(1 + two, 1 + two + three), self.three, splits).predictions,
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Fluency from edits.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--jobs", type=int, default=None, help="threads that search, as in joblib")
    options = parser.parse_args(arguments)
    try:
        essays = shared_data.fluency()
        trigrams, fivegrams = (shared_data.trained_reference(order) for order in (3, 5))
    except shared_data.MissingDataError as error:
        print(f"fluency: skipped: {error}", file=sys.stderr)
        return 1
    tasks = [Task.of(name, scores) for name, scores in essays.scores.items()]
    views = all_views(essays.texts, trigrams, fivegrams, options.jobs)
    tables: dict[str, list[Row]] = {}
    for task, row in measured(views, tasks, np.array(essays.prompts)):
        if task.name not in tables:
            print(f"\n{task.name}", flush=True)
        print(table_line(row), flush=True)
        tables.setdefault(task.name, []).append(row)
    write_results(options.results, report_of(essays, tasks, tables))
    return 0


# Measuring


def measured(
    views: Mapping[str, View], tasks: Sequence[Task], prompts: np.ndarray
) -> Iterator[tuple[Task, Row]]:
    """All rows, task by task; each model is trained once for all tasks."""
    splits = list(GroupKFold(FOLDS).split(prompts, groups=prompts))
    targets = np.hstack([task.targets for task in tasks])
    scores = {
        name: [ridge_scores(view, targets, split, prompts) for split in splits]
        for name, view in views.items()
    }
    end = 0
    for task in tasks:
        start, end = end, end + task.targets.shape[1]
        own = {
            name: [Scores(fold.training[:, start:end], fold.test[:, start:end]) for fold in folds]
            for name, folds in scores.items()
        }
        plain: dict[str, Answers] = {}
        for name, parts, baseline in feature_sets(joint=False):
            folds = [list(fold) for fold in zip(*(own[part] for part in parts), strict=True)]
            answers = task.answers(folds, splits)
            plain[name] = answers
            yield task, row(task, name, answers, baseline, plain.get(baseline or ""))


def row(
    task: Task, name: str, answers: Answers, baseline: str | None, other: Answers | None
) -> Row:
    """The figures of one set of views, and how they differ from the baseline's."""
    gains, chances = {}, {}
    if other is not None:
        gains["r"], chances["r"] = correlation_difference(task.number, answers.number, other.number)
        for kind in ("two", "three"):
            found = approximate_randomisation(
                getattr(task, kind), getattr(answers, kind), getattr(other, kind)
            )
            gains[kind], chances[kind] = found.difference, found.p_value
    return Row(
        features=name,
        baseline=baseline,
        r=round(correlation(task.number, answers.number), 4),
        kappa=round(quadratic_kappa(task.number, answers.number), 4),
        two=round(float(np.mean(answers.two == task.two)), 4),
        three=round(float(np.mean(answers.three == task.three)), 4),
        gains={kind: round(float(gain), 4) for kind, gain in gains.items()},
        p={kind: round(float(chance), 4) for kind, chance in chances.items()},
    )


def correlation(wanted: np.ndarray, found: np.ndarray) -> float:
    """Pearson's r."""
    return float(np.corrcoef(wanted, found)[0, 1])


def quadratic_kappa(wanted: np.ndarray, found: np.ndarray) -> float:
    """Weighted kappa of predictions that are clipped to the scale and rounded to halves."""
    halves = np.rint(2 * np.clip(found, LOWEST, HIGHEST)).astype(int)
    return float(cohen_kappa_score(np.rint(2 * wanted).astype(int), halves, weights="quadratic"))


def correlation_difference(
    wanted: np.ndarray, first: np.ndarray, second: np.ndarray, seed: int = 0
) -> tuple[float, float]:
    """The difference of two correlations and its p, by paired approximate randomisation.

    In each round the two predictions of an essay change places with a chance of one half.
    """
    centred = wanted - wanted.mean()
    sums = np.stack([first, first**2, first * centred, second, second**2, second * centred], axis=1)
    total = sums.sum(axis=0)
    change = sums[:, 3:] - sums[:, :3]
    essays = len(wanted)

    def r(parts: np.ndarray) -> np.ndarray:
        plain, squares, products = parts.T
        spread = np.sqrt((squares - plain**2 / essays) * (centred**2).sum())
        found: np.ndarray = np.divide(products, spread, out=np.zeros_like(spread), where=spread > 0)
        return found

    observed = float((r(total[None, :3]) - r(total[None, 3:]))[0])
    generator = np.random.default_rng(seed)
    as_large = 0
    for start in range(0, ROUNDS, 1000):
        rounds = min(1000, ROUNDS - start)
        moved = generator.integers(0, 2, (rounds, essays)).astype(np.float64) @ change
        differences = r(total[:3] + moved) - r(total[3:] - moved)
        as_large += int((np.abs(differences) >= abs(observed) - 1e-12).sum())
    return observed, (as_large + 1) / (ROUNDS + 1)


# Writing

HEADINGS = ("features", "r", "kappa", "two classes", "three bands", "p (r, two, three)", "before")
BEFORE = "fluency_before.json"


def table_line(row: Row, before: Mapping[str, Any] | None = None) -> str:
    """A row in Markdown; gains in brackets, of r in hundredths, of accuracies in points."""

    def gain(kind: str) -> str:
        return f" ({100 * row.gains[kind]:+.1f})" if kind in row.gains else ""

    cells = (
        row.features,
        f"{row.r:.3f}{gain('r')}",
        f"{row.kappa:.3f}",
        f"{row.two:.1%}{gain('two')}",
        f"{row.three:.1%}{gain('three')}",
        ", ".join(p_text(row.p[kind]) for kind in ("r", "two", "three") if kind in row.p),
        "" if before is None else f"{before['r']:.3f}, {before['two']:.1%}",
    )
    return f"| {' | '.join(cells)} |"


def report_of(
    essays: shared_data.Essays, tasks: Sequence[Task], tables: Mapping[str, Sequence[Row]]
) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "command": COMMAND,
        "essays": len(essays.texts),
        "prompts": len(set(essays.prompts)),
        "folds": FOLDS,
        "rounds": ROUNDS,
        "edit_sets": EDIT_SETS,
        "baselines": BASELINES,
        "majority": {
            task.name: {
                kind: round(
                    float(np.unique(classes, return_counts=True)[1].max() / len(classes)), 4
                )
                for kind, classes in (("two", task.two), ("three", task.three))
            }
            for task in tasks
        },
        "tables": {name: [asdict(row) for row in rows] for name, rows in tables.items()},
    }


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/fluency.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "fluency.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "fluency.md") as stream:
        stream.write(markdown(report, earlier(folder, BEFORE)).encode())


def markdown(report: Mapping[str, Any], before: Mapping[str, Mapping[str, Any]]) -> str:
    """The page; `before` has the rows of the earlier measurement."""
    head = f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}"
    tables = "\n\n".join(
        f"## {name.capitalize()}\n\nAlways the commonest class: two classes "
        f"{report['majority'][name]['two']:.1%}, three bands "
        f"{report['majority'][name]['three']:.1%}.\n\n{head}\n"
        + "\n".join(
            table_line(Row(**row), before.get(name, {}).get(row["features"])) for row in rows
        )
        for name, rows in report["tables"].items()
    )
    return f"""# Fluency from edits

Made by `{report["command"]}`.

ELLIPSE, {report["essays"]:,} essays of learners, {report["prompts"]} prompts.
{report["folds"]} folds, grouped by prompt. Penalties of the ridge models are chosen inside the
training essays, by leaving out one prompt at a time; nothing else was chosen here.

{EXPLAINED}
- *r*: Pearson's, of ridge regression; *kappa*: quadratic weighted, predictions clipped to 1..5 and
  rounded to halves. *two classes*: 3 and less, 3.5 and more; *three bands*: 2.5 and less, 3, 3.5
  and more; accuracy.
- In brackets: gain over the baseline before the first `+`, of edits alone over *words*; of r in
  hundredths, of accuracy in points. *p*: paired approximate randomisation over the essays'
  predictions, {report["rounds"]:,} rounds.
- *before*: r and two classes with the embedded model of before, and the penalties with which
  `grammar` came out well in these folds.

{tables}
"""


if __name__ == "__main__":
    sys.exit(main())
