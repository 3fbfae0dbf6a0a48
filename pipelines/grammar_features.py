"""Do features of grammar add to the strongest surface features? Native language and scores.

    python pipelines/grammar_features.py [--cache FOLDER]

The views are those of `syntacticdiff classify`: word 1-3-grams, characters 1-5, tags, function
words and `EditVectorizer(preset="grammar")`, content words masked. Each view has a ridge model; its
penalty is chosen inside the training documents; views are pooled with weights found there as well
(pooled_views). What was chosen (the groups of the preset) was chosen on `eval` of Lang-8 and on 22
of ELLIPSE's 44 prompts; `test` and the other 22 prompts are reported once. Counts are kept in
FOLDER by the signature of the search. Writes results/grammar_features.md and .json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from pooled_views import (
    BIAS,
    Scores,
    Split,
    View,
    class_targets,
    pooled_classes,
    pooled_numbers,
    ridge_scores,
)
from scipy import sparse
from sklearn.metrics import cohen_kappa_score, f1_score
from sklearn.model_selection import GroupKFold, StratifiedKFold
from study_views import p_text

from syntacticdiff import SyntacticDiff
from syntacticdiff.classify import approximate_randomisation, bootstrap_intervals, count_views
from syntacticdiff.features import GROUPS, grammar_scaling, group_of
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/grammar_features.py"
SURFACE = ("ngrams", "characters", "tags", "function-words")
FOLDS = 5
ROUNDS = 10_000
CHOOSING = "22 prompts to choose on"
REPORTED = "the other 22 prompts"
SETS: dict[str, tuple[str, ...]] = {
    "function words": ("function-words",),
    "tags": ("tags",),
    "function words + tags": ("function-words", "tags"),
    "word 1-3-grams": ("ngrams",),
    "characters 1-5": ("characters",),
    "n-grams stacked": ("ngrams", "characters"),
    "all surface stacked": SURFACE,
    "grammar": ("grammar",),
    "grammar + function words + tags": ("grammar", "function-words", "tags"),
    "n-grams stacked + grammar": ("ngrams", "characters", "grammar"),
    "all surface stacked + grammar": (*SURFACE, "grammar"),
}
BASELINES = {
    "grammar": "function words + tags",
    "grammar + function words + tags": "function words + tags",
    "n-grams stacked + grammar": "n-grams stacked",
    "all surface stacked + grammar": "all surface stacked",
}


class Grammar:
    """The view of grammar: columns scaled by what the training documents say."""

    penalty: float | None = None  # chosen inside the training documents

    def __init__(self, matrix: sparse.csr_matrix, names: Sequence[str]) -> None:
        self.matrix, self.names = matrix, np.array(names, dtype=object)

    def only(self, group: str) -> Grammar:
        """One group of its features."""
        own = np.array([group_of(name) == group for name in self.names])
        return Grammar(self.matrix[:, own], self.names[own].tolist())

    def kernels(self, split: Split) -> tuple[np.ndarray, np.ndarray]:
        """Products of training documents, and of test with training documents, centred."""
        scaling = grammar_scaling(self.names.tolist()).fit(self.matrix[split[0]])
        training, test = (scaling.transform(self.matrix[rows]) for rows in split)
        mean = sparse.csr_matrix(training.mean(axis=0)).astype(np.float32)
        inner, outer, middle = (
            (rows.astype(np.float32) @ other.T).toarray()
            for rows, other in ((training, training), (test, training), (mean, training))
        )
        outside, square = (test @ mean.T).toarray(), float((mean @ mean.T).toarray()[0, 0])
        inner += square - middle - middle.T + BIAS
        outer += square - middle - outside + BIAS
        return inner.astype(np.float32), outer.astype(np.float32)


def counted(name: str, texts: list[str], cache: Path | None) -> dict[str, Any]:
    """The counts of all views; no label is looked at."""
    signature = SyntacticDiff().signature
    digest = hashlib.sha256("\0".join([signature, *texts]).encode()).hexdigest()[:12]
    path = None if cache is None else cache / f"{name}.{digest}.counts.pickle"
    if path is not None and path.exists():
        found: dict[str, Any] = pickle.loads(path.read_bytes())
        return found
    counts = count_views(texts, [*SURFACE, "grammar"])
    found = {view: counts.matrices[view] for view in SURFACE}
    for view in SURFACE:  # what occurs once tells nothing of other documents
        found[view] = found[view][:, found[view].getnnz(axis=0) > 1]
    found["grammar"] = counts.matrices["grammar"], counts.names("grammar").tolist()
    found["signature"] = counts.vectorizers["grammar"].differ_.signature
    if path is not None:
        path.write_bytes(pickle.dumps(found, protocol=5))
    return found


def all_views(counts: Mapping[str, Any], grouped: bool) -> dict[str, View | Grammar]:
    """The views with their weighting; if `grouped`, the groups of grammar by themselves too."""
    views: dict[str, View | Grammar] = {name: View(counts[name]) for name in SURFACE}
    whole = Grammar(*counts["grammar"])
    views["grammar"] = whole
    if grouped:
        views |= {f"grammar: {group}": whole.only(group) for group in GROUPS}
    return views


def native_language(
    counts: Mapping[str, Any], labels: np.ndarray, splits: Sequence[Split]
) -> Iterator[dict]:
    """Ten languages."""
    targets = class_targets(labels)
    tested = np.sort(np.concatenate([test for _, test in splits]))
    scores = {
        name: [ridge_scores(view, targets, split, None) for split in splits]
        for name, view in all_views(counts, grouped=False).items()
    }
    answers: dict[str, np.ndarray] = {}
    for name, parts in SETS.items():
        folds = [[scores[part][place] for part in parts] for place in range(len(splits))]
        answers[name] = pooled_classes(folds, labels, splits).predictions[tested]
        yield class_row(name, labels[tested], answers)


def class_row(name: str, wanted: np.ndarray, answers: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Accuracy and macro F1 of one set, compared with its baseline."""
    found = answers[name]
    row: dict[str, Any] = {
        "features": name,
        "accuracy": round(float(np.mean(found == wanted)), 4),
        "interval": [round(x, 4) for x in bootstrap_intervals(wanted, found)["accuracy"]],
        "macro_f1": round(float(f1_score(wanted, found, average="macro")), 4),
    }
    if (baseline := BASELINES.get(name)) is not None:
        test = approximate_randomisation(wanted, found, answers[baseline], rounds=ROUNDS)
        row |= {
            "baseline": baseline,
            "gain": round(test.difference, 4),
            "p": round(test.p_value, 4),
        }
    return row


