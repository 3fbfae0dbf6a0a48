"""The page of the study of word recognition: our figures beside the published ones."""

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
    TWO_FAULTS,
    Row,
    schedule,
)
from scipy.stats import ttest_rel

AIMS = {"jumble": 99.7, "delete": 96.0, "insert": 99.0}
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

Found = Mapping[str, Any]


def page(found: Found, runs: Found) -> str:
    """All results that there are."""
    scheduled = sum(1 for _ in schedule())
    lines = [
        "# Word recognition",
        "",
        "Made by `python pipelines/recognition.py`. Words behind jumbled, missing and superfluous "
        "letters: the semi-character index, scRNN as its network, and spell-checkers. Published "
        "figures (Sakaguchi 2018) are of the Penn Treebank and of 650 units where nothing else is "
        "said; compare patterns, not figures.",
        "",
        "Text: Brown in blocks of 50 lines, every 20th block is the test part, the next one "
        "chooses the best state of a network. Words of more than three letters without digits are "
        "asked about. Where nothing else is said, words outside the vocabulary are not counted.",
        "",
        f"{len(runs)} of {scheduled} scheduled trainings are made; the pipeline goes on with the "
        "others. A cell without a figure is a training that is missing."
        if len(runs) < scheduled
        else "All scheduled trainings are made.",
        *_index(found),
        *_kinds(found, runs),
        *_two_faults(found),
        *_betas(runs),
        *_sizes(runs),
        *_conditions(found, runs),
        *_learners(found),
        *_verdict(found, runs),
    ]
    return "\n".join(lines) + "\n"


def _index(found: Found) -> Iterator[str]:
    if "index" not in found:
        return
    result = found["index"]
    yield from (
        "",
        "## The index on held-out Brown",
        "",
        "The vocabulary is that of Brown's training part, with capitals: its 10,000 commonest "
        "words, or all. Neighbours are clean; the commonest candidate is taken, or the bigrams of "
        "the neighbours decide. With the kind unknown, a third of the words has each kind, and "
        "the candidates with the fewest faults are taken.",
        "",
        "| vocabulary, decided by | jumble | delete | insert | kind unknown | words |",
        "|---|---|---|---|---|---|",
    )
    for name, row in result["kinds"].items():
        words = result["words"][name.rpartition(", ")[0]]
        yield _line(name, [*(_percent(row[kind]) for kind in (*KINDS, MIXED)), f"{words:,}"])
    row = result["kinds"]["all words, bigrams"]
    aims = ", ".join(
        f"{kind} {aim} ({'reached' if row[kind] >= aim else 'not reached'})"
        for kind, aim in AIMS.items()
    )
    yield from ("", f"Aims, all words and bigrams: {aims}.")
    if "shipped index" in found:
        shipped = found["shipped index"]
        kinds = (*KINDS, MIXED)
        yield from (
            "",
            f"The shipped index has {shipped['indexed']:,} words: those of the embedded reference "
            "and a full dictionary. Capitals do not count here.",
            "",
            "| decided by | jumble | delete | insert | kind unknown | words |",
            "|---|---|---|---|---|---|",
        )
        for way in ("commonest", "reference"):
            cells = [_percent(shipped[kind][way]) for kind in kinds]
            yield _line(way, [*cells, f"{shipped['words']:,}"])
        yield from (
            "",
            f"It opens in {1000 * shipped['opening']:.0f} ms of CPU time, and answers "
            f"{shipped['look-ups']:,.0f} look-ups per CPU second, all three kinds in each.",
        )


