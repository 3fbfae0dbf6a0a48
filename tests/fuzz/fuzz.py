"""`make fuzz`: run every target with new cases for a limited time, and keep failing cases.

    python tests/fuzz/fuzz.py [--seconds 60] [--guided | --both] [--enough]
                              [--record results/fuzz.json] [TARGET...]

Each target runs in processes of its own, for so many seconds of CPU time in all, a minute at a
time. A failing case is shrunk by hypothesis and written to tests/fuzz/found/, where
`tests/fuzz/test_found.py` runs it from then on; a case that kills the process, or does not end, is
kept as it was. With --guided, cases are chosen by the branches that they reach (`guided.py`, which
needs atheris), those of the engine among them where Clang is; cases that reached new ones are kept
in build/fuzz/. With --record, what was run is
added to a file, from which the page beside it (.md) is written again, and targets that have had the
least come first; so is what a run did that is interrupted (Ctrl-C, SIGTERM).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # support
sys.path.insert(0, str(Path(__file__).parent))

import mutations
import native_targets
from hypothesis import HealthCheck, Phase, given, seed, settings
from recording import Session, add_sessions, lacking, source_of, totals
from targets import SKIPPED, TARGETS, seeds

FOUND = Path(__file__).parent / "found"
GUIDED = Path(__file__).with_name("guided.py")
CORPORA = Path(__file__).parents[2] / "build" / "fuzz"
TURN = 60.0  # CPU seconds
ALL = (*TARGETS, *SKIPPED, *native_targets.PROGRAMS)
PATIENCE = 600.0  # seconds after which a case does not end


def keep(name: str, data: bytes) -> Path:
    """Save a failing case."""
    folder = native_targets.FOUND if name in native_targets.PROGRAMS else FOUND
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def fuzz(name: str, seconds: float, folder: Path) -> int:
    """Run one target in this process; returns the number of cases, also kept in FOLDER/count."""
    start, cases, target = time.process_time(), 0, TARGETS[name]
    last, count = folder / "last", folder / "count"
    worst = b""

    def case(data: bytes) -> None:
        nonlocal cases, worst
        cases += 1
        last.write_bytes(data)
        count.write_text(str(cases))
        try:
            target(data)
        except Exception:
            worst = data
            raise

    while time.process_time() - start < seconds:
        drawn = given(mutations.strategy(name, seeds(name)))(case)
        quick = settings(
            max_examples=200 if name not in mutations.SLOW else 20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.target, Phase.shrink),
        )
        try:
            seed(mutations.seed_of(cases))(quick(drawn))()
        except BaseException:
            if worst:
                print(f"{name}: failed; the case is kept in {keep(name, worst)}", file=sys.stderr)
            raise
    return cases


def session(name: str, seconds: float, guided: bool, folder: Path) -> tuple[Session, bool]:
    """Run one target in a process of its own; also says whether the run was interrupted."""
    is_program = name in native_targets.PROGRAMS
    last, count, said = folder / "last", folder / "count", folder / "stderr"
    last.write_bytes(b"")
    count.write_text("0")
    environment = native_targets.watched(name) if guided and not is_program else {}
    if is_program:
        call = native_targets.program(name, seconds, CORPORA / name, folder)
    else:
        tool = GUIDED if guided else Path(__file__)
        call = [sys.executable, str(tool), name, "--seconds", str(seconds), "--here", str(folder)]
        call += ["--corpus", str(CORPORA / name)] if guided else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # libFuzzer says much that is of no use unless it fails.
    with said.open("wb") if guided or is_program else nullcontext() as errors:
        child = subprocess.Popen(call, stderr=errors, env=os.environ | environment)
    interrupted = stuck = False
    waiting = Waiting(child.pid)
    try:
        while child.poll() is None and not stuck:
            time.sleep(0.2)
            # A program looks after its cases itself.
            stuck = not is_program and waiting.seconds(last.stat().st_mtime) > PATIENCE
    except KeyboardInterrupt:
        interrupted = True
    if interrupted and is_program:
        child.terminate()  # so that it says how many cases it had
    elif interrupted or stuck:
        child.kill()
    code = child.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if stuck:
        print(f"{name}: a case does not end", file=sys.stderr)
    elif code < 0 and not interrupted:
        print(f"{name}: killed by signal {-code}", file=sys.stderr)
    failed = code != 0 and not interrupted
    log = said.read_text(errors="replace") if said.exists() else ""
    if failed and log:
        lines = (line for line in log.splitlines() if not line.startswith("INFO: "))
        print(*lines, sep="\n", file=sys.stderr)
    case = native_targets.failing(folder) if is_program else last.read_bytes()
    if failed and case is not None and (code < 0 or guided or is_program):
        print(f"{name}: the case is kept in {keep(name, case)}", file=sys.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # No number yet, if it was just being written.
    cases = native_targets.executions(log) if is_program else int(count.read_text() or 0)
    if is_program and not failed and not interrupted:
        print(f"{name}: {cases:,} cases, guided")
    ran = Session(
        name, _tool(name, guided, environment), source_of(name), cases, round(cpu, 1), int(failed)
    )
    return ran, interrupted


def _tool(name: str, guided: bool, environment: Mapping[str, str]) -> str:
    if name in native_targets.PROGRAMS:
        return "libFuzzer"
    if not guided:
        return "hypothesis"
    return "atheris, C++" if environment else "atheris"


class Waiting:
    """For how long a process has been at one case; not while it waited for a processor."""

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/stat")
        self._case, self._idle, self._seen = 0.0, 0.0, time.monotonic()
        self._cpu = self._used()[0]

    def seconds(self, case: float) -> float:
        """CPU time and time asleep since the case began that was written at the time `case`."""
        used, runs = self._used()
        now = time.monotonic()
        if case != self._case:
            self._case, self._cpu, self._idle = case, used, 0.0
        elif not runs:
            self._idle += now - self._seen
        self._seen = now
        return self._idle + used - self._cpu

    def _used(self) -> tuple[float, bool]:
        """CPU seconds, and whether it runs or would run; as if asleep, if that is not known."""
        try:
            fields = self._status.read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0, False
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK"), fields[0] == "R"


@dataclass
class Turns:
    """Which target is next, and with which tool: those that lack most first, some seconds each.

    Tools take turns, except that coverage guides again for as long as a turn finds new branches.
    """

    seconds: dict[str, float]  # that a target still gets
    record: Path | None
    tools: tuple[bool, ...]  # guided or not
    _number: Counter[str] = field(default_factory=Counter)
    _grew: set[str] = field(default_factory=set)

    def run(self) -> int:
        """Run all; the exit code."""
        failed: set[str] = set()
        while left := [n for n in self._order() if self.seconds[n] > 0 or not self._number[n]]:
            name = left[0]
            guided = self.tools[self._number[name] % len(self.tools)] or (
                name in self._grew and True in self.tools
            )
            self._number[name] += 1
            before = _corpus(name)
            with tempfile.TemporaryDirectory() as folder:
                ran, interrupted = session(
                    name, min(TURN, self.seconds[name]), guided, Path(folder)
                )
            self.seconds[name] -= max(ran.cpu_seconds, 1.0)
            self._grew.discard(name)
            if guided and _corpus(name) > before and self._number[name] % 4:
                self._grew.add(name)
            if self.record is not None and ran.executions:
                add_sessions(self.record, [ran], ALL)
            if interrupted:
                return 130
            if ran.finds:  # it would be found again and again
                failed.add(name)
                self.seconds[name] = 0
        return 1 if failed else 0

    def _order(self) -> list[str]:
        """The targets, those with the least time so far first."""
        if self.record is None:
            return list(self.seconds)
        return [name for name in lacking(totals(self.record), ALL) if name in self.seconds]


def _corpus(name: str) -> int:
    folder = CORPORA / name
    return len(list(folder.iterdir())) if folder.exists() else 0


def main() -> int:
    """Run the targets in turns, each in a process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(ALL))
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time, for each target")
    parser.add_argument("--guided", action="store_true", help="guided by coverage; needs atheris")
    parser.add_argument("--both", action="store_true", help="guided and not, in turns")
    parser.add_argument(
        "--enough", action="store_true", help="for as long as the record says that a target lacks"
    )
    parser.add_argument("--record", type=Path, metavar="FILE.json", help="add what was run to FILE")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here is not None:
        [name] = options.targets
        warnings.simplefilter("ignore")  # that an odd file is odd
        cases = fuzz(name, options.seconds, options.here)
        print(f"{name}: {cases:,} cases")
        return 0
    if (options.guided or options.both) and find_spec("atheris") is None:
        sys.exit("--guided and --both need atheris: pip install atheris")
    if options.enough and options.record is None:
        sys.exit("--enough needs --record")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    seconds: dict[str, float] = {}
    for name in options.targets or ALL:
        if lack := _lack(name):
            print(f"{name}: skipped: {lack}", file=sys.stderr)
            continue
        seconds[name] = options.seconds
    if options.enough:
        lacks = lacking(totals(options.record), ALL)
        seconds = {name: lacks[name] for name in seconds if lacks[name]}
    tools = (True, False) if options.both else (options.guided,)
    return Turns(seconds, options.record, tools).run()


def _lack(name: str) -> str:
    """Why a target cannot be run; empty if it can."""
    if name in TARGETS:
        return ""
    if name not in ALL:
        return "no such target"
    missing = SKIPPED[name] if name in SKIPPED else native_targets.missing()
    return f"{missing} is not installed" if missing else ""


if __name__ == "__main__":
    sys.exit(main())
