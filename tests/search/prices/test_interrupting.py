"""Ctrl-C ends a search with the shipped prices, wherever it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("syntacticdiff._native")

SENTENCE = "She live alone in old house with a apple and he go to school by the foot."

ENDLESS = f"""
from syntacticdiff import SyntacticDiff
differ = SyntacticDiff()
differ.document({SENTENCE!r})
print("ready", flush=True)
differ.document({SENTENCE!r} * 2_000_000)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_control_c_ends_a_search_with_prices() -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(8)  # the sentences are prepared first
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
