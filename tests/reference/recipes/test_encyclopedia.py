"""Articles of Wikipedia in the forms in which packages have them."""

from __future__ import annotations

import io
import json

import pytest

from syntacticdiff.reference.recipes.encyclopedia import (
    dump_articles,
    summaries,
    untokenized,
    wikitext2_articles,
)

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.3/">
<page><title>Ann Example</title><revision><text>Ann was a '''painter'''.

She lived in a [[town]].</text></revision></page>
<page><title>Ann</title><revision><text>#REDIRECT [[Ann Example]]</text></revision></page>
<page><title>Template:Ann</title><revision><text>A box about Ann.</text></revision></page>
<page><title>Talk: the art of it</title><revision><text>It is a book.</text></revision></page>
<page><title>Bob Example</title><revision><text>Bob was a writer who"""


def test_a_dump_gives_its_articles_up_to_where_it_was_cut_off() -> None:
    assert list(dump_articles(io.BytesIO(DUMP.encode()))) == [
        ("Ann Example", ["Ann was a painter.", "She lived in a town."])
    ]


def test_wikitext_gives_titles_and_paragraphs_without_headings_and_legends() -> None:
    text = (
        " \n = Ann Example = \n \n Ann was a painter . \n \n = = Life = = \n \n She lived . \n"
        " Note : Pos \n = Position ; GP = \n Games \n \n = Bob 's house = \n \n It was small . \n"
    )
    articles = list(wikitext2_articles(io.BytesIO(text.encode())))
    assert [title for title, _ in articles] == ["Ann Example", "Bob's house"]
    assert articles[0][1][:2] == ["Ann was a painter.", "She lived."]
    assert articles[1][1] == ["It was small."]


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (" It was red @-@ hot , and 2 @,@ 000 saw it . ", "It was red-hot, and 2,000 saw it."),
        ("It is 1 @.@ 5 m ( 5 ft ) long .", "It is 1.5 m (5 ft) long."),
        ('He said " no " and " yes " .', 'He said "no" and "yes".'),
        ("Ann 's dog did n't bark ; it 'll sleep .", "Ann's dog didn't bark; it'll sleep."),
        ("the players ' hats", "the players' hats"),
        ("from 1990 – 95 it ran", "from 1990–95 it ran"),
    ],
)
def test_the_spaces_of_a_tokenizer_are_taken_out(tokens: str, text: str) -> None:
    assert untokenized(tokens) == text


def test_summaries_are_one_paragraph_each() -> None:
    data = {"ann": {"title": "Ann", "extract": "Ann was a painter.", "topic": "Arts"}}
    assert list(summaries(io.BytesIO(json.dumps(data).encode()))) == [
        ("Ann", ["Ann was a painter."])
    ]
