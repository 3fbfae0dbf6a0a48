"""The figures of README.md, written from results/*.json so that none is typed by hand.

    python docs/figures.py

replaces what stands between the marks in README.md; a test holds that it is up to date.
"""

from __future__ import annotations

import json
import re
import textwrap
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


def updated(page: str) -> str:
    """A page with the figures of the day."""
    return BLOCK.sub(lambda block: f"{block[1]}{figures()}\n{block[3]}", page)


if __name__ == "__main__":
    readme = PROJECT / "README.md"
    readme.write_text(updated(readme.read_text(encoding="utf-8")), encoding="utf-8")
