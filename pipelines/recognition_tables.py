"""Tables 3.3 and 3.5 to 3.7 of the study of word recognition, beside the published ones."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from recognition_training import (
    BETAS,
    BY_BETA,
    BY_CONDITION,
    BY_KIND,
    BY_SIZE,
    CONDITION_SEEDS,
    CONDITIONS,
    KINDS,
    MIXED,
    SAMPLED,
    SEEDS,
    SINGLE_WORDS,
    SIZES,
    Row,
)
from scipy.stats import ttest_rel

LEVEL = 0.05
PUBLISHED_KINDS = {
    "CharCNN": (17.17, 21.30, 35.00),
    "Enchant": (57.15, 37.01, 88.54),
    "scRNN, 650 units, a model for each kind": (98.96, 85.74, 96.70),
}
PUBLISHED_BETA = {1: (98.69, 0.53), 3: (98.96, 0.45), 5: (98.91, 0.40), 10: (98.95, 0.43)}
PUBLISHED_SIZE = {
    5: (24.65, 2.59, 236),
    10: (48.43, 3.26, 435),
    15: (73.32, 3.65, 632),
    20: (84.82, 2.39, 830),
    30: (94.15, 1.54, 1255),
    40: (96.90, 1.26, 1670),
    50: (98.48, 0.94, 2092),
    60: (98.39, 0.81, 2514),
}
PUBLISHED_CONDITION = {"INT": 98.96, "END": 98.68, "BEG": 98.12, "ALL": 96.79}
# Rayner et al. (2006), by way of Table 3.1: fixations, regressions (%), mean fixation (ms).
READERS = {"INT": (11.4, 17.6, 244), "END": (12.6, 17.5, 246), "BEG": (13.0, 21.5, 259)}

OF_KIND = {row.noise: row for row in BY_KIND if row.noise != MIXED}
JUMBLE = OF_KIND["jumble"]
FOR_ANY = next(row for row in BY_KIND if row.noise == MIXED)
TESTS = "Paired t tests over seeds, two-sided, at 5%, not corrected for their number."

Found = Mapping[str, Any]
Measured = tuple[Row, str]  # a kind of network, and the noise that it is measured with


def kinds_table(found: Found, runs: Found) -> Iterator[str]:
    """Table 3.3."""
    yield from (
        "",
        "## Table 3.3: kinds of noise",
        "",
        f"Accuracy in %, mean over {SEEDS} seeds (standard deviation; seeds). Networks of 50 "
        f"units, three epochs; in each step of training {SAMPLED:,} words drawn at random stand "
        "for the vocabulary. *All words*: those outside the vocabulary are right if they are "
        "called unknown. *Single words*: a network that sees no neighbours, in training or here; "
        "one seed.",
        "",
        "| | jumble | delete | insert |",
        "|---|---|---|---|",
    )
    for name, published in PUBLISHED_KINDS.items():
        yield line(f"published: {name}", map(percent, published))
    for counted in ("vocabulary", "all"):
        which = "" if counted == "vocabulary" else ", all words"
        yield line(
            f"scRNN, a model for each kind{which}",
            [cell(values(runs, OF_KIND[kind], kind, counted)) for kind in KINDS],
        )
        yield line(
            f"scRNN, one model for all{which}",
            [cell(values(runs, FOR_ANY, kind, counted)) for kind in KINDS],
        )
    yield line(
        "scRNN, one model for all, single words",
        [cell(values(runs, SINGLE_WORDS, kind)) for kind in KINDS],
    )
    if "index" in found:
        for name, row in found["index"]["kinds"].items():
            yield line(f"index, {name}", [percent(row[kind]) for kind in KINDS])
    yield from ("", TESTS, "")
    for kind in KINDS:
        yield _test(runs, f"{kind}, a model for each kind against one for all", *_pair(kind))
    if "spell-checkers" in found:
        yield from (
            "",
            "The spell-checkers, and the index, on the same words, all of which noise has changed; "
            "first suggestion without context, capitals do not count. Wall time on a busy machine.",
            "",
            "| | jumble | delete | insert | words of each | ms a word |",
            "|---|---|---|---|---|---|",
        )
        for name, row in found["spell-checkers"].items():
            cells = [percent(row[kind]["right"]) for kind in KINDS]
            words = " / ".join(str(row[kind]["words"]) for kind in KINDS)
            slowest = max(row[kind]["milliseconds"] for kind in KINDS)
            yield line(name, [*cells, words, f"{slowest:.2f}"])


def beta_table(runs: Found) -> Iterator[str]:
    """Table 3.5."""
    yield from (
        "",
        "## Table 3.5: how far errors go back",
        "",
        "Jumbled words, 50 units. The state itself goes on to the end of the sentence.",
        "",
        "| beta | ours | published (SD) |",
        "|---|---|---|",
    )
    for beta, row in zip(BETAS, BY_BETA, strict=True):
        mean, deviation = PUBLISHED_BETA[beta]
        ours = cell(values(runs, row, "jumble"))
        yield line(str(beta), [ours, f"{mean:.2f} ({deviation:.2f})"])
    whole = cell(values(runs, BY_KIND[0], "jumble"))
    yield line("whole sentence", [whole, "-"])
    yield from ("", f"{TESTS} Published: no significant difference.", "")
    rows = {**dict(zip(map(str, BETAS), BY_BETA, strict=True)), "whole sentence": JUMBLE}
    yield from _neighbours(runs, rows)


def size_table(runs: Found) -> Iterator[str]:
    """Table 3.6."""
    yield from (
        "",
        "## Table 3.6: how many units",
        "",
        "Jumbled words. Files have one byte a weight; the published ones four.",
        "",
        "| units | ours | KB of the file | published (SD) | KB, published |",
        "|---|---|---|---|---|",
    )
    for units, row in zip(SIZES, BY_SIZE, strict=True):
        mean, deviation, size = PUBLISHED_SIZE[units]
        files = [run["bytes"] for run in _by_seed(runs, row, SEEDS).values()]
        ours = cell(values(runs, row, "jumble"))
        kilobytes = f"{max(files) / 1000:,.0f}" if files else "-"
        yield line(str(units), [ours, kilobytes, f"{mean:.2f} ({deviation:.2f})", f"{size:,}"])
    yield from ("", TESTS, "")
    yield from _neighbours(runs, dict(zip(map(str, SIZES), BY_SIZE, strict=True)))


def condition_table(found: Found, runs: Found) -> Iterator[str]:
    """Table 3.7."""
    index = found.get("index", {}).get("conditions", {})
    yield from (
        "",
        "## Table 3.7: which letters are jumbled",
        "",
        "Readers: fixations, regressions (%) and mean fixation (ms) of Rayner et al. (2006).",
        "",
        "| | " + " | ".join(CONDITIONS) + " |",
        "|---|" + "---|" * len(CONDITIONS),
        line(
            f"scRNN, 50 units, up to {CONDITION_SEEDS} seeds",
            [cell(values(runs, row, "jumble", seeds=CONDITION_SEEDS)) for row in BY_CONDITION],
        ),
    )
    for name, row in index.items():
        yield line(f"index, {name}", [percent(row[condition]) for condition in CONDITIONS])
    yield line("published: scRNN", [percent(PUBLISHED_CONDITION[c]) for c in CONDITIONS])
    readers = [" / ".join(map(str, READERS[c])) if c in READERS else "-" for c in CONDITIONS]
    yield line("readers", readers)
    published = "Published: INT and END p = 0.07, the others p < 0.01."
    yield from ("", f"{TESTS} {published}", "")
    yield from _neighbours(runs, dict(zip(CONDITIONS, BY_CONDITION, strict=True)))
    yield from _order(runs)
    orders = [[row[c] for c in CONDITIONS] for row in index.values()]
    if orders:
        falls = all(order == sorted(order, reverse=True) for order in orders)
        yield from (
            "",
            "The index alone, which learns nothing, has the order INT, END, BEG, ALL in every row: "
            "it is a property of English keys, before any network."
            if falls
            else "The index alone does not have the order INT, END, BEG, ALL in every row.",
        )


def _order(runs: Found) -> Iterator[str]:
    """Whether readers' order comes out."""
    rows = [_by_seed(runs, row, CONDITION_SEEDS) for row in BY_CONDITION]
    seeds = sorted(set.intersection(*(set(row) for row in rows)))
    if not seeds:
        return
    orders = [[row[seed]["jumble"]["vocabulary"] for row in rows] for seed in seeds]
    falling = sum(order == sorted(order, reverse=True) for order in orders)
    means = [statistics.mean(values) for values in zip(*orders, strict=True)]
    comes = means == sorted(means, reverse=True)
    yield from (
        "",
        f"Readers find INT at most as hard as END, END easier than BEG, and BEG easier than ALL. "
        f"The network's means {'have' if comes else 'do not have'} this order; so "
        f"{'does' if falling == 1 else 'do'} {falling} of {len(seeds)} seeds by themselves.",
    )


