"""Puts the sources of the site together: the project's pages, and a page for each room's API.

    python docs/site/assemble.py build/site-sources

The pages keep their places relative to each other, so that links work in the repository and on the
site alike. The pages of the API list what each package's `__init__` exports: the public names.
"""

from __future__ import annotations

import ast
import shutil
import sys
from pathlib import Path

from pygments.formatters import HtmlFormatter

PROJECT = Path(__file__).resolve().parents[2]
LIBRARY = PROJECT / "syntacticdiff"
PAGES = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE", "LICENSE"),
    *("docs/*.md", "docs/*.png", "docs/*.svg", "results/*.md", "results/*.svg"),
    *("reference_corpora/*.md", "ATTRIBUTION.txt"),
)
UNDER_THEIR_NAME = {"NOTICE": "NOTICE.md", "LICENSE": "LICENSE.md"}


def assemble(target: Path) -> None:
    """Write all sources of the site into a new folder."""
    shutil.rmtree(target, ignore_errors=True)
    for pattern in PAGES:
        for source in sorted(PROJECT.glob(pattern)):
            name = source.relative_to(PROJECT).as_posix()
            page = target / UNDER_THEIR_NAME.get(name, name)
            page.parent.mkdir(parents=True, exist_ok=True)
            if source.suffix in (".md", ""):
                page.write_text(_with_site_links(source.read_text("utf-8")), "utf-8")
            else:
                shutil.copy(source, page)
    rooms = {path.parent: public_names(path.parent) for path in LIBRARY.rglob("__init__.py")}
    for room, names in rooms.items():
        if names:
            write_room(target / "api", room, names)
    write_index(target / "api", "API", "What each package exports is public and kept.")
    write_index(target / "results", "Results", "What was measured; each page names its command.")
    style = HtmlFormatter(style="friendly").get_style_defs(".highlight")
    (target / "highlight.css").write_text(style, "utf-8")


def _with_site_links(text: str) -> str:
    for name, page in UNDER_THEIR_NAME.items():
        text = text.replace(f"]({name})", f"]({page})").replace(f"](../{name})", f"](../{page})")
    return text.replace("](results/)", "](results/index.md)")


def public_names(package: Path) -> list[tuple[str, str]]:
    """What a package exports: pairs of a name and the module that defines it."""
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    return [
        (alias.name, node.module)
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]


def write_room(folder: Path, room: Path, names: list[tuple[str, str]]) -> None:
    """The page of a package: its docstring, and its public names in alphabetical order."""
    package = ".".join(room.relative_to(PROJECT).parts)
    purpose = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
    lines = [f"# {package}", "", purpose, ""]
    for name, module in sorted(names, key=lambda pair: pair[0].lower()):
        # What a room exports is documented on its page; the library's own page refers to it.
        elsewhere = room == LIBRARY and module.count(".") > 1
        entry = f"- [`{name}`][{module}.{name}]" if elsewhere else f"::: {module}.{name}"
        lines += [entry, ""]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{package}.md").write_text("\n".join(lines), "utf-8")


def write_index(folder: Path, title: str, purpose: str) -> None:
    """A page that lists the pages of a folder, each by its heading."""
    pages = {
        page.name: page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        for page in sorted(folder.glob("*.md"))
    }
    listed = "\n".join(f"- [{heading}]({name})" for name, heading in pages.items())
    (folder / "index.md").write_text(f"# {title}\n\n{purpose}\n\n{listed}\n", "utf-8")


if __name__ == "__main__":
    assemble(Path(sys.argv[1]))
