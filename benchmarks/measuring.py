"""Data, clocks and tables for the benchmarks. What is measured stands in the other modules."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("SYNTACTICDIFF_SHARED") or PROJECT.parent / "shared") / "data"


@dataclass(frozen=True)
class Timing:
    """The quickest of several runs, and how much slower the slowest was: the machine's noise."""

    cpu: float
    wall: float
    noise: float


def timed(work: Callable[[], Any], runs: int = 1) -> Timing:
    """CPU seconds of this process and seconds on the clock."""
    cpu, wall = [], []
    for _ in range(runs):
        started, clock = time.process_time(), time.perf_counter()
        work()
        cpu.append(time.process_time() - started)
        wall.append(time.perf_counter() - clock)
    return Timing(min(cpu), min(wall), max(cpu) / min(cpu) - 1)


def data(*parts: str) -> Path:
    """A file of the shared data, or the end of the benchmark."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        sys.exit(f"bench: {path.name} is not in {path.parent}; set SYNTACTICDIFF_SHARED")
    return path


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Markdown; numbers are aligned to the right."""
    lines = ["| " + " | ".join(columns) + " |"]
    lines.append("|" + "|".join("---" if i == 0 else "---:" for i in range(len(columns))) + "|")
    lines += ["| " + " | ".join(map(shown, row)) + " |" for row in rows]
    return "\n".join(lines)


def shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
