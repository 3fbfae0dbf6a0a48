"""The release: what is built where, what an sdist may hold, and what must agree before a tag."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import syntacticdiff

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
WORKFLOW = PROJECT / ".github" / "workflows" / "release.yml"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"wheel_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def project() -> dict:
    return tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    version = project()["project"]["version"]
    assert version == syntacticdiff.__version__
    faults = script("release_is_stated").faults(f"v{version}")
    assert all("CHANGELOG" in fault for fault in faults)  # its day stands there when it is released


def test_a_tag_that_is_not_stated_is_not_published(tmp_path: Path) -> None:
    (tmp_path / "syntacticdiff").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "syntacticdiff" / "_version.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("title: x\nversion: 1.2.3\nauthors: y\n")
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text("## [1.2.3] - 2027-01-31\n")
    faults = script("release_is_stated").faults
    assert faults("v1.2.3", tmp_path) == []
    assert len(faults("v1.2.4", tmp_path)) == 4
    changes.write_text("## [Unreleased]\n")
    assert faults("v1.2.3", tmp_path) == ["CHANGELOG.md, with its day: does not state 1.2.3"]


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    settings = project()
    built = set(re.findall(r"cp3(\d+)-\*", settings["tool"]["cibuildwheel"]["build"]))
    named = settings["project"]["classifiers"]
    promised = {m[1] for name in named if (m := re.fullmatch(r".*Python :: 3\.(\d+)", name))}
    assert built == promised == {"11", "12", "13", "14"}
    assert settings["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    commands = " ".join(settings["tool"]["cibuildwheel"]["test-command"])
    # {project} is where cibuildwheel runs, which has only the sdist in it: {package} has the tests.
    assert "{project}" not in commands
    scripts = re.findall(r"\{package\}/(\S+)", commands)
    assert scripts == ["tests/wheel/first_steps.py", "tests/wheel/quick_part.py"]
    assert all((PROJECT / path).exists() for path in scripts)


@pytest.mark.skipif(not WORKFLOW.exists(), reason="an sdist has no workflows")
def test_the_workflow_publishes_only_what_was_tested() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    assert "needs: [sdist, wheels, without-a-compiler]" in text
    assert "id-token: write" in text
    assert "password" not in text.replace("no password", "")
    for path in re.findall(r"tests/wheel/\w+\.py", text):
        assert (PROJECT / path).exists()


def test_an_sdist_without_the_engine_s_sources_is_refused() -> None:
    faults = script("sdist_contents").faults
    complete = {
        path.relative_to(PROJECT).as_posix(): 1
        for folder in ("syntacticdiff", "native")
        for path in (PROJECT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc")
    } | dict.fromkeys(script("sdist_contents").NEEDED, 1)
    assert faults(complete) == []
    for name in ("native/bindings.cpp", "syntacticdiff/reference/default.sdlm", "NOTICE"):
        assert faults({key: 1 for key in complete if key != name}) == [f"{name}: missing"]
    for name in (
        "shared/data/x.txt",
        "results/a.json",
        "syntacticdiff/_native.so",
        "tests/gold.m2",
    ):
        assert faults(complete | {name: 1}) == [f"{name}: does not belong here"]
    assert len(faults(complete | {"tests/large": 10**9})) == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_the_script_that_builds_is_valid() -> None:
    subprocess.run(["bash", "-n", str(HERE / "build.sh")], check=True)
