"""Fuzzing of what is written in C++, for which Clang builds the engine anew (native/fuzz.sh).

Programs have targets of their own in C++, which libFuzzer calls. Targets in Python that are about
the engine, too, are guided by its branches as well, and AddressSanitizer watches.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from recording import ABOUT, ROOT

PROGRAMS = ("searches",)  # each has a case in native/, as searches_case.cpp
FOUND = ROOT / "native" / "found"  # native/searches_case_test.cpp tries what is there
_LONGEST = 300  # bytes of a case
_COMPILER = os.environ.get("CLANG", "clang++")


def missing() -> str:
    """What is missing to build the engine for fuzzing."""
    if shutil.which(_COMPILER) is None:
        return _COMPILER
    return next((name for name in ("cmake", "nanobind") if find_spec(name) is None), "")


@cache
def _built() -> Path:
    """The folder with the programs and the package; building takes two minutes the first time."""
    call = [str(ROOT / "native" / "fuzz.sh"), sys.executable]
    return Path(subprocess.run(call, check=True, capture_output=True, text=True).stdout.strip())


def program(name: str, seconds: float, corpus: Path, here: Path) -> list[str]:
    """The command that runs a program on new cases; a case that fails is written to `here`."""
    corpus.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={max(1, round(seconds))}", "-rss_limit_mb=4096", "-timeout=600"]
    paths = [f"-artifact_prefix={here}/case-", str(corpus)]
    return [str(_built() / name), f"-max_len={_LONGEST}", "-print_final_stats=1", *limits, *paths]


def executions(said: str) -> int:
    """How many cases a program had, by what it printed at its end."""
    found = re.search(r"stat::number_of_executed_units: +([0-9]+)", said)
    return int(found[1]) if found else 0


def failing(here: Path) -> bytes | None:
    """The case that a program failed with."""
    cases = sorted(here.glob("case-*"))
    return cases[0].read_bytes() if cases else None


def watched(name: str) -> dict[str, str]:
    """The environment in which a target is guided by the engine's branches, too; or nothing."""
    if "native" not in ABOUT.get(name, ()) or missing():
        return {}
    import atheris

    return {
        "LD_PRELOAD": str(Path(atheris.path()) / "asan_with_fuzzer.so"),
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter's own
        "PYTHONPATH": str(_built() / "package"),
    }
