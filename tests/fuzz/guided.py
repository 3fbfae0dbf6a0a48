"""One target of fuzzing, guided by the branches that cases reach: atheris, which is libFuzzer.

    python tests/fuzz/guided.py TARGET --seconds 60 --here FOLDER [--corpus FOLDER]

`fuzz.py --guided` calls it. The number of cases is written to FOLDER/count, the last case to
FOLDER/last. Cases that reach new branches are kept in the corpus, from which the next run begins.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

with atheris.instrument_imports(include=["syntacticdiff"]):
    from targets import TARGETS, seeds


def main() -> None:
    """Run until the time is up; a failing case ends the process with a code that is not 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--here", type=Path, required=True)
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    corpus = options.corpus or options.here / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(options.target)):
        (corpus / f"seed-{number}").write_bytes(data)
    target, cases, start = TARGETS[options.target], 0, time.process_time()

    def case(data: bytes) -> None:
        nonlocal cases
        cases += 1
        (options.here / "count").write_text(str(cases))
        (options.here / "last").write_bytes(data)
        target(data)
        if time.process_time() - start > options.seconds:
            print(f"{options.target}: {cases:,} cases, guided", flush=True)
            os._exit(0)

    arguments = [
        *(sys.argv[0], str(corpus), "-max_len=20000", "-verbosity=0"),
        *("-rss_limit_mb=4096", "-timeout=600"),
        f"-artifact_prefix={options.here}/",
    ]
    atheris.Setup(arguments, case)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