def fluency(
    counts: Mapping[str, Any],
    grades: np.ndarray,
    prompts: np.ndarray,
    tested: np.ndarray,
    grouped: bool,
) -> Iterator[dict[str, Any]]:
    """Folds by prompt: the number by ridge regression, and two classes.

    Parameters
    ----------
    tested : the rows that are tested; each fold is trained on all others
    """
    inside = GroupKFold(FOLDS).split(tested, groups=prompts[tested])
    splits: list[Split] = [
        (np.setdiff1d(np.arange(len(grades)), tested[rows]), tested[rows]) for _, rows in inside
    ]
    two = np.where(grades >= 3.5, "high", "low")
    targets = np.hstack([(grades - grades.mean())[:, None], class_targets(two)])
    views = all_views(counts, grouped)
    scores = {
        name: [ridge_scores(view, targets, split, prompts) for split in splits]
        for name, view in views.items()
    }
    numbers: dict[str, np.ndarray] = {}
    classes: dict[str, np.ndarray] = {}
    sets = SETS | {name: (name,) for name in views if name.startswith("grammar: ")}
    for name, parts in sets.items():
        folds = [[scores[part][place] for part in parts] for place in range(len(splits))]
        numbers[name] = pooled_numbers(
            [[Scores(s.training[:, :1], s.test[:, :1]) for s in fold] for fold in folds],
            grades,
            splits,
        ).predictions
        classes[name] = pooled_classes(
            [[Scores(s.training[:, 1:], s.test[:, 1:]) for s in fold] for fold in folds],
            two,
            splits,
        ).predictions
        numbers[name], classes[name] = numbers[name][tested], classes[name][tested]
        wanted = grades[tested]
        row = class_row(name, two[tested], classes)
        row["r"] = round(float(np.corrcoef(numbers[name], wanted)[0, 1]), 4)
        row["r_interval"] = [round(x, 4) for x in r_interval(numbers[name], wanted)]
        halves = np.rint(2 * np.clip(numbers[name], 1, 5)).astype(int)
        weighted = cohen_kappa_score(halves, np.rint(2 * wanted).astype(int), weights="quadratic")
        row["kappa"] = round(float(weighted), 4)
        if (baseline := row.get("baseline")) is not None:
            row["r_p"] = round(r_randomisation(numbers[name], numbers[baseline], wanted), 4)
        yield row


def r_interval(found: np.ndarray, wanted: np.ndarray) -> tuple[float, float]:
    """The 95% interval of r, by Fisher's transformation."""
    centre = np.arctanh(np.corrcoef(found, wanted)[0, 1])
    width = 1.96 / np.sqrt(len(wanted) - 3)
    return float(np.tanh(centre - width)), float(np.tanh(centre + width))


