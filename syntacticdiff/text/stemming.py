"""Stems of words: Snowball's stemmers, and a light version of the English one ("Porter2").

The light stemmer implements part of the published algorithm: its prelude, steps 0, 1a and 1c, and
the exceptional words that these steps would get wrong. It removes possessives and plurals: `cats`,
`cat` and `cat's` share a stem; `walked` and `walks` do not.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import lru_cache

from syntacticdiff.text.languages import ENGLISH, find_language

LONGEST_STEMMED = 100  # letters; nothing longer is a word, and stemming is not linear in time
MOST_CACHED_STEMS = 1 << 17  # more than the words of a reference, which every differ asks for

# The steps would turn these into `ski`, `skis`, `new`, `atla` ...
EXCEPTIONS = {"skies": "sky", "skis": "ski"} | {
    word: word for word in ("sky", "news", "atlas", "cosmos", "bias", "andes")
}

_VOWEL = re.compile(r"[aeiouy]")
_CONSONANT_Y = re.compile(r"(^|[aeiouy])y")
_POSSESSIVE = re.compile(r"'(?:s'?)?$")


def has_stem(word: str) -> bool:
    """Whether a word can be stemmed: it is not too long and has no lone surrogates."""
    return (
        len(word) <= LONGEST_STEMMED and word.isprintable()
    )  # snowballstemmer may use a C library


@lru_cache(MOST_CACHED_STEMS)
def stem(word: str, language: str = ENGLISH) -> str:
    """The Snowball stem of a word.

    Parameters
    ----------
    word : str
        A lower-case word, with U+0027 as its apostrophe.
    language : str, default "en"
        Its language, of `LANGUAGES`; the English stemmer is Porter2.

    Returns
    -------
    str
        Its stem; the word itself if it cannot be stemmed.

    Examples
    --------
    >>> stem("walking"), stem("walked"), stem("children")
    ('walk', 'walk', 'children')
    >>> stem("häuser", "de"), stem("hauses", "de")
    ('haus', 'haus')
    """
    return _snowball(language)(word) if has_stem(word) else word


# A stemmer has the word that it is at work on as its state, so that each thread has its own.
_stemmers = threading.local()


def _snowball(language: str) -> Callable[[str], str]:
    made: dict[str, Callable[[str], str]] = _stemmers.__dict__
    if language not in made:
        import snowballstemmer

        made[language] = snowballstemmer.stemmer(find_language(language).stemmer).stemWord
    return made[language]


@lru_cache(MOST_CACHED_STEMS)
def light_stem(word: str) -> str:
    """The stem of a word after steps 0, 1a and 1c: without possessive and plural endings.

    Parameters
    ----------
    word : str
        A lower-case word, with U+0027 as its apostrophe.

    Returns
    -------
    str
        Its stem.

    Examples
    --------
    >>> light_stem("cats"), light_stem("cat's"), light_stem("walked")
    ('cat', 'cat', 'walked')
    """
    if word in EXCEPTIONS:
        return EXCEPTIONS[word]
    if len(word) <= 2:
        return word
    word = _CONSONANT_Y.sub(r"\1Y", word.removeprefix("'"))
    word = _POSSESSIVE.sub("", word, count=1)
    return _final_y(_plural(word)).replace("Y", "y")


def _plural(word: str) -> str:
    """Step 1a: plural endings."""
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ies", "ied")):
        return word[:-2] if len(word) > 4 else word[:-1]
    # `gas` and `this` keep their s: a vowel must precede the letter before the s
    if word.endswith("s") and not word.endswith(("us", "ss")) and _VOWEL.search(word[:-2]):
        return word[:-1]
    return word


def _final_y(word: str) -> str:
    """Step 1c: a final y after a consonant."""
    if len(word) > 2 and word[-1] in "yY" and not _VOWEL.match(word[-2]):
        return word[:-1] + "i"
    return word
