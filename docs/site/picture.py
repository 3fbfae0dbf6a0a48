"""Makes docs/front.png: a student's page in the report, of essays that were invented for it.

    python docs/site/picture.py

It needs Chromium and what the tests need.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests"))

from support.browser import chromium, running  # noqa: E402

ESSAYS = (
    "student,essay\n"
    'Ana,"My family lives in small town near the sea. In center of town there is a old church. '
    "I am interested on history, and every days I read a book about it. Last week we was talking "
    'about a famous ship. My brother want to become an engineer."\n'
    'Bo,"He go to school every day. It was one of best days of my life."\n'
    'Chi,"She depends of her parents. There is many people in the street."\n'
)
WIDTH, HEIGHT = 960, 370


def main() -> None:
    program = chromium()
    if program is None:
        sys.exit("Chromium is needed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "essays.csv").write_text(ESSAYS, "utf-8")
        command = ["report", "essays.csv", "--text", "essay", "--id", "student"]
        subprocess.run(
            [sys.executable, "-m", "syntacticdiff", *command, "--out", "class.html"],
            cwd=folder,
            check=True,
        )
        with running(program, folder / "profile", ["--hide-scrollbars"]) as browser:
            browser.resize(WIDTH, HEIGHT)
            browser.open(folder / "class.html")
            browser.go("#essays/Ana")
            browser.settle()
            browser.value("[...document.querySelectorAll('.essay .edit')][3].click()")
            browser.settle()
            browser.value(
                "scrollBy(0, document.querySelector('.essay').getBoundingClientRect().bottom - "
                f"{HEIGHT - 112})"
            )
            browser.settle()
            (PROJECT / "docs" / "front.png").write_bytes(browser.screenshot(whole=False))


if __name__ == "__main__":
    main()
