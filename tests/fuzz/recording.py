"""What fuzzing really ran: totals in a file, to which every run adds, and the page made from them.

The totals are kept for each target, tool and version of the source: the checksum of the modules
that the target is about (`ABOUT`) and of the target itself. Time that an older source had counts
too, but the page says how much of it the present one has had.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

PAGE = """# Fuzzing

Every reader and both engines get ever new odd input; nothing but an error of ours, in one line, may
come out, and where a law holds, it is checked. This page is written by `tests/fuzz/fuzz.py` from
the totals of all runs (`{name}`); add to them, the targets that lack most first, with

    make fuzz-record FUZZ_SECONDS=enough

A case that fails is kept in `tests/fuzz/found/` and is a test from then on. hypothesis changes
valid input at random; atheris chooses cases by the branches that they reach, and begins with those
that reached new ones before; "C++" says that the engine's branches count, too, and AddressSanitizer
watches it. libFuzzer does the same with searches in C++ alone, under AddressSanitizer and UBSan;
its finds are kept in `native/found/`. "Of these, present source" are the CPU seconds since the
modules that the target is about, or the target, last changed.

| target | tool | executions | CPU seconds | of these, present source | finds |
|---|---|---|---|---|---|
{rows}
| all | | {executions:,} | {cpu:,.0f} | {present:,.0f} | {finds} |

