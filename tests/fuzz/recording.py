"""What fuzzing really ran: sessions in a file, and the page that is made from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
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

Each target should get ten minutes of CPU time, `sdlm` and `engine` an hour. {missing}
"""
ENOUGH, MUCH = 600, 3600  # CPU seconds
_MUCH = frozenset({"sdlm", "engine"})


@dataclass(frozen=True)
class Session:
    """One target, run for a while."""

    target: str
    tool: str
    executions: int
    cpu_seconds: float
    finds: int


def add_sessions(path: Path, ran: Iterable[Session], targets: Iterable[str]) -> None:
    """Add sessions to a file, and write the page beside it; `targets` are all that there are."""
    known = [Session(**row) for row in json.loads(path.read_text())] if path.exists() else []
    sessions = [*known, *ran]
    path.write_text(json.dumps([asdict(session) for session in sessions], indent=1) + "\n")
    path.with_suffix(".md").write_text(page(sessions, path.name, targets))


def page(sessions: Iterable[Session], name: str, targets: Iterable[str]) -> str:
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
    return PAGE.format(
        name=name,
        rows=rows,
        executions=executions,
        cpu=cpu,
        finds=finds,
        missing=_missing(totals, targets),
    )


def _missing(totals: Mapping[tuple[str, str], list[float]], targets: Iterable[str]) -> str:
    """Which targets have not had their time yet, and what is left of it."""
    left = {}
    for target in targets:
        had = sum(row[1] for (name, _), row in totals.items() if name == target)
        if (wanted := MUCH if target in _MUCH else ENOUGH) > had:
            left[target] = f"`{target}` ({had:,.0f} of {wanted:,} s)"
    return f"Not there yet: {', '.join(left.values())}." if left else "All have had it."
