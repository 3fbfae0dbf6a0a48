"""`make fuzz`: run every target with new cases for a limited time, and keep failing cases.

    python tests/fuzz/fuzz.py [--seconds 60] [--guided] [--record results/fuzz.json] [TARGET...]

Each target runs in a process of its own. A failing case is shrunk by hypothesis and written
to tests/fuzz/found/, where `tests/fuzz/test_found.py` runs it from then on; a case that kills the
process is kept as it was. With --guided, cases are chosen by the branches that they reach
(`guided.py`, which needs atheris). With --record, what was run is added to a file, from which the
page beside it (.md) is written again.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
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
from targets import TARGETS, seeds

FOUND = Path(__file__).parent / "found"
GUIDED = Path(__file__).with_name("guided.py")


def keep(name: str, data: bytes) -> Path:
    """Save a failing case."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def fuzz(name: str, seconds: float, last: Path) -> int:
    """Run one target in this process; returns the number of cases."""
    end, cases, target = time.monotonic() + seconds, 0, TARGETS[name]
    worst = b""

    def case(data: bytes) -> None:
        nonlocal cases, worst
        cases += 1
        last.write_bytes(data)
        try:
            target(data)
        except Exception:
            worst = data
            raise

    while time.monotonic() < end:
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


def session(name: str, seconds: float, guided: bool, folder: Path) -> Session:
    """Run one target in a process of its own."""
    last, count = folder / "last", folder / "count"
    last.write_bytes(b"")
    count.write_text("0")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call = [sys.executable, str(GUIDED if guided else __file__), name, "--seconds", str(seconds)]
    done = subprocess.run([*call, "--here", str(folder)], check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        if done.returncode < 0:
            print(f"{name}: killed by signal {-done.returncode}", file=sys.stderr)
        if done.returncode < 0 or guided:
            keep(name, last.read_bytes())
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    how = "atheris" if guided else "hypothesis"
    return Session(name, how, int(count.read_text()), round(cpu, 1), int(done.returncode != 0))


def main() -> int:
    """Run the targets one after the other, each in a process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--guided", action="store_true", help="guided by coverage; needs atheris")
    parser.add_argument("--record", type=Path, metavar="FILE.json", help="add what was run to FILE")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here is not None:
        [name] = options.targets
        warnings.simplefilter("ignore")  # that an odd file is odd
        cases = fuzz(name, options.seconds, options.here / "last")
        (options.here / "count").write_text(str(cases))
        print(f"{name}: {cases:,} cases")
        return 0
    if options.guided and find_spec("atheris") is None:
        sys.exit("--guided needs atheris: pip install atheris")
    failed = 0
    for name in options.targets or TARGETS:
        with tempfile.TemporaryDirectory() as folder:
            ran = session(name, options.seconds, options.guided, Path(folder))
        failed += ran.finds
        if options.record is not None:
            add_sessions(options.record, [ran])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
