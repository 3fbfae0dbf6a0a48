"""What was tried for native_language.py: ten folds inside `eval`, each variant on the same folds.

    python pipelines/native_language_variants.py

The split `test` is not read. Writes results/native_language_variants.md and .json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from native_language import Protocol, predicted, row, scored, ten_folds
from pooled_views import Scores, View
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from study_views import (
    BASELINES,
    EDIT_SETS,
    STUDY,
    SUBSTITUTIONS,
    joint_views,
    p_text,
    views_of_edits,
)

from syntacticdiff import EditVectorizer, ReferenceModel
from syntacticdiff.classify import (
    Learning,
    ViewCounts,
    approximate_randomisation,
    count_views,
    evaluate,
)
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/native_language_variants.py"
CONTEXTS = ("edit", "edit|previous", "edit|next")
WEIGHTS = (0.25, 0.5, 1.0)

Scored = dict[str, list[Scores]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try, print and write."""
    parser = argparse.ArgumentParser(description="What was tried for native language.")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--jobs", type=int, default=None, help="threads that search, as in joblib")
    options = parser.parse_args(arguments)
    try:
        entries, _ = shared_data.native_language()
        trigrams, fivegrams = (shared_data.trained_reference(order) for order in (3, 5))
    except shared_data.MissingDataError as error:
        print(f"native_language_variants: skipped: {error}", file=sys.stderr)
        return 1
    variants = list(tried(entries, trigrams, fivegrams, options.jobs))
    options.results.mkdir(parents=True, exist_ok=True)
    report = {"command": COMMAND, "documents": len(entries.texts), "variants": variants}
    with atomic_write(options.results / "native_language_variants.json") as stream:
        stream.write(json.dumps(report, indent=2).encode() + b"\n")
    with atomic_write(options.results / "native_language_variants.md") as stream:
        stream.write(markdown(report).encode())
    return 0


def markdown(report: Mapping[str, Any]) -> str:
    """The page."""
    lines = []
    for variant in report["variants"]:
        added = (
            f"{100 * variant['with'][name]['gain']:+.1f} ({p_text(variant['with'][name]['p'])})"
            for name in BASELINES
        )
        lines.append(f"| {variant['name']} | {variant['alone']:.1%} | {' | '.join(added)} |")
    heads = " | ".join(f"to {name}" for name in BASELINES)
    return f"""# What was tried for native language

Made by `{report["command"]}`.

Ten folds inside `eval`, {report["documents"]:,} documents, {len(report["variants"])} variants, all
on the same folds. *alone*: accuracy of the edits by themselves; then what they add to each
baseline, in points (p of paired approximate randomisation). Unless a row says otherwise, edits are
those of a sweep with the embedded model, counted without their neighbours, and pooled with the
baseline (pipelines/pooled_views.py). Variants that differ by a few tenths cannot be told apart
here.

| variant | alone | {heads} |
|{"---|" * (2 + len(BASELINES))}
{chr(10).join(lines)}
"""


def tried(
    entries: shared_data.Entries,
    trigrams: ReferenceModel,
    fivegrams: ReferenceModel,
    jobs: int | None,
) -> Iterator[dict[str, Any]]:
    """Each variant's accuracy alone and with each baseline, printed as they come."""
    labels = np.array(entries.languages)
    protocol = Protocol("variants", labels, ten_folds(labels, np.arange(len(labels))))
    counts = count_views(entries.texts, [*BASELINES, "edits"], EditVectorizer(features=CONTEXTS))
    words = {name: View(counts.matrices[name]) for name in BASELINES}
    scores = scored(protocol, words)
    for found in (
        in_one_matrix(counts, entries),
        vectorizers(protocol, scores, entries.texts, trigrams, fivegrams, jobs),
        sets_of_views(protocol, scores, words, entries.texts, trigrams, jobs),
    ):
        for variant in found:
            print(variant, flush=True)
            yield variant


def in_one_matrix(counts: ViewCounts, entries: shared_data.Entries) -> Iterator[dict[str, Any]]:
    """Words and edits side by side, linear SVM; the weight of the edits' columns varies."""
    labels = np.array(entries.languages)
    alone = evaluate(counts, labels, [*BASELINES, "edits"], rounds=1, top=0)
    plain = {result.features: result for result in alone.results}
    for weight in WEIGHTS:
        learning = Learning(edits_weight=weight)
        sets = [f"{name}+edits" for name in BASELINES]
        results = evaluate(counts, labels, sets, learning=learning, rounds=1, top=0).results
        with_edits = {}
        for name, result in zip(BASELINES, results, strict=True):
            difference = approximate_randomisation(
                labels, result.predictions, plain[name].predictions
            )
            with_edits[name] = {"gain": difference.difference, "p": difference.p_value}
        yield {
            "name": f"one matrix, linear SVM, edits with neighbours weighted by {weight}",
            "alone": plain["edits"].accuracy,
            "with": with_edits,
        }


