"""`syntacticdiff reference`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import tiny_recipe
from support.commands import run

from syntacticdiff.reference.recipes.packages import Package


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    return tiny_recipe.register(tmp_path, monkeypatch)


def test_a_reference_is_built_used_and_removed(package: Package, tmp_path: Path) -> None:
    assert "tiny       for tests (not built)" in run("reference", "list").text
    built = run("reference", "build", "tiny")
    assert built.code == 0
    assert built.stdout == b""
    assert "syntacticdiff: training tiny: order 2" in built.stderr
    listed = [json.loads(line) for line in run("reference", "list", "--json").text.splitlines()]
    assert listed[-1]["path"] == str(tmp_path / "cache" / "references" / "tiny.sdlm")
    text = tmp_path / "text.txt"
    text.write_text("She walks to school.")
    assert run("score", str(text), "--reference", "tiny").code == 0
    assert run("reference", "remove", "tiny", "--downloads").code == 0
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []
    refused = run("score", str(text), "--reference", "tiny")
    assert refused.code == 1
    assert "run: syntacticdiff reference build tiny" in refused.stderr


def test_without_the_index_it_says_so_in_one_line(package: Package, tmp_path: Path) -> None:
    (tmp_path / "index" / "tiny-texts" / package.filename).unlink()
    refused = run("reference", "build", "tiny")
    assert refused.code == 1
    downloading, message = refused.stderr.splitlines()
    assert downloading == f"syntacticdiff: downloading {package.filename}"
    assert "none of the package indexes" in message
