"""What training costs: CPU and memory of `syntacticdiff train`, beside KenLM's `lmplz`.

    python benchmarks/training.py                      the Brown corpus, orders 3 and 5
    python benchmarks/training.py --lmplz FILE         and `lmplz` on the same tokens
    python benchmarks/training.py --tokens 10e6 100e6  text of these lengths, orders 3 and 5; hours

Everything runs in processes of their own. What is not asked for is kept from the last run. Writes
results/training.json and results/training.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from measuring import PROJECT, data, table

from syntacticdiff.files import atomic_write

RESULTS = PROJECT / "results" / "training.json"
CORPORA = ("brown.txt", "masc_written.txt", "ewt.txt")
ORDERS = (3, 5)
MEMORY = "4G"
VARIED = 0.122  # of the words of a long text

TOKENISE = """
import sys
from syntacticdiff.text import sentence_spans, surfaces
tokens = 0
for line in open(sys.argv[1], encoding="utf-8"):
    for start, end in sentence_spans(line):
        words = surfaces(line[start:end])
        tokens += len(words)
        if len(sys.argv) > 2:
            print(" ".join(words).lower())
if len(sys.argv) == 2:
    print(tokens)
"""

MEASURE = """
import resource, subprocess, sys
sys.exit(
    subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode
    or print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
)
"""


def cost(*command: str, stdin: Path | None = None) -> tuple[dict[str, float], str]:
    """CPU seconds and peak megabytes of a process, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A child of its own measures, so that the peak is that of this process alone.
    measured = [sys.executable, "-c", MEASURE, *command]
    with open(stdin or "/dev/null", "rb") as source:
        done = subprocess.run(measured, stdin=source, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    *printed, peak = done.stdout.splitlines()
    return {"cpu": seconds, "peak": int(peak) / 1024}, "\n".join(printed)


def train(text: Path, order: int, folder: Path, *options: str) -> dict[str, float]:
    """What training costs, and how large the model is."""
    out = folder / "model.sdlm"
    command = ("-m", "syntacticdiff", "train", str(text), "--order", str(order), *options)
    used, _ = cost(sys.executable, *command, "--memory", MEMORY, "--out", str(out))
    return {**used, "megabytes": out.stat().st_size / 1e6}


def brown(folder: Path) -> dict[str, Any]:
    text = data("reference", "brown.txt")
    used, tokens = cost(sys.executable, "-c", TOKENISE, str(text))
    orders = {str(order): train(text, order, folder) for order in ORDERS}
    return {"machine": machine(), "tokens": int(tokens), "tokenise": used, "orders": orders}


def beside_lmplz(lmplz: str, folder: Path) -> dict[str, Any]:
    """Both in one run, one after the other, three times; the quickest of each."""
    text = data("reference", "brown.txt")
    tokenised = folder / "brown.tokens"
    command = [sys.executable, "-c", TOKENISE, str(text), "print"]
    with tokenised.open("wb") as stream:
        subprocess.run(command, stdout=stream, check=True)
    ours, theirs = [], []
    for _ in range(3):
        ours.append(train(text, 3, folder)["cpu"])
        options = ("-o", "3", "-S", "1G", "-T", str(folder), "--arpa", str(folder / "brown.arpa"))
        theirs.append(cost(lmplz, *options, stdin=tokenised)[0]["cpu"])
    noise = max(max(times) / min(times) - 1 for times in (ours, theirs))
    return {"machine": machine(), "ours": min(ours), "lmplz": min(theirs), "noise": noise}


def long_text(path: Path, tokens: int) -> None:
    """Sentences of the corpora again and again, varied.

    Of every thousand words, about 120 become another word of the text and two become new words.
    """
    rng = random.Random(7)
    sentences = [
        line.split()
        for name in CORPORA
        for line in data("reference", name).read_text("utf-8").splitlines()
        if line.strip()
    ]
    words = [word for sentence in sentences for word in sentence]
    written = 0
    with path.open("w", encoding="utf-8") as stream:
        while written < tokens:
            rng.shuffle(sentences)
            for sentence in sentences:
                varied = sentence.copy()
                place = int(rng.expovariate(VARIED))
                while place < len(varied):
                    new = rng.random() < 2 / 122
                    varied[place] = f"{varied[place]}{rng.random()}" if new else rng.choice(words)
                    place += 1 + int(rng.expovariate(VARIED))
                stream.write(" ".join(varied) + "\n")
                written += len(varied)
                if written >= tokens:
                    break


def at_length(tokens: int, order: int, folder: Path) -> dict[str, Any]:
    """With tokens that are separated already, so that only training itself can grow."""
    text = folder / f"{tokens}.txt"
    if not text.exists():
        long_text(text, tokens)
    used = train(text, order, folder, "--tokenized")
    return {"machine": machine(), "tokens": tokens, "order": order, **used}


def machine() -> str:
    """The processor's name, as far as the system says it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


PAGE = """# Training

Made by `python benchmarks/training.py`. CPU seconds and peak memory of whole processes: reading,
splitting, tokenising, the model for the held-out figure, the model, and writing it.

## The Brown corpus

{brown}

## Beside `lmplz`

{lmplz}

## Long texts

Sentences of three corpora again and again, varied, their tokens separated by spaces
(`--tokenized`), so that splitting and tokenising, whose cost does not grow, do not hide what does;
with `--memory {memory}`. Peak memory includes pages of mapped files, which the system takes back
when it needs them.

{long}
"""

LMPLZ = """On one {machine}, order 3, the quickest of three runs: `syntacticdiff train`
{ours:.2f} CPU s, from raw text to the model file; `lmplz` {lmplz:.2f} CPU s, from the same tokens
to ARPA, without a held-out pass: **{ratio:.2f} times**. The slowest run of either took
{noise:.0%} more than its quickest."""


COLUMNS = ("what", "tokens", "CPU s", "CPU µs a token", "peak MB", "model, MB")


def page(results: dict[str, Any]) -> str:
    text, beside, runs = results.get("brown"), results.get("lmplz"), results.get("long")
    missing = "Not measured."
    return PAGE.format(
        brown=_brown(text) if text else missing,
        lmplz=LMPLZ.format(**beside, ratio=beside["ours"] / beside["lmplz"]) if beside else missing,
        memory=MEMORY,
        long=_long(runs) if runs else missing,
    )


def _brown(run: dict[str, Any]) -> str:
    rows = [_row("reading and tokenising alone", run["tokens"], run["tokenise"])]
    for order, used in run["orders"].items():
        rows.append(_row(f"train, order {order}", run["tokens"], used))
    return f"{run['machine']}:\n\n{table(COLUMNS, rows)}"


def _long(runs: list[dict[str, Any]]) -> str:
    rows = [_row(f"train, order {run['order']}", run["tokens"], run) for run in runs]
    growth = []
    for order in ORDERS:
        each = [run["cpu"] / run["tokens"] for run in runs if run["order"] == order]
        if len(each) > 1:
            growth.append(f"{each[-1] / each[0]:.2f} times at order {order}")
    machines = ", ".join(sorted({run["machine"] for run in runs}))
    said = "CPU per token of the longest text against that of the shortest: "
    return f"{machines}:\n\n{table(COLUMNS, rows)}\n\n{said}{', '.join(growth)}."


def _row(name: str, tokens: int, used: dict[str, Any]) -> tuple[object, ...]:
    each = used["cpu"] / tokens * 1e6
    return name, tokens, used["cpu"], each, used["peak"], used.get("megabytes")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lmplz", metavar="FILE", help="KenLM's lmplz")
    parser.add_argument("--tokens", type=float, nargs="+", default=[], help="lengths of long texts")
    asked = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not asked.tokens:
            results["brown"] = brown(folder)
        if asked.lmplz:
            results["lmplz"] = beside_lmplz(asked.lmplz, folder)
        for order in ORDERS:
            for tokens in asked.tokens:
                run = at_length(int(tokens), order, folder)
                runs = {(r["order"], r["tokens"]): r for r in (*results.get("long", ()), run)}
                results["long"] = [runs[key] for key in sorted(runs)]
                write(results)
    write(results)
    print(page(results))


def write(results: dict[str, Any]) -> None:
    with atomic_write(RESULTS) as stream:
        stream.write(json.dumps(results, indent=1).encode() + b"\n")
    with atomic_write(RESULTS.with_suffix(".md")) as stream:
        stream.write(page(results).encode())


if __name__ == "__main__":
    main()
