"""What training costs: the Brown corpus through `syntacticdiff train`, orders 3 and 5.

    python benchmarks/training.py

Beside it, in the same run, what reading, splitting and tokenising the same text costs. Writes
results/training.md.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import PROJECT, data, table

from syntacticdiff.files import atomic_write

TOKENISE = """
import sys
from syntacticdiff.text import sentence_spans, tokenize
tokens = 0
for line in open(sys.argv[1], encoding="utf-8"):
    for start, end in sentence_spans(line):
        tokens += len(tokenize(line[start:end]))
print(tokens)
"""


def cost(*command: str) -> tuple[float, float, str]:
    """CPU seconds and peak megabytes of a process, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A child of its own measures, so that the peak is that of this process alone.
    measured = [sys.executable, "-c", _MEASURE, *command]
    done = subprocess.run(measured, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    *printed, peak = done.stdout.splitlines()
    return seconds, int(peak) / 1024, "\n".join(printed)


_MEASURE = """
import resource, subprocess, sys
sys.exit(
    subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode
    or print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
)
"""


def main() -> None:
    brown = str(data("reference", "brown.txt"))
    seconds, peak, tokens = cost(sys.executable, "-c", TOKENISE, brown)
    rows: list[tuple[object, ...]] = [("reading and tokenising alone", seconds, peak, None)]
    with tempfile.TemporaryDirectory() as folder:
        for order in (3, 5):
            out = os.path.join(folder, "brown.sdlm")
            train = ("-m", "syntacticdiff", "train", brown, "--order", str(order), "--out", out)
            seconds, peak, _ = cost(sys.executable, *train)
            rows.append((f"train, order {order}", seconds, peak, Path(out).stat().st_size / 1e6))
    page = "\n".join(
        (
            "# Training\n",
            "Made by `python benchmarks/training.py`: the Brown corpus, "
            f"{int(tokens):,} tokens, in a process of its own; the held-out pass is included.\n",
            table(("what", "CPU s", "peak MB", "model, MB"), rows),
            "",
        )
    )
    print(page)
    with atomic_write(PROJECT / "results" / "training.md") as stream:
        stream.write(page.encode())


if __name__ == "__main__":
    main()
