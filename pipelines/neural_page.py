"""The page of the study of reinforcement: released outputs, our networks, and what is missing."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from neural_training import INJECTED, MLE, OPEN, ROWS, SEEDS, Row, schedule

Report = Mapping[str, Any]

# Tables 7.3 and 7.5, JFLEG test: GLEU, and M2's precision, recall and F0.5.
PUBLISHED = {
    "source": (40.54, None, None, None),
    "MLE": (52.75, 65.19, 37.66, 56.88),
    "NRL": (53.98, 65.80, 40.96, 58.68),
}
METRICS = {
    "gleu": "GLEU",
    "m2": "M2, F0.5",
    "errant": "ERRANT, F0.5",
    "cleme": "CLEME, F0.5",
    "cleme2": "CLEME2.0",
    "imeasure": "I-measure",
    "bleu": "BLEU",
}
M2_FORMS = ("m2", "m2, changes")
SHARES = ("hit", "error", "under", "over")
SOURCE = "as written"
OURS = "spelling by ours"
TEXTS = (SOURCE, OURS)  # on which networks are compared
VERSIONS = (SOURCE, "spelling by its authors", OURS)
AIM = 44.0  # GLEU, with spelling in front
PUBLISHED_GAIN = 1.6  # NRL less MLE, GLEU on JFLEG dev
TEN_TIMES = 10


def page(report: Report) -> str:
    """Everything that has been measured."""
    lines = [
        "# An encoder-decoder that learns from its own GLEU",
        "",
        "Made by `python pipelines/neural.py --work FOLDER"
        + ("" if report["scale"] == 1 else f" --scale {report['scale']:g}")
        + "`. After Sakaguchi, Post and Van Durme, Grammatical Error Correction with Neural "
        "Reinforcement Learning (IJCNLP 2017): maximum likelihood (MLE) first, then policy "
        "gradient on sentence GLEU (NRL). Published figures are of 720,000 pairs and some 90 "
        "million weights.",
    ]
    if "released" in report:
        lines += _released(report["released"])
    if "meaning" in report:
        lines += _meaning(report["meaning"])
    lines += _ours(report)
    if "others" in report:
        lines += _beside(report)
    lines += _shipping(report)
    lines += _curves(report)
    lines += _cost(report)
    return "\n".join(lines) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    return [
        "",
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join("" if c is None else str(c) for c in row) + " |" for row in rows),
    ]


# The released outputs


def _released(report: Report) -> Iterator[str]:
    rows = report["metrics"]
    yield from (
        "",
        "## 1. The released outputs, JFLEG test",
        "",
        "GLEU is the published figure, to 0.01. Which edits of the references M2 was computed with "
        "is not known here: ours are those that our alignment finds. A file of edits that has no "
        "line for a reference that changes nothing lacks that reference; then F0.5 is near the "
        "published one (*references that change something*), though precision is lower and recall "
        "higher, so that edits were also cut in another way. With all references, as we score "
        "otherwise, a system may leave a sentence alone that one of four people left alone, and "
        "recall is higher.",
    )
    table = []
    for name, (gleu, *m2) in PUBLISHED.items():
        found = rows[name]
        forms = [
            _m2_cells(found.get(form)) if name != "source" else [None] * 3 for form in M2_FORMS
        ]
        cells = [cell for parts in zip(*forms, m2, strict=True) for cell in parts]
        table.append([name, found["gleu"]["value"], gleu, *cells])
    head = ["", "GLEU, ours", "GLEU, published"]
    kinds = ("all references", "references that change something", "published")
    yield from _table([*head, *(f"M2 {h}, {k}" for h in ("P", "R", "F0.5") for k in kinds)], table)
    yield from ("", "Every metric that there is, and how much is changed:")
    names = [name for name in METRICS if name in rows["MLE"]]
    head = ["", *(METRICS[name] for name in names), "lines changed", "length"]
    yield from _table(
        head,
        [
            [system, *(found[name]["value"] for name in names), found["changed"], found["length"]]
            for system, found in rows.items()
        ],
    )
    yield from ("", "CLEME2.0 in shares of edits, in per cent:")
    yield from _table(
        ["", "right", "wrong", "missing", "unnecessary"],
        [[n, *(rows[n]["cleme2"][share] for share in SHARES)] for n in ("MLE", "NRL")],
    )
    yield from ("", "NRL less MLE, paired bootstrap:")
    yield from _table(
        ["", "difference", "95% interval", "p"],
        [
            [METRICS[name], f"{found['difference']:+.2f}", _interval(found), found["p"]]
            for name, found in report["NRL less MLE"].items()
        ],
    )


def _m2_cells(found: Report | None) -> list[object]:
    return [found and found[part] for part in ("precision", "recall", "value")]


def _interval(found: Report) -> str:
    low, high = found["interval"]
    return f"{low:+.2f} to {high:+.2f}"


def _meaning(report: Report) -> Iterator[str]:
    yield from ("", "### Is the higher GLEU bought with meaning?", "")
    references = report["NRL less MLE, references"]
    both = report["both changed"]
    verdict = _verdict(references["difference"], references["error"])
    kept = {
        "above": "No: its meaning is closer to the references'",
        "below": "Yes, in part: its meaning is further from the references'",
        "no more than chance": "No: beside the references, its meaning is kept as well as MLE's",
    }[verdict]
    source = report["NRL less MLE, source"]
    yield (
        f"{kept} ({references['difference']:+.4f}, standard error {references['error']:.4f}). "
        f"Beside the source it is {source['difference']:+.4f} ({source['error']:.4f}), as it must "
        "be for a system that changes more: a system that changes nothing has 1. Where both "
        f"changed the sentence ({both['sentences']} of them), the difference beside the references "
        f"is {both['difference']:+.4f} ({both['error']:.4f})."
    )
    yield from _table(
        ["USim, by trees of our parser", "with the source", "with the references, mean of four"],
        [
            [name, *(f"{report[name][side]:.4f}" for side in ("source", "references"))]
            for name in ("source", "MLE", "NRL")
        ],
    )


def _verdict(difference: float, error: float) -> str:
    if abs(difference) <= 1.96 * error:
        return "no more than chance"
    return "above" if difference > 0 else "below"


# Ours


def _ours(report: Report) -> Iterator[str]:
    runs = report["runs"]
    yield from (
        "",
        "## 2. Ours, JFLEG dev",
        "",
        "Injected errors in open native text first, then ErAConD, then CoNLL-2013 and CWEB as "
        "well, then reward. The best state of each, and the rate of the updates by reward (of two, "
        "with the first seed), are chosen on held-out injected errors and held-out "
        "sentences of ErAConD; JFLEG only reports. Beam 5, no guard unless it is named; mean over "
        "seeds (standard deviation; number of seeds). *MLE, longer* goes on by examples for as "
        "long as reward takes. Published: source 38.21, MLE 48.24, NRL 49.82 (both with spelling "
        "corrected in front); spell-checked by its authors 43.44 officially.",
    )
    made, wanted = sum(map(len, runs.values())), sum(1 for _ in schedule())
    share = f", with {report['scale']:g} of the updates" if report["scale"] != 1 else ""
    yield from ("", f"Trained so far: {made} of {wanted} networks{share}.")
    for name in (INJECTED, OPEN, MLE):
        for run in islice(runs.get(name, {}).values(), 1):
            yield f"*{name}* learns from {run['pairs']:,} pairs."
    if not runs:
        yield "Nothing can be said yet about our networks; section 4 says what they need."
        return
    others = report.get("others", {})
    table = [
        [
            "unchanged",
            *(_gleu(others[f"unchanged, {version}"]) for version in VERSIONS),
            *[None] * 4,
        ]
        for _ in range(bool(others))
    ]
    for name in ROWS:
        if name in runs:
            found = [run["outputs"] for run in runs[name].values()]
            plain = [_mean([o[version]["gleu"] for o in found]) for version in VERSIONS]
            guarded = _mean([o[f"{OURS}, guard"]["gleu"] for o in found])
            more = [_mean([o[SOURCE][part] for o in found]) for part in ("f", "cleme2", "changed")]
            table.append([name, *plain, guarded, *more])
    head = ["GLEU", *(f"GLEU, {v}" for v in VERSIONS), f"GLEU, {OURS}, guard"]
    yield from _table(
        [*head, "M2 F0.5, as written", "CLEME2.0, as written", "lines changed, as written"], table
    )
    yield from _claims(report)


def _gleu(found: Report) -> str:
    return f"{found['gleu']:.2f}"


def _mean(values: Sequence[float]) -> str:
    spread = f"{statistics.stdev(values):.2f}; " if len(values) > 1 else ""
    return f"{statistics.fmean(values):.2f} ({spread}{len(values)})"


def _claims(report: Report) -> Iterator[str]:
    runs, compared = report["runs"], report["compared"]
    yield from ("", "### The claims", "")
    others = report.get("others", {})
    if others:
        yield from (_above(report, name) for name in (OPEN, MLE, "NRL, policy") if name in runs)
    if not compared:
        yield "- NRL - MLE > 0: not measured yet."
        return
    yield from _table(
        ["less MLE of the same seed", "text", "seed", "GLEU", "95% interval", "p", "M2 F0.5"],
        [
            [
                name,
                version,
                seed,
                f"{found[version]['gleu']['difference']:+.2f}",
                _interval(found[version]["gleu"]),
                found[version]["gleu"]["p"],
                f"{found[version]['m2']['difference']:+.2f}",
            ]
            for name, seeds in compared.items()
            for seed, found in seeds.items()
            for version in found
        ],
    )
    yield from ("", "The same in the mean of the seeds:")
    yield from _table(
        ["less MLE", "text", "GLEU", "M2 F0.5", "above 0 by the bootstrap", "below 0"],
        [_mean_difference(name, version, compared[name]) for name in compared for version in TEXTS],
    )
    yield from ("", *_reading(compared))
    policy = compared.get("NRL, policy", {})
    if policy:
        values = [found[SOURCE]["gleu"] for found in policy.values()]
        mean = statistics.fmean(value["difference"] for value in values)
        sure = sum(value["interval"][0] > 0 for value in values)
        yield from (
            "",
            f"NRL - MLE by policy gradient: {mean:+.2f} GLEU in the mean of {len(values)} of "
            f"{len(SEEDS)} seeds (published +{PUBLISHED_GAIN}); above 0 by the bootstrap in {sure} "
            "of them. "
            + (
                "The claim holds."
                if sure == len(SEEDS)
                else "The claim is not shown; the learning curves stand below."
            ),
        )


def _reading(compared: Report) -> Iterator[str]:
    """What the rows say about reward, as far as they are there."""
    gains = {
        name: statistics.fmean(found[SOURCE]["gleu"]["difference"] for found in seeds.values())
        for name, seeds in compared.items()
        if seeds
    }
    policy, longer = gains.get("NRL, policy"), gains.get("MLE, longer")
    if policy is not None and longer is not None:
        part = "most" if longer > policy / 2 else "less than half"
        yield (
            f"As much time by examples (*MLE, longer*) gives {longer:+.2f} instead of "
            f"{policy:+.2f}: {part} of the gain is that of longer training."
        )
    released = gains.get("NRL, risk, reward as released")
    if policy is not None and released is not None:
        than = "more" if released > policy else "not more"
        yield (
            "The reward as released, by risk as in the released program, gives "
            f"{released:+.2f}, {than} than the right one. It punishes whatever is kept from the "
            "source, so that more is changed; on text with its spelling put right M2's F0.5 shows "
            "the price."
        )


def _mean_difference(name: str, version: str, seeds: Mapping[int, Report]) -> list[object]:
    found = [difference[version] for difference in seeds.values()]
    gleu, m2 = ([each[metric]["difference"] for each in found] for metric in ("gleu", "m2"))
    intervals = [each["gleu"]["interval"] for each in found]
    return [
        name,
        version,
        f"{statistics.fmean(gleu):+.2f}",
        f"{statistics.fmean(m2):+.2f}",
        f"{sum(low > 0 for low, _ in intervals)} of {len(found)}",
        f"{sum(high < 0 for _, high in intervals)} of {len(found)}",
    ]


def _above(report: Report, name: str) -> str:
    """Whether a row is above the text that it was given, without and with spelling in front."""
    parts = []
    for version, aim in ((SOURCE, None), (OURS, AIM)):
        figures = [run["outputs"][version]["gleu"] for run in report["runs"][name].values()]
        given = report["others"][f"unchanged, {version}"]["gleu"]
        gains = [found[version] for found in report["gained"][name].values()]
        sure = sum(gain["interval"][0] > 0 for gain in gains)
        wanted = "" if aim is None else f"; the aim was {aim:.0f}"
        parts.append(
            f"{version} {statistics.fmean(figures):.2f}, the unchanged text {given:.2f} (above it "
            f"by the bootstrap in {sure} of {len(gains)} seeds{wanted})"
        )
    return f"- {name}: {'; '.join(parts)}."


def _shipping(report: Report) -> Iterator[str]:
    """Whether a network that may be passed on is worth it."""
    gained = [found[OURS] for found in report["gained"].get(OPEN, {}).values()]
    if not gained:
        return
    gains = [found["difference"] for found in gained]
    enough = len(gained) == len(SEEDS) and min(f["interval"][0] for f in gained) > 0
    yield from (
        "",
        "### Is one shipped?",
        "",
        "Only a network that has seen nothing but open text (*open text only*) may be passed on, "
        "and only one that makes spell-checked text better is worth it. It changes the GLEU of "
        f"text with our spelling in front by {statistics.fmean(gains):+.2f} ({min(gains):+.2f} to "
        f"{max(gains):+.2f} by seed). "
        + (
            "That is more than chance in every seed. " + _chosen(report)
            if enough
            else "That is not more than chance in every seed: none is shipped."
        ),
    )


def _chosen(report: Report) -> str:
    """Which network is embedded, and what it gains."""
    runs = report["runs"][OPEN]
    seed = max(runs, key=lambda seed: float(runs[seed]["held out"]))
    gain = report["gained"][OPEN][seed][OURS]
    return (
        f"The one with the best figure on held-out pairs, of seed {seed}, is embedded: "
        f"{gain['difference']:+.2f} ({_interval(gain)})."
    )


def _beside(report: Report) -> Iterator[str]:
    yield from (
        "",
        "## 3. Beside our other correctors, JFLEG dev",
        "",
        "Sentences per CPU second on one thread, loading and spelling in front not counted; what "
        "was measured on a busy machine differs by a half from run to run.",
    )
    parts = ("gleu", "precision", "recall", "f", "cleme2", "changed", "sentences a second")
    rows = [
        [name, *(_figure(found, part) for part in parts)]
        for name, found in report["others"].items()
    ]
    for name in (MLE, "NRL, policy", "NRL, risk"):
        for seed, run in report["runs"].get(name, {}).items():
            for version in (SOURCE, f"{SOURCE}, guard", OURS, f"{OURS}, guard"):
                found = run["outputs"][version]
                title = f"nrl ({name}, seed {seed}), {version}"
                rows.append([title, *(_figure(found, part) for part in parts)])
    head = (
        "GLEU",
        "M2 P",
        "M2 R",
        "M2 F0.5",
        "CLEME2.0",
        "lines changed",
        "sentences a CPU second",
    )
    yield from _table(["", *head], rows)


def _figure(found: Report, part: str) -> object:
    if part == "sentences a second" and found[part] > 1e5:
        return None  # nothing was done
    return found[part]


def _curves(report: Report) -> Iterator[str]:
    """Of one seed for each row, a few points."""
    runs = report["runs"]
    if not runs:
        return
    yield from (
        "",
        "### Learning curves",
        "",
        "First seed of each. *Held out*: mean sentence GLEU of greedy output for held-out pairs "
        "(what chooses; by the reward as released, where that is learned from), in per cent; the "
        "first row of a network that starts from another one is that one. Samples: their mean "
        "reward, which depends on the sources that were drawn, their length beside the sources', "
        "and the share of their words that were copied.",
    )
    rows = []
    for name, seeds in runs.items():
        curve = next(iter(seeds.values()))["curve"]
        every = max(1, (len(curve) - 1) // 4)
        points = list(dict.fromkeys([*range(0, len(curve), every), len(curve) - 1]))
        for at in points:
            point = curve[at]
            shown = ("step", "held_out", "changed", "length", "loss")
            sampled = ("sample_reward", "sample_length", "sample_copied")
            rows.append([name, *(point[part] for part in (*shown, *sampled))])
    head = ("updates", "held out", "changed", "length", "loss")
    yield from _table(["", *head, "samples: reward", "length", "copied"], rows)


def _cost(report: Report) -> Iterator[str]:
    """What was spent, and what is missing."""
    runs = report["runs"]
    yield from ("", "## 4. What it takes", "")
    yield "CPU minutes of training on one thread, for all updates, without what a row starts from."
    each = {name: _seconds_an_update(ROWS[name], seeds) for name, seeds in runs.items()}
    rows = []
    for name, row in ROWS.items():
        done = runs.get(name, {})
        missing = [seed for seed in SEEDS if seed not in done]
        seconds = each.get(name)
        if seconds is None:  # that of a row of the same kind
            alike = [each[n] for n in each if ROWS[n].is_rewarded == row.is_rewarded]
            seconds = statistics.fmean(alike) if alike else None
        rows.append(
            [
                name,
                row.updates,
                None if seconds is None else f"{1000 * seconds:.0f}",
                None if seconds is None else f"{seconds * row.updates / 60:.1f}",
                ", ".join(map(str, done)) or "none",
                ", ".join(map(str, missing)) or "none",
            ]
        )
    head = (
        "updates, whole",
        "CPU ms an update",
        "CPU minutes, whole",
        "seeds made",
        "seeds missing",
    )
    yield from _table(["", *head], rows)
    known = [float(row[3]) for row in rows if row[3] is not None]
    if len(known) == len(rows):
        first, all_rows = sum(known[:4]), sum(known)
        yield from (
            "",
            f"One seed of MLE and NRL by policy gradient takes {first:.0f} CPU minutes at full "
            f"scale, all rows {all_rows:.0f}, three seeds of all {3 * all_rows:.0f}. Ten times as "
            f"much training of one seed is {TEN_TIMES * first / 60:.0f} CPU hours on one thread.",
        )


def _seconds_an_update(row: Row, seeds: Mapping[int, Report]) -> float:
    spent = sum(run["training"] for run in seeds.values())
    updates = sum(run["curve"][-1]["step"] for run in seeds.values())
    return spent / max(1, updates)
