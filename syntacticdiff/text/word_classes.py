"""A word's class without a tagger: closed classes by their words, open ones by their endings."""

from __future__ import annotations

from syntacticdiff.text.function_words import CLOSED_CLASSES

EDGE = "^"  # stands where there is no token: before the first and after the last

_VOWELS = frozenset("aeiouy")

# The ending says something only of a word that has a vowel before it: not of `king`, `red`, `fly`.
_ENDINGS = (
    ("ING", ("ing",)),
    ("ED", ("ed",)),
    ("LY", ("ly",)),
    ("NOUN", ("tion", "sion", "ment", "ness", "ity", "ance", "ence")),
    ("ADJ", ("able", "ible", "less", "ous", "ful", "ive", "ic", "al")),
)
_NO_PLURALS = ("ss", "us", "is")


def word_class(word: str) -> str:
    """A word's class: the first closed one that has it, else what its ending says.

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
