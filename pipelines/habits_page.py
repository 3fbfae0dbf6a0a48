"""The part of results/summarize.md that is about habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# What was aimed at.
LEAST_AGREEMENT, MOST_AMI, LEAST_R2, LEVEL = 0.6, 0.05, 0.25, 0.05
BEFORE = "edits, without removals of content words"


def habits_markdown(found: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> str:
    """The part of the page, beside the figures of topics as they were."""
    return f"""## Do topics follow habits?

{_aims(found)}

Kinds of errors, the fixed groups of kinds and the rule that tells spelling from a wrong word were
chosen while looking at essays of ELLIPSE, and so was the factor by which odds are raised: its
figures are a little flattering. Nothing was chosen on Lang-8. Essays with errors that people marked
and that played no part in any choice are not among the data of this page; the last table has the
nearest to it.

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
`pairs`. The score (complementarity) is that of every two writers of a class. *p*: of so many equal
pairs or more by chance (binomial).

{_pairs(found["pairs"])}

## Are expected errors those that people mark?

Annotated text in pieces of 20 sentences: errors per 100 words that the (first) annotator marked and
that are expected with raised odds, as topics count them, and their correlation over the pieces. The
level is too high for text with few errors, which does not matter to topics: they compare writers
with their class. CoNLL-2013 and ErAConD were used to learn
prices, and to choose how expected errors are counted, so these figures are a little flattering.

{_gold(found["gold"])}"""


def _aims(found: Mapping[str, Any]) -> str:
    """Each aim, the figure, and whether it is met."""
    profiles = found["ways"][0]
    lang8 = found["reliability"]["Lang-8"]["kinds"].values()
    mean_r2 = sum(row["r2"] for row in lang8) / len(lang8)
    mean_reliability = sum(row["spearman_brown"] for row in lang8) / len(lang8)
    rows = [
        (
            "topics are the same in resamples (ARI)",
            f"at least {LEAST_AGREEMENT}",
            f"{profiles['bootstrap']:.2f} with {profiles['topics']} topics",
            _met(profiles["bootstrap"] >= LEAST_AGREEMENT),
        ),
        (
            "AMI with the prompt, ELLIPSE",
            f"at most {MOST_AMI}",
            f"{profiles['ami']:.3f}",
            _met(profiles["ami"] <= MOST_AMI),
        ),
        (
            "R² of the grammar score, prompts held out, ELLIPSE",
            f"at least {LEAST_R2}",
            f"{profiles['r2']:.3f}",
            _met(profiles["r2"] >= LEAST_R2),
        ),
        (
            "habits in both halves, Lang-8: reliability, and R² of the other half",
            "none was set; above 0 is needed",
            f"{mean_reliability:.2f} and {mean_r2:.2f}, means over the kinds",
            _met(min(row["r2"] for row in lang8) > 0, _not_above(found)),
        ),
    ]
    for name, pairs in found["pairs"].items():
        shown = f"{pairs['share']:.1%} and {pairs['chance']:.1%} (p = {pairs['p']:.2g})"
        why = f"texts are short: half of one has {pairs['words']} words (median)"
        is_met = pairs["p"] < LEVEL
        rows.append(
            (f"equal pairs from both halves, {name}", "more than chance", shown, _met(is_met, why))
        )
    return table(("aim", "wanted", "measured", ""), rows)


def _not_above(found: Mapping[str, Any]) -> str:
    kinds = found["reliability"]["Lang-8"]["kinds"]
    below = [kind for kind, row in kinds.items() if row["r2"] <= 0]
    return f"not for {' and '.join(below)}, of which a short text has few"


def _met(is_met: bool, why: str = "") -> str:
    return "met" if is_met else f"**missed**{why and ': '}{why}"


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
    headings = (
        "texts",
        "words of a half",
        "pairs",
        "the same",
        "by chance",
        "p",
        "deciles of the score",
    )
    return table(
        headings,
        [
            (
                name,
                f"{found['words']} (median)",
                f"{found['pairs']:,}",
                f"{found['same']} ({found['share']:.1%})",
                f"{found['chance']:.1%}",
                f"{found['p']:.2g}",
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
