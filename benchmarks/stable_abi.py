"""What Python's stable ABI costs: the same work with an engine built for it and one that is not.

    SKBUILD_CMAKE_DEFINE=SYNTACTICDIFF_STABLE_ABI=OFF pip wheel --no-deps --wheel-dir build/plain .
    python benchmarks/stable_abi.py dist/*abi3*.whl build/plain/*.whl

with Python 3.12 or newer that has what the package needs. Writes results/stable_abi.md and
results/stable_abi.json: CPU seconds as ratios, the two in turns in processes of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from statistics import median

from measuring import PROJECT, table

RUNS = 7
WORK = """
import json, time
from syntacticdiff import EditVectorizer, SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.cli.demo_essays import ESSAYS

texts = [essay.text for essay in ESSAYS] * 4
differ, describing = SyntacticDiff(engine="native"), SyntacticDiff(engine="native", **DESCRIPTIVE)
work = {
    "believable edits": lambda: [list(differ.document(text)) for text in texts],
    "descriptive edits": lambda: [list(describing.document(text)) for text in texts],
    "features": lambda: EditVectorizer().fit_transform(texts),
}
taken = {}
for name, run in work.items():
    run()  # what is loaded once
    started = time.process_time()
    run()
    taken[name] = time.process_time() - started
print(json.dumps(taken))
"""


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("two wheels, please: that of the stable ABI and the other one")
    taken: list[tuple[dict[str, float], dict[str, float]]] = []
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / kind for kind in ("stable", "plain")]
        for wheel, folder in zip(sys.argv[1:], folders, strict=True):
            zipfile.ZipFile(wheel).extractall(folder)
        engines = [
            path.name
            for folder in folders
            for path in (folder / "syntacticdiff").glob("_native*")
            if path.suffix in (".so", ".pyd")
        ]
        if ["abi3" in engine for engine in engines] != [True, False]:
            sys.exit(f"not one of the stable ABI and one of another: {', '.join(engines)}")
        for _ in range(RUNS):
            stable, plain = map(measured, folders)
            taken.append((stable, plain))
    figures = {
        work: {
            "stable": median(stable[work] for stable, _ in taken),
            "plain": median(plain[work] for _, plain in taken),
            "ratio": median(stable[work] / plain[work] for stable, plain in taken),
            "ratios": sorted(stable[work] / plain[work] for stable, plain in taken),
        }
        for work in taken[0][0]
    }
    facts = {"python": sys.version.split()[0], "runs": RUNS, "cpu_seconds": figures}
    page = "\n".join(
        [
            "# What the stable ABI costs",
            "",
            "CPU seconds of the same work with the engine of the wheel for all versions of Python "
            "from 3.12 on (the stable ABI) and with one that is built for one version: "
            f"{RUNS} runs of both in turn, by `python benchmarks/stable_abi.py`. 1.00 costs "
            "nothing; the range is the machine's noise.",
            "",
            table(
                ("work", "stable ABI", "one version", "ratio, median", "least to most"),
                [
                    (
                        work,
                        row["stable"],
                        row["plain"],
                        f"{row['ratio']:.2f}",
                        f"{row['ratios'][0]:.2f} to {row['ratios'][-1]:.2f}",
                    )
                    for work, row in figures.items()
                ],
            ),
            "",
            f"Python {facts['python']}, {os.cpu_count()} cores.",
            "",
        ]
    )
    results = PROJECT / "results"
    (results / "stable_abi.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    (results / "stable_abi.md").write_text(page, "utf-8")
    print(page)


def measured(folder: Path) -> dict[str, float]:
    """CPU seconds by the kind of work, with the package in this folder."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", WORK],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
