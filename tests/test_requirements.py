"""The exact releases in requirements/ are of all that pyproject.toml asks for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

packaging = pytest.importorskip("packaging.requirements")

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def wanted(lines: list[str]) -> Iterator[Any]:
    """Requirements, those of our own extras in place of their names."""
    for line in lines:
        requirement = packaging.Requirement(line)
        if requirement.name != PROJECT["name"]:
            yield requirement
        for extra in requirement.extras if requirement.name == PROJECT["name"] else ():
            yield from wanted(EXTRAS[extra])


def exact(name: str) -> dict[str, list[str]]:
    """The releases of a file; there may be several of one name, for several platforms."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "requirements" / name).read_text().splitlines():
        if match := re.match(r"([\w.-]+)(?:\[[^]]*\])?==([^\s;]+)", line):
            found.setdefault(match[1].lower().replace("_", "-"), []).append(match[2])
    return found


@pytest.mark.parametrize("name", ["development.txt", "oldest.txt"])
def test_every_requirement_has_exact_releases_that_it_allows(name: str) -> None:
    releases = exact(name)
    requirements = [*wanted(PROJECT["dependencies"]), *wanted(EXTRAS["test"])]
    assert len(requirements) > 20
    for requirement in requirements:
        found = releases.get(requirement.name.lower().replace("_", "-"), [])
        assert found, f"requirements/{name} lacks {requirement}: run `make lock`"
        for release in found:
            assert release in requirement.specifier, f"{name}: {requirement}, not {release}"


def test_the_splitter_of_sentences_has_an_upper_bound() -> None:
    """Other releases of it split differently, and so would change results."""
    [splitter] = [r for r in wanted(PROJECT["dependencies"]) if r.name == "sentencex"]
    assert any(bound.operator == "<" for bound in splitter.specifier)
