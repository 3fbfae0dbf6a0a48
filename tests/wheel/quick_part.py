"""The quick part of the suite, against the package that is installed here.

    python tests/wheel/quick_part.py [--whole] [further arguments of pytest]

The rooms that everything else stands on; with --whole all of them. On Windows those tests are left
out that are about POSIX itself: terminals, pipes, signals, limits of memory, permissions and links.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
ROOMS = (
    "text",
    "alignment",
    "edits",
    "search",
    "differ",
    "test_lazy.py",
    "test_registry_tables.py",
)
ABOUT_POSIX = (
    "not (pipe or signal or terminal or interrupt or killed or memory or link or permission)"
)


def main() -> int:
    found = importlib.util.find_spec("syntacticdiff")
    if found is None or found.origin is None:
        sys.exit("syntacticdiff is not installed here")
    if Path(found.origin).is_relative_to(TESTS.parent):
        sys.exit(f"this would test the sources in {TESTS.parent}, not what is installed")
    chosen = ["-k", ABOUT_POSIX] if sys.platform == "win32" else []
    further = [argument for argument in sys.argv[1:] if argument != "--whole"]
    whole = len(further) < len(sys.argv) - 1
    places = [str(TESTS)] if whole else [str(TESTS / room) for room in ROOMS]
    settings = ["--rootdir", str(TESTS.parent), "-c", str(TESTS.parent / "pyproject.toml")]
    return pytest.main([*settings, "-q", "-p", "no:cacheprovider", *chosen, *places, *further])


if __name__ == "__main__":
    sys.exit(main())
