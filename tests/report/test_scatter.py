"""The scatter of two classes' edits: dots where the ranks are, labels that do not overlap."""

from __future__ import annotations

import re

from syntacticdiff.classify.telling import EditScatter, ScatterPoint
from syntacticdiff.report.html_page import html_page
from syntacticdiff.report.scatter import LEFT, SIZE, TOP, WIDTH, scatter_dots
from syntacticdiff.report.sections.classes import ClassesSummary
from syntacticdiff.report.summary import Summary

POINTS = tuple(
    ScatterPoint(f"insert(word{n})", n / 40, 1 - n / 40, n / 40, (40 - n) / 40) for n in range(41)
)
ORDERED = tuple(sorted(POINTS, key=lambda p: -abs(p.first_rank - p.second_rank)))


def page(scatter: EditScatter) -> str:
    classes = ClassesSummary({"a": 3, "b": 3}, 0.5, "", (), (), {}, scatter=scatter)
    return html_page(Summary("t", "version:1", sections=(classes,)))


def test_dots_are_where_the_ranks_are() -> None:
    dots = scatter_dots(EditScatter("a", "b", ORDERED), [p.edit for p in ORDERED])
    assert len(dots) == 41
    for dot in dots:
        assert dot.x == LEFT + SIZE * dot.point.second_rank
        assert dot.y == TOP + SIZE * (1 - dot.point.first_rank)


def test_labels_are_of_both_sides_and_do_not_overlap() -> None:
    dots = scatter_dots(EditScatter("a", "b", ORDERED), [p.edit for p in ORDERED])
    labelled = [dot for dot in dots if dot.label]
    assert any(dot.lean > 0 for dot in labelled)
    assert any(dot.lean < 0 for dot in labelled)
    places = [(dot.label_x, dot.label_y) for dot in labelled]
    for one, (x, y) in enumerate(places):
        assert 0 <= x <= WIDTH
        for other_x, other_y in places[one + 1 :]:
            assert abs(y - other_y) >= 12 or abs(x - other_x) >= 40


def test_equal_ranks_have_no_label() -> None:
    same = tuple(ScatterPoint(f"insert(w{n})", 1.0, 1.0, 0.5, 0.5) for n in range(5))
    dots = scatter_dots(EditScatter("a", "b", same), ["x"] * 5)
    assert not any(dot.label for dot in dots)


def test_every_label_is_a_link_to_its_row_in_the_table() -> None:
    text = page(EditScatter("a", "b", ORDERED))
    links = re.findall(r'<a href="#(scatter-\d+)" aria-label="([^"]+)"', text)
    assert 8 <= len(links) <= 24
    for target, label in links:
        assert f'id="{target}"' in text
        assert "per text of a" in label
    assert text.count('id="scatter-') == 41


def test_hostile_names_are_escaped() -> None:
    hostile = (ScatterPoint('insert(<script>alert("x")</script>)', 2.0, 0.0, 1.0, 0.0),)
    text = page(EditScatter('<b>"a', "b", hostile))
    assert "<script>alert" not in text
    assert '<b>"a' not in text
