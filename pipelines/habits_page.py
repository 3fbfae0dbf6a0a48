"""The part of results/summarize.md that is about habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

BEFORE = "edits, without removals of content words"


def habits_markdown(found: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> str:
    """The part of the page, beside the figures of topics as they were."""
    return f"""## Do topics follow habits?

ELLIPSE, made with `{found["signature"]}`. *Bootstrap*: mean adjusted Rand index
between the essays' main topics and those of topics made from {found["resamples"]} resamples; below
.6 `ErrorTopics` offers fewer topics. *Seeds*: the same between two seeds. *AMI*: adjusted mutual
information of main topic and prompt, beside it the highest of 20 permutations. *R²*: of the grammar
score from the topic shares, ridge regression, {found["folds"]} folds grouped by prompt. R² from the
rates of all kinds themselves is {found["profile_r2"]:.3f}.

{_ways(found["ways"], before)}

## Does a writer have the same habits in both halves of a text?

Every other sentence of each text, and the rest, searched separately. *Reliability*: the correlation
of the expected errors per word in both halves, stepped up to the whole text (Spearman-Brown). *R²*:
of the errors per word in one half from the {found["topics"]} topic shares of the other,
{found["folds"]} folds.

{_reliability(found["reliability"])}

## Do both halves give the same pairs?

Classes of {_any(found["pairs"])["size"]} writers, drawn at random; pairs are made from each half by
`pairs`. The score (complementarity) is that of every two writers of a class.

{_pairs(found["pairs"])}

## Are expected errors those that people mark?

Annotated text in pieces of 20 sentences: errors per 100 words that the (first) annotator marked and
that are expected, and their correlation over the pieces. CoNLL-2013 and ErAConD were used to learn
prices, and to choose how expected errors are counted, so these figures are a little flattering.

{_gold(found["gold"])}"""


def _any(by_name: Mapping[str, Any]) -> Any:
    return next(iter(by_name.values()))


def _ways(rows: Sequence[Mapping[str, Any]], before: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        (
            row["name"],
            str(row["topics"]),
            f"{row['bootstrap']:.2f}",
            f"{row['seeds']:.2f}",
            f"{row['ami']:.3f} ({row['chance']:.3f})",
            f"{row['r2']:.3f}",
        )
        for row in rows
    ]
    for row in before:
        if row["features"] == BEFORE:
            ami = f"{row['ami']:.3f} ({row['chance']['chance_highest']:.3f})"
            name = "before: LDA of a sweep's edits"
            lines.append((name, "16", "", "", ami, f"{row['r2']:.3f}"))
    return table(("topics of", "topics", "bootstrap", "seeds", "AMI (chance)", "R²"), lines)


def _reliability(by_name: Mapping[str, Any]) -> str:
    headings = ["kind"]
    for name, found in by_name.items():
        headings += [f"{name} ({found['texts']:,} texts): reliability", "R²"]
    kinds = list(_any(by_name)["kinds"])
    rows = []
    for kind in kinds:
        cells = [kind]
        for found in by_name.values():
            row = found["kinds"][kind]
            cells += [f"{row['spearman_brown']:.2f}", f"{row['r2']:.2f}"]
        rows.append(cells)
    mean = ["mean"]
    for found in by_name.values():
        for figure in ("spearman_brown", "r2"):
            values = [row[figure] for row in found["kinds"].values()]
            mean.append(f"{sum(values) / len(values):.2f}")
    return table(headings, [*rows, mean])


def _pairs(by_name: Mapping[str, Any]) -> str:
    headings = ("texts", "pairs", "the same from both halves", "by chance", "deciles of the score")
    return table(
        headings,
        [
            (
                name,
                f"{found['pairs']:,}",
                f"{found['same']} ({found['share']:.1%})",
                f"{found['chance']:.1%}",
                ", ".join(f"{value:.2f}" for value in found["deciles"]),
            )
            for name, found in by_name.items()
        ],
    )


def _gold(by_name: Mapping[str, Any]) -> str:
    return table(
        ("corpus", "kind", "marked", "expected", "correlation"),
        [
            (
                f"{name} ({found['pieces']} pieces)",
                kind,
                f"{row['marked']:.2f}",
                f"{row['expected']:.2f}",
                f"{row['correlation']:.2f}",
            )
            for name, found in by_name.items()
            for kind, row in found["kinds"].items()
        ],
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])
