"""The class of a word without a tagger: closed classes are lists, open ones have endings."""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.text.function_words import CLOSED_CLASSES

EDGE = "^"  # the class of the places before the first token and after the last

_VOWELS = frozenset("aeiouy")

# An ending counts only if a vowel precedes it, which excludes `king`, `red` and `fly`.
_ENDINGS = (
    ("ING", ("ing",)),
    ("ED", ("ed",)),
    ("LY", ("ly",)),
    ("NOUN", ("tion", "sion", "ment", "ness", "ity", "ance", "ence")),
    ("ADJ", ("able", "ible", "less", "ous", "ful", "ive", "ic", "al")),
)
_NO_PLURALS = ("ss", "us", "is")
_MOST_CACHED = 1 << 16


@lru_cache(_MOST_CACHED)
def word_class(word: str) -> str:
    """The class of a word: the first closed class that contains it, or that of its ending.

    Parameters
    ----------
    word : str
        A word; its case is ignored.

    Returns
    -------
    str
        A key of `CLOSED_CLASSES`, or one of `NUM`, `PUNCT`, `ING`, `ED`, `LY`, `NOUN`, `ADJ`, `S`
        and `OTHER`.

    Examples
    --------
    >>> [word_class(word) for word in ("the", "of", "walked", "houses", "1984", "...", "king")]
    ['DET', 'PREP', 'ED', 'S', 'NUM', 'PUNCT', 'OTHER']
    """
    word = word.lower()
    for name, words in CLOSED_CLASSES.items():
        if word in words:
            return name
    if any(map(str.isdigit, word)):
        return "NUM"
    if not any(map(str.isalpha, word)):
        return "PUNCT"
    for name, endings in _ENDINGS:
        if any(_ends(word, ending) for ending in endings):
            return name
    if _ends(word, "s") and not word.endswith(_NO_PLURALS):
        return "S"
    return "OTHER"


def _ends(word: str, ending: str) -> bool:
    return word.endswith(ending) and not _VOWELS.isdisjoint(word[: -len(ending)])
