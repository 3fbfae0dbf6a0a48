"""The tables of the documentation are the registries, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from syntacticdiff.classify.classifiers import CLASSIFIERS
from syntacticdiff.classify.views import VIEWS
from syntacticdiff.features.templates import TEMPLATES
from syntacticdiff.topics.methods import METHODS

DOCS = Path(__file__).parents[1] / "docs"


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


TABLES = {
    "classifier.md: views": [row(f"`{view.name}`", view.help) for view in VIEWS.values()],
    "classifier.md: templates": [
        row(f"`{one.name}`", one.help, f"`{one.example}`") for one in TEMPLATES.values()
    ],
    "classifier.md: classifiers": [row(f"`{one.name}`", one.help) for one in CLASSIFIERS.values()],
    "topics.md: methods": [row(f"`{method.name}`", method.help) for method in METHODS.values()],
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_the_documentation_is_the_registry(table: str) -> None:
    page = DOCS / table.partition(":")[0]
    assert "\n".join(["|", *TABLES[table], ""]) in page.read_text("utf-8")
