"""`doctor`: the facts are those of this installation, and only what is needed makes it fail."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest
from support.commands import run

import syntacticdiff
from syntacticdiff.cli import installation
from syntacticdiff.files.container import Kind
from syntacticdiff.search.extension import WHY_MISSING

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def facts() -> dict:
    answer = run("doctor", "--json")
    assert (answer.code, answer.stderr) == (0, "")
    [facts] = answer.json
    return facts


def test_it_tells_versions_engine_threads_and_what_a_trial_gave(facts: dict) -> None:
    assert facts["syntacticdiff"] == syntacticdiff.__version__
    assert facts["engine"] == {"native": WHY_MISSING is None, "why_not": WHY_MISSING}
    assert 1 <= facts["threads"]["usable"] <= facts["threads"]["cores"]
    assert facts["packages"]["numpy"] == importlib.metadata.version("numpy")
    assert None not in facts["packages"].values()
    assert facts["trial"]["output"] == "She is interested in music."
    assert facts["problems"] == []


def test_every_model_that_comes_with_the_package_is_looked_at(facts: dict) -> None:
    folder = Path(syntacticdiff.__file__).parent
    shipped = {path for path in folder.rglob("*.sd*") if path.is_file()}
    assert {Path(model["path"]) for model in facts["models"].values()} == shipped
    assert all(model["bytes"] and not model["fault"] for model in facts["models"].values())


def test_the_extras_are_those_of_the_package() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = settings["project"]["optional-dependencies"]
    own = {name: list(map(package_name, needs)) for name, needs in listed.items()}
    own["dask"] = [
        "dask",
        "distributed",
        *own["tables"],
    ]  # dask[distributed], syntacticdiff[tables]
    for name in ("docs", "test"):
        del own[name]
    assert {name: list(extra.packages) for name, extra in installation.EXTRAS.items()} == own


def package_name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0]


def test_people_read_the_same() -> None:
    answer = run("doctor")
    assert (answer.code, answer.stderr) == (0, "")
    for words in ("engine ", "threads ", "context network ", "kenlm ", "everything that is needed"):
        assert words in answer.text


def test_a_missing_extra_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installation.EXTRAS, "none", installation.Extra("nothing", ("no-package",)))
    answer = run("doctor")
    assert answer.code == 0
    assert "none         not installed (pip install 'syntacticdiff[none]'): nothing" in answer.text


def test_a_missing_engine_is_said_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("syntacticdiff.search.extension.WHY_MISSING", "no compiler was there")
    answer = run("doctor")
    assert answer.code == 0
    assert "hundreds of times slower: no compiler was there" in answer.text


def test_a_damaged_model_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kind = installation._shipped()["words"]
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    copy = tmp_path / path.name
    copy.write_bytes(damaged)
    monkeypatch.setattr(installation, "_shipped", lambda: {"words": (copy, kind)})
    answer = run("doctor")
    assert answer.code == 1
    assert f"words: {copy}: damaged" in answer.stderr


def test_a_model_that_is_not_there_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing: tuple[Path, Kind] = (tmp_path / "no.sdlm", installation._shipped()["reference"][1])
    monkeypatch.setattr(installation, "_shipped", lambda: {"reference": missing})
    answer = run("doctor")
    assert answer.code == 1
    assert "install the package again" in answer.stderr
