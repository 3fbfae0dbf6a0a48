"""What a collection of essays is about, by words and by edits: topics of both, measured.

    python pipelines/summarize.py

The original study summarised learners' essays by topics of single words, of word pairs and of
edits, and judged them by eye. Here are its representations and ours beside each other, on the
entries of Lang-8 and on ELLIPSE, and on ELLIPSE the answer to its question in figures: do topics of
edits follow errors, or the subject? Then what `ErrorTopics` makes of them now (`habits`). Writes
results/summarize.md and .json; `--only habits` measures the latter and keeps the rest of the page
from the .json. Where the data is: see shared_data.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import habits
import numpy as np
import shared_data
from habits_page import habits_markdown, table
from scipy import sparse
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import CountVectorizer
from topic_measures import Agreement, agreement, explained

from syntacticdiff import SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.edits import OPERATIONS, Diff, edit_name
from syntacticdiff.features import CountedEdits, DocumentFeatures, FeatureLimits, is_content_word
from syntacticdiff.files import atomic_write
from syntacticdiff.text import word_class
from syntacticdiff.topics import ErrorTopics, fit_lda, ranked_features

COMMAND = "python pipelines/summarize.py"
# With order 3.
STUDY: dict[str, Any] = {**DESCRIPTIVE, "search": "beam", "max_edits": 1, "positions": "worst"}
KEPT = """
This part was not measured again (`--only habits`): it was made with the embedded model before the
present one, and shows what topics were before.
"""
N_TOPICS = 16
SEEDS = (0, 1, 2)
FOLDS = 10
SAMPLE_TOPICS, SAMPLE_FEATURES = 5, 6

EXPLAINED = {
    "words": "single words",
    "word pairs": "each word with the next",
    "edits, the study's": "order 3 of Brown + MASC + EWT, the best single edit of each sentence "
    "at its worst n-gram (k = 1)",
    "edits, all of a sweep": "every edit that a sweep with the embedded model lists",
    "edits, all that save a bit": "of these, those that save a bit of their sentence, as a whole "
    "and per token",
    "edits, without removals of content words": "of these, of content words only substitutions: "
    "what `ErrorTopics` counts with LDA",
    "edits, content words by class": "the same, but substitutions of content words are counted by "
    "class, `sub(S->OTHER)`; tried, not the default",
}


@dataclass(frozen=True)
class Collection:
    """Texts, and the counts of their features in each representation, all and within limits."""

    name: str
    documents: int
    counts: dict[str, Counts]
    limited: dict[str, Counts]


@dataclass(frozen=True)
class Counts:
    """A representation of a collection: documents by features."""

    matrix: sparse.csr_matrix
    names: np.ndarray

    def limited(self) -> Counts:
        """Without the rarest and the commonest, as ErrorTopics does by default."""
        topics = ErrorTopics(method="lda")
        present = np.bincount(self.matrix.indices, minlength=self.matrix.shape[1])
        limits = FeatureLimits(topics.min_df, topics.max_df)
        stay = limits.kept(self.matrix.shape[0], present, present)
        return Counts(sparse.csr_matrix(self.matrix[:, stay]), self.names[stay])


@dataclass(frozen=True)
class Representation:
    """What is measured of one representation of a collection.

    `seconds` are CPU seconds of one iteration of LDA, `ratio` that against words.
    """

    features: str
    vocabulary: int
    kept: int
    length: float
    seconds: float
    ratio: float
    topics: list[list[str]]


@dataclass(frozen=True)
class Follows:
    """What topics follow: the prompt, or the grammar score. Means and ranges over the seeds."""

    features: str
    ami: float
    ami_range: tuple[float, float]
    chance: Agreement
    r2: float
    r2_range: tuple[float, float]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=("habits",), help="keep the rest as it was")
    given = parser.parse_args(arguments)
    try:
        first, second = shared_data.native_language()
        essays = shared_data.fluency()
        new = habits.habits(first, essays, SyntacticDiff(), given.jobs)
        if given.only:
            kept = json.loads((given.results / "summarize.json").read_text("utf-8"))
            write_results(given.results, {**kept, "kept": True, "habits": new})
            return 0
        study = SyntacticDiff(shared_data.trained_reference(3), **STUDY)
    except shared_data.MissingDataError as error:
        print(f"summarize: skipped: {error}", file=sys.stderr)
        return 1
    collections = [
        collection("Lang-8", first.texts + second.texts, study, given.jobs),
        collection("ELLIPSE", essays.texts, study, given.jobs),
    ]
    fits = {
        texts.name: {name: fitted(counts, SEEDS[0]) for name, counts in texts.limited.items()}
        for texts in collections
    }
    tables = {texts.name: representations(texts, fits[texts.name]) for texts in collections}
    prompts, grammar = np.array(essays.prompts), np.array(essays.scores["grammar"])
    follows = [
        followed(name, counts, fits["ELLIPSE"][name], prompts, grammar)
        for name, counts in collections[1].limited.items()
    ]
    report = report_of(collections, tables, follows, essays)
    write_results(given.results, {**report, "habits": new})
    return 0


# Counting


def collection(name: str, texts: list[str], study: SyntacticDiff, jobs: int) -> Collection:
    """The texts in every representation."""
    counts = {}
    for features, size in (("words", 1), ("word pairs", 2)):
        vectorizer = CountVectorizer(ngram_range=(size, size))
        matrix = vectorizer.fit_transform(texts).astype(np.float64)
        counts[features] = Counts(matrix, vectorizer.get_feature_names_out())
    counts["edits, the study's"] = _counts(study.apply(DocumentFeatures("edit"), texts, jobs))
    kinds: dict[str, Any] = {
        "edits, all of a sweep": DocumentFeatures("edit"),
        "edits, all that save a bit": CountedEdits(content_operations=OPERATIONS),
        "edits, without removals of content words": CountedEdits(),
        "edits, content words by class": _ByClass(),
    }
    sweep = SyntacticDiff(**DESCRIPTIVE)
    rows = list(sweep.apply(partial(_bags, list(kinds.values())), texts, jobs))
    for place, features in enumerate(kinds):
        counts[features] = _counts(row[place] for row in rows)
    limited = {features: found.limited() for features, found in counts.items()}
    return Collection(name, len(texts), counts, limited)


class _ByClass:
    """What ErrorTopics counts, with substitutions of content words by class."""

    def __init__(self) -> None:
        self._counted = CountedEdits()

    def __call__(self, diffs: Sequence[Diff]) -> Any:
        bag: dict[str, float] = {}
        for diff in map(self._counted.counted, diffs):
            for edit in diff.edits:
                name = str(edit)
                if edit.op == "sub" and is_content_word(edit.source):
                    name = edit_name("sub", word_class(edit.source), word_class(edit.target))
                bag[name] = bag.get(name, 0.0) + 1.0
        return self._counted.features([])._replace(features=bag)


def _bags(kinds: Sequence[Any], diffs: Sequence[Diff]) -> list[Any]:
    return [kind(diffs) for kind in kinds]


def _counts(rows: Any) -> Counts:
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform(row.features for row in rows)
    return Counts(sparse.csr_matrix(matrix), vectorizer.get_feature_names_out())


# Measuring


@dataclass(frozen=True)
class Fit:
    """Topics of one representation, each document's shares, and CPU seconds for an iteration."""

    components: np.ndarray
    shares: np.ndarray
    seconds: float


