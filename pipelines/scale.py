"""What features of many documents cost, and whether a run survives being killed.

    python pipelines/scale.py [--documents 200000] [--small 20000] [--kills 200]

Entries of the Lang-8 sample, drawn again and again, go through `syntacticdiff features --out
FOLDER/`: some with one worker process, many with two, in one run. Then `tests/clusters` kills
random processes at random moments, that many times. Writes results/scale.md and results/scale.json,
and the figures between the marks in docs/scale.md; `make soak` runs it. With `--documents 0` or
`--kills 0` what was measured before is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
from shared_data import PROJECT, MissingDataError, native_language

from syntacticdiff.files import atomic_write

BETWEEN_LOOKS = 3.0  # seconds
HUNDRED_MILLION = 100_000_000
CORES = (16, 64, 256)
MARKS = ("<!-- made by pipelines/scale.py -->", "<!-- to here -->")


@dataclass(frozen=True)
class Measured:
    """One run of the command."""

    workers: int
    documents: int
    words: int
    cpu_seconds: float  # of all processes, from the moment when the workers are there
    start_cpu_seconds: float  # until then
    seconds: float
    input_bytes: int
    output_bytes: int
    memory: list[float]  # megabytes of all processes, the most in each tenth of the run

    @property
    def cpu_per_document(self) -> float:
        return self.cpu_seconds / self.documents


def write_input(path: Path, documents: int, seed: int) -> int:
    """Write documents drawn from the sample; returns how many words they have."""
    texts = [text for entries in native_language() for text in entries.texts]
    chance, words = random.Random(seed), 0
    with path.open("w", encoding="utf-8") as stream:
        for number in range(documents):
            text = chance.choice(texts)
            words += len(text.split())
            stream.write(json.dumps({"id": str(number), "text": text}) + "\n")
    return words


def measured(folder: Path, documents: int, workers: int) -> Measured:
    """Run the command, and look at its processes while it works."""
    source, out = folder / f"{documents}.jsonl", folder / f"out{documents}"
    words = write_input(source, documents, seed=documents)
    options = ("--text", "text", "--id", "id", "--workers", str(workers), "--json-log")
    command = [sys.executable, "-m", "syntacticdiff", "features", str(source), *options]
    with subprocess.Popen([*command, "--out", f"{out}/"], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        began = _first_event(process.stderr)
        tree, clock = _Tree(process.pid), time.monotonic()
        last = began
        for event in _events(process.stderr):
            last = event
            if event["event"] == "part":
                tree.look()
                seconds = time.monotonic() - clock
        looks = tree.stop()
    if process.returncode or last["event"] != "end" or last["documents"] != documents:
        sys.exit(f"scale: the command failed: {last}")
    size = sum(path.stat().st_size for path in out.iterdir())
    started, used = looks[0][0], max(cpu for cpu, _ in looks)
    tenth = -(-len(looks) // 10)
    memory = [max(m for _, m in looks[n : n + tenth]) for n in range(0, len(looks), tenth)]
    return Measured(
        workers,
        documents,
        words,
        used - started,
        started,
        seconds,
        source.stat().st_size,
        size,
        memory,
    )


def _first_event(stream: Any) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(stream.readline())
    return event


def _events(stream: Any) -> Iterator[dict[str, Any]]:
    for line in stream:
        event: dict[str, Any] = json.loads(line)
        print(f"  {line.decode().strip()}", file=sys.stderr)
        yield event


class _Tree:
    """A process and all that it started, looked at every few seconds."""

    def __init__(self, pid: int) -> None:
        self._root = psutil.Process(pid)
        self._cpu: dict[int, float] = {}
        self._looks: list[tuple[float, float]] = []  # CPU seconds and megabytes
        self._end = threading.Event()
        self._lock = threading.Lock()
        self.look()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def look(self) -> None:
        """CPU seconds so far, and megabytes at the moment; shared pages are counted in shares."""
        memory = 0.0
        with self._lock, contextlib.suppress(psutil.Error):
            for process in [self._root, *self._root.children(recursive=True)]:
                with contextlib.suppress(psutil.Error):
                    times = process.cpu_times()
                    memory += process.memory_full_info().pss / 1e6
                    self._cpu[process.pid] = times.user + times.system
            self._looks.append((sum(self._cpu.values()), memory))

    def stop(self) -> list[tuple[float, float]]:
        """All that was seen."""
        self._end.set()
        self._thread.join()
        return self._looks

    def _watch(self) -> None:
        while not self._end.wait(BETWEEN_LOOKS):
            self.look()


def throughput(documents: int, small: int) -> dict[str, Any]:
    """One worker on few documents, two on many."""
    with tempfile.TemporaryDirectory() as folder:
        one = measured(Path(folder), small, 1)
        two = measured(Path(folder), documents, 2)
    return {"one": asdict(one), "two": asdict(two)}


def killed(kills: int) -> dict[str, Any]:
    """The fault tests with so many random kill points; what they say of themselves."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "kills.json"
        settings = {"SYNTACTICDIFF_KILLS": str(kills), "SYNTACTICDIFF_KILL_REPORT": str(report)}
        tests = PROJECT / "tests" / "clusters" / "test_faults.py"
        command = [sys.executable, "-m", "pytest", "-q", "-k", "random_moments", str(tests)]
        done = subprocess.run(command, cwd=PROJECT, env=os.environ | settings, check=False)
        if done.returncode or not report.exists():
            sys.exit(f"scale: the fault tests ended with exit code {done.returncode}")
        found: dict[str, Any] = json.loads(report.read_text())
    return found


