"""The whole way from raw text to diffs, `SyntacticDiff.many`, and where its time goes."""

from __future__ import annotations

import csv
from itertools import islice
from typing import Any

from measuring import data, table, timed

from syntacticdiff import SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE

ESSAYS = 200
RUNS = 3


def essays() -> list[str]:
    with data("fluency", "ellipse.csv").open(encoding="utf-8", newline="") as stream:
        return [row["text"] for row in islice(csv.DictReader(stream), ESSAYS)]


def measured() -> list[dict[str, Any]]:
    texts = essays()
    return [measured_search(texts, search) for search in ("sweep", "beam")]


def measured_search(texts: list[str], search: str) -> dict[str, Any]:
    """The steps of `many` in CPU seconds, each run by itself."""
    differ = SyntacticDiff(**{**DESCRIPTIVE, "search": search}, engine="native")
    model = differ.model
    whole = timed(lambda: list(differ.many(texts)), RUNS)
    read = timed(lambda: [diff.edits for diffs in differ.many(texts) for diff in diffs], RUNS)
    threads = timed(lambda: list(differ.many(texts, n_jobs=2, batch_size=8)), RUNS)
    splitting = timed(lambda: [model.sentences(text) for text in texts], RUNS)
    sentences = [text[a:b] for text in texts for a, b in model.sentences(text)]
    tokenizing = timed(lambda: [model.surfaces(sentence) for sentence in sentences], RUNS)
    words = [item.words for text in texts for item in differ.prepared(text) if item.words]
    searching = timed(lambda: differ.engine.search_alone(words), RUNS)
    rest = whole.cpu - splitting.cpu - tokenizing.cpu - searching.cpu
    return {
        "search": search,
        "essays": len(texts),
        "sentences": len(sentences),
        "tokens": sum(map(len, words)),
        "CPU s": whole.cpu,
        "noise": f"+{whole.noise:.0%}",
        "sentences / CPU s": len(sentences) / whole.cpu,
        "splitting": f"{splitting.cpu / whole.cpu:.0%}",
        "tokenizing": f"{tokenizing.cpu / whole.cpu:.0%}",
        "searching": f"{searching.cpu / whole.cpu:.0%}",
        "the rest": f"{rest / whole.cpu:.0%}",
        "more if all diffs are read": f"{read.cpu / whole.cpu - 1:.0%}",
        "2 threads, on the clock": whole.wall / threads.wall,
    }


def report(rows: list[dict[str, Any]]) -> str:
    return table(list(rows[0]), [list(row.values()) for row in rows])
