"""`make fuzz`: run every target with new cases for a limited time, and keep failing cases.

    python tests/fuzz/fuzz.py [--seconds 60] [TARGET...]

Each target runs in a process of its own. A failing case is shrunk by hypothesis and written
to tests/fuzz/found/, where `tests/fuzz/test_found.py` runs it from then on; a case that kills the
process is kept as it was.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # support
sys.path.insert(0, str(Path(__file__).parent))

import mutations
from hypothesis import HealthCheck, Phase, given, seed, settings
from targets import TARGETS, seeds

FOUND = Path(__file__).parent / "found"


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
            max_examples=200,
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


def main() -> int:
    """Run the targets one after the other, each in a process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here is not None:
        [name] = options.targets
        warnings.simplefilter("ignore")  # that an odd file is odd
        print(f"{name}: {fuzz(name, options.seconds, options.here):,} cases")
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        last = Path(folder) / "last"
        for name in options.targets or TARGETS:
            command = [sys.executable, __file__, name, "--seconds", str(options.seconds)]
            done = subprocess.run([*command, "--here", str(last)], check=False)
            if done.returncode < 0:
                print(f"{name}: killed by signal {-done.returncode}", file=sys.stderr)
                keep(name, last.read_bytes())
            failed += done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
