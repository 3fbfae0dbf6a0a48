"""What errors need to know about words: which there are, their forms, how they are written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from syntacticdiff.errors import UsageError
from syntacticdiff.syntax.forms import capitalized_like

if TYPE_CHECKING:
    from syntacticdiff.reference.lexicon import Lexicon

_COMMON = 30  # occurrences in the reference
_CASES = 1 << 16
_NAME = 230  # of 255: from this share of capitals on a word is a name
_PARTS = {"N": "NOUN", "V": "VERB", "J": "ADJ", "R": "ADV"}
_VOWELS = frozenset("aeiou")
_SOUNDS_LIKE_CONSONANT = ("uni", "use", "usu", "eu", "one", "once", "ubi", "uti", "ura", "uk")
_SOUNDS_LIKE_VOWEL = ("hour", "honest", "honor", "honour", "heir")
_UN = ("unin", "unim", "unid")  # `unimportant` has the prefix un-, not uni-


class Lexis:
    """The words of a reference, and forms of words.

    Parameters
    ----------
    lexicon : Lexicon
        The words, with counts and shares of capitals where the reference keeps these.
    is_word : callable, optional
        Whether a lower-case word is in a dictionary besides.
    """

    def __init__(self, lexicon: Lexicon, is_word: Callable[[str], bool] | None = None) -> None:
        self._lexicon, self._also = lexicon, is_word or (lambda word: False)
        self.is_word = lru_cache(_CASES)(self._is_word)
        self.is_common = lru_cache(_CASES)(self._is_common)
        self.is_name = lru_cache(_CASES)(self._is_name)
        self.form = lru_cache(_CASES)(self._form)

    def _is_word(self, word: str) -> bool:
        # What the reference has a few times may be a misspelling itself.
        return self.is_common(word) or self._also(word) or bool(_lemmas(word))

    def _is_common(self, word: str) -> bool:
        number, counts = self._lexicon.id(word), self._lexicon.counts
        return number != 0 and (counts is None or int(counts[number]) >= _COMMON)

    def _is_name(self, word: str) -> bool:
        number, shares = self._lexicon.id(word), self._lexicon.capitalised
        return number != 0 and shares is not None and int(shares[number]) >= _NAME

    def _form(self, word: str, tag: str, wanted: str) -> str | None:
        """Another form of a word of this tag, with its capitals; None if it is the same word."""
        lower = word.lower()
        found = _inflected(lower, _PARTS[tag[0]], wanted)
        return None if found in (None, lower) else capitalized_like(word, str(found))


@cache
def default_lexis() -> Lexis:
    """The words of the embedded reference."""
    from syntacticdiff.reference.model import ReferenceModel

    return Lexis(ReferenceModel.load("default").lexicon)


@cache
def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    try:
        import lemminflect
    except ImportError:
        raise UsageError(
            'learners\' errors need one more package: pip install "syntacticdiff[inflections]"'
        ) from None
    found: dict[str, tuple[str, ...]] = lemminflect.getAllLemmas(word) if word.isalpha() else {}
    return found


@lru_cache(_CASES)
def _inflected(word: str, part: str, wanted: str) -> str | None:
    lemmas = _lemmas(word).get(part)
    if not lemmas:
        return None
    import lemminflect

    forms = lemminflect.getAllInflections(lemmas[0], part).get(wanted)
    return forms[0] if forms else None


def begins_with_vowel_sound(word: str) -> bool:
    """Whether `an` comes before a word, by its letters and the common exceptions."""
    lower = word.lower()
    if lower.startswith(_SOUNDS_LIKE_VOWEL) or lower[:1] == "8" or lower in ("11", "18"):
        return True
    if lower.startswith(_SOUNDS_LIKE_CONSONANT) and not lower.startswith(_UN):
        return False
    if len(word) > 1 and word.isupper() and not any(letter in "AEIOU" for letter in word[1:]):
        return word[0] in "AEFHILMNORSX"  # spelled out: an FBI agent
    return lower[:1] in _VOWELS
