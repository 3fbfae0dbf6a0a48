"""Which words are misspelled, as far as a dictionary and a reference can say.

For English a dictionary says so, because a reference has misspellings, too. For other languages
there is none, and a word is misspelled if the reference does not know it.
"""

from __future__ import annotations

from syntacticdiff.reference.casing import HALF
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.text.english import english_words
from syntacticdiff.text.languages import ENGLISH

LONGEST = 40  # letters; what is longer is no word
WELL_KNOWN = 25  # occurrences in the reference that make a word one, whatever the dictionary says


class Orthography:
    """What a reference and a dictionary say about the spelling of a word.

    Parameters
    ----------
    lexicon : Lexicon
        The words of the reference.
    min_count : int, default 0
        A name must occur so often in the reference.
    language : str, default "en"
        The language of the reference.
    """

    def __init__(self, lexicon: Lexicon, min_count: int = 0, language: str = ENGLISH) -> None:
        self.lexicon, self.min_count, self.language = lexicon, min_count, language

    def count(self, word: str) -> int:
        """How often the reference has a word; often enough for anything, if it does not say."""
        number = self.lexicon.id(word)
        if number == UNKNOWN:
            return 0
        counts = self.lexicon.counts
        return ALWAYS if counts is None else int(counts[number])

    def is_unknown(self, word: str) -> bool:
        """Whether the reference does not have a word."""
        return self.lexicon.id(word) == UNKNOWN

    def is_right(self, word: str) -> bool:
        """Whether a word is in the dictionary, or well known to the reference."""
        if self.language != ENGLISH:
            return not self.is_unknown(word)
        return word.lower() in english_words() or self.count(word) >= WELL_KNOWN

    def is_name(self, word: str) -> bool:
        """Whether the reference has a word and mostly capitalises it."""
        number, shares = self.lexicon.id(word), self.lexicon.capitalised
        if number == UNKNOWN or shares is None or self.count(word) < self.min_count:
            return False
        return int(shares[number]) >= HALF

    def is_misspelled(self, word: str) -> bool:
        """Whether other words may be meant by a word.

        Parameters
        ----------
        word : str
            As the reference folds it.
        """
        letters = sum(map(str.isalpha, word))
        if not letters or len(word) > LONGEST or self.is_right(word):
            return False
        if self.language != ENGLISH:
            return True
        # No dictionary has all words with hyphens, apostrophes or digits.
        return not self.is_name(word) and (letters == len(word) or self.is_unknown(word))


ALWAYS = 1 << 30  # more often than any threshold
