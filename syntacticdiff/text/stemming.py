"""Stems of words: Snowball's English stemmer ("Porter2"), and its light part.

The light stemmer is written from the published description of the algorithm: its prelude, steps 0,
1a and 1c, and those exceptional words that these steps would get wrong. It removes possessives and
plurals: `cats`, `cat` and `cat's` share a stem; `walked` and `walks` do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

LONGEST_STEMMED = 100  # letters; nothing longer is a word, and the stemmer is not linear
MOST_CACHED_STEMS = 1 << 16

# The steps would make `ski`, `skis`, `new`, `atla` ... of these.
EXCEPTIONS = {"skies": "sky", "skis": "ski"} | {
    word: word for word in ("sky", "news", "atlas", "cosmos", "bias", "andes")
}

_VOWEL = re.compile(r"[aeiouy]")
_CONSONANT_Y = re.compile(r"(^|[aeiouy])y")
_POSSESSIVE = re.compile(r"'(?:s'?)?$")


def has_stem(word: str) -> bool:
    """Whether a word can be stemmed: not endless, and without lone surrogates."""
    return len(word) <= LONGEST_STEMMED and word.isprintable()  # a C library may do the stemming


@lru_cache(MOST_CACHED_STEMS)
def stem(word: str) -> str:
    """The Porter2 stem of a lower-case word (apostrophe: U+0027); other words are their own stem.

    Examples
    --------
    >>> stem("walking"), stem("walked"), stem("children")
    ('walk', 'walk', 'children')
    """
    return _snowball()(word) if has_stem(word) else word


@lru_cache(1)
def _snowball() -> Callable[[str], str]:
    import snowballstemmer

    stem_word: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem_word


@lru_cache(MOST_CACHED_STEMS)
def light_stem(word: str) -> str:
    """The stem of a lower-case word (apostrophe: U+0027) after steps 0, 1a and 1c."""
    if word in EXCEPTIONS:
        return EXCEPTIONS[word]
    if len(word) <= 2:
        return word
    word = _CONSONANT_Y.sub(r"\1Y", word.removeprefix("'"))
    word = _POSSESSIVE.sub("", word, count=1)
    return _final_y(_plural(word)).replace("Y", "y")


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ies", "ied")):
        return word[:-2] if len(word) > 4 else word[:-1]
    # `gas` and `this` keep their s: a vowel must come before the letter that it follows
    if word.endswith("s") and not word.endswith(("us", "ss")) and _VOWEL.search(word[:-2]):
        return word[:-1]
    return word


def _final_y(word: str) -> str:
    """Step 1c."""
    if len(word) > 2 and word[-1] in "yY" and not _VOWEL.match(word[-2]):
        return word[:-1] + "i"
    return word
