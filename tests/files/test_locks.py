"""A lock keeps others out, and ends with its process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT

from syntacticdiff.files.locks import lock_or_fail

TRY = (
    "import os, sys\nfrom syntacticdiff.files.locks import lock_or_fail\n"
    "descriptor = os.open(sys.argv[1], os.O_RDWR)\n"
    "try:\n    lock_or_fail(descriptor)\nexcept BlockingIOError:\n    sys.exit(7)\n"
    "print(os.read(descriptor, 100).decode())\n"
)


def another_process(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", TRY, str(path)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_locked_file_is_refused_to_another_process_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("holder")
    descriptor = os.open(path, os.O_RDWR)
    lock_or_fail(descriptor)
    assert another_process(path).returncode == 7
    assert os.read(descriptor, 100) == b"holder"  # the place in the file is its beginning
    os.close(descriptor)
    free = another_process(path)
    assert (free.returncode, free.stdout) == (0, "holder\n")


@pytest.mark.parametrize("times", [1, 2])
def test_a_lock_can_be_had_again_by_its_own_process(tmp_path: Path, times: int) -> None:
    path = tmp_path / "lock"
    path.touch()
    for _ in range(times):
        descriptor = os.open(path, os.O_RDWR)
        lock_or_fail(descriptor)
        os.close(descriptor)