def fitted(counts: Counts, seed: int) -> Fit:
    """LDA with the settings of ErrorTopics."""
    topics = ErrorTopics(method="lda")
    start = time.process_time()
    model = fit_lda(
        counts.matrix,
        N_TOPICS,
        prior=topics.prior,
        passes=topics.passes,
        random_state=np.random.RandomState(seed),
        tick=lambda: None,
    )
    seconds = (time.process_time() - start) / topics.passes
    return Fit(model.components, model.shares(counts.matrix), seconds)


def representations(texts: Collection, fits: Mapping[str, Fit]) -> list[Representation]:
    """Sizes, times and sample topics of every representation."""
    found: list[Representation] = []
    for features, counts in texts.counts.items():
        limited, fit = texts.limited[features], fits[features]
        sizes = fit.shares.mean(axis=0)
        order = np.argsort(-sizes, kind="stable")[:SAMPLE_TOPICS]
        ranking = ranked_features(fit.components, sizes)
        found.append(
            Representation(
                features,
                vocabulary=counts.matrix.shape[1],
                kept=limited.matrix.shape[1],
                length=round(float(counts.matrix.sum() / texts.documents), 1),
                seconds=round(fit.seconds, 3),
                ratio=round(fit.seconds / fits["words"].seconds, 2),
                topics=[limited.names[ranking[k][:SAMPLE_FEATURES]].tolist() for k in order],
            )
        )
    return found


def followed(
    features: str, counts: Counts, first: Fit, prompts: np.ndarray, grammar: np.ndarray
) -> Follows:
    """How far topics of these features agree with the prompts, and explain the grammar score.

    `first` is the fit of the first seed.
    """
    agreements, explaining = [], []
    for seed in SEEDS:
        shares = (first if seed == SEEDS[0] else fitted(counts, seed)).shares
        agreements.append(
            agreement(shares.argmax(axis=1), prompts, permutations=0 if agreements else 100)
        )
        explaining.append(explained(shares, grammar, prompts, FOLDS))
    values = [found.ami for found in agreements]
    return Follows(
        features,
        round(float(np.mean(values)), 3),
        (round(min(values), 3), round(max(values), 3)),
        agreements[0],
        round(float(np.mean(explaining)), 3),
        (round(min(explaining), 3), round(max(explaining), 3)),
    )


