"""The report in a real browser: no requests, no errors, and no script of an essay runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from support.axe import axe_source, violations
from support.browser import Browser, chromium, running
from support.summaries import (
    HARM,
    LONG,
    SCRIPT,
    document,
    full_summary,
    harmful_summary,
    sentence,
    summary_of,
)

from syntacticdiff.report.html_page import html_page
from syntacticdiff.report.summary import Summary

pytest.importorskip("websocket", reason="websocket-client drives the browser")

PROGRAM = chromium()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no chromium to look at the page with")

Show = Callable[..., Browser]
PAGES = ("overview", "essays", "topics", "classes", "comparison", "concordance", "details")
SHOWN_ROWS = "[...document.querySelectorAll('#essay-table tbody th')].map(e => e.textContent)"
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None
    with running(PROGRAM, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Opens the page of a summary. At the end there were no requests and no errors."""

    def opened(summary: Summary, *, policy: bool = True) -> Browser:
        page = html_page(summary)
        path = tmp_path / "report.html"
        path.write_text(page if policy else POLICY.sub("", page), "utf-8")
        browser.resize(1200, 800)
        browser.open(path)
        return browser

    yield opened
    assert browser.requests() == [(tmp_path / "report.html").as_uri()]
    assert browser.complaints() == []
    assert browser.dialogs() == 0


@pytest.mark.parametrize("policy", [True, False], ids=["as it is", "without its policy"])
def test_harmful_text_is_shown_and_never_run(show: Show, policy: bool) -> None:
    page = show(harmful_summary(), policy=policy)
    before = page.value("document.querySelectorAll('script, img, iframe, object, embed').length")
    for name in PAGES:
        page.go(f"#{name}")
    page.go("#essays/" + quote(f"{SCRIPT}&\"'"))
    text = page.value("document.querySelector('.essay').innerText")
    for part in (*HARM[:2], LONG, "A NUL ␀ and a bell ␇.", "Half a pair \ufffd alone"):
        assert part in text
    assert "😀" in text
    for edit in page.value("document.querySelectorAll('.essay .edit').length") * [0]:
        page.value(f"document.querySelectorAll('.essay .edit')[{edit}].click()")
        page.value("document.querySelector('.popup').innerText")
    assert before == 2  # the data and the page's own
    assert page.value("document.querySelectorAll('script, img, iframe').length") == before
    assert page.value("document.title").startswith(SCRIPT)


def test_right_to_left_text_runs_from_right_to_left(show: Show) -> None:
    hebrew = document("h", sentence("שלום עולם."))
    page = show(summary_of(hebrew, document("e", sentence("Hello."))))
    directions = []
    for name in ("h", "e"):
        page.go(f"#essays/{name}")
        directions.append(page.value("document.querySelector('.essay p').matches(':dir(rtl)')"))
    assert directions == [True, False]


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (360, True)])
def test_no_page_is_wider_than_the_window(show: Show, width: int, dark: bool) -> None:
    for summary in (full_summary(), harmful_summary()):
        page = show(summary)
        page.resize(width, 700, dark=dark)
        for name in (*PAGES, "essays/Boris"):
            page.go(f"#{name}")
            assert page.value("document.documentElement.scrollWidth") <= width, name


def test_one_page_is_shown_at_a_time_and_links_lead_there(show: Show) -> None:
    page = show(full_summary())
    visible = "[...document.querySelectorAll('section.page')].filter(e => !e.hidden).map(e => e.id)"
    assert page.value(visible) == ["overview"]
    for name in PAGES[1:]:
        page.go(f"#{name}")
        assert page.value(visible) == [name]
        assert page.value("document.querySelector('nav [aria-current=page]').hash") == f"#{name}"
        assert page.value("document.activeElement.id") == f"{name}-title"
    page.go("#topic-2")
    assert page.value(visible) == ["topics"]
    page.go("#essays/Boris")
    assert page.value("document.querySelector('.essay').innerText").startswith("My sister")


