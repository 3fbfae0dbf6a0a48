"""The figure and the page of a ranking."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from syntacticdiff.rankings.ranking import RankedSystem, SystemRanking
from syntacticdiff.report.ranking import ranking_figure, ranking_page

RANKING = SystemRanking(
    systems=(
        RankedSystem("best", 0.9, 1, (1, 1)),
        RankedSystem("second", 0.6, 2, (2, 3)),
        RankedSystem("third", 0.5, 3, (2, 3)),
        RankedSystem("worst", 0.1, 4, (4, 4)),
    ),
    rank_groups=(("best",), ("second", "third"), ("worst",)),
    signature="method:test",
    resampled=np.zeros((1, 4)),
)


def test_the_figure_shows_every_system_and_a_line_between_rank_groups() -> None:
    figure = ranking_figure(RANKING, "Ours & theirs")
    assert figure.count("<circle") == 4
    assert figure.count("stroke-dasharray") == 2
    assert "Ours &amp; theirs" in figure


def test_the_page_needs_nothing_else() -> None:
    page = ranking_page(replace(RANKING, signature="<b>"), "<script>")
    assert "<script" not in page
    assert "&lt;b&gt;" in page
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in page
    assert page.count("<tr") == 5


def test_control_characters_become_visible() -> None:
    bell = RankedSystem("a\x07b", 0.5, 1, (1, 1))
    page = ranking_page(
        replace(RANKING, systems=(bell,), rank_groups=(("a\x07b",),)), "a title\x00"
    )
    assert "\x07" not in page
    assert page.count("a␇b") == 2  # in the figure and in the table
    assert "a title␀" in page


def test_the_page_runs_no_script_and_fetches_nothing() -> None:
    assert "default-src 'none'" in ranking_page(RANKING, "ranking")


@given(st.text(st.characters()), st.text(st.characters()))
@example("half \ud800", "\udfff")
@example("\x00\x1b[31m\ufffe\uffff\x85", "]]><script>")
def test_any_name_makes_a_valid_figure(name: str, title: str) -> None:
    first, *others = RANKING.systems
    groups = ((name,), *RANKING.rank_groups[1:])
    named = replace(RANKING, systems=(replace(first, name=name), *others), rank_groups=groups)
    figure = ranking_figure(named, title).encode()
    root = ElementTree.fromstring(figure)
    assert {element.tag.partition("}")[2] for element in root.iter()} == {
        *("svg", "title", "rect", "text", "line", "circle")
    }
    page = ranking_page(named, title)
    assert page.encode().count(b"Content-Security-Policy") == 1
