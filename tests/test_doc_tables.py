"""The tables in docs/ that are made from registries are up to date."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from syntacticdiff.evaluate import METRICS

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = spec_from_file_location("doc_tables", DOCS / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_a_page_has_the_tables_of_the_registries(tables: ModuleType, page: Path) -> None:
    text = page.read_text("utf-8")
    message = f"run {Path(sys.executable).name} docs/tables.py"
    assert tables.updated(text) == text, message


def test_every_table_is_on_a_page(tables: ModuleType) -> None:
    pages = "".join(page.read_text("utf-8") for page in DOCS.glob("*.md"))
    for name in tables.TABLES:
        assert f"<!-- table: {name} -->" in pages


def test_an_old_table_is_replaced(tables: ModuleType) -> None:
    page = "a\n<!-- table: metrics -->\n| old |\n<!-- end of table -->\nb\n"
    new = tables.updated(page)
    assert "old" not in new
    assert new.startswith("a\n<!-- table: metrics -->\n\n| metric |")
    assert new.endswith("|\n\n<!-- end of table -->\nb\n")
    assert all(f"| `{name}` |" in new for name in METRICS)
