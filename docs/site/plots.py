"""Draws results/*.json: what was measured, with 95% intervals, as SVG for the site.

    python docs/site/plots.py build/plots

Nothing is measured here, and no figure is typed: a plot whose data are not there is left out, and
said. Shares have Wilson's interval for their number of cases.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "syntacticdiff"  # the same file for the same figures
matplotlib.rcParams["svg.fonttype"] = "path"

from matplotlib import pyplot as plt  # noqa: E402

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "docs"))

from figures import judged as judged_edits  # noqa: E402

RESULTS = PROJECT / "results"
BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#767676"
LONGEST_LIST = 14


@dataclass(frozen=True)
class Plot:
    """A drawing: its title, the page that it belongs to, how it is drawn, and what it shows."""

    title: str
    page: str
    draw: Callable[[], Any]
    text: str


def wilson(right: float, of: int, z: float = 1.959964) -> tuple[float, float]:
    """The interval of a share that was counted `right` times of `of`.

    >>> low, high = wilson(50, 60)
    >>> round(low, 3), round(high, 3)
    (0.72, 0.907)
    """
    share = right / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def read(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def shares(
    rows: Sequence[tuple[str, float, int]], label: str, colours: Sequence[str] | None = None
) -> Any:
    """Shares, one in each row, with their intervals: (name, how often, of how many)."""
    figure, axes = plt.subplots(figsize=(7.2, 0.9 + 0.36 * len(rows)), layout="constrained")
    for place, (_, right, of) in enumerate(rows):
        low, high = wilson(right, of)
        colour = colours[place] if colours else BLUE
        share = 100 * right / of
        axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2.5, alpha=0.5)
        axes.plot(share, place, "o", color=colour)
        axes.annotate(
            f"{share:.0f}%",
            (share, place),
            (0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
    axes.set_yticks(range(len(rows)), [f"{name} (n={of:,})" for name, _, of in rows])
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xlabel(label)
    axes.grid(axis="x", color="#dddddd")
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def shown_edits() -> Any:
    found = read("correction")
    judged, wrong = judged_edits()
    rows: list[tuple[str, float, int]] = [("a developer who read them", judged - wrong, judged)]
    names = {
        "eracond": "annotators of ErAConD",
        "conll": "annotators of CoNLL-2013",
        "cweb-g": "annotators of CWEB-G",
    }
    for key, name in names.items():
        counted = found[key]["edits right"]
        rows.append((name, counted["right"], counted["shown"]))
    return shares(rows, "shown edits that were agreed with, %")


def calibration() -> Any:
    found = read("correction")
    figure, axes = plt.subplots(figsize=(5.2, 4.6), layout="constrained")
    axes.plot([0, 100], [0, 100], color=GREY, linewidth=1, linestyle="--", label="as stated")
    for (key, name), colour in zip(
        {"eracond": "ErAConD", "conll": "CoNLL-2013"}.items(), (BLUE, ORANGE), strict=True
    ):
        for number, group in enumerate(found[key]["reliability"]["classes"]):
            if not group["edits"]:
                continue
            low, high = wilson(group["right"] * group["edits"], group["edits"])
            at = 100 * group["probability"]
            axes.plot([at, at], [100 * low, 100 * high], color=colour, alpha=0.5, linewidth=2)
            axes.plot(at, 100 * group["right"], "o", color=colour, label=None if number else name)
    axes.set_xlabel("stated probability of an edit, %")
    axes.set_ylabel("made by annotators, %")
    axes.legend(frameon=False)
    axes.grid(color="#eeeeee")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def native_language() -> Any:
    found = read("native_language")
    table = found["tables"]["trained on `eval`, tested on `test`"]
    size = found["documents"]["test"]
    best = sorted(table, key=lambda row: -row["accuracy"])[:LONGEST_LIST]
    rows = [(row["features"], row["accuracy"] * size, size) for row in best]
    with_edits = ("edit", "study")  # the study's settings are a kind of edits
    colours = [
        BLUE if any(name in row["features"].lower() for name in with_edits) else GREY
        for row in best
    ]
    return shares(rows, "accuracy on texts of other writers, %; ten languages", colours)


def start() -> Any:
    found = read("start")["cpu_seconds"]
    figure, axes = plt.subplots(figsize=(7.2, 0.9 + 0.36 * len(found)), layout="constrained")
    for place, (name, figures) in enumerate(found.items()):
        colour = BLUE if name.startswith("syntacticdiff") else GREY
        axes.plot(
            [figures["least"], figures["most"]],
            [place, place],
            color=colour,
            linewidth=2.5,
            alpha=0.5,
        )
        axes.plot(figures["median"], place, "o", color=colour)
    axes.set_yticks(range(len(found)), list(found))
    axes.set_ylim(len(found) - 0.5, -0.7)
    axes.set_xlim(left=0)
    axes.set_xlabel("CPU seconds of the whole process: median, least and most")
    axes.grid(axis="x", color="#dddddd")
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


PLOTS = {
    "shown_edits": Plot(
        "How often people agree with what is shown",
        "correction.md",
        shown_edits,
        "Annotators mark what they would change and leave other right edits unmarked; a reader who "
        "looks at each edit agrees more often.",
    ),
    "calibration": Plot(
        "Is an edit as probable as it says?",
        "correction.md",
        calibration,
        "Each point is a class of edits by their stated probability, with everything that was "
        "considered, not only what is shown.",
    ),
    "native_language": Plot(
        "Telling native languages apart",
        "native_language.md",
        native_language,
        "The best sets of features on texts by other writers; those with edits are blue.",
    ),
    "start": Plot(
        "The start of a command",
        "start.md",
        start,
        "One sentence, from the first instruction to the last; Python and NumPy alone are grey.",
    ),
}


def draw_all(folder: Path) -> list[str]:
    """Write all plots whose data are there; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, plot in PLOTS.items():
        try:
            figure = plot.draw()
        except (OSError, KeyError) as error:
            print(f"{name}: left out: {type(error).__name__} {error}", file=sys.stderr)
            continue
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        plt.close(figure)
        drawn.append(name)
    return drawn


if __name__ == "__main__":
    print(*draw_all(Path(sys.argv[1])))
