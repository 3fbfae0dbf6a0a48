"""What a short command takes: the CPU seconds of a whole process, for one sentence.

    python benchmarks/start.py

Writes results/start.md and results/start.json. Python alone and `import numpy` stand beside ours:
nothing that uses NumPy can be quicker than that. Each is run in turn, and again, so that the noise
of the machine meets all of them.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from measuring import PROJECT, table

from syntacticdiff import __version__

RUNS = 11
SENTENCE = "She is interested on music.\n"
COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "python -c 'import numpy'": ("-c", "import numpy"),
    "syntacticdiff --help": ("-m", "syntacticdiff", "--help"),
    "syntacticdiff diff": ("-m", "syntacticdiff", "diff", "essay.txt"),
    "syntacticdiff correct": ("-m", "syntacticdiff", "correct", "essay.txt"),
    "syntacticdiff diff --describe": ("-m", "syntacticdiff", "diff", "--describe", "essay.txt"),
    "syntacticdiff report": ("-m", "syntacticdiff", "report", "essay.txt", "--out", "report.html"),
}


def main() -> None:
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "essay.txt").write_text(SENTENCE, "utf-8")
        for _ in range(RUNS):
            for name, arguments in COMMANDS.items():
                taken[name].append(cpu_seconds([sys.executable, "-P", *arguments], folder))
    figures = {
        name: {"least": min(values), "median": median(values), "most": max(values)}
        for name, values in taken.items()
    }
    facts = {
        "syntacticdiff": __version__,
        "python": sys.version.split()[0],
        "runs": RUNS,
        "cores": os.cpu_count(),
        "cpu_seconds": figures,
    }
    page = "\n".join(
        [
            "# The start of a command",
            "",
            "CPU seconds of the whole process, user and system, for a file of one sentence, from "
            f"the first instruction to the last: {RUNS} runs of each in turn, by "
            "`python benchmarks/start.py`. The package is installed and has its bytecode. The "
            "aim for `diff` is 0.25.",
            "",
            table(
                ("command", "least", "median", "most"),
                [(f"`{name}`", *figure.values()) for name, figure in figures.items()],
            ),
            "",
            f"syntacticdiff {__version__}, Python {facts['python']}, {facts['cores']} cores.",
            "",
        ]
    )
    (PROJECT / "results" / "start.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    (PROJECT / "results" / "start.md").write_text(page, "utf-8")
    print(page)


def cpu_seconds(command: list[str], folder: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