Each target should get ten minutes of CPU time, `sdlm` and `engine` an hour: {had:,.0f} of
{wanted:,} s so far. {missing}
"""
ENOUGH, MUCH = 600, 3600  # CPU seconds
_MUCH = frozenset({"sdlm", "engine"})
_TESTS = ("_test", "_case", "_fuzz", "_bench")  # beside what they are about, in native/

ROOT = Path(__file__).parents[2]

# What a target is about: rooms or modules below syntacticdiff/, or native/. Those not listed are
# about all of it.
ABOUT = {
    "tokenizer": ("text",),
    "csv": ("files", "partitioned"),
    "jsonl": ("files", "partitioned"),
    "m2": ("files/decoding.py", "alignment/m2.py"),
    "arpa": ("reference", "files/opening.py"),
    "sdlm": ("reference", "files/container.py", "files/header.py", "files/opening.py", "native"),
    "sdparse": ("syntax", "repair", "files/container.py", "files/header.py", "native"),
    "sdctx": ("search/prices", "files/container.py", "files/header.py", "native"),
    "sdcs": ("search/prices", "correction/settings.py", "files/container.py", "native"),
    "sdrec": ("recognition", "files/container.py", "files/header.py"),
    "sdnrl": ("neural", "files/container.py", "files/header.py"),
    "conllu": ("syntax/treebank.py",),
    "engine": ("search", "differ", "edits", "text", "native"),
    "searches": ("native",),
    "journal": ("partitioned/folder.py",),
    "classifier": ("classify", "features"),
    "settings": ("files/toml.py", "correction/settings.py", "search/prices/file.py"),
    "xml": ("files/xml.py", "rankings/judgments.py", "evaluate"),
    "rankings": ("rankings", "files/tables.py", "cli/rank.py"),
    "parquet": ("files", "partitioned"),
    "kenlm": ("reference/kenlm.py", "files/opening.py"),
    "graphs": ("evaluate/graph_files.py", "files/decoding.py"),
    "tables": ("features/tables.py", "edits/names.py", "files/csv_lines.py"),
    "docx": ("files",),
    "service": ("service",),
}


@dataclass(frozen=True)
class Session:
    """One target, run for a while; or the total of such runs."""

    target: str
    tool: str
    source: str
    executions: int
    cpu_seconds: float
    finds: int


def source_of(target: str, root: Path = ROOT) -> str:
    """The version of what a target is about: a checksum of its sources."""
    digest = hashlib.sha256(_function(target, root))
    for name in ABOUT.get(target, ("", "native")):
        place = root / name if name == "native" else root / "syntacticdiff" / name
        files = [place] if place.is_file() else sorted(place.rglob("*.[pch]*"))
        kept = [
            file
            for file in files
            if file.suffix in (".py", ".cpp", ".hpp") and not file.stem.endswith(_TESTS)
        ]
        assert kept, f"{target}: {name} is no source"
        for file in kept:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def _function(target: str, root: Path) -> bytes:
    """The text of a target itself."""
    program = root / "native" / f"{target}_case.cpp"
    if program.exists():
        return program.read_bytes()
    for file in sorted((root / "tests" / "fuzz").glob("*targets.py")):
        _, found, rest = file.read_text("utf-8").partition(f"\ndef {target}(")
        if found:
            return rest.partition("\n\n\n")[0].encode()
    raise AssertionError(f"{target}: no such target")


def totals(path: Path) -> list[Session]:
    """What a file holds; nothing if there is none."""
    return [Session(**row) for row in json.loads(path.read_text())] if path.exists() else []


def add_sessions(path: Path, ran: Iterable[Session], targets: Iterable[str]) -> None:
    """Add runs to the totals of a file, and write the page beside it; `targets` are all there are.

    Written whole or not at all: the run may be killed at any time. Several runs may add to one file
    at the same time.
    """
    with _alone(path):
        sums: dict[tuple[str, str, str], Session] = {}
        for row in (*totals(path), *ran):
            key = row.target, row.tool, row.source
            sums[key] = _sum(sums[key], row) if key in sums else row
        rows = [sums[key] for key in sorted(sums)]
        text = json.dumps([asdict(row) for row in rows], indent=1) + "\n"
        written = page(rows, path.name, targets)
        for file, content in ((path, text), (path.with_suffix(".md"), written)):
            new = file.with_name(f".{file.name}.new")
            new.write_text(content)
            new.replace(file)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else adds to the file meanwhile; its folder is locked, since it is replaced itself."""
    with ExitStack() as stack:
        folder = os.open(path.parent, os.O_RDONLY)
        stack.callback(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def _sum(one: Session, other: Session) -> Session:
    return replace(
        one,
        executions=one.executions + other.executions,
        cpu_seconds=round(one.cpu_seconds + other.cpu_seconds, 1),
        finds=one.finds + other.finds,
    )


def lacking(rows: Iterable[Session], targets: Iterable[str]) -> dict[str, float]:
    """The CPU seconds that each target still lacks, 0 included; those with least time first.

    The ten minutes of all come before the hour of some.
    """
    had = dict.fromkeys(targets, 0.0)
    for row in rows:
        if row.target in had:
            had[row.target] += row.cpu_seconds
    order = sorted(had, key=lambda target: (had[target] >= wanted(target), had[target]))
    return {target: max(0.0, wanted(target) - had[target]) for target in order}


def wanted(target: str) -> int:
    """The CPU seconds that a target should get."""
    return MUCH if target in _MUCH else ENOUGH


def page(rows: Iterable[Session], name: str, targets: Iterable[str]) -> str:
    """The page: versions of a source are added up."""
    rows, targets = list(rows), list(targets)
    present = {target: source_of(target) for target in targets}
    sums: dict[tuple[str, str], tuple[Session, float]] = {}
    for row in rows:
        key = row.target, row.tool
        new = row.cpu_seconds if present.get(row.target) == row.source else 0.0
        before = sums.get(key)
        sums[key] = (row, new) if before is None else (_sum(before[0], row), before[1] + new)
    lines = "\n".join(
        f"| `{target}` | {tool} | {row.executions:,} | {row.cpu_seconds:,.0f} | {new:,.0f} "
        f"| {row.finds} |"
        for (target, tool), (row, new) in sorted(sums.items())
    )
    left = lacking(rows, targets)
    whole = sum(map(wanted, targets))
    return PAGE.format(
        name=name,
        rows=lines,
        executions=sum(row.executions for row in rows),
        cpu=sum(row.cpu_seconds for row in rows),
        present=sum(new for _, new in sums.values()),
        finds=sum(row.finds for row in rows),
        had=whole - sum(left.values()),
        wanted=whole,
        missing=_missing(left),
    )


def _missing(left: Mapping[str, float]) -> str:
    """Which targets have not had their time yet, and what is left of it."""
    still = [
        f"`{target}` ({wanted(target) - lacks:,.0f} of {wanted(target):,} s)"
        for target, lacks in left.items()
        if lacks
    ]
    return f"Not there yet: {', '.join(still)}." if still else "All have had it."
