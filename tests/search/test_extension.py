"""An installation without the native engine says so, and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import syntacticdiff
from syntacticdiff import ReferenceModel, __version__
from syntacticdiff.search.extension import WHY_MISSING

PACKAGE = Path(syntacticdiff.__file__).parent
SLOW = "the Python engine is used, which is hundreds of times slower"


def installed_without_it(folder: Path) -> Path:
    """The package as it is installed where the extension cannot be compiled."""
    (folder / "syntacticdiff").mkdir()
    for entry in PACKAGE.iterdir():
        if not (entry.name.startswith("_native.") and entry.suffix != ".pyi"):
            (folder / "syntacticdiff" / entry.name).symlink_to(entry)
    return folder


def installed_damaged(folder: Path) -> Path:
    """The package with an extension that is no library."""
    installed_without_it(folder)
    (folder / "syntacticdiff" / "_native.abi3.so").write_bytes(b"not a library\n" * 100)
    return folder


def python(installation: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", *args],
        env=os.environ | {"PYTHONPATH": str(installation)},
        cwd=installation,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.skipif(WHY_MISSING is not None, reason="the native engine is not installed")
def test_the_version_says_that_the_engine_is_there() -> None:
    answer = python(PACKAGE.parent, "-m", "syntacticdiff", "--version")
    assert answer.stdout == f"syntacticdiff {__version__}\nengine: native\n"


def test_the_version_says_that_there_is_none_and_how_to_see_why(tmp_path: Path) -> None:
    answer = python(installed_without_it(tmp_path), "-m", "syntacticdiff", "--version")
    version, engine = answer.stdout.splitlines()
    assert version == f"syntacticdiff {__version__}"
    assert engine.startswith("engine: Python, which is hundreds of times slower: this installation")
    assert "SYNTACTICDIFF_REQUIRE_NATIVE=1" in engine


@pytest.mark.skipif(sys.platform != "linux", reason="the loader's message is that of Linux")
def test_the_version_gives_the_loader_s_message(tmp_path: Path) -> None:
    answer = python(installed_damaged(tmp_path), "-m", "syntacticdiff", "--version")
    assert "cannot be loaded" in answer.stdout
    assert "invalid ELF header" in answer.stdout


def test_the_version_does_not_wait_for_numpy() -> None:
    program = """
import sys
from syntacticdiff.cli.main import main
try:
    main.main(["--version"])
except SystemExit:
    pass
assert not {"numpy", "scipy", "sklearn", "joblib"} & set(sys.modules)
"""
    python(PACKAGE.parent, "-c", program)


def test_the_first_use_says_once_that_there_is_none(tmp_path: Path) -> None:
    ReferenceModel.train([["we", "go", "to", "school", "."]] * 3, order=2).save(tmp_path / "m.sdlm")
    program = """
from syntacticdiff import SyntacticDiff
for _ in range(2):
    differ = SyntacticDiff("m.sdlm", insertions=["to"])
    assert differ.engine.name == "python"
    assert len(list(differ.many(["We go school."] * 4, n_jobs=2, batch_size=2))) == 4
"""
    said = python(installed_without_it(tmp_path), "-c", program).stderr
    assert said.count("this installation has no native engine") == 1
    assert said.count(SLOW) == 1
    assert "SYNTACTICDIFF_REQUIRE_NATIVE=1" in said


def test_asking_for_it_is_refused_with_the_reason(tmp_path: Path) -> None:
    ReferenceModel.train([["we", "go", "."]] * 3, order=2).save(tmp_path / "m.sdlm")
    program = """
from syntacticdiff import SyntacticDiff, UsageError
try:
    SyntacticDiff("m.sdlm", engine="native")
except UsageError as error:
    print(error)
"""
    said = python(installed_without_it(tmp_path), "-c", program).stdout
    assert said.startswith("engine: this installation has no native engine")
    assert said.rstrip().endswith("use engine='python' or engine='auto'")
