"""Wikitext to paragraphs of running text."""

from __future__ import annotations

import pytest

from syntacticdiff.reference.recipes import wikitext


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("A [[river]] near [[Old Town|the town]].", "A river near the town."),
        ("See [[Boston (Lincolnshire)|]] now.", "See Boston now."),
        ("The ''Titanic'''s '''last''' day.", "The Titanic's last day."),
        ("It rains.<ref name=x>A note.</ref> It stops.<ref name=y />", "It rains. It stops."),
        ("It rains.{{citation needed|date={{CURRENTYEAR}}}} Then sun.", "It rains. Then sun."),
        ("Water is H<sub>2</sub>O &amp; wet.<!-- hidden -->", "Water is H2O & wet."),
        ("Read [http://example.org this page] first.", "Read this page first."),
        ("{{nowrap|Ten men}} came.", "Ten men came."),
        ("[[File:x.jpg|thumb|A [[cat]] [http://a.b c] sits.]]It slept.", "It slept."),
        ("It is {{convert|5|km|mi}} long.", f"It is {wikitext.HOLE} long."),
        ("So <math>a < b</math> holds.", f"So {wikitext.HOLE} holds."),
    ],
)
def test_inline_markup_becomes_what_a_reader_sees(markup: str, text: str) -> None:
    assert list(wikitext.paragraphs(markup)) == [text]


def test_only_running_text_is_left_of_an_article() -> None:
    article = """{{Infobox person
| name = {{nowrap|Ann Example}}
}}
[[File:ann.jpg|thumb|right|Ann in [[1950]].]]
Ann was
a painter.

== Life ==
{| class="wikitable"
! Year !! {| nested |} Work
|-
| 1950 || ''Rain''
|}
* a list
# a numbered list
: indented
She lived in a town.

== References ==
Example, B. (1990). Ann. Town Press.
=== Notes on paper ===
More of them.

== Legacy ==
She is remembered.
[[Category:Painters]]
"""
    found = list(wikitext.paragraphs(article))
    assert found == ["Ann was a painter.", "She lived in a town.", "She is remembered."]


def test_a_redirect_has_no_paragraphs() -> None:
    assert list(wikitext.paragraphs("#REDIRECT [[Ann Example]] {{R from move}}")) == []