def _kinds(found: Found, runs: Found) -> Iterator[str]:
    yield from (
        "",
        "## Table 3.3: kinds of noise",
        "",
        f"Accuracy in %, mean over up to {SEEDS} seeds (standard deviation; seeds). Networks of 50 "
        f"units, three epochs; in each step of training {SAMPLED:,} words drawn at random stand "
        "for the vocabulary. *All words*: those outside the vocabulary are right if they are "
        "called unknown. *Single words*: a network that sees no neighbours, in training or here.",
        "",
        "| | jumble | delete | insert |",
        "|---|---|---|---|",
    )
    for name, values in PUBLISHED_KINDS.items():
        yield _line(f"published: {name}", map(_percent, values))
    single = {row.noise: row for row in BY_KIND if row.noise != MIXED}
    mixed = next(row for row in BY_KIND if row.noise == MIXED)
    for counted in ("vocabulary", "all"):
        which = "" if counted == "vocabulary" else ", all words"
        yield _line(
            f"scRNN, a model for each kind{which}",
            [_cell(_values(runs, single[kind], kind, counted)) for kind in KINDS],
        )
        yield _line(
            f"scRNN, one model for all{which}",
            [_cell(_values(runs, mixed, kind, counted)) for kind in KINDS],
        )
    yield _line(
        "scRNN, one model for all, single words",
        [_cell(_values(runs, SINGLE_WORDS, kind, "vocabulary")) for kind in KINDS],
    )
    if "index" in found:
        for name, row in found["index"]["kinds"].items():
            yield _line(f"index, {name}", [_percent(row[kind]) for kind in KINDS])
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
            cells = [_percent(row[kind]["right"]) for kind in KINDS]
            words = " / ".join(str(row[kind]["words"]) for kind in KINDS)
            slowest = max(row[kind]["milliseconds"] for kind in KINDS)
            yield _line(name, [*cells, words, f"{slowest:.2f}"])


def _two_faults(found: Found) -> Iterator[str]:
    if "two faults" not in found:
        return
    yield from (
        "",
        "Two faults in each word, of mixed kinds, one after the other; words of the first "
        f"{TWO_FAULTS:,} test sentences that the 10,000 words have:",
        "",
        "| | right |",
        "|---|---|",
        *(_line(name, [_percent(value)]) for name, value in found["two faults"].items()),
    )


def _betas(runs: Found) -> Iterator[str]:
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
        ours = _cell(_values(runs, row, "jumble", "vocabulary"))
        yield _line(str(beta), [ours, f"{mean:.2f} ({deviation:.2f})"])
    whole = _cell(_values(runs, BY_KIND[0], "jumble", "vocabulary"))
    yield _line("whole sentence", [whole, "-"])


def _sizes(runs: Found) -> Iterator[str]:
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
        files = [run["bytes"] for run in _runs(runs, row)]
        ours = _cell(_values(runs, row, "jumble", "vocabulary"))
        kilobytes = f"{max(files) / 1000:,.0f}" if files else "-"
        yield _line(str(units), [ours, kilobytes, f"{mean:.2f} ({deviation:.2f})", f"{size:,}"])


def _conditions(found: Found, runs: Found) -> Iterator[str]:
    index = found.get("index", {}).get("conditions", {})
    yield from (
        "",
        "## Table 3.7: which letters are jumbled",
        "",
        "Readers: fixations, regressions (%) and mean fixation (ms) of Rayner et al. (2006).",
        "",
        "| | " + " | ".join(CONDITIONS) + " |",
        "|---|" + "---|" * len(CONDITIONS),
        _line(
            f"scRNN, 50 units, up to {CONDITION_SEEDS} seeds",
            [_cell(_values(runs, row, "jumble", "vocabulary")) for row in BY_CONDITION],
        ),
    )
    for name, row in index.items():
        yield _line(f"index, {name}", [_percent(row[condition]) for condition in CONDITIONS])
    yield _line("published: scRNN", [_percent(PUBLISHED_CONDITION[c]) for c in CONDITIONS])
    readers = [" / ".join(map(str, READERS[c])) if c in READERS else "-" for c in CONDITIONS]
    yield _line("readers", readers)
    yield from ("", "Paired t tests over seeds, two-sided, at 5%:", "")
    for one, other in pairwise(BY_CONDITION):
        yield f"- {one.condition} against {other.condition}: {_tested(runs, one, other)}"
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


def _tested(runs: Found, one: Row, other: Row) -> str:
    first, second = (dict(_by_seed(runs, row)) for row in (one, other))
    seeds = sorted(first.keys() & second.keys())
    differences = [
        first[seed]["jumble"]["vocabulary"] - second[seed]["jumble"]["vocabulary"] for seed in seeds
    ]
    if len(differences) < 2:
        return f"{len(differences)} pairs of seeds, not tested"
    values = [[f[s]["jumble"]["vocabulary"] for s in seeds] for f in (first, second)]
    p = float(ttest_rel(*values).pvalue)
    verdict = "different" if p < LEVEL else "no more than chance"
    return f"{statistics.mean(differences):+.2f}, {len(seeds)} seeds, p = {p:.3f}: {verdict}"