def _neighbours(runs: Found, rows: Mapping[str, Row]) -> Iterator[str]:
    """Each row of a table against the next, on jumbled words."""
    for (name, one), (other_name, other) in pairwise(rows.items()):
        yield _test(runs, f"{name} against {other_name}", (one, "jumble"), (other, "jumble"))


def _pair(kind: str) -> tuple[Measured, Measured]:
    return (OF_KIND[kind], kind), (FOR_ANY, kind)


def _test(runs: Found, name: str, one: Measured, other: Measured) -> str:
    return f"- {name}: {_tested(runs, one, other)}"


def _tested(runs: Found, one: Measured, other: Measured) -> str:
    first, second = (
        {
            seed: run[kind]["vocabulary"]
            for seed, run in _by_seed(runs, row, CONDITION_SEEDS).items()
        }
        for row, kind in (one, other)
    )
    seeds = sorted(first.keys() & second.keys())
    if len(seeds) < 2:
        return f"{len(seeds)} pairs of seeds, not tested"
    pairs = [[each[seed] for seed in seeds] for each in (first, second)]
    p = float(ttest_rel(*pairs).pvalue)
    verdict = "different" if p < LEVEL else "no more than chance"
    difference = round(statistics.mean(pairs[0]) - statistics.mean(pairs[1]), 2) + 0.0
    chance = "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"
    return f"{difference:+.2f}, {len(seeds)} seeds, {chance}: {verdict}"


def _by_seed(runs: Found, row: Row, seeds: int) -> dict[int, Any]:
    named = ((seed, row.name(seed)) for seed in range(1, seeds + 1))
    return {seed: runs[name] for seed, name in named if name in runs}


def values(
    runs: Found, row: Row, kind: str, counted: str = "vocabulary", seeds: int = SEEDS
) -> list[float]:
    """The accuracies of a kind of network, one for each seed."""
    return [run[kind][counted] for run in _by_seed(runs, row, seeds).values()]


def cell(values: Sequence[float]) -> str:
    """Mean, standard deviation and number."""
    if not values:
        return "-"
    deviation = f"{statistics.stdev(values):.2f}" if len(values) > 1 else "-"
    return f"{statistics.mean(values):.2f} ({deviation}; {len(values)})"


def percent(value: float) -> str:
    """With two digits after the point."""
    return f"{value:.2f}"


def line(name: str, cells: Iterable[str]) -> str:
    """A line of a table."""
    return f"| {name} | " + " | ".join(cells) + " |"
