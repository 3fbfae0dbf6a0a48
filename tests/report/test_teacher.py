"""What a teacher does with the report, in a real browser: clicks, keys, files and paper."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.axe import axe_source, violations
from support.browser import Browser, chromium, running

from syntacticdiff import Corrector
from syntacticdiff.alignment import corrected, parsed_m2
from syntacticdiff.edits import Explainer
from syntacticdiff.report import Summarizer, document_summary, write_report

pytest.importorskip("websocket", reason="websocket-client drives the browser")

PROGRAM = chromium()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no chromium to look at the page with")

ANA = (
    "In end we were very happy becouse the weather was nice. 😀\n\n"
    "I am agree with this oppinion.\nShe go to market every days."
)
ANA_LATER = "Now I dont write becouse any more. It was a old idea."
BORIS = "People say that money make happiness. My uncle have a big house."
CHIDI = "We went home together and had a good time."
MARKS = "[...document.querySelectorAll('.essay .edit')]"
WRITINGS = (
    ("Ana", "2026-03-01", ANA),
    ("Ana", "2026-05-01", ANA_LATER),
    ("Boris", "2026-03-01", BORIS),
    ("Chidi", "2026-05-01", CHIDI),
)


@pytest.fixture(scope="module")
def corrector() -> Corrector:
    return Corrector()


@pytest.fixture(scope="module")
def report(corrector: Corrector, tmp_path_factory: pytest.TempPathFactory) -> Path:
    summarizer, explainer = Summarizer(), Explainer(corrector.differ.model)
    for name, date, text in WRITINGS:
        diffs = corrector.differ.document(text)
        summarizer.add(
            document_summary(diffs, name, "A", text=text, date=date, explainer=explainer)
        )
    path = tmp_path_factory.mktemp("report") / "class.html"
    write_report(path, summarizer.summary("Class 4b", "signature"))
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None
    with running(PROGRAM, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Browser]:
    browser.resize(1200, 800)
    browser.open(report)
    browser.value("localStorage.clear()")
    browser.open(report)
    yield browser
    assert browser.complaints() == []
    assert browser.requests() == [report.as_uri()]


def slide(page: Browser, percent: int) -> None:
    page.value(
        f"(e => {{ e.value = '{percent}'; e.dispatchEvent(new Event('input')); }})"
        "(document.getElementById('least'))"
    )
    page.settle()


def text_of(page: Browser, selector: str) -> str:
    found: str = page.value(f"document.querySelector({json.dumps(selector)}).innerText")
    return found


def names(page: Browser) -> list[str]:
    found: list[str] = page.value(f"{MARKS}.map(e => e.ariaDescription)")
    return found


def test_a_text_keeps_its_paragraphs_and_has_its_marks_in_place(page: Browser) -> None:
    page.go("#essays/Ana")
    paragraphs = page.value("[...document.querySelectorAll('.essay p')].map(e => e.textContent)")
    assert len(paragraphs) == 3  # two of the first text, one of the second
    assert paragraphs[1].startswith("I am agree with this oppinionopinion.\nShe")
    assert "becousebecause" in paragraphs[0]
    assert any(name.startswith("missing “the”, articles, ") for name in names(page))


def test_the_slider_filters_marks_counts_and_charts(page: Browser) -> None:
    figures, bars, marks = [], [], []
    for percent in (20, 50, 95):
        slide(page, percent)
        page.go("#overview")
        figures.append(int(text_of(page, "#class-figures div:nth-child(4) dd")))
        bars.append(page.value("document.querySelectorAll('#habit-table tbody tr').length"))
        page.go("#essays/Ana")
        marks.append(len(names(page)))
    for counts in (figures, bars, marks):
        assert counts == sorted(counts, reverse=True)
        assert counts[0] > counts[-1] > 0
    assert text_of(page, "#filter-count") == f"{figures[-1]} errors marked"


def test_kinds_can_be_left_out(page: Browser) -> None:
    page.go("#essays/Ana")
    before = names(page)
    page.value(
        "[...document.querySelectorAll('#kinds label')]"
        ".find(e => e.textContent.trim() === 'spelling').querySelector('input').click()"
    )
    page.settle()
    assert any(", spelling," in name for name in before)
    assert names(page) == [name for name in before if ", spelling," not in name]
    page.value("document.getElementById('kinds-none').click()")
    page.settle()
    assert names(page) == []
    assert "Nothing is marked" in text_of(page, ".sheet")


def test_hovering_and_clicking_give_the_reason(page: Browser) -> None:
    page.go("#essays/Ana")
    mark = page.value(f"{MARKS}.find(e => e.textContent.includes('becouse')).dataset.place")
    page.hover(f".essay [data-place='{mark}']")
    said = text_of(page, ".popup")
    assert re.match(r"becouse -> because · spelling · \d+% sure\n\n.*becouse.*\.\n", said)
    page.hover("h1")
    page.value("new Promise(done => setTimeout(done, 400))")
    assert page.value("document.querySelector('.popup')") is None
    page.click(f".essay [data-place='{mark}']")
    assert text_of(page, ".popup") == said
    page.press("Escape")
    assert page.value("document.querySelector('.popup')") is None


def test_marks_are_reached_and_decided_with_the_keyboard(page: Browser) -> None:
    page.go("#essays/Ana")
    page.press("n")
    page.press("n")
    assert page.value("document.activeElement.ariaDescription") == names(page)[1]
    page.press("p")
    assert page.value("document.activeElement.ariaDescription") == names(page)[0]
    page.press("a")
    page.settle()
    assert names(page)[0].endswith("accepted")
    page.press("r")
    page.settle()
    assert names(page)[0].endswith("rejected")
    page.press("r")
    page.settle()
    assert names(page)[0].endswith("sure")
    page.press("Enter")
    assert page.value("document.activeElement.textContent") == "Accept"
    for _ in range(40):
        page.press("Tab")
    assert page.value("document.activeElement !== document.body")


def test_decisions_are_kept_and_counted(page: Browser, report: Path) -> None:
    page.go("#essays/Ana")
    before = int(text_of(page, "#filter-count").split()[0])
    page.click(".essay .edit")
    page.click(".popup .rejected")
    page.settle()
    assert int(text_of(page, "#filter-count").split()[0]) == before - 1
    page.open(report)
    page.go("#essays/Ana")
    assert names(page)[0].endswith("rejected")
    assert int(text_of(page, "#filter-count").split()[0]) == before - 1


def test_an_alternative_can_be_chosen(page: Browser) -> None:
    page.go("#essays/Ana")
    slide(page, 25)
    before = names(page)
    at = next(n for n, name in enumerate(before) if name.startswith("go -> "))
    page.value(f"{MARKS}[{at}].click()")
    other = text_of(page, ".popup .others button")
    page.click(".popup .others button")
    page.settle()
    assert names(page)[at].startswith(" ".join(other.split()[:3]))
    assert names(page)[at].endswith("accepted")
    assert len(names(page)) == len(before)


def saved(page: Browser, folder: Path, format_: str) -> str:
    page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    page.click(f"section:not([hidden]) .sheet [data-format={format_}]")
    path = folder / f"Ana.{ {'text': 'txt'}.get(format_, format_) }"
    end = time.monotonic() + 30
    while not path.exists() and time.monotonic() < end:
        page.settle()
    return path.read_text("utf-8")


def test_what_is_kept_can_be_saved_as_text_json_and_m2(
    page: Browser, corrector: Corrector, tmp_path: Path
) -> None:
    expected = [corrector.document(text).output for text in (ANA, ANA_LATER)]
    page.go("#essays/Ana")
    text = saved(page, tmp_path, "text")
    assert text == f"=== Ana ===\n\n{expected[0].strip()}\n\n=== Ana ===\n\n{expected[1].strip()}\n"
    first, second = json.loads(saved(page, tmp_path, "json"))
    assert [first["corrected"], second["corrected"]] == expected
    assert (first["text"], second["date"]) == (ANA, "2026-05-01")
    for mark in first["marks"]:
        assert ANA[mark["start"] : mark["end"]] == mark["original"]
        assert mark["edit"].startswith(("insert(", "remove(", "sub("))
    sentences = list(parsed_m2(saved(page, tmp_path, "m2").splitlines(), "saved"))
    found = [" ".join(corrected(one.tokens, one.edits)) for one in sentences]
    wanted = []
    for text in (ANA, ANA_LATER):
        for diff in corrector.differ.document(text):
            m2 = corrector.m2(diff)
            wanted.append(" ".join(corrected(m2.tokens, m2.edits)))
    assert [one.replace("don't", "do n't") for one in found] == wanted
    assert any(edit.comment == "-NONE-" or edit.type for one in sentences for edit in one.edits)


def test_the_class_has_habits_progress_and_a_map(page: Browser) -> None:
    rows = page.value(
        "[...document.querySelectorAll('#habit-table tbody tr')].map(row =>"
        " [...row.cells].map(cell => cell.innerText))"
    )
    assert all(" of 3" in row[2] for row in rows)
    assert any(row[0] == "spelling" and "becouse -> because" in row[4] for row in rows)
    assert page.value("document.querySelectorAll('#progress-chart circle').length") == 2
    assert page.value("document.querySelectorAll('#essay-map circle').length") == 4
    page.value("document.querySelector('#essay-map a').dispatchEvent(new MouseEvent('click'))")
    page.settle()
    assert page.value("location.hash") == "#essays/Ana"
    assert "bits per token" not in page.value("document.getElementById('overview').innerText")


def test_a_sheet_can_be_printed_and_so_can_all(page: Browser) -> None:
    page.go("#essays/Ana")
    page.call("Emulation.setEmulatedMedia", media="print")
    seen = page.value("document.body.innerText")
    assert "Commonest habits, and the class's beside them" in seen
    assert "Show marks that are" not in seen
    assert "Print this sheet" not in seen
    page.call("Emulation.setEmulatedMedia", media="")
    page.go("#essays")
    page.value(
        "window.print = () => { window.printed = document.getElementById('paper').innerText }"
    )
    page.value("document.getElementById('essay-print').click()")
    assert page.value("document.querySelectorAll('#paper .sheet').length") == 3
    page.value("window.dispatchEvent(new Event('afterprint'))")
    assert page.value("document.querySelectorAll('#paper .sheet').length") == 0


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (380, False)])
def test_nobody_is_kept_out(page: Browser, width: int, dark: bool) -> None:
    source = axe_source()
    if source is None:
        pytest.skip("axe-core cannot be had from npm")
    page.resize(width, 800, dark=dark)
    for name in ("overview", "essays", "essays/Ana", "concordance", "details"):
        page.go(f"#{name}")
        if name == "essays/Ana":
            page.value(f"{MARKS}[1].click()")
        assert violations(page, source) == [], name


def test_a_thousand_essays_are_one_small_page_of_few_elements(
    browser: Browser, corrector: Corrector, tmp_path: Path
) -> None:
    explainer = Explainer(corrector.differ.model)
    text = " ".join([ANA, ANA_LATER, BORIS, *[CHIDI] * 16] * 2)
    one = document_summary(corrector.differ.document(text), "x", text=text, explainer=explainer)
    assert one.tokens > 400
    summarizer = Summarizer()
    for number in range(1000):
        summarizer.add(replace(one, name=f"student {number}"))
    summary = summarizer.summary("a thousand", "")
    assert len(summary.documents) == 1000
    write_report(tmp_path / "big.html", summary)
    assert (tmp_path / "big.html").stat().st_size < 20_000_000
    browser.open(tmp_path / "big.html")
    browser.go("#essays")
    # Elements are made as they are needed: this is what opening and scrolling cost.
    assert browser.value("document.querySelectorAll('#essays *').length") < 2_000
    browser.go("#essays/student%20999")
    assert len(names(browser)) > 10
    assert browser.complaints() == []
