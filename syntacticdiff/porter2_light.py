"""The gentle part of the Snowball English stemmer ("Porter2"): possessives, plurals, final y.

Written from the published description of the algorithm: its prelude, steps 0, 1a and 1c, and those
exceptional words that these steps would get wrong. `cats`, `cat` and `cat's` share a stem; `walked`
and `walks` do not. The full stemmer is snowballstemmer's.
"""

from __future__ import annotations

import re

# The steps would make `ski`, `skis`, `new`, `atla` ... of these.
EXCEPTIONS = {"skies": "sky", "skis": "ski"} | {
    word: word for word in ("sky", "news", "atlas", "cosmos", "bias", "andes")
}

_VOWEL = re.compile(r"[aeiouy]")
_CONSONANT_Y = re.compile(r"(^|[aeiouy])y")
_POSSESSIVE = re.compile(r"'(?:s'?)?$")


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
