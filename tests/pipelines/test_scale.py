"""The measurement of scale: its page, from made-up figures; and its words without data."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("psutil")

PROJECT = Path(__file__).resolve().parents[2]

ONE = {
    "workers": 1,
    "documents": 100,
    "words": 10_000,
    "cpu_seconds": 1.0,
    "start_cpu_seconds": 2.0,
    "seconds": 2.0,
    "input_bytes": 70_000,
    "output_bytes": 200_000,
    "memory": [300.0],
}
TWO = ONE | {"workers": 2, "documents": 1000, "words": 100_000, "cpu_seconds": 11.0}
TWO |= {"seconds": 10.0, "memory": [300.0, 400.0, 400.0, 410.0, 400.0, 400.0]}
TWO |= {"input_bytes": 700_000, "output_bytes": 2_000_000}


def test_the_page_says_what_was_measured_and_what_follows_from_it(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        scale = importlib.import_module("scale")
    measured = {"throughput": {"one": ONE, "two": TWO}, "cores": 2, "load": 1.0}
    kills = {"kills": 3, "killed": {"a worker": 3}, "ended": 0, "equal": 3}
    measured["kills"] = kills | {"documents": 5, "parts": 2}
    (tmp_path / "scale.json").write_text(json.dumps(measured))
    docs = tmp_path / "docs.md"
    docs.write_text(f"Before.\n{scale.MARKS[0]}\nold\n{scale.MARKS[1]}\nAfter.\n")
    nothing_new = ["--documents", "0", "--kills", "0"]
    assert scale.main([*nothing_new, "--results", str(tmp_path), "--docs", str(docs)]) == 0
    page = (tmp_path / "scale.md").read_text()
    assert "two workers against one: 1.100 (wanted: at most 1.15)" in page
    assert "two workers against one: 2.00, on a machine" in page
    assert "400 MB in the first half" in page
    assert "410 MB in the second: 1.025" in page
    # 0.011 CPU seconds for each of 100 million documents are 306 CPU hours, on 16 cores 19.
    assert "CPU hours: 306" in page
    assert "| 16 | 19.1 | 70 | 200 | 31 |" in page
    shown = docs.read_text()
    assert shown.startswith(
        f"Before.\n{scale.MARKS[0]}\n1,000 entries of learners (100 words each)"
    )
    assert "110.0 CPU seconds for a million words" in shown
    assert "take 306 CPU hours:" in shown
    assert shown.endswith(f"{scale.MARKS[1]}\nAfter.\n")
    assert "3 of 3 folders have the bytes of an uninterrupted run" in page


def test_without_data_it_says_so_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROJECT / "pipelines" / "scale.py"), "--results", str(tmp_path)],
        env={**os.environ, "SYNTACTICDIFF_SHARED": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("scale: skipped: ")
    assert done.stderr.count("\n") == 1
