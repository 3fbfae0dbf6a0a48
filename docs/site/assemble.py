"""Puts the sources of the site together: pages, notebooks, plots, and a page for each room's API.

    python docs/site/assemble.py build/site-sources

The pages keep their places relative to each other, so that links work in the repository and on the
site alike; docs/index.md becomes the front page. Notebooks become pages with the output that they
hold. The pages of the API list what each package's `__init__` exports: the public names.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from plots import PLOTS, draw_all
from pygments.formatters import HtmlFormatter

PROJECT = Path(__file__).resolve().parents[2]
LIBRARY = PROJECT / "syntacticdiff"
PAGES = (
    *("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "NOTICE", "LICENSE"),
    *("docs/*.md", "docs/*.png", "docs/*.svg", "results/*.md", "results/*.svg"),
    *("reference_corpora/*.md", "ATTRIBUTION.txt", "LICENSE.words"),
)
FRONT = "docs/index.md"
LINK = re.compile(r"(!?\[[^]]*\]\()([^)]+)(\))")
COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL | re.MULTILINE)
UNDER_THEIR_NAME = {"NOTICE": "NOTICE.md", "LICENSE": "LICENSE.md"}


def assemble(target: Path) -> None:
    """Write all sources of the site into a new folder."""
    shutil.rmtree(target, ignore_errors=True)
    for pattern in PAGES:
        for source in sorted(PROJECT.glob(pattern)):
            name = source.relative_to(PROJECT).as_posix()
            page = target / UNDER_THEIR_NAME.get(name, name)
            page.parent.mkdir(parents=True, exist_ok=True)
            if name == FRONT:
                text = LINK.sub(_from_the_root, source.read_text("utf-8"))
                (target / "index.md").write_text(_with_site_links(text), "utf-8")
            elif source.suffix in (".md", ""):
                page.write_text(_with_site_links(source.read_text("utf-8")), "utf-8")
            else:
                shutil.copy(source, page)
    rooms = {path.parent: public_names(path.parent) for path in LIBRARY.rglob("__init__.py")}
    # A name that several rooms export is documented on the page of the innermost one.
    homes = {
        public: room
        for room in sorted(rooms, key=lambda room: len(room.parts))
        for public in rooms[room]
    }
    for room, names in rooms.items():
        if names:
            write_room(target / "api", room, names, homes)
    write_index(target / "api", "API", "What each package exports is public and kept.")
    for notebook in sorted(PROJECT.glob("docs/notebooks/*.ipynb")):
        page = target / notebook.relative_to(PROJECT).with_suffix(".md")
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(notebook_page(json.loads(notebook.read_text("utf-8"))), "utf-8")
    write_index(
        target / "results",
        "Results",
        "What was measured; each page names its command.",
        write_plots(target / "results"),
    )
    style = HtmlFormatter(style="friendly").get_style_defs(".highlight")
    (target / "highlight.css").write_text(style, "utf-8")
    shutil.copy(PROJECT / "docs" / "site" / "site.css", target / "site.css")


def _with_site_links(text: str) -> str:
    text = COMMENT.sub("", text)  # what only the tests of a page need
    for name, page in UNDER_THEIR_NAME.items():
        text = text.replace(f"]({name})", f"]({page})").replace(f"](../{name})", f"](../{page})")
    text = text.replace("](results/)", "](results/index.md)")
    return re.sub(r"\]\((?!http)([^)]+)\.ipynb\)", r"](\1.md)", text)


def _from_the_root(link: re.Match[str]) -> str:
    """A link of docs/index.md as the front page has it, which is one folder higher."""
    before, place, after = link.groups()
    if not place.startswith(("http", "#")):
        place = place.removeprefix("../") if place.startswith("../") else f"docs/{place}"
    return f"{before}{place}{after}"


def notebook_page(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown: its text, its code, and the output that was stored with it."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            shown = output.get("data", {})
            if "text/html" in shown:
                parts.append(_one_line("".join(shown["text/html"])))
            else:
                text = "".join(output.get("text") or shown.get("text/plain", ""))
                parts.append(f"```text\n{text.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def _one_line(html: str) -> str:
    """HTML that Markdown leaves alone: a blank line would end it."""
    return f"<div>{re.sub(chr(10) + '+', chr(10), html.strip())}</div>"


def write_plots(folder: Path) -> str:
    """Draw the plots beside the pages of results; returns the Markdown that shows them."""
    drawn = draw_all(folder / "plots")
    return "\n\n".join(
        f"## {PLOTS[name].title}\n\n![{PLOTS[name].title}](plots/{name}.svg)\n\n"
        f"{PLOTS[name].text} Lines are 95% intervals, or the range of runs. "
        f"[All figures]({PLOTS[name].page})"
        for name in drawn
    )


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


def write_room(
    folder: Path,
    room: Path,
    names: list[tuple[str, str]],
    homes: dict[tuple[str, str], Path],
) -> None:
    """The page of a package: its docstring, and its public names in alphabetical order."""
    package = ".".join(room.relative_to(PROJECT).parts)
    purpose = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
    lines = [f"# {package}", "", purpose, ""]
    for name, module in sorted(names, key=lambda pair: pair[0].lower()):
        elsewhere = homes[name, module] != room
        entry = f"- [`{name}`][{module}.{name}]" if elsewhere else f"::: {module}.{name}"
        lines += [entry, ""]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{package}.md").write_text("\n".join(lines), "utf-8")


def write_index(folder: Path, title: str, purpose: str, before: str = "") -> None:
    """A page that lists the pages of a folder, each by its heading, with something before it."""
    pages = {
        page.name: page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        for page in sorted(folder.glob("*.md"))
    }
    listed = "\n".join(f"- [{heading}]({name})" for name, heading in pages.items())
    begun = f"{before}\n\n## All pages\n\n" if before else ""
    (folder / "index.md").write_text(f"# {title}\n\n{purpose}\n\n{begun}{listed}\n", "utf-8")


if __name__ == "__main__":
    assemble(Path(sys.argv[1]))
