"""The description of the interface is true: schemathesis finds nowhere that it is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.serving import Service

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

EXAMPLES = os.environ.get("SYNTACTICDIFF_OPENAPI_EXAMPLES", "3")  # `make openapi` tries more


def test_schemathesis_finds_nothing(service: Service, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "schemathesis.cli", "run", "--no-color"]
    command += ["--max-examples", EXAMPLES, "--generation-deterministic"]
    found = subprocess.run(
        [*command, f"{service.address}/openapi.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "9 selected / 9 total" in found.stdout
    assert not any("Traceback" in line for line in service.printed)
