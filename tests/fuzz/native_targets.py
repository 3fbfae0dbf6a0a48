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


@cache
def missing() -> str:
    """What is missing for fuzzing the engine; empty if it could be built for that."""
    if shutil.which(_COMPILER) is None:
        return _COMPILER
    if absent := next((name for name in ("cmake", "nanobind") if find_spec(name) is None), ""):
        return absent
    return "" if _built() else f"{_COMPILER} with libFuzzer"


@cache
def _built() -> Path | None:
    """The folder with the programs and the package; building takes two minutes the first time."""
    call = [str(ROOT / "native" / "fuzz.sh"), sys.executable]
    done = subprocess.run(call, check=False, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.strip()) if done.returncode == 0 else None


def _folder() -> Path:
    folder = _built()
    assert folder is not None
    return folder


def program(name: str, seconds: float, corpus: Path, here: Path) -> list[str]:
    """The command that runs a program on new cases; a case that fails is written to `here`."""
    corpus.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={max(1, round(seconds))}", "-rss_limit_mb=4096", "-timeout=600"]
    paths = [f"-artifact_prefix={here}/case-", str(corpus)]
    return [str(_folder() / name), f"-max_len={_LONGEST}", "-print_final_stats=1", *limits, *paths]


def executions(said: str) -> int:
    """How many cases a program had, by what it printed at its end."""
    found = re.search(r"stat::number_of_executed_units: +([0-9]+)", said)
    return int(found[1]) if found else 0


def failing(here: Path) -> bytes | None:
    """The case that a program failed with."""
    cases = sorted(set(here.glob("case-*")) - set(here.glob("case-slow-unit-*")))
    return cases[0].read_bytes() if cases else None


def watched(name: str) -> dict[str, str]:
    """The environment in which a target is guided by the engine's branches, too; or nothing."""
    if "native" not in ABOUT.get(name, ()) or missing():
        return {}
    import atheris

    return {
        "LD_PRELOAD": str(Path(atheris.path()) / "asan_with_fuzzer.so"),
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter's own
        "PYTHONPATH": str(_folder() / "package"),
    }