def test_the_search_box_filters(show: Show) -> None:
    page = show(full_summary())
    page.go("#essays")
    assert page.value(SHOWN_ROWS) == ["Ana", "Boris", "Chidi"]
    page.type_into("essay-search", "CHURCH")
    assert page.value(SHOWN_ROWS) == ["Ana", "Boris"]
    assert page.value("document.getElementById('essay-count').textContent") == "2 of 3 students"
    page.type_into("essay-search", "chidi")
    assert page.value(SHOWN_ROWS) == ["Chidi"]
    page.type_into("essay-search", "no such word")
    assert page.value(SHOWN_ROWS) == []


def test_students_are_chosen_by_class_and_sorted(show: Show) -> None:
    page = show(full_summary())
    page.go("#essays")
    head = "[...document.querySelectorAll('#essay-table thead button')]"
    by_errors = f"{head}.find(e => e.textContent.startsWith('errors')).click()"
    page.value(by_errors)
    assert page.value(SHOWN_ROWS) == ["Boris", "Ana", "Chidi"]
    assert page.value("document.querySelector('[aria-sort]').ariaSort") == "descending"
    page.value(by_errors)
    assert page.value(SHOWN_ROWS) == ["Chidi", "Ana", "Boris"]
    page.value(
        "(e => { e.value = 'first'; e.dispatchEvent(new Event('change')); })"
        "(document.getElementById('essay-class'))"
    )
    assert page.value(SHOWN_ROWS) == ["Chidi", "Ana"]


def test_an_edit_chosen_in_the_concordance_shows_its_sentences(show: Show) -> None:
    page = show(full_summary())
    page.go("#concordance")
    page.type_into("edit-search", "go ->")
    names = page.value("[...document.querySelectorAll('#edit-list a')].map(e => e.textContent)")
    assert names == ["go -> goes1"]
    page.value("document.querySelector('#edit-list a').focus()")
    page.press("Enter")
    rows = (
        "[...document.querySelectorAll('#line-table tbody tr')].map(row =>"
        " [...row.cells].map(cell => cell.textContent.trim()))"
    )
    page.value("new Promise(done => setTimeout(done))")
    assert page.value("document.getElementById('edit-chosen').textContent") == (
        "go -> goes: 1 time in 1 text"
    )
    [[left, key, right, name]] = page.value(rows)
    assert (left, right, name) == ("My sister", "to the work by train.", "Boris")
    assert key == "gogoes"
    page.go("#concordance/insert(the)")
    found = [row[0] for row in page.value(rows)]
    assert found == ["In", "In center of", "In", "In center of"]


def test_of_many_texts_some_are_shown_and_more_on_demand(show: Show) -> None:
    page = show(summary_of(*(document(f"t{n}", sentence("Yes.")) for n in range(120))))
    page.go("#essays")
    for expected in (50, 100, 120):
        assert len(page.value(SHOWN_ROWS)) == expected
        page.value("document.getElementById('essay-more').click()")
    assert page.value("document.getElementById('essay-more').hidden")


def test_dark_is_dark_and_paper_is_white(show: Show) -> None:
    page = show(full_summary())
    color = "getComputedStyle(document.body).backgroundColor"
    assert page.value(color) == "rgb(255, 255, 255)"
    page.resize(1200, 800, dark=True)
    assert page.value(color) != "rgb(255, 255, 255)"
    page.call(
        "Emulation.setEmulatedMedia",
        media="print",
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    assert page.value(color) == "rgb(255, 255, 255)"
    assert page.value("getComputedStyle(document.querySelector('nav')).display") == "none"
    page.call("Emulation.setEmulatedMedia", media="", features=[])


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (360, False)])
def test_topics_classes_and_comparison_keep_nobody_out(show: Show, width: int, dark: bool) -> None:
    source = axe_source()
    if source is None:
        pytest.skip("axe-core cannot be had from npm")
    page = show(full_summary())
    page.resize(width, 800, dark=dark)
    for name in PAGES:
        page.go(f"#{name}")
        page.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert violations(page, source) == [], name
