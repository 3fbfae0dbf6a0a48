"""`make fuzz`: run every target with new cases for a limited time, and keep failing cases.

    python tests/fuzz/fuzz.py [--seconds 60] [--guided] [--record results/fuzz.json] [TARGET...]

Each target runs in a process of its own, for so many seconds of its CPU time. A failing case is
shrunk by hypothesis and written to tests/fuzz/found/, where `tests/fuzz/test_found.py` runs it from
then on; a case that kills the process, or does not end, is kept as it was. With --guided, cases are
chosen by the branches that they reach (`guided.py`, which needs atheris). With --record, what was
run is added to a file, from which the page beside it (.md) is written again; so is what a run did
that is interrupted (Ctrl-C, SIGTERM).
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # support
sys.path.insert(0, str(Path(__file__).parent))

import mutations
from hypothesis import HealthCheck, Phase, given, seed, settings
from recording import Session, add_sessions
from targets import SKIPPED, TARGETS, seeds

FOUND = Path(__file__).parent / "found"
GUIDED = Path(__file__).with_name("guided.py")
PATIENCE = 600.0  # seconds after which a case does not end


def keep(name: str, data: bytes) -> Path:
    """Save a failing case."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
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
    last, count = folder / "last", folder / "count"
    last.write_bytes(b"")
    count.write_text("0")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call = [sys.executable, str(GUIDED if guided else __file__), name, "--seconds", str(seconds)]
    child = subprocess.Popen([*call, "--here", str(folder)])
    interrupted = stuck = False
    try:
        while child.poll() is None and not stuck:
            time.sleep(0.2)
            stuck = time.time() - last.stat().st_mtime > PATIENCE
    except KeyboardInterrupt:
        interrupted = True
    if interrupted or stuck:
        child.kill()
    code = child.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if stuck:
        print(f"{name}: a case does not end", file=sys.stderr)
    elif code < 0 and not interrupted:
        print(f"{name}: killed by signal {-code}", file=sys.stderr)
    failed = code != 0 and not interrupted
    if failed and (code < 0 or guided):
        print(f"{name}: the case is kept in {keep(name, last.read_bytes())}", file=sys.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    how = "atheris" if guided else "hypothesis"
    cases = int(count.read_text() or 0)  # nothing, if it was just being written
    return Session(name, how, cases, round(cpu, 1), int(failed)), interrupted


def main() -> int:
    """Run the targets one after the other, each in a process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=", ".join([*TARGETS, *SKIPPED])
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time, for each target")
    parser.add_argument("--guided", action="store_true", help="guided by coverage; needs atheris")
    parser.add_argument("--record", type=Path, metavar="FILE.json", help="add what was run to FILE")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here is not None:
        [name] = options.targets
        warnings.simplefilter("ignore")  # that an odd file is odd
        cases = fuzz(name, options.seconds, options.here)
        print(f"{name}: {cases:,} cases")
        return 0
    if options.guided and find_spec("atheris") is None:
        sys.exit("--guided needs atheris: pip install atheris")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    failed = 0
    for name in options.targets or [*TARGETS, *SKIPPED]:
        if name not in TARGETS:
            missing = f"{SKIPPED[name]} is not installed" if name in SKIPPED else "no such target"
            print(f"{name}: skipped: {missing}", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            ran, interrupted = session(name, options.seconds, options.guided, Path(folder))
        failed += ran.finds
        if options.record is not None and ran.executions:
            add_sessions(options.record, [ran], [*TARGETS, *SKIPPED])
        if interrupted:
            return 130
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
