"""Paragraphs to sentences of plain prose."""

from __future__ import annotations

import pytest

from syntacticdiff.reference.recipes import prose, wikitext


@pytest.mark.parametrize(
    "text",
    [
        "She said that it would rain.",
        'He asked, "Why are you here?"',
        "In 1950 the town (on the river) had two schools.",
    ],
)
def test_a_sentence_is_kept(text: str) -> None:
    assert list(prose.sentences(text)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Early life",  # a heading
        "and then went home again.",  # a fragment
        "The following were there:",
        "Go home.",  # too short to teach anything
        "word " * 120 + "end.",
        f"It is {wikitext.HOLE} long and quite wide.",
        "It has [[a link]] that stayed.",
        "See https://example.org for more about it.",
        "The bracket (which never closes is here.",
        "The word λόγος means many things here.",
        "Ann Example, Bob Example, Carl Example, Dora Example, Eve Example.",
        "Payments to the public ......",
        "It was a failure .of the scanner.",
        "He met 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5 and 19.5.",
    ],
)
def test_what_is_not_a_sentence_is_dropped(text: str) -> None:
    assert list(prose.sentences(text)) == []


def test_typography_becomes_typewriting() -> None:
    text = "“It’s late,” she said … and left\u00a0home ( ; ) ."
    assert prose.tidied(text) == '"It\'s late," she said ... and left home.'


def test_stage_directions_are_removed() -> None:
    assert list(prose.sentences("We will win. [Applause] I thank you all.")) == [
        "We will win.",
        "I thank you all.",
    ]


def test_a_quotation_mark_that_lost_its_partner_is_dropped_at_either_end() -> None:
    assert list(prose.sentences('"It is late and dark.')) == ["It is late and dark."]
    assert list(prose.sentences('We must go home now."')) == ["We must go home now."]


@pytest.mark.parametrize(
    "word", ["retarded", "Bastard", "bullshit", "Negro", "half-breed", "porn", "spic"]
)
def test_a_sentence_with_a_word_that_no_textbook_teaches_is_dropped(word: str) -> None:
    assert list(prose.sentences(f"They called the man a {word} in the street.")) == []


@pytest.mark.parametrize("word", ["spicy", "Japanese", "cockpit", "class", "dagger", "title"])
def test_a_word_that_only_looks_like_one_is_kept(word: str) -> None:
    text = f"They said that it was {word} and went home."
    assert list(prose.sentences(text)) == [text]
