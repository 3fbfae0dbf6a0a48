"""The page in a real browser: typing, accepting, rejecting, files; nothing from elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.axe import axe_source, violations
from support.browser import PATIENCE, Browser, chromium, running
from support.office import opendocument, runs, word
from support.serving import Service

pytest.importorskip("websocket", reason="websocket-client drives the browser")

PROGRAM = chromium()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no chromium to look at the page with")

TEXT = "document.getElementById('text').value"
STATUS = "document.getElementById('status').textContent"
MARKS = "[...document.querySelectorAll('#marked mark')].map(mark => mark.textContent)"
LISTED = "[...document.querySelectorAll('#changes .what')].map(item => item.textContent)"
CHECKED = "document.getElementById('finding').dataset.checked === 'true'"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None
    with running(PROGRAM, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, service: Service) -> Iterator[Browser]:
    """The page, freshly opened; at the end it has asked nobody else, and nothing went wrong."""
    browser.resize(1200, 800)
    browser.open_address(f"{service.address}/")
    browser.value("document.getElementById('text').focus()")
    yield browser
    assert all(
        address.startswith((service.address, "blob:", "data:")) for address in browser.requests()
    )
    assert browser.complaints() == []
    assert browser.dialogs() == 0


def wait(page: Browser, condition: str) -> None:
    end = time.monotonic() + PATIENCE
    while not page.value(condition):
        assert time.monotonic() < end, (condition, page.value(STATUS), page.value(TEXT))
        time.sleep(0.05)


def write(page: Browser, text: str) -> None:
    """Type a text, key by key, and wait until it is checked."""
    before = page.value(TEXT)
    for letter in text:
        page.type_key(letter)
    assert page.value(TEXT) == before + text
    wait(page, CHECKED)


def paste(page: Browser, text: str) -> None:
    page.call("Input.insertText", text=text)
    wait(page, CHECKED)


def click(page: Browser, selector: str) -> None:
    """Click an element where it is, as a person does."""
    where = json.dumps(selector)
    place = page.value(
        f"(() => {{ const box = document.querySelector({where});"
        "box.scrollIntoView({block: 'nearest'});"
        "const {x, y, width, height} = box.getBoundingClientRect();"
        "return [x + width / 2, y + height / 2]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=place[0],
            y=place[1],
            button="left",
            clickCount=1,
        )


def test_marks_appear_as_one_types(page: Browser) -> None:
    assert page.value(STATUS) == "No text yet."
    write(page, "She is interested on music.")
    assert page.value(MARKS) == ["on"]
    assert page.value(LISTED) == ["on → in"]
    write(page, " He has a apple.")
    assert page.value(MARKS) == ["on", "a"]
    assert page.value(STATUS) == "2 changes"


def test_marks_stand_under_their_words(page: Browser) -> None:
    """The text area and what is behind it break lines alike, also with emoji and long words."""
    paste(page, "😀 " + "We talk about it. " * 30 + "x" * 150 + " She is interested on music.")
    marks = page.value(MARKS)
    assert marks[-1] == "on"
    heights = page.value(
        "[document.getElementById('text').scrollHeight,"
        "document.getElementById('marked').scrollHeight]"
    )
    assert abs(heights[0] - heights[1]) <= 40  # at most the empty line behind the text


def test_a_change_is_accepted_at_its_word_and_taken_back(page: Browser) -> None:
    paste(page, "She is interested on music. He has a apple.")
    page.value("document.getElementById('text').setSelectionRange(19, 19)")
    click(page, "#marked mark")
    assert not page.value("document.getElementById('card').hidden")
    assert "in" in page.value("document.querySelector('#card ins').textContent")
    click(page, "#card .accept")
    wait(page, CHECKED)
    assert page.value(TEXT) == "She is interested in music. He has a apple."
    assert page.value("document.getElementById('card').hidden")
    assert page.value(MARKS) == ["a"]
    page.value("document.execCommand('undo')")
    wait(page, CHECKED)
    assert page.value(TEXT) == "She is interested on music. He has a apple."


def test_a_rejected_change_stays_away_while_its_words_stay(page: Browser) -> None:
    paste(page, "She is interested on music. He has a apple.")
    click(page, "#changes li:nth-child(1) .reject")
    assert page.value(LISTED) == ["a → an"]
    page.value("document.getElementById('text').focus()")
    write(page, " We go home.")
    assert page.value(LISTED) == ["a → an"]
    click(page, "#changes li:nth-child(1) .accept")
    wait(page, CHECKED)
    assert page.value(TEXT) == "She is interested on music. He has an apple. We go home."
    assert page.value(STATUS) == "Nothing to change."


def test_all_are_accepted_at_once(page: Browser, service: Service) -> None:
    text = "European Union has many country. 😀 I am agree with you. She is interested on music"
    paste(page, text)
    click(page, "#accept-all")
    wait(page, CHECKED)
    assert page.value(TEXT) == service.post("/correct", {"text": text}).json()["output"]


def test_a_slider_and_kinds_choose_what_is_shown(page: Browser) -> None:
    paste(page, "She is interested on music. It is good for they. He has a apple.")
    everything = page.value(LISTED)
    page.value(
        "(() => { const slider = document.getElementById('certainty'); slider.value = 95;"
        "slider.dispatchEvent(new Event('input')); })()"
    )
    assert len(page.value(LISTED)) < len(everything)
    assert len(page.value(MARKS)) == len(page.value(LISTED))
    page.value(
        "(() => { const slider = document.getElementById('certainty'); slider.value = 50;"
        "slider.dispatchEvent(new Event('input'));"
        "const kind = document.getElementById('kind'); kind.value = 'articles';"
        "kind.dispatchEvent(new Event('change')); })()"
    )
    assert page.value(LISTED) == ["a → an"]


def test_files_are_dropped_and_opened(page: Browser, tmp_path: Path) -> None:
    pytest.importorskip("lxml", reason="the extra `documents` is not installed")
    plain = "She likes the café. She is interested on music."
    (tmp_path / "plain.txt").write_bytes(plain.encode("cp1252"))
    (tmp_path / "essay.docx").write_bytes(word(runs("He has a ", "*apple.")))
    (tmp_path / "essay.odt").write_bytes(opendocument("<text:p>They was very tired.</text:p>"))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\x00\x01")
    (tmp_path / "broken.docx").write_bytes(b"no zip file")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    node = page.call("DOM.querySelector", nodeId=root, selector="#open")["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=node, files=sorted(map(str, tmp_path.iterdir())))
    wait(page, "document.querySelectorAll('#documents button').length === 3")
    wait(page, CHECKED)
    assert page.value(
        "[...document.querySelectorAll('#documents button')].map(each => each.textContent)"
    ) == ["essay.docx", "essay.odt", "plain.txt"]
    refused = page.value("document.getElementById('problem').textContent")
    assert "picture.png: not supported" in refused
    assert "broken.docx: " in refused
    assert page.value(TEXT) == "He has a apple."
    click(page, "#documents li:nth-child(3) button")
    wait(page, CHECKED)
    assert page.value(TEXT) == plain
    assert page.value(MARKS) == ["on"]
    page.forget_complaints()  # the browser's console names the request that was refused


def test_text_of_a_page_never_becomes_the_page(page: Browser) -> None:
    paste(page, '<img src=x onerror=alert(1)> She is interested on <b>music</b>. "a apple"')
    assert page.value("document.querySelectorAll('#marked img, #changes img, b').length") == 0


def test_the_report_is_downloaded(page: Browser, tmp_path: Path) -> None:
    page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    paste(page, "She is interested on music. He has a apple.")
    click(page, "#report")
    end = time.monotonic() + PATIENCE
    while not (tmp_path / "report.html").exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    assert "She is interested" in (tmp_path / "report.html").read_text("utf-8")


def test_a_phone_has_the_list_below_the_text(page: Browser) -> None:
    page.resize(390, 800)
    paste(page, "She is interested on music.")
    assert page.value("document.documentElement.scrollWidth") <= 390
    below = (
        "document.getElementById('finding').getBoundingClientRect().top >="
        "document.getElementById('paper').getBoundingClientRect().bottom"
    )
    assert page.value(below)


def test_without_the_service_the_page_says_so(browser: Browser, tmp_path: Path) -> None:
    from support.serving import serving

    with serving(["--quiet"]) as service:
        browser.open_address(f"{service.address}/")
        service.stop()
    browser.value("document.getElementById('text').focus()")
    browser.call("Input.insertText", text="She go.")
    wait(browser, "!document.getElementById('problem').hidden")
    assert "does not answer" in browser.value("document.getElementById('problem').textContent")


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (360, False)])
def test_nobody_is_kept_out(page: Browser, width: int, dark: bool) -> None:
    source = axe_source()
    if source is None:
        pytest.skip("axe-core cannot be had from npm")
    page.resize(width, 800, dark=dark)
    assert violations(page, source) == []
    paste(page, "She go to market becouse she have no a milk.")
    assert len(page.value(MARKS)) >= 2
    assert violations(page, source) == []
    click(page, "#marked mark")
    assert violations(page, source) == []
    page.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert violations(page, source) == []


def test_the_card_stays_in_the_window_when_a_phone_is_turned(page: Browser) -> None:
    paste(page, "It was nice there, and all of us were happy about it. She is interested on music.")
    click(page, "#marked mark")
    for width in (1200, 800, 360):
        page.resize(width, 700)
        page.settle()
        assert not page.value("document.getElementById('card').hidden")
        assert page.value("document.documentElement.scrollWidth") <= width
