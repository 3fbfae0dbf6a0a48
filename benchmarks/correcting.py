"""`correct` on raw text, all in, with and without the context network; two threads against one.

    python benchmarks/correcting.py

Prints Markdown and writes it, with the figures as JSON, to results/correct_speed.md and .json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engines import machine
from measuring import PROJECT, Timing, table, timed
from whole import essays

from syntacticdiff import Corrector, Diff, SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.files import atomic_write

COMMAND = "python benchmarks/correcting.py"
RUNS = 2
SHORT = 48  # essays that two threads correct on the clock
TURNS = 4
BATCH = 8


def measured_correct(texts: list[str], context: bool) -> dict[str, Any]:
    """Tokens per CPU second: of text that was not seen before, of text whose words are known."""
    made: list[Corrector] = []

    def make() -> None:
        made.append(Corrector(context=context))
        made[0]("We go to school.")

    start = timed(make)
    corrector = made[0]
    first = timed(lambda: list(corrector.many(texts)))
    again = timed(lambda: list(corrector.many(texts)), RUNS)
    differ = corrector.differ
    preparing = timed(lambda: [differ.prepared(text) for text in texts])
    words = [item.words for text in texts for item in differ.prepared(text)]
    pricing = timed(lambda: differ.engine.prices(words))
    prices = differ.engine.prices(words)
    searching = timed(lambda: differ.engine.search_alone(words, prices))
    tokens = sum(map(len, words))
    return {
        "context": "yes" if context else "no",
        "tokens": tokens,
        "tokens / CPU s": tokens / first.cpu,
        "with the start": tokens / (first.cpu + start.cpu),
        "words known": tokens / again.cpu,
        "preparing": f"{preparing.cpu / again.cpu:.0%}",
        "tagging, parsing, pricing": f"{pricing.cpu / again.cpu:.0%}",
        "one search": f"{searching.cpu / again.cpu:.0%}",
    }


def in_new_process(texts: list[str], context: bool) -> dict[str, Any]:
    """As `measured_correct`, where nothing is known of any word yet."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measured_correct, texts, context).result()


def in_two_threads(engine: Any, words: list[Any]) -> None:
    """The search alone, half of the sentences in each thread: what the machine allows."""
    half = len(words) // 2
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(engine.search_alone, (words[:half], words[half:])))


def by_turns(works: dict[str, Callable[[], object]]) -> dict[str, Timing]:
    """The quickest run of each; they take turns, so that none has the idle minutes for itself."""
    found: dict[str, list[Timing]] = {name: [] for name in works}
    for _ in range(TURNS):
        for name, work in works.items():
            found[name].append(timed(work))
    return {
        name: Timing(
            min(one.cpu for one in timings),
            min(one.wall for one in timings),
            max(one.cpu for one in timings) / min(one.cpu for one in timings) - 1,
        )
        for name, timings in found.items()
    }


def edits_read(diffs: list[Diff]) -> int:
    """Where diffs are found, every one of them is read."""
    return sum(len(diff.edits) for diff in diffs)


def measured_threads(texts: list[str]) -> list[dict[str, Any]]:
    """One thread and two, on the clock, in runs that take turns."""
    rows = []
    for search in ("sweep", "beam"):
        differ = SyntacticDiff(**{**DESCRIPTIVE, "search": search}, engine="native")
        many = differ.many
        list(many(texts))
        words = [item.words for text in texts for item in differ.prepared(text) if item.words]
        found = by_turns(
            {
                "one": lambda many=many: list(many(texts, batch_size=BATCH)),  # type: ignore[misc]
                "two": lambda many=many: list(many(texts, 2, BATCH)),  # type: ignore[misc]
                "one, read": lambda a=differ.apply: list(a(edits_read, texts, 1, BATCH)),  # type: ignore[misc]
                "two, read": lambda a=differ.apply: list(a(edits_read, texts, 2, BATCH)),  # type: ignore[misc]
                "alone": lambda e=differ.engine, w=words: e.search_alone(w),  # type: ignore[misc]
                "both": lambda e=differ.engine, w=words: in_two_threads(e, w),  # type: ignore[misc]
            }
        )
        rows.append(_row(f"the search alone, {search}", found["alone"], found["both"], None))
        rows.append(_row(f"`many`, {search}", found["one"], found["two"], found["alone"]))
        rows.append(
            _row(
                f"`apply`, {search}, every diff read",
                found["one, read"],
                found["two, read"],
                found["alone"],
            )
        )
    some = texts[:SHORT]
    corrector = Corrector()
    list(corrector.many(some))
    found = by_turns(
        {
            "one": lambda: list(corrector.many(some)),
            "two": lambda: list(corrector.many(some, 2)),
        }
    )
    rows.append(_row("`Corrector.many`", found["one"], found["two"], None))
    return rows


def _row(name: str, one: Timing, two: Timing, alone: Timing | None) -> dict[str, Any]:
    return {
        "work": name,
        "one thread, CPU s": one.cpu,
        "beyond the search": None if alone is None else f"{one.cpu / alone.cpu - 1:.0%}",
        "two threads, CPU s": two.cpu,
        "one, s on the clock": one.wall,
        "two, s on the clock": two.wall,
        "two against one": one.wall / two.wall,
    }


def report(figures: dict[str, Any]) -> str:
    """The page."""
    correct, threads = figures["correct"], figures["threads"]
    return f"""# Correcting, and two threads

Made by `{COMMAND}` on {figures["machine"]}.

## `correct`, raw text, all in

{table(list(correct[0]), [list(row.values()) for row in correct])}

- {figures["essays"]} essays by learners, from text to corrected text, in one thread.
- `tokens / CPU s` is of a corrector that has seen none of these texts, so that it meets every word
  for the first time; `with the start` counts the CPU time of making the corrector, too;
  `words known` is the same text once more.
- The shares are of the time with known words. A text is searched twice, the first time to find out
  how many errors it has; what pricing has found out, these searches need not.

## Two threads against one

{table(list(threads[0]), [list(row.values()) for row in threads])}

- {figures["essays"]} essays, {SHORT} to correct; the quickest of {TURNS} runs, which took turns.
  The search alone holds no lock and shows what the machine had to give at that time.
- Of a search without prices, `many` hands out diffs that are made when they are read: in the rows
  with every diff read they are made in the workers.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of correct, and of two threads.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    results: Path = parser.parse_args().results
    texts = essays()
    figures = {
        "machine": machine(),
        "essays": len(texts),
        "threads": measured_threads(texts),
        "correct": [in_new_process(texts, context) for context in (True, False)],
    }
    print(report(figures))
    with atomic_write(results / "correct_speed.md") as stream:
        stream.write(report(figures).encode())
    with atomic_write(results / "correct_speed.json") as stream:
        stream.write((json.dumps(figures, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