def vectorizers(
    protocol: Protocol,
    scores: Scored,
    texts: list[str],
    trigrams: ReferenceModel,
    fivegrams: ReferenceModel,
    jobs: int | None,
) -> Iterator[dict[str, Any]]:
    """What EditVectorizer can be told, as one view that is pooled with the baseline."""
    settings: dict[str, dict[str, Any]] = {
        "edits counted": {},
        "gains per token instead of counts": {"values": "gain"},
        "min_gain 0.05": {"min_gain": 0.05},
        "min_gain 0.2": {"min_gain": 0.2},
        "the 300 commonest words inserted": {"insertions": "frequent:300"},
        f"substitutions {SUBSTITUTIONS}": {"substitutions": SUBSTITUTIONS},
        "with the word before or after": {"features": CONTEXTS},
        "with the word before or after, and classes": {"features": (*CONTEXTS, "class")},
        "with the word before or after, more substitutions": {
            "features": CONTEXTS,
            "substitutions": SUBSTITUTIONS,
        },
        "the same, gains, the 300 commonest words inserted": {
            "features": CONTEXTS,
            "substitutions": SUBSTITUTIONS,
            "insertions": "frequent:300",
            "values": "gain",
        },
        "classes only": {"features": "class"},
        "with positions": {"features": ("edit", "edit@position")},
        "Brown + MASC + EWT, order 3": {"reference": trigrams},
        "Brown + MASC + EWT, order 5": {"reference": fivegrams},
        "beam instead of sweep": {"search": "beam"},
        "the study's settings": {"reference": fivegrams, **STUDY},
    }
    for name, given in settings.items():
        made = EditVectorizer(n_jobs=jobs, **{"features": "edit", **given})
        scale = "log1p" if made.values == "gain" else "log"
        view = View(made.fit_transform(texts), scale=scale)
        yield variant(protocol, scores | scored(protocol, {"tried": view}), name, ("tried",))


def sets_of_views(
    protocol: Protocol,
    scores: Scored,
    words: Mapping[str, View],
    texts: list[str],
    trigrams: ReferenceModel,
    jobs: int | None,
) -> Iterator[dict[str, Any]]:
    """The views of edit_views, one by one and together."""
    found: Scored = dict(scores)
    kept = dict(words)
    for letter, model in (("D", ReferenceModel.load("default")), ("B", trigrams)):
        views = views_of_edits(model, texts, jobs)
        kept |= {f"{name}/{letter}": view for name, view in views.items()}
    found |= scored(protocol, {name: view for name, view in kept.items() if name not in words})
    found |= scored(protocol, joint_views(kept))
    embedded = EDIT_SETS["edits, embedded"]
    for name, parts in {
        "edits in bits": embedded[:1],
        "contexts in bits": embedded[1:2],
        "rates": embedded[2:3],
        "numbers": embedded[3:],
        "edits and contexts": embedded[:2],
        "edits, contexts and rates": embedded[:3],
        "all four views": embedded,
        "all four, Brown + MASC + EWT": EDIT_SETS["edits, Brown + MASC + EWT"],
        "all four, both references": EDIT_SETS["edits, both references"],
    }.items():
        yield variant(protocol, found, name, parts)
    for name, letters in (("all four, and joint", "D"), ("all four, both, and joint", "DB")):
        parts = tuple(part for part in EDIT_SETS["edits, both references"] if part[-1] in letters)
        yield variant(protocol, found, name, parts, joint=letters)
    yield stacked(protocol, found, embedded)


def variant(
    protocol: Protocol,
    scores: Mapping[str, list[Scores]],
    name: str,
    parts: Sequence[str],
    joint: str = "",
) -> dict[str, Any]:
    """Pooled alone and with each baseline; `joint`: letters of the references of joint views."""
    compared = {}
    for baseline in BASELINES:
        plain, _ = predicted(protocol, scores, (baseline,))
        both = [f"{baseline}&edits/{letter}" for letter in joint]
        made = row(protocol, scores, name, (baseline, *parts, *both), (baseline, plain))
        compared[baseline] = {"gain": made.gain, "p": made.p}
    alone = row(protocol, scores, name, parts, None)
    return {"name": name, "alone": alone.accuracy, "with": compared}


def stacked(
    protocol: Protocol, scores: Mapping[str, list[Scores]], parts: Sequence[str]
) -> dict[str, Any]:
    """The usual stacking, a logistic regression on all scores of all views; instead of pooling."""
    compared = {}
    for baseline in BASELINES:
        plain, _ = predicted(protocol, scores, (baseline,))
        difference = approximate_randomisation(
            protocol.labels, _stacked(protocol, scores, (baseline, *parts)), plain
        )
        compared[baseline] = {"gain": difference.difference, "p": difference.p_value}
    alone = float(np.mean(_stacked(protocol, scores, parts) == protocol.labels))
    name = "all four views, stacked by logistic regression"
    return {"name": name, "alone": alone, "with": compared}


def _stacked(
    protocol: Protocol, scores: Mapping[str, list[Scores]], parts: Sequence[str]
) -> np.ndarray:
    predictions = protocol.labels.copy()
    for fold, (training, test) in enumerate(protocol.splits):
        inside = np.hstack([scores[part][fold].training for part in parts])
        outside = np.hstack([scores[part][fold].test for part in parts])
        scaler = StandardScaler().fit(inside)
        learner = LogisticRegression(C=0.03, max_iter=300)
        learner.fit(scaler.transform(inside), protocol.labels[training])
        predictions[test] = learner.predict(scaler.transform(outside))
    return predictions


if __name__ == "__main__":
    sys.exit(main())
