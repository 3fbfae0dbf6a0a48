"""Forms of one word: regular and irregular, and what is no form of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.text.inflection import PartOfSpeech, base_forms, share_base_form


@pytest.mark.parametrize(
    ("part", "forms"),
    [
        ("verb", "walk walks walked walking"),
        ("verb", "try tries tried trying"),
        ("verb", "stop stops stopped stopping"),
        ("verb", "like likes liked liking"),
        ("verb", "die dies died dying"),
        ("verb", "go goes went gone going"),
        ("verb", "be am is are was were been being"),
        ("verb", "write writes wrote written writing"),
        ("noun", "city cities"),
        ("noun", "box boxes"),
        ("noun", "child children"),
        ("adjective", "happy happier happiest"),
        ("adjective", "big bigger biggest"),
        ("adjective", "good better best"),
    ],
)
def test_forms_of_one_word_share_a_base_form(part: PartOfSpeech, forms: str) -> None:
    for first in forms.split():
        for second in forms.split():
            assert share_base_form(first, second, part)


@pytest.mark.parametrize(
    ("part", "first", "second"),
    [
        ("verb", "walk", "talk"),
        ("verb", "bring", "bought"),
        ("verb", "sing", "sed"),
        ("noun", "clas", "class"),
        ("noun", "run", "running"),
    ],
)
def test_other_words_do_not(part: PartOfSpeech, first: str, second: str) -> None:
    assert not share_base_form(first, second, part)


@given(st.text(max_size=12), st.sampled_from(["verb", "noun", "adjective"]))
def test_a_word_is_among_its_base_forms(word: str, part: PartOfSpeech) -> None:
    assert word in base_forms(word, part)
