"""What the site is made of: plots from results, pages from notebooks, links that lead somewhere."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

PROJECT = Path(__file__).parents[1]
SITE = PROJECT / "docs" / "site"
needs_the_site = pytest.mark.skipif(not SITE.is_dir(), reason="an sdist has no site")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PAGES = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((PROJECT / "docs").glob("*.md")),
]


@pytest.fixture
def plots(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(str(SITE))
    return importlib.import_module("plots")


@needs_the_site
def test_every_plot_is_drawn_from_the_results(plots: ModuleType, tmp_path: Path) -> None:
    drawn = plots.draw_all(tmp_path)
    assert drawn == list(plots.PLOTS)
    for name in drawn:
        root = ElementTree.parse(tmp_path / f"{name}.svg").getroot()
        assert root.tag.endswith("svg")
        assert (PROJECT / "results" / plots.PLOTS[name].page).exists()


@needs_the_site
def test_the_same_results_give_the_same_plot(plots: ModuleType, tmp_path: Path) -> None:
    plots.draw_all(tmp_path / "one")
    plots.draw_all(tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


@needs_the_site
def test_a_plot_without_its_data_is_left_out_and_said(
    plots: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: object
) -> None:
    monkeypatch.setattr(plots, "RESULTS", tmp_path)
    assert plots.draw_all(tmp_path / "plots") == []


@needs_the_site
def test_intervals_are_wilsons(plots: ModuleType) -> None:
    low, high = plots.wilson(50, 60)
    assert (round(low, 4), round(high, 4)) == (0.7197, 0.9069)
    assert plots.wilson(0, 10)[0] == 0.0
    assert plots.wilson(10, 10)[1] == pytest.approx(1.0)


@needs_the_site
def test_a_notebook_becomes_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pygments")
    monkeypatch.syspath_prepend(str(SITE))
    assemble = importlib.import_module("assemble")
    cells = [
        {"cell_type": "markdown", "source": ["# A\n", "text"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {"output_type": "execute_result", "data": {"text/html": "<b>x</b>\n\n<i>y</i>"}},
            ],
        },
    ]
    page = assemble.notebook_page({"cells": cells})
    assert page == (
        "# A\ntext\n\n```python\nprint(1)\n```\n\n```text\n1\n```\n\n"
        "<div><b>x</b>\n<i>y</i></div>\n"
    )
    text = "[a](b.md) ![c](d.png) [e](../f.md) [g](http://h)"
    front = assemble.LINK.sub(assemble._from_the_root, text)
    assert front == "[a](docs/b.md) ![c](docs/d.png) [e](f.md) [g](http://h)"
    sys.modules.pop("assemble")


@needs_the_site
def test_links_of_the_built_site_that_lead_nowhere_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    broken = importlib.import_module("links").broken
    (tmp_path / "docs").mkdir()
    front, guide = tmp_path / "index.html", tmp_path / "docs" / "guide.html"
    front.write_text(
        '<a href="docs/guide.html#a b">x</a><a href="https://example.org/">y</a>'
        '<a href="#">z</a><a href="mailto:a@example.org">m</a>'
    )
    guide.write_text('<h1 id="a b">A</h1><a href="..">up</a><a href="#a%20b">here</a>')
    assert list(broken(tmp_path)) == []
    guide.write_text('<h1 id="b">A</h1><a href="no.html">x</a><img src="http://example.org/a.png">')
    assert list(broken(tmp_path)) == [
        "docs/guide.html: no.html: no such file",
        "docs/guide.html: fetches http://example.org/a.png",
        "index.html: docs/guide.html#a b: no such place in it",
        "index.html: no page leads here",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    broken = [
        link
        for link in LINK.findall(page.read_text("utf-8"))
        if not link.startswith(("http:", "https:")) and not (page.parent / link).exists()
    ]
    if not (PROJECT / "results").is_dir():
        broken = [link for link in broken if "results/" not in link]
    assert broken == []


@pytest.mark.skipif(not (PROJECT / "results").is_dir(), reason="an sdist has no results")
@pytest.mark.parametrize("name", ["README.md", "docs/performance.md"])
def test_the_figures_of_pages_are_those_of_the_results(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PROJECT / "docs"))
    figures = importlib.import_module("figures")
    page = (PROJECT / name).read_text("utf-8")
    assert figures.BLOCK.search(page)
    assert figures.updated(page, figures.PAGES[name]) == page, "run python docs/figures.py"
    assert figures.judged()[0] >= 60


def test_the_readme_is_short() -> None:
    assert len((PROJECT / "README.md").read_text("utf-8").splitlines()) < 120
