"""Packages know their public names without parsing their own sources."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import syntacticdiff
from syntacticdiff._lazy import _homes

LIBRARY = Path(syntacticdiff.__file__).parent
PACKAGES = sorted(LIBRARY.rglob("__init__.py"))


def parsed(source: str) -> dict[str, str]:
    """The definition: what Python's own parser finds under `if TYPE_CHECKING:`."""
    return {
        alias.asname or alias.name: statement.module
        for block in ast.parse(source).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
    }


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.parent.name)
def test_the_names_are_those_that_python_finds(package: Path) -> None:
    source = package.read_text("utf-8")
    assert _homes(source) == parsed(source)


def test_names_in_parentheses_and_after_a_blank_line_are_found() -> None:
    source = (
        "if TYPE_CHECKING:\n    from a.b import C as C\n\n"
        "    from d.e import (\n        F as F,\n        G as G,\n    )\n"
        "from h import I as I\n"
    )
    assert _homes(source) == parsed(source) == {"C": "a.b", "F": "d.e", "G": "d.e"}


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'syntacticdiff' has no attribute 'nothing'"):
        _ = syntacticdiff.nothing
    assert "syntacticdiff" in sys.modules
