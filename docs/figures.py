"""The figures of README.md and of docs/performance.md, written from results/*.json.

    python docs/figures.py

replaces what stands between the marks in these pages, so that none is typed by hand; a test holds
that they are up to date.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
RESULTS = PROJECT / "results"
BLOCK = re.compile(r"(<!-- figures -->\n)(.*?)(<!-- end of figures -->\n)", re.DOTALL)
WIDTH = 120


def read(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def judged() -> tuple[int, int]:
    """How many shown edits a reader judged, and how many of them were called wrong."""
    page = (RESULTS / "shown_edits.md").read_text(encoding="utf-8")
    drawn = re.search(r"(\d+) of the\s+[\d,]+ edits", page)
    if drawn is None:
        raise KeyError("shown_edits.md does not say how many edits were judged")
    return int(drawn[1]), len(read("shown_edits.verdicts")["wrong"])


def percent(right: float, of: float) -> str:
    return f"{100 * right / of:.0f}%"


def figures() -> str:
    """The paragraph, in lines."""
    found = read("correction")
    shown, wrong = judged()
    conll, eracond = found["conll"]["edits right"], found["eracond"]["edits right"]
    textbook = found["textbook"]
    first = read("first_report")["lines"]["all three"]
    start = read("start")["cpu_seconds"]["syntacticdiff diff"]["median"]
    text = (
        f"Of {shown} edits shown in learners' essays one of the developers, who did not see their "
        f"probabilities, agreed with {percent(shown - wrong, shown)} "
        "([all of them](results/shown_edits.md)); of what is shown "
        f"in CoNLL-2013 and ErAConD annotators had made {percent(conll['right'], conll['shown'])} "
        f"and {percent(eracond['right'], eracond['shown'])}. In passages of native text "
        f"{found['brown']['changed']}% (Brown) and {found['cweb-g']['unannotated']['changed']}% "
        "(CWEB-G, where annotators saw no error) of sentences are changed, in text as careless as "
        f"MASC's tweets {found['masc']['changed']}%. GLEU on JFLEG's development set is "
        f"{found['jfleg']['gleu']}, {percent(textbook['corrected'], textbook['pairs'])} of our own "
        "textbook errors are corrected, but recall on the essays of advanced learners is low, "
        f"{found['conll']['recall']:.0f}% ([correction](results/correction.md)): a large neural "
        "corrector finds more. What you get here instead is a reason and a probability for each "
        "edit, features, and a command that takes "
        f"{start:.2g} CPU seconds from start to finish ([start](results/start.md)). From nothing "
        "to the first report, an empty environment and the installation included, it takes three "
        f"lines, {first['cpu_seconds']:.0f} CPU seconds and {first['clock_seconds']:.0f} seconds "
        "on the clock ([first report](results/first_report.md))."
    )
    return "\n".join(textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def speed() -> str:
    """The table of docs/performance.md: what there was before version 1.0, the aims, and now."""
    engines, around, features = read("engines"), read("correct_speed"), read("features")
    native = {row["search"]: row for row in engines["searches"] if row["engine"] == "native"}
    candidates = [row["million candidates / CPU s"] for row in native.values()]
    larger = [row["against the small one"] for row in engines["sizes"]][1::2]
    threads = {row["work"]: row["two against one"] for row in around["threads"]}
    correct = {row["context"]: row["tokens / CPU s"] for row in around["correct"]}
    search, whole = features["seconds"]["searching"], features["whole, CPU s"]
    first = features["first of the process, CPU s"]
    memory = engines["memory"]
    start = read("start")["cpu_seconds"]["syntacticdiff diff"]["median"]
    rate = "sentences / CPU s"
    rows = (
        (
            "`many`, raw text, two threads against one, on the clock: sweep; beam",
            "1.3",
            "1.85",
            f"{threads['`many`, sweep']:.2f}; {threads['`many`, beam']:.2f}",
        ),
        (
            "`EditVectorizer`, CPU beyond the search as a share of it; the first time in a process",
            "1.9",
            "0.6",
            f"{whole / search - 1:.2f}; {first / search - 1:.2f}",
        ),
        ("sweep, sentences per CPU s", "5,900", "10,000", f"{native['sweep'][rate]:,.0f}"),
        (
            "beam 8, depth 3, sentences per CPU s",
            "4,400",
            "8,000",
            f"{native['beam 8, window, depth 3'][rate]:,.0f}",
        ),
        (
            "candidates per CPU s, in millions",
            "12 to 22",
            "30",
            f"{min(candidates):.0f} to {max(candidates):.0f}",
        ),
        (
            "a query on a model of 100 MB against one on 10 MB, CPU",
            "not measured",
            "1.5",
            f"{min(larger):.2f} to {max(larger):.2f}",
        ),
        (
            "ten processes on one model of 100 MB: MB of it in all",
            "one copy",
            "one copy",
            f"{memory['of the model in all, MB']:.0f}",
        ),
        (
            "`correct`, raw text, tokens per CPU s; without context",
            "not measured",
            "8,000; 20,000",
            f"{correct['yes']:,.0f}; {correct['no']:,.0f}",
        ),
        ("`syntacticdiff diff` on one sentence, CPU s", "0.77", "0.25", f"{start:.2f}"),
    )
    head = ("", "before", "aim", "now")
    lines = (head, ("---", "---:", "---:", "---:"), *rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


PAGES = {"README.md": figures, "docs/performance.md": speed}


def updated(page: str, made: Callable[[], str]) -> str:
    """A page with the figures of the day."""
    return BLOCK.sub(lambda block: f"{block[1]}{made()}\n{block[3]}", page)


if __name__ == "__main__":
    for name, made in PAGES.items():
        path = PROJECT / name
        path.write_text(updated(path.read_text(encoding="utf-8"), made), encoding="utf-8")