def _learners(found: Found) -> Iterator[str]:
    if "misspellings: recall" not in found:
        return
    sizes = found["misspellings: how many"]
    texts = list(sizes)
    yield from (
        "",
        "## Real misspellings",
        "",
        "One word that annotators replaced by one other: "
        + "; ".join(
            f"{name} {row['all']}, of which {row['a word of the dictionary']} are other words of "
            "the dictionary, which no source is asked about"
            for name, row in sizes.items()
        )
        + ". JFLEG's are what a spell-checker changed, right or not. Recall of the right word "
        "among the first 1 / the first 5 / all that are listed, in %; capitals do not count.",
        "",
        "| | " + " | ".join(texts) + " |",
        "|---|" + "---|" * len(texts),
    )
    rows = dict(found["misspellings: recall"])
    networks = {
        f"network ({name.removeprefix('misspellings: ')})": row
        for name, row in found.items()
        if name.startswith("misspellings: ") and "units" in name
    }
    for name, row in (rows | networks).items():
        cells = [
            " / ".join(f"{row[text][which]:.1f}" for which in ("1", "5", "listed"))
            for text in texts
        ]
        yield _line(name, cells)
    sources = found["misspellings: sources"]
    yield from (
        "",
        "Right words that only one of the two sources offers to the search:",
        "",
        "| | both | `spelling` only | `recognition` only |",
        "|---|---|---|---|",
    )
    for name, row in sources.items():
        yield _line(name, [str(row[k]) for k in ("both", "spelling only", "recognition only")])
    if "JFLEG dev" in found:
        yield from (
            "",
            "JFLEG dev with nothing but spelling corrected (published, official scorer: source "
            "38.21, spell-checked source 43.44):",
            "",
            "| | GLEU |",
            "|---|---|",
            *(_line(name, [_percent(value)]) for name, value in found["JFLEG dev"].items()),
        )


def _verdict(found: Found, runs: Found) -> Iterator[str]:
    """What follows from the figures."""
    if "misspellings: sources" not in found or "index" not in found:
        return
    sources = found["misspellings: sources"].values()
    gained = sum(row["recognition only"] for row in sources)
    offered = sum(sum(row.values()) for row in sources)
    yield from (
        "",
        "## What follows",
        "",
        f"- `recognition` beside `spelling` adds {gained} of {offered} right words that sources "
        "offer for real misspellings: "
        + (
            "learners do not jumble words, and what they leave out or put in, `spelling` finds. It "
            "is not part of the default `substitutions`."
            if not gained
            else "see the table."
        ),
    )
    mixed = next(row for row in BY_KIND if row.noise == MIXED)
    row = found["index"]["kinds"]["10,000 words, commonest"]
    below = [
        kind
        for kind in KINDS
        if (values := _values(runs, mixed, kind, "vocabulary")) and max(values) < row[kind]
    ]
    if len(below) == len(KINDS):
        yield (
            "- A network of 50 units is below the index on every kind of noise, whatever the seed, "
            "even where the index takes the commonest word; none is shipped."
        )
    twice = found.get("two faults", {})
    if twice:
        best = max(twice, key=lambda name: twice[name])
        yield f"- With two faults in each word the best is: {best}, {_percent(twice[best])}."


def _by_seed(runs: Found, row: Row) -> list[tuple[int, Any]]:
    named = ((seed, row.name(seed)) for seed in range(1, CONDITION_SEEDS + 1))
    return [(seed, runs[name]) for seed, name in named if name in runs]


def _runs(runs: Found, row: Row) -> list[Any]:
    return [run for _, run in _by_seed(runs, row)]


def _values(runs: Found, row: Row, kind: str, counted: str) -> list[float]:
    return [run[kind][counted] for run in _runs(runs, row)]


def _cell(values: Sequence[float]) -> str:
    if not values:
        return "-"
    deviation = f"{statistics.stdev(values):.2f}" if len(values) > 1 else "-"
    return f"{statistics.mean(values):.2f} ({deviation}; {len(values)})"


def _percent(value: float) -> str:
    return f"{value:.2f}"


def _line(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"
