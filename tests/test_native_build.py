"""How the extension is compiled: which warnings are errors, and what a failure does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.commands import UNWATCHED

PROJECT = Path(__file__).parents[1]
COMPILER = shutil.which(os.environ.get("CXX", "c++"))
# As it stands beside the interpreter, which need not be on the path.
CMAKE = shutil.which("cmake", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

needs_a_compiler = pytest.mark.skipif(
    COMPILER is None or CMAKE is None or find_spec("nanobind") is None,
    reason="a C++ compiler, cmake and nanobind are needed",
)


def compile_commands(folder: Path, *options: str) -> list[str]:
    subprocess.run(
        [
            *(str(CMAKE), "-S", str(PROJECT / "native"), "-B", str(folder)),
            *("-G", "Unix Makefiles", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"),
            *(f"-DPython_EXECUTABLE={sys.executable}", *options),
        ],
        check=True,
        capture_output=True,
        env=UNWATCHED,
    )
    listed = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
    own = [entry["command"] for entry in listed if "native" in Path(entry["file"]).parts]
    return [command for command in own if "-Wall" in command]


@needs_a_compiler
def test_warnings_are_errors_only_if_asked_for(tmp_path: Path) -> None:
    # An installation must not lose its engine because a newer compiler warns of more.
    usual = compile_commands(tmp_path / "usual")
    strict = compile_commands(tmp_path / "strict", "-DSYNTACTICDIFF_WERROR=ON")
    assert len(usual) == len(strict) >= 6
    assert not any("-Werror" in command for command in usual)
    assert all("-Werror" in command for command in strict)


def test_every_unit_has_a_test_and_every_test_is_built() -> None:
    native = PROJECT / "native"
    # What the tests themselves are written with is no unit. Bindings (bind_*.hpp) need Python,
    # which the tests of the units do without: the tests of the library call them.
    helpers = {"testing", "small_model", "small_weights", "scratch_file"}
    headers = {path.stem for path in native.glob("*.hpp")}
    units = {name for name in headers - helpers if not name.startswith("bind_")}
    tests = {path.stem.removesuffix("_test") for path in native.glob("*_test.cpp")}
    assert tests == units
    built = (native / "CMakeLists.txt").read_text(encoding="utf-8")
    assert not [test for test in tests if f"{test}_test.cpp" not in built]


def test_a_failed_build_is_skipped_unless_the_engine_is_required() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    [override] = settings["tool"]["scikit-build"]["overrides"]
    assert override["if"] == {"failed": True, "env": {"SYNTACTICDIFF_REQUIRE_NATIVE": False}}
    # What is installed then belongs to no kind of machine: the stable ABI is for compiled wheels.
    assert override["wheel"] == {"cmake": False, "py-api": "py3"}
