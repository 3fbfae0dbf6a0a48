"""A report of 1,000 different essays in a browser: its size, and what opening and scrolling cost.

    python benchmarks/report_page.py [--essays N]

`syntacticdiff report` makes the page from the first essays of ELLIPSE; headless Chromium opens it,
goes to the list of students and through the whole of it, and to the longest essay. CPU time is that
of all processes of the browser, and beside it what the same browser spends on an empty page. Writes
results/report_page.md and .json. Where the data is: see measuring; the browser: Debian's chromium.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines import machine
from measuring import PROJECT, data, table

from syntacticdiff.files import atomic_write

sys.path.insert(0, str(PROJECT / "tests"))
from support.browser import Browser, chromium, running

MOST_BYTES, MOST_SECONDS = 20_000_000, 2.0
SCREEN = 800
TICKS = os.sysconf("SC_CLK_TCK")


def made(folder: Path, essays: int) -> tuple[Path, float]:
    """The report of so many essays, and the CPU seconds that it took."""
    with open(data("fluency", "ellipse.csv"), encoding="utf-8", newline="") as stream:
        texts = dict.fromkeys(row["text"] for row in csv.DictReader(stream))
    with open(folder / "class.csv", "w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["student", "essay"])
        rows.writerows((f"student {n}", text) for n, text in enumerate(list(texts)[:essays], 1))
    command = [sys.executable, "-P", "-m", "syntacticdiff", "report", str(folder / "class.csv")]
    command += ["--text", "essay", "--id", "student", "--out", str(folder / "class.html")]
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system
    return folder / "class.html", spent - before.children_user - before.children_system


def browser_seconds(profile: Path) -> float:
    """CPU seconds of the browser with this profile, all its processes together."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    top = None
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        number = int(folder.name)
        parents[number] = int(fields[1])
        spent[number] = (int(fields[11]) + int(fields[12])) / TICKS
        if f"--user-data-dir={profile}".encode() in line and b"--type=" not in line:
            top = number if top is None else min(top, number)
    return sum(seconds for number, seconds in spent.items() if _under(number, top, parents))


def _under(number: int, top: int | None, parents: dict[int, int]) -> bool:
    while number and number != top:
        number = parents.get(number, 0)
    return bool(number)


def step(profile: Path, work: Callable[[], Any]) -> float:
    """CPU seconds of the browser for some work, until it has been quiet for a moment."""
    before = browser_seconds(profile)
    work()
    last = browser_seconds(profile)
    while True:
        time.sleep(0.7)
        now = browser_seconds(profile)
        if now - last < 0.05:
            return now - before
        last = now


def scrolled_list(page: Browser) -> None:
    """All students, as somebody who scrolls down to the last sees them."""
    page.go("#essays")
    while not page.value("document.getElementById('essay-more').hidden"):
        page.value("document.getElementById('essay-more').click()")
        page.value("scrollTo(0, document.documentElement.scrollHeight)")
        page.settle()


def scrolled(page: Browser) -> int:
    """Scroll down screen by screen; how many screens there were."""
    height, screens = page.value("document.documentElement.scrollHeight"), 0
    for place in range(0, height, SCREEN):
        page.value(f"scrollTo(0, {place})")
        page.settle()
        screens += 1
    return screens


def measured(path: Path, essays: int) -> dict[str, Any]:
    """What the browser spends."""
    program = chromium()
    if program is None:
        sys.exit("bench: no chromium")
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        profile = Path(name)
        empty = profile / "empty.html"
        empty.write_text("<!doctype html><title>empty</title><p>Nothing.")
        with running(program, profile) as page:
            page.resize(1200, SCREEN)
            step(profile, lambda: page.open(empty))  # the browser itself has started
            found["empty"] = step(profile, lambda: page.open(empty))
            found["open"] = [step(profile, lambda: page.open(path)) for _ in range(3)]
            found["list"] = step(profile, lambda: scrolled_list(page))
            rows = page.value("document.querySelectorAll('#essay-table tbody tr').length")
            assert rows == essays, f"{rows} rows"
            longest = page.value(
                "[...document.querySelectorAll('#essay-table tbody tr')].map(row => ["
                "Number(row.cells[1].textContent.replace(/[^0-9]/g, '')) || 0,"
                "row.querySelector('th a').hash]).sort((a, b) => b[0] - a[0])[0][1]"
            )
            found["essay"] = step(profile, lambda: page.go(longest))
            screens: list[int] = []
            found["scroll"] = step(profile, lambda: screens.append(scrolled(page)))
            found["screens"] = screens[0]
            found["elements"] = page.value("document.querySelectorAll('*').length")
            found["complaints"] = page.complaints()
    return found


def page_of(found: dict[str, Any]) -> str:
    """The page of results."""
    small = found["bytes"] < MOST_BYTES
    quick = max(found["open"]) < MOST_SECONDS
    opened = ", ".join(f"{seconds:.2f}" for seconds in found["open"])
    return "\n".join(
        [
            "# The report of a thousand essays",
            "",
            f"Made by `python benchmarks/report_page.py`; {found['machine']}; "
            f"load {found['load']:.1f}.",
            "",
            f"{found['essays']:,} different essays of ELLIPSE, {found['words']:,} words. "
            f"`syntacticdiff report` took {found['making']:.0f} s of CPU time. "
            f"The page has {found['bytes'] / 1e6:.1f} MB; aim: under {MOST_BYTES / 1e6:.0f} MB, "
            f"{'met' if small else '**missed**'}. It opens in {opened} s of CPU time of the whole "
            f"browser (three times); aim: under {MOST_SECONDS:.0f} s, "
            f"{'met' if quick else '**missed**'}.",
            "",
            table(
                ["headless Chromium", "CPU s"],
                [
                    ("opens an empty page", found["empty"]),
                    ("opens the report, slowest of three", max(found["open"])),
                    ("shows the list of all students, 50 at a time", found["list"]),
                    ("shows one essay with its marks", found["essay"]),
                    (f"scrolls down there, {found['screens']} screens", found["scroll"]),
                ],
            ),
            "",
            f"With all students listed and an essay open the page has {found['elements']:,} "
            f"elements; messages on the console: {len(found['complaints'])}.",
            "",
        ]
    )


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--essays", type=int, default=1000)
    parser.add_argument("--out", default=str(PROJECT / "results" / "report_page"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path, seconds = made(Path(name), given.essays)
        with open(Path(name) / "class.csv", encoding="utf-8", newline="") as stream:
            words = sum(len(row["essay"].split()) for row in csv.DictReader(stream))
        found = {
            "machine": machine(),
            "load": os.getloadavg()[0],
            "essays": given.essays,
            "words": words,
            "making": seconds,
            "bytes": path.stat().st_size,
            **measured(path, given.essays),
        }
    for suffix, content in ((".json", json.dumps(found, indent=1) + "\n"), (".md", page_of(found))):
        with atomic_write(f"{given.out}{suffix}") as stream:
            stream.write(content.encode())
    print(page_of(found))


if __name__ == "__main__":
    main()