def needs(two: Measured) -> list[str]:
    """What 100 million such documents take, by calculation."""
    scale = HUNDRED_MILLION / two.documents
    hours = two.cpu_per_document * HUNDRED_MILLION / 3600
    rows = []
    for cores in CORES:
        wall = hours / cores
        both = (two.input_bytes + two.output_bytes) * scale
        rows.append(
            f"| {cores} | {wall:,.1f} | {two.input_bytes * scale / 1e9:,.0f} | "
            f"{two.output_bytes * scale / 1e9:,.0f} | {both * 8 / (wall * 3600) / 1e6:,.0f} |"
        )
    return [f"CPU hours: {hours:,.0f}", *rows]


def page(results: dict[str, Any]) -> str:
    """The results in Markdown."""
    one, two = (Measured(**results["throughput"][key]) for key in ("one", "two"))
    ratio = two.cpu_per_document / one.cpu_per_document
    wall = (two.documents / two.seconds) / (one.documents / one.seconds)
    # The first tenth is left out: models are opened and words seen for the first time.
    half = len(two.memory) // 2
    early, late = two.memory[1:half] or two.memory, two.memory[half:]
    hours, *table = needs(two)
    lines = [
        "# Scale\n",
        "Made by `python pipelines/scale.py` (`make soak`): entries of the Lang-8 sample, drawn "
        "with replacement, through `syntacticdiff features --out FOLDER/ --workers N`, default "
        "settings and model. CPU seconds are those of all processes together, counted from the "
        f"moment when the workers are there; starting them took {one.start_cpu_seconds:.1f} and "
        f"{two.start_cpu_seconds:.1f} more.\n",
        "| workers | documents | words | CPU s | documents per CPU s | CPU s per million words | "
        "seconds | documents per second |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for run in (one, two):
        lines.append(
            f"| {run.workers} | {run.documents:,} | {run.words:,} | {run.cpu_seconds:,.0f} | "
            f"{run.documents / run.cpu_seconds:,.0f} | {run.cpu_seconds / run.words * 1e6:,.1f} | "
            f"{run.seconds:,.0f} | {run.documents / run.seconds:,.0f} |"
        )
    lines += [
        "",
        f"- CPU seconds per document, two workers against one: {ratio:.3f} (wanted: at most 1.15).",
        f"- Documents per second on the clock, two workers against one: {wall:.2f}, on a machine "
        f"with {results['cores']} cores and a load of {results['load']:.1f} by all that ran on it.",
        f"- Memory of all processes together with two workers: at most {max(early):,.0f} MB in the "
        f"first half of the run (without its first tenth) and {max(late):,.0f} MB in the second: "
        f"{max(late) / max(early):.3f}.",
        f"- Input {two.input_bytes / two.documents:,.0f} bytes and Parquet output "
        f"{two.output_bytes / two.documents:,.0f} bytes for each document.",
        "",
        "## Killed at random\n",
    ]
    if (kills := results.get("kills")) is None:
        lines.append("Not run.")
    else:
        shown = ", ".join(f"{count} of {what}" for what, count in kills["killed"].items())
        lines.append(
            f"{kills['kills']} runs on {kills['documents']} documents in {kills['parts']} parts "
            f"were hit at random moments by `kill -9` ({shown}); {kills['ended']} of them ended "
            f"by that and were resumed, the others went on by themselves. In all, "
            f"{kills['equal']} of {kills['kills']} folders have the bytes of an uninterrupted run."
        )
    lines += [
        "",
        "## 100 million such documents, by calculation\n",
        f"{hours} of the kind of core that was measured. With that many cores:\n",
        "| cores | hours | input, GB | output, GB | network, Mbit/s |",
        "|---:|---:|---:|---:|---:|",
        *table,
        "",
        "The network column is input and output together, spread over those hours.",
        "",
    ]
    return "\n".join(lines)


def in_docs(results: dict[str, Any]) -> str:
    """The figures that docs/scale.md shows."""
    two = Measured(**results["throughput"]["two"])
    one = Measured(**results["throughput"]["one"])
    hours, *table = needs(two)
    ratio = two.cpu_per_document / one.cpu_per_document
    return "\n".join(
        (
            f"{two.documents:,} entries of learners ({two.words / two.documents:.0f} words each) "
            f"on two worker processes: {two.documents / two.cpu_seconds:,.0f} documents for each "
            f"CPU second, {two.cpu_seconds / two.words * 1e6:,.1f} CPU seconds for a million "
            f"words, {two.documents / two.seconds:,.0f} documents a second on the clock of a "
            f"machine with {results['cores']} cores and a load of {results['load']:.0f}. A "
            f"document cost {ratio:.2f} of what it costs with one worker. All processes together "
            f"took at most {max(two.memory):,.0f} MB.\n",
            "By calculation from that, 100 million such documents take "
            f"{hours.split()[-1]} CPU hours:\n",
            "| cores | hours | input, GB | output, GB | network, Mbit/s |",
            "|---:|---:|---:|---:|---:|",
            *table,
        )
    )


def update_docs(page: Path, results: dict[str, Any]) -> None:
    """Put the figures between the marks."""
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    text = f"{before}{MARKS[0]}\n{in_docs(results)}\n{MARKS[1]}{after}"
    with atomic_write(page) as stream:
        stream.write(text.encode())


def write_json(path: Path, results: dict[str, Any]) -> None:
    """The results for programs."""
    with atomic_write(path) as stream:
        stream.write((json.dumps(results, indent=1) + "\n").encode())


def main(arguments: list[str] | None = None) -> int:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--small", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--results", type=Path, default=PROJECT / "results")
    parser.add_argument("--docs", type=Path, default=PROJECT / "docs" / "scale.md")
    options = parser.parse_args(arguments)
    path = options.results / "scale.json"
    results: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    try:
        if options.documents:  # 0 keeps what was measured before
            results["throughput"] = throughput(options.documents, options.small)
            results |= {"cores": os.cpu_count(), "load": os.getloadavg()[2]}
            write_json(path, results)  # hours of work, whatever comes next
        if options.kills:
            results["kills"] = killed(options.kills)
    except MissingDataError as error:
        print(f"scale: skipped: {error}", file=sys.stderr)
        return 1
    write_json(path, results)
    text = page(results)
    print(text)
    with atomic_write(options.results / "scale.md") as stream:
        stream.write(text.encode())
    update_docs(options.docs, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
