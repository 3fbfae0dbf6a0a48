"""Speed and memory of the engines: `make bench`, or `python benchmarks/engines.py`.

Prints Markdown and writes it, with the figures as JSON, to results/engines.md and .json. The data
is looked for in $SYNTACTICDIFF_SHARED, else in ../shared beside the project.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Any

import memory
import searching
import sizes
import whole
from measuring import PROJECT

from syntacticdiff.files import atomic_write

COMMAND = "make bench"


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and memory of the engines.")
    parser.add_argument("--results", type=Path, default=PROJECT / "results", help="where to write")
    results: Path = parser.parse_args().results
    figures: dict[str, Any] = {"machine": machine()}
    parts = ["# Engines", f"Made by `{COMMAND}` on {machine()}."]

    def add(title: str, name: str, rows: Any, text: str) -> None:
        figures[name] = rows
        parts.append(f"## {title}")
        parts.append(text)
        print(f"\n## {title}\n\n{text}", flush=True)

    given = searching.problem()
    rows = searching.measured(given)
    add("The search alone", "searches", rows, searching.report(rows))
    rows = sizes.measured(given)
    add("The same queries on a larger model", "sizes", rows, sizes.report(rows))
    rows = whole.measured()
    add("The whole of `many`, on raw text", "many", rows, whole.report(rows))
    row = memory.measured()
    add("A large model", "memory", row, memory.report(row))
    with atomic_write(results / "engines.md") as stream:
        stream.write(("\n\n".join(parts) + "\n").encode())
    with atomic_write(results / "engines.json") as stream:
        stream.write((json.dumps(figures, indent=2) + "\n").encode())


def machine() -> str:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    name = models[0] if models else platform.machine()
    return f"{os.cpu_count()} x {name}, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