# Writing


def report_of(
    collections: Sequence[Collection],
    tables: Mapping[str, Sequence[Representation]],
    follows: Sequence[Follows],
    essays: shared_data.Essays,
) -> dict[str, Any]:
    """Everything as plain data."""
    topics = ErrorTopics(method="lda")
    return {
        "command": COMMAND,
        "topics": N_TOPICS,
        "prior": topics.prior,
        "passes": topics.passes,
        "min_df": topics.min_df,
        "max_df": topics.max_df,
        "seeds": SEEDS,
        "folds": FOLDS,
        "explained": EXPLAINED,
        "documents": {texts.name: texts.documents for texts in collections},
        "prompts": len(set(essays.prompts)),
        "representations": {name: [asdict(row) for row in rows] for name, rows in tables.items()},
        "follows": [asdict(row) for row in follows],
    }


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/summarize.md for people and .json for programs."""
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(folder / "summarize.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "summarize.md") as stream:
        stream.write(markdown(report).encode())


def markdown(report: Mapping[str, Any]) -> str:
    """The page."""
    parts = "\n\n".join(
        f"## {name}, {report['documents'][name]:,} documents\n\n{_sizes(rows)}\n\n{_samples(rows)}"
        for name, rows in report["representations"].items()
    )
    permutations = report["follows"][0]["chance"]["permutations"]
    kinds = "\n".join(f"- *{name}*: {what}." for name, what in report["explained"].items())
    return f"""# Topics of errors

Made by `{report["command"]}`.

{habits_markdown(report["habits"], report["follows"])}

# Topics of words and of edits by LDA
{KEPT if report.get("kept") else ""}
LDA with {report["topics"]} topics, both priors {report["prior"]}, {report["passes"]} passes;
features of at least {report["min_df"]} documents and at most {report["max_df"]:.0%} of all.

{kinds}

## Do topics of edits follow errors or the subject?

ELLIPSE, {report["prompts"]} prompts. *AMI*: adjusted mutual information between an essay's dominant
topic and its prompt. *Chance*: the mean and the highest of {permutations} permutations of the
prompts, first seed. *R²*: how much of the grammar score the topic shares explain: ridge regression,
{report["folds"]} folds grouped by prompt, so a negative figure is worse than the mean score. Means
over {len(report["seeds"])} seeds, in brackets the lowest and the highest. This is what
`ErrorTopics` was before profiles; what it counts with `method="lda"`, and its limits, were chosen
while looking at these essays, so its row is a little flattering.

{_follows(report["follows"])}

{parts}
"""


def _follows(rows: Sequence[Mapping[str, Any]]) -> str:
    return table(
        ("features", "AMI with the prompt", "chance (mean, highest)", "R² of grammar"),
        [
            (
                row["features"],
                f"{row['ami']:.3f} ({row['ami_range'][0]:.3f} to {row['ami_range'][1]:.3f})",
                f"{row['chance']['chance_mean']:.3f}, {row['chance']['chance_highest']:.3f}",
                f"{row['r2']:.3f} ({row['r2_range'][0]:.3f} to {row['r2_range'][1]:.3f})",
            )
            for row in rows
        ],
    )


def _sizes(rows: Sequence[Mapping[str, Any]]) -> str:
    headings = ("features", "vocabulary", "within the limits", "per document")
    return table(
        (*headings, "LDA iteration, against words (CPU)"),
        [
            (
                row["features"],
                f"{row['vocabulary']:,}",
                f"{row['kept']:,}",
                f"{row['length']:,.1f}",
                f"{row['ratio']:.2f}",
            )
            for row in rows
        ],
    )


def _samples(rows: Sequence[Mapping[str, Any]]) -> str:
    """The largest topics of each representation, side by side."""
    columns = range(len(rows[0]["topics"]))
    return "The largest topics, their most telling features:\n\n" + table(
        ("features", *(f"topic {column + 1}" for column in columns)),
        [
            (row["features"], *(", ".join(map(_code, topic)) for topic in row["topics"]))
            for row in rows
        ],
    )


def _code(feature: str) -> str:
    fence = "``" if "`" in feature else "`"  # Markdown's way to have one inside
    return f"{fence}{feature.replace('|', chr(92) + '|')}{fence}"


if __name__ == "__main__":
    sys.exit(main())
