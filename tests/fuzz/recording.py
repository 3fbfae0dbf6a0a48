"""What fuzzing really ran: sessions in a file, and the page that is made from them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

PAGE = """# Fuzzing

Every reader and both engines get ever new odd input; nothing but an error of ours, in one line, may
come out, and where a law holds, it is checked. This page is written by `tests/fuzz/fuzz.py` from
the sessions that were run (`{name}`); add to them with

    make fuzz-record FUZZ_SECONDS=600

A case that fails is kept in `tests/fuzz/found/` and is a test from then on. hypothesis changes
valid input at random; atheris chooses cases by the branches that they reach.

| target | tool | executions | CPU seconds | finds |
|---|---|---|---|---|
{rows}
| all | | {executions:,} | {cpu:,.0f} | {finds} |
"""


@dataclass(frozen=True)
class Session:
    """One target, run for a while."""

    target: str
    tool: str
    executions: int
    cpu_seconds: float
    finds: int


def add_sessions(path: Path, ran: Iterable[Session]) -> None:
    """Add sessions to a file, and write the page beside it."""
    known = [Session(**row) for row in json.loads(path.read_text())] if path.exists() else []
    sessions = [*known, *ran]
    path.write_text(json.dumps([asdict(session) for session in sessions], indent=1) + "\n")
    path.with_suffix(".md").write_text(page(sessions, path.name))


def page(sessions: Iterable[Session], name: str) -> str:
    """The page: sessions of one target and tool are added up."""
    totals: dict[tuple[str, str], list[float]] = {}
    for session in sessions:
        row = totals.setdefault((session.target, session.tool), [0, 0.0, 0])
        row[0] += session.executions
        row[1] += session.cpu_seconds
        row[2] += session.finds
    rows = "\n".join(
        f"| `{target}` | {tool} | {executions:,} | {cpu:,.0f} | {finds} |"
        for (target, tool), (executions, cpu, finds) in sorted(totals.items())
    )
    executions, cpu, finds = (sum(row[part] for row in totals.values()) for part in range(3))
    return PAGE.format(name=name, rows=rows, executions=executions, cpu=cpu, finds=finds)
