"""How a reference writes words inside sentences: in lower case, or with a capital.

The beginning of a sentence says nothing about a word. A model that keeps how often each word was
capitalised elsewhere tells `european` from `the`; with one that does not, that can only be guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.text.languages import ENGLISH

HALF = 128  # of 255ths


@dataclass(frozen=True)
class Casing:
    """How words are usually written inside sentences.

    Parameters
    ----------
    is_lower : callable
        Whether a word, given in lower case, is usually written so.
    is_capitalised : callable
        Whether it usually has a capital at its beginning.
    measured : bool
        Whether both come from text; otherwise they are guessed.
    """

    is_lower: Callable[[str], bool]
    is_capitalised: Callable[[str], bool]
    measured: bool

    @classmethod
    def guessed(cls, known: Callable[[str], bool], language: str = ENGLISH) -> Casing:
        """Words that a reference knows are in lower case, except the English `I`."""
        pronoun = "i" if language == ENGLISH else None
        return cls(known, lambda word: word == pronoun, measured=False)

    @classmethod
    def of(cls, lexicon: Lexicon, language: str) -> Casing:
        """As the reference's text has them, if its lexicon says so."""
        shares = lexicon.capitalised
        if shares is None:
            return cls.guessed(lambda word: lexicon.id(word) != UNKNOWN, language)

        def share(word: str) -> int | None:
            number = lexicon.id(word)
            return None if number == UNKNOWN else int(shares[number])

        return cls(
            is_lower=lambda word: (found := share(word)) is not None and found < HALF,
            is_capitalised=lambda word: (found := share(word)) is not None and found >= HALF,
            measured=True,
        )
