"""Memory is bounded by the partitions in flight, not by the input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT, reference_sentences

from syntacticdiff import ReferenceModel

PADDING = "x" * 40_000  # in another column; what is not needed must be freed
MARGIN = 24 << 20

_LIMITED = """
import atexit, resource, sys
from pathlib import Path
from syntacticdiff.cli.little_memory import NEEDED
from syntacticdiff.cli.main import main
NEEDED.clear()  # its figures are for new releases of libraries; older ones take less
if (limit := int(sys.argv.pop(1))):
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
atexit.register(lambda: sys.stderr.write(Path("/proc/self/status").read_text()))
main.main(sys.argv[1:])
"""


def peak(folder: Path, rows: int, limit: int = 0) -> int:
    """The peak address space, in bytes, of a run on that many rows, under a limit."""
    with (folder / f"{rows}.jsonl").open("w") as stream:
        for number in range(rows):
            row = {"id": str(number), "text": "She is in garden.", "other": PADDING}
            stream.write(json.dumps(row) + "\n")
    arguments = ("--text", "text", "--reference", "m.sdlm", "--partition-size", "1M")
    options = (*arguments, "--part-format", "jsonl", "--engine", "python", "--out", f"{rows}/")
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(limit), "features", f"{rows}.jsonl", *options],
        cwd=folder,
        env=ENVIRONMENT | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    manifest = json.loads((folder / f"{rows}" / "manifest.json").read_text())
    assert manifest["documents"] == rows
    found = re.search(r"VmPeak:\s+(\d+) kB", done.stderr)
    assert found is not None
    return int(found[1]) << 10


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="reserves terabytes")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS and /proc are Linux's")
def test_ten_times_the_input_fits_under_the_same_limit(tmp_path: Path) -> None:
    ReferenceModel.train(list(reference_sentences())).save(tmp_path / "m.sdlm")
    few = 120
    limit = peak(tmp_path, few) + MARGIN
    more = (tmp_path / f"{few}.jsonl").stat().st_size * 9
    assert more > 1.5 * MARGIN  # it would not fit if it were held
    assert peak(tmp_path, 10 * few, limit) <= limit
