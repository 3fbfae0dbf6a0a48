"""The tables in these pages that are made from registries.

    python docs/tables.py           rewrite them
    python docs/tables.py --check   exit with code 1 if one is out of date

A table stands between `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from syntacticdiff.alignment import ERROR_TYPES
from syntacticdiff.correction import SYSTEMS
from syntacticdiff.evaluate import METRICS
from syntacticdiff.rankings import METHODS
from syntacticdiff.search import SOURCES, WORD_LISTS

PAGES = Path(__file__).parent
_BLOCK = re.compile(r"(<!-- table: (\S+) -->\n).*?(?=<!-- end of table -->)", re.DOTALL)


def metrics() -> str:
    """The metrics of docs/evaluation.md."""
    rows = ((f"`{e.name}`", e.help, e.load().figure) for e in METRICS.values())
    return _table(("metric", "what it measures", "main figure"), rows)


def ranking_methods() -> str:
    """The methods of docs/ranking.md."""
    return _table(("method", "score"), ((f"`{e.name}`", e.help) for e in METHODS.values()))


def error_types() -> str:
    """The types of edits of docs/evaluation.md."""
    rows = ((f"`{each.name}`", each.help, each.area) for each in ERROR_TYPES.values())
    return _table(("type", "what is wrong", "area in reports"), rows)


def word_lists() -> str:
    """The words to insert or remove of docs/guide.md."""
    return _table(("name", "words"), ((f"`{e.form}`", e.help) for e in WORD_LISTS.values()))


def substitutes() -> str:
    """The sources of substitutes of docs/guide.md."""
    return _table(("name", "words"), ((f"`{e.form}`", e.help) for e in SOURCES.values()))


def correction_systems() -> str:
    """The systems of docs/correction.md."""
    rows = (
        (f"`{e.name}`", e.help, ", ".join(f"`--{name.replace('_', '-')}`" for name in e.options))
        for e in SYSTEMS.values()
    )
    return _table(("system", "what it does", "options of its own"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "correction-systems": correction_systems,
    "error-types": error_types,
    "metrics": metrics,
    "ranking-methods": ranking_methods,
    "substitutes": substitutes,
    "word-lists": word_lists,
}


def updated(page: str) -> str:
    """The text of a page with all its tables made anew."""
    return _BLOCK.sub(lambda found: found[1] + TABLES[found[2]](), page)


def _table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heading, ("---",) * len(heading), *rows]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"\n{table}\n"  # a table is a paragraph of its own


def main() -> int:
    stale = []
    for path in sorted(PAGES.glob("*.md")):
        text = path.read_text("utf-8")
        new = updated(text)
        if new != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(new, "utf-8")
    for name in stale:
        print(f"{name}: {'out of date' if '--check' in sys.argv else 'rewritten'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
