"""From nothing to the first report: what a new user's three lines take, the first time.

    make wheel
    python benchmarks/first_report.py dist/*.whl

Writes results/first_report.md and results/first_report.json. Each run makes an empty environment,
installs the wheel and what it needs there without a compiler and without pip's cache, and reports
on a folder of essays; nothing is kept from one run to the next. The wheel is given as a file, as
long as no package index has it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from measuring import PROJECT, table

RUNS = 3
ESSAYS = {
    "ana.txt": "She is interested on music. We was talking about it yesterday.\n",
    "bo.txt": "He go to school every day. I have saw this film.\n",
}
PROGRAMS = "Scripts" if os.name == "nt" else "bin"


def main() -> None:
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit("one wheel, please, for this Python: python benchmarks/first_report.py WHEEL")
    wheel = Path(sys.argv[1]).resolve()
    lines = {
        "python -m venv edits": [sys.executable, "-m", "venv", "edits"],
        "edits/bin/pip install syntacticdiff": [
            *(f"edits/{PROGRAMS}/pip", "install", "--no-cache-dir", "--only-binary", ":all:"),
            str(wheel),
        ],
        "edits/bin/syntacticdiff report essays/ --out report.html": [
            *(f"edits/{PROGRAMS}/syntacticdiff", "report", "essays/", "--out", "report.html"),
        ],
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in lines}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "essays").mkdir()
            for essay, text in ESSAYS.items():
                (folder / "essays" / essay).write_text(text, "utf-8")
            for line, command in lines.items():
                taken[line].append(seconds(command, folder))
            if "</html>" not in (folder / "report.html").read_text("utf-8"):
                sys.exit("the report is not whole")
            size = sum(path.stat().st_size for path in (folder / "edits").rglob("*.*"))
    totals = [tuple(map(sum, zip(*run, strict=True))) for run in zip(*taken.values(), strict=True)]
    figures = {
        line: {
            "cpu_seconds": median(cpu for cpu, _ in runs),
            "clock_seconds": median(clock for _, clock in runs),
            "clock_least": min(clock for _, clock in runs),
            "clock_most": max(clock for _, clock in runs),
        }
        for line, runs in {**taken, "all three": totals}.items()
    }
    facts = {
        "wheel": wheel.name,
        "wheel_megabytes": wheel.stat().st_size / 1e6,
        "installed_megabytes": size / 1e6,
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
        "runs": RUNS,
        "lines": figures,
    }
    (PROJECT / "results" / "first_report.json").write_text(
        json.dumps(facts, indent=1) + "\n", "utf-8"
    )
    page = written(facts)
    (PROJECT / "results" / "first_report.md").write_text(page, "utf-8")
    print(page)


def seconds(command: list[str], folder: Path) -> tuple[float, float]:
    """CPU seconds, user and system, and seconds on the clock; ends with what went wrong, if so."""
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    no_compiler = {"CC": "/no/compiler", "CXX": "/no/compiler"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, env={**os.environ, **no_compiler}
    )
    if done.returncode:
        sys.exit(done.stderr.decode(errors="replace"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - clock


def written(facts: dict) -> str:
    """The page."""
    rows = [
        (
            f"`{line}`" if line in list(facts["lines"])[:-1] else f"**{line}**",
            figure["cpu_seconds"],
            figure["clock_seconds"],
            f"{figure['clock_least']:.3g} to {figure['clock_most']:.3g}",
        )
        for line, figure in facts["lines"].items()
    ]
    return "\n".join(
        [
            "# From nothing to the first report",
            "",
            "A new user's three lines in an empty folder with two short essays, without a compiler "
            f"and without pip's cache: medians of {facts['runs']} runs, by "
            "`python benchmarks/first_report.py dist/*.whl` after `make wheel`. The second line is "
            "given the wheel as a file; everything else comes from a package index, which takes "
            "its own time. The machine had other work, as the slowest run shows.",
            "",
            table(("line", "CPU seconds", "seconds on the clock", "least to most"), rows),
            "",
            f"The wheel has {facts['wheel_megabytes']:.0f} MB; the environment, with NumPy, SciPy, "
            f"scikit-learn and gensim, {facts['installed_megabytes']:.0f} MB.",
            "",
            f"{facts['wheel']}, Python {facts['python']}, {facts['cores']} cores.",
            "",
        ]
    )


if __name__ == "__main__":
    main()
