"""The page as a file: everything escaped, nothing fetched, the data complete.

What it does in a browser is tested in a browser.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from support.plain import plain_differ
from support.summaries import (
    HARM,
    LONG,
    SCRIPT,
    comparison,
    essays,
    full_summary,
    harmful_summary,
    summary_of,
)

from syntacticdiff import Diff, Edit
from syntacticdiff.edits.colour import intensity
from syntacticdiff.report.html_page import html_page
from syntacticdiff.report.markdown_page import markdown_page
from syntacticdiff.report.page_data import page_data
from syntacticdiff.report.registry import SECTIONS, sections_of
from syntacticdiff.report.summarizing import Summarizer, document_summary
from syntacticdiff.report.summary import PROBABLE_EDITS, Summary


class Parsed(HTMLParser):
    """What a parser makes of a page: tags, attributes, and text outside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.ids: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._inside = tag
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside not in ("script", "style"):
            self.text += data


def data_of(page: str) -> dict[str, list[object]]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, list[object]] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def harmful() -> str:
    return html_page(harmful_summary())


def test_harm_adds_no_element_and_no_attribute(harmful: str) -> None:
    parsed, innocent = Parsed(harmful), Parsed(html_page(full_summary()))
    assert set(parsed.tags) <= set(innocent.tags) | {"p"}
    assert parsed.tags.count("script") == innocent.tags.count("script") == 2
    assert {name for name, _ in parsed.attributes} == {name for name, _ in innocent.attributes}


def test_harm_is_shown_as_text(harmful: str) -> None:
    text = Parsed(harmful).text
    for part in (*HARM[:2], LONG, "A NUL ␀ and a bell ␇.", "Half a pair \ufffd alone", "😀"):
        assert part in text
    assert "\ufffdturned\ufffd" in text
    harmful.encode()  # no lone surrogate is left


def test_nothing_in_the_page_is_fetched(harmful: str) -> None:
    links = [value for name, value in Parsed(harmful).attributes if name in ("src", "href")]
    assert links
    assert all(link.startswith("#") or link == "data:," for link in links)
    style = harmful[harmful.index("<style>") : harmful.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_lets_only_the_page_s_own_script_run(harmful: str) -> None:
    [policy] = [value for name, value in Parsed(harmful).attributes if "default-src" in value]
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[\w+/]+='", policy)


def test_ids_are_unique() -> None:
    ids = Parsed(html_page(full_summary())).ids
    assert len(ids) == len(set(ids))


def test_the_data_has_every_sentence_with_its_edits() -> None:
    summary = summary_of(*essays())
    data = data_of(html_page(summary))
    names = [edit[0] for edit in data["edits"]]  # type: ignore[index]
    for row, document in zip(data["documents"], summary.documents, strict=True):
        name, label, _, sentences, tokens, _, text, parts = row  # type: ignore[misc]
        assert (name, label, tokens) == (document.name, document.label, document.tokens)
        assert sentences == document.sentence_count
        for part, sentence in zip(parts, document.sentences, strict=True):
            offset, length, _, _, *marks = part
            assert text[offset : offset + length] == sentence.text
            assert [names[mark[0]] for mark in marks] == [edit.edit for edit in sentence.edits]
            assert [mark[9] for mark in marks] == [edit.saved for edit in sentence.edits]


def test_offsets_are_those_of_javascript() -> None:
    text = "😀 a apple"
    edit = Edit("sub", 1, "a", "an", 0.1, 2, 3, probability=0.5)
    diff = Diff(text, ("😀", "a", "apple"), (edit,), 9.0, 8.0, "😀 an apple", ())
    summarizer = Summarizer()
    summarizer.add(document_summary([diff], "essay", text=text))
    data = data_of(html_page(summarizer.summary("one", "")))
    [[*_, found, [[offset, length, _, _, mark]]]] = data["documents"]  # type: ignore[misc]
    units = found.encode("utf-16-le")
    start, end = mark[5], mark[6]
    assert units[2 * start : 2 * end].decode("utf-16-le") == "a"
    assert (offset, length) == (0, len(units) // 2)


def test_a_probability_below_the_threshold_stays_below_it() -> None:
    def shown(probability: float) -> float:
        edit = Edit("sub", 0, "a", "an", 0.1, 0, 1, probability=probability)
        diff = Diff("a apple", ("a", "apple"), (edit,), 9.0, 8.0, "an apple", ("an", "apple"))
        [[*_, [[_, _, _, _, mark]]]] = page_data([document_summary([diff], "essay")])["documents"]
        return float(mark[3])

    assert shown(0.4999) < 0.5 <= shown(0.5)
    assert shown(0.29) == 0.29


def test_what_there_is_nothing_for_has_no_page() -> None:
    assert [section.name for section in sections_of(full_summary())] == [*SECTIONS]
    only = Summary("two corpora", "", sections=(comparison(),))
    assert [section.name for section in sections_of(only)] == ["comparison"]
    page = html_page(only)
    assert "#concordance" not in Parsed(page).text + str(Parsed(page).attributes)
    assert "There is nothing to show." in html_page(Summary("nothing", ""))


def test_more_bits_are_shown_stronger() -> None:
    page = html_page(full_summary())
    strengths = re.findall(r'title="[^"]*saves ([\d.]+) bits[^"]*" style="--a: ([\d.]+)"', page)
    by_bits = dict(sorted((float(bits), float(strength)) for bits, strength in strengths))
    assert len(by_bits) > 1
    assert list(by_bits.values()) == sorted(by_bits.values())


def test_a_diff_shows_itself_with_its_edits_marked() -> None:
    shown = plain_differ(max_edits=2)("In center of town there is old church.")._repr_html_()
    assert "<ins>the</ins>" in shown
    assert "<ins>an</ins>" in shown
    assert "8.21 → 5.46 bits per token" in shown
    assert "insert(the)" in Parsed(shown).text


def test_probable_edits_are_shown_stronger_with_their_probability() -> None:
    def shown(probability: float) -> Summary:
        edit = Edit("sub", 0, "a", "an", 0.1, 0, 1, probability=probability)
        diff = Diff("a apple", ("a", "apple"), (edit,), 9.0, 8.0, "an apple", ("an", "apple"))
        summarizer = Summarizer()
        summarizer.add(document_summary([diff], "essay"))
        return summarizer.summary("one", "")

    likely, certain = (html_page(shown(probability)) for probability in (0.5, 1.0))
    assert '[0,0,0,0.5,0,0,1,"an",0,0.3]' in likely.replace(" ", "")
    assert PROBABLE_EDITS in likely
    assert PROBABLE_EDITS in markdown_page(shown(0.5))
    assert certain != likely
    assert float(intensity(0.0, 1.0)) > float(intensity(99.0, 0.5))


def test_a_diff_of_harm_shows_itself_as_text() -> None:
    edit = Edit("sub", 0, SCRIPT, SCRIPT, 0.5, 0, len(SCRIPT))
    shown = Diff(f"{SCRIPT}\x00", (SCRIPT,), (edit,), 9.0, None, None, None)._repr_html_()
    parsed = Parsed(shown)
    assert set(parsed.tags) == {"div", "style", "p", "span", "del", "ins", "br", "small", "code"}
    assert f"{SCRIPT}{SCRIPT}␀" in parsed.text
