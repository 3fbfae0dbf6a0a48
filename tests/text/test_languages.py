"""What a language chooses: where sentences end, and stems."""

import pytest
import snowballstemmer

from syntacticdiff.errors import UsageError
from syntacticdiff.text.languages import LANGUAGES, find_language, refuse_other_languages
from syntacticdiff.text.sentences import sentence_spans
from syntacticdiff.text.stemming import stem


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ["Sie fuhr am 3. Okt. nach Berlin.", "Dort blieb sie."]),
        ("de", ["Am 5. Mai kam er.", "Die Fa. Bauer lieferte z. B. Holz.", "Gut!"]),
        ("de", ["Das Buch kostet 12.", "Novalis schrieb es."]),  # no month, though it begins so
        ("de", ["Er kam am 3. Januar.", "Dr. Meier blieb."]),
        ("es", ["El Sr. Ruiz llegó el 3 de oct. a Madrid.", "¿Qué hora es?", "¡Ya voy!"]),
        ("en", ["Mr. Ruiz came on Oct. 3.", "Then he left."]),
    ],
)
def test_sentences_end_where_the_language_ends_them(language, expected):
    text = " ".join(expected)
    assert [text[start:end] for start, end in sentence_spans(text, language)] == expected


def test_a_blank_line_ends_a_sentence_in_every_language():
    text = "Er kam am 3.\n\nOkt. war es."
    for language in LANGUAGES:
        assert len(sentence_spans(text, language)) >= 2


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", ("haus", "häuser", "hauses")), ("es", ("casa", "casas")), ("en", ("walk", "walked"))],
)
def test_forms_of_a_word_have_one_stem(language, words):
    assert len({stem(word, language) for word in words}) == 1


def test_every_language_has_a_stemmer():
    assert {item.stemmer for item in LANGUAGES.values()} <= set(snowballstemmer.algorithms())


def test_an_unknown_language_says_which_there_are():
    with pytest.raises(UsageError, match="language: 'xx' is not one of ca, da, de, el, en"):
        find_language("xx")


def test_what_is_for_english_only_says_what_to_use_instead():
    refuse_other_languages("forms", "en", "use stems")
    with pytest.raises(UsageError, match="forms: for English only, and the reference is German; u"):
        refuse_other_languages("forms", "de", "use stems")
