"""The light stemmer: the published rules, and agreement with the full stemmer."""

from __future__ import annotations

import pytest
import snowballstemmer
from hypothesis import assume, given
from hypothesis import strategies as st

from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.stemming import light_stem

full_stem = snowballstemmer.stemmer("english").stemWord

# The endings that steps 1b, 2, 3, 4 and 5 of the published algorithm look at, y written as i. A
# step that finds none of its endings does nothing.
OTHER_STEPS = """
    eed eedli ed edli ing ingli
    tional enci anci abli entli izer ization ational ation ator alism aliti alli fulness ousli
    ousness iveness iviti biliti bli ogi ogist fulli lessli li
    alize icate iciti ical ful ness ative
    al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion
    e l
"""

COMMON_WORDS = """
    cats boys' ponies cries gaps gas this kiwis plus kiss glass's by boy say cry happy yards yoyo
    youths sky skis news atlas cosmos bias dogs' 'twas y's as us is
"""


def other_steps_do_nothing(word: str) -> bool:
    """Whether a word has none of those endings, with or without 's, s and ies."""
    rest = word.replace("y", "i")
    if rest.endswith("ies") and len(rest) > 4:
        rest = rest[:-2]
    while not rest.endswith(tuple(OTHER_STEPS.split())):
        if not rest.endswith(("'", "s")):
            return True
        rest = rest[:-1]
    return False


# Syllables with the endings of steps 0, 1a and 1c: a rule applies to most generated words.
ENDINGS = [
    "",
    "s",
    "ss",
    "us",
    "sses",
    "ies",
    "y",
    "ys",
    "'",
    "'s",
    "'s'",
    "s'",
    "ys'",
    "y's",
    "yyy",
]
SYLLABLES = st.lists(st.sampled_from(["a", "i", "o", "u", "y", "b", "k", "t", "sh", "gr"]))
DRAWN_WORDS = st.tuples(SYLLABLES, st.sampled_from(ENDINGS)).map(
    lambda drawn: "".join(drawn[0]) + drawn[1]
)


@given(DRAWN_WORDS)
def test_it_agrees_with_the_whole_stemmer_where_the_other_steps_do_nothing(word: str) -> None:
    assume(other_steps_do_nothing(word))
    assert light_stem(word) == full_stem(word)


@pytest.mark.parametrize("word", COMMON_WORDS.split())
def test_it_agrees_with_the_whole_stemmer_on_common_words(word: str) -> None:
    assert other_steps_do_nothing(word)
    assert light_stem(word) == full_stem(word)


@pytest.mark.parametrize("word", ["skies", "andes", "ties", "dies"])
def test_it_agrees_with_the_whole_stemmer_on_exceptional_words(word: str) -> None:
    assert light_stem(word) == full_stem(word)


def test_it_agrees_with_the_whole_stemmer_on_function_words() -> None:
    judged = [word for word in FUNCTION_WORDS if other_steps_do_nothing(word)]
    assert len(judged) > 80
    assert [light_stem(word) for word in judged] == [full_stem(word) for word in judged]


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("cat cats cat's cats'", "cat"),  # step 0 and 1a
        ("glass glasses glass's", "glass"),
        ("tie ties tied", "tie"),
        ("cry cries cried", "cri"),
        ("happy", "happi"),  # step 1c
        ("boy boys", "boy"),
        ("toy's", "toy"),
        ("by", "by"),
        ("sky skies", "sky"),
        ("ski skis", "ski"),
    ],
)
def test_plurals_and_possessives_share_a_stem(words: str, stem: str) -> None:
    assert {light_stem(word) for word in words.split()} == {stem}


@pytest.mark.parametrize("word", ["walked", "walking", "nation", "careful", "idly", "bus", "gas"])
def test_it_leaves_other_endings_alone(word: str) -> None:
    assert light_stem(word).replace("i", "y") == word.replace("i", "y")


@given(st.text())
def test_any_word_has_a_stem_that_is_no_longer(word: str) -> None:
    assert len(light_stem(word)) <= len(word)