def r_randomisation(first: np.ndarray, second: np.ndarray, wanted: np.ndarray) -> float:
    """Paired approximate randomisation of the difference between two r's."""
    first, second = ((x - x.mean()) / x.std() for x in (first, second))
    generator = np.random.default_rng(0)

    def difference(swap: np.ndarray) -> np.ndarray:
        one, two = np.where(swap, second, first), np.where(swap, first, second)
        centred = wanted - wanted.mean()
        return np.abs(
            (one @ centred) / (one.std(axis=-1) * centred.std())
            - (two @ centred) / (two.std(axis=-1) * centred.std())
        )

    observed = difference(np.zeros(len(wanted), dtype=bool))
    extreme = 0
    for _ in range(ROUNDS // 500):
        swaps = generator.integers(0, 2, (500, len(wanted)), dtype=np.uint8).astype(bool)
        extreme += int(np.count_nonzero(difference(swaps) >= observed - 1e-12))
    return (extreme + 1) / (ROUNDS + 1)


def chosen_prompts(prompts: Sequence[str]) -> set[str]:
    """22 of the 44 prompts, by a digest of their names, so that the choice is nobody's."""
    names = sorted(set(prompts), key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    return set(names[:22])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="What features of grammar add.")
    parser.add_argument("--cache", type=Path, help="a folder to keep counts in")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument(
        "--only", choices=("lang8", "ellipse"), help="measure a part, write nothing"
    )
    parser.add_argument("--choose", action="store_true", help="report nothing, write nothing")
    options = parser.parse_args(arguments)
    try:
        chosen_on, tested_on = shared_data.native_language()
        essays = shared_data.fluency()
    except shared_data.MissingDataError as error:
        print(f"grammar_features: skipped: {error}", file=sys.stderr)
        return 1
    report: dict[str, Any] = {"command": COMMAND, "tables": {}}
    if options.only != "lang8":
        prompts, grades = np.array(essays.prompts), np.array(essays.scores["grammar"])
        counts = counted("ellipse", essays.texts, options.cache)
        report["signature"] = counts["signature"]
        chosen = np.isin(prompts, sorted(chosen_prompts(essays.prompts)))
        part = {view: counts[view][chosen] for view in SURFACE}
        part["grammar"] = counts["grammar"][0][chosen], counts["grammar"][1]
        own = np.arange(np.count_nonzero(chosen))
        tables = {
            CHOOSING: fluency(part, grades[chosen], prompts[chosen], own, grouped=True),
            REPORTED: fluency(counts, grades, prompts, np.flatnonzero(~chosen), grouped=False),
        }
        for name, found in tables.items():
            if name == CHOOSING or not options.choose:
                report["tables"][f"ELLIPSE, grammar, {name}"] = [shown(row) for row in found]
    if options.only != "ellipse":
        labels = np.array(chosen_on.languages + tested_on.languages)
        counts = counted("lang8", chosen_on.texts + tested_on.texts, options.cache)
        report["signature"] = counts["signature"]
        size = len(chosen_on.texts)
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=1)
        tables = {
            "five folds inside `eval`": list(folds.split(np.arange(size), labels[:size])),
            "trained on `eval`, tested on `test`": [
                (np.arange(size), np.arange(size, len(labels)))
            ],
        }
        for name, splits in tables.items():
            if name.endswith("`eval`") or not options.choose:
                found = native_language(counts, labels, splits)
                report["tables"][f"Lang-8, {name}"] = [shown(row) for row in found]
    if options.only is None and not options.choose:
        write_results(options.results, report)
    return 0


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """Print a row when it is ready."""
    print(line(row), flush=True)
    return row


def line(row: Mapping[str, Any]) -> str:
    """A row in Markdown."""
    low, high = row["interval"]
    gain = "" if "gain" not in row else f"{100 * row['gain']:+.1f} over {row['baseline']}"
    cells = [row["features"]]
    if "r" in row:
        ends = row["r_interval"]
        cells += [f"{row['r']:.3f} [{ends[0]:.3f}, {ends[1]:.3f}]", f"{row['kappa']:.3f}"]
        cells += ["" if "r_p" not in row else p_text(row["r_p"])]
    cells += [f"{row['accuracy']:.1%} [{low:.1%}, {high:.1%}]", f"{row['macro_f1']:.1%}"]
    cells += [gain, "" if "p" not in row else p_text(row["p"])]
    return f"| {' | '.join(cells)} |"


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/grammar_features.md for people and .json for programs."""
    with atomic_write(folder / "grammar_features.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "grammar_features.md") as stream:
        stream.write(markdown(report).encode())


def markdown(report: Mapping[str, Any]) -> str:
    """The page."""
    tables = []
    for name, rows in report["tables"].items():
        head = ["features", *(("r", "kappa", "p of r") if "r" in rows[0] else ())]
        head += ["accuracy", "macro F1", "gain in points", "p"]
        lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *map(line, rows)]
        tables.append(f"## {name}\n\n" + "\n".join(lines))
    return f"""# What features of grammar add

Made by `{report["command"]}`, with `{report["signature"]}`.

`grammar` is `EditVectorizer(preset="grammar")`, content words masked. Each view has a ridge model;
its penalty is chosen inside the training documents, by leaving out one of them (of ELLIPSE, one
prompt) at a time, and so is the weight of each view where several are stacked. In brackets: 95%
intervals. p: paired approximate randomisation, {ROUNDS:,} rounds. ELLIPSE: folds by prompt; those
of the other 22 prompts are trained on all prompts but the ones that are tested. Accuracy is of two
classes, 3 and less against 3.5 and more.

The groups of features, how their values are scaled and the weights of the groups were chosen inside
`eval` and on 22 prompts, among five sets of weights and about seven ways to scale and combine; what
is tested on `test` and on the other prompts was measured once, after that.

{chr(10).join(f"{table}{chr(10)}" for table in tables)}"""


if __name__ == "__main__":
    sys.exit(main())
