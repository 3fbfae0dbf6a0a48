"""The examples in docstrings run and give what they show."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import syntacticdiff

LIBRARY = Path(syntacticdiff.__file__).parent


def modules_with_examples(library: Path) -> list[str]:
    """The names of a package's modules whose source has a `>>>` prompt."""
    return [
        ".".join(path.relative_to(library.parent).with_suffix("").parts)
        for path in sorted(library.rglob("*.py"))
        if ">>> " in path.read_text("utf-8")
    ]


MODULES = modules_with_examples(LIBRARY)


def test_there_are_examples() -> None:
    assert len({name.split(".")[1] for name in MODULES}) > 10  # in most rooms


NEEDS = {
    ".distributed.": "dask.distributed",
    ".service.": "starlette",
    ".noise.learners": "lemminflect",
}


def test_modules_with_examples_are_found_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "library" / "room").mkdir(parents=True)
    (tmp_path / "library" / "plain.py").write_text('"""No example."""\n')
    (tmp_path / "library" / "room" / "one.py").write_text('"""\n>>> 1 + 1\n2\n"""\n')
    assert modules_with_examples(tmp_path / "library") == ["library.room.one"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    for part, extra in NEEDS.items():
        if part in name:
            pytest.importorskip(extra)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted  # an example that doctest does not find is not run
    assert not result.failed
