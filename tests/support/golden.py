"""Output of the original scorers, kept outside the project; without it tests are skipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.real_text import SHARED

GOLDEN = SHARED / "golden"

needs_golden = pytest.mark.skipif(
    not GOLDEN.is_dir(), reason="the golden scores are not here; set SYNTACTICDIFF_SHARED"
)


def golden(name: str, part: str | None = None) -> Any:
    """The rows of a golden file, or none where it is absent (so that tests can be parametrised)."""
    path = GOLDEN / name
    if not path.is_file():
        return []
    rows = json.loads(path.read_text("utf-8"))
    return rows if part is None else rows[part]


def golden_path(name: str) -> Path:
    return GOLDEN / name
