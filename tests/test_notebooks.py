"""The notebooks of the documentation run, and print what is stored in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.commands import ENVIRONMENT

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


def printed(notebook: dict[str, Any]) -> list[str]:
    """What each cell prints."""
    return [
        "".join("".join(out["text"]) for out in cell["outputs"] if out["output_type"] == "stream")
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_is_stored(path: Path, tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute(env=ENVIRONMENT)  # raises if a cell does
    assert printed(notebook) == printed(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stored_notebook_shows_no_machine_and_no_error(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    stored = json.dumps([cell.get("outputs", []) for cell in notebook["cells"]])
    assert '"output_type": "error"' not in stored
    assert "/home/" not in stored
    assert "/tmp" not in stored
    assert all(cell.get("outputs") is not None for cell in notebook["cells"] if "outputs" in cell)
