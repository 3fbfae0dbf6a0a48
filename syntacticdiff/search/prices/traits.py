"""What prices know of a word by itself: its tag alone, how common it is, how it is written.

A word is described once for each model, in Python; the native engine gets the numbers, so that it
need not know about Unicode, dictionaries or tags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.reference.scorer import UNKNOWN
from syntacticdiff.search.prices.surroundings import tag_kinds
from syntacticdiff.search.sources.spelling import WELL_KNOWN
from syntacticdiff.search.sources.tagged_words import shipped_tagger
from syntacticdiff.syntax.hashing import text_hash
from syntacticdiff.text.english import english_words
from syntacticdiff.text.function_words import CLOSED_CLASSES
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.word_classes import word_class

if TYPE_CHECKING:
    from syntacticdiff.reference import ReferenceModel

# Words of closed classes, and punctuation: they can be told one by one.
_FEW = frozenset((*CLOSED_CLASSES, "PUNCT"))
_MOST_CACHED = 1 << 17

CLOSED, LISTED, VOWEL, PUNCTUATION = (1 << bit for bit in range(4))  # flags for the extension

PATTERNS = ("lower", "Title", "UPPER", "other")
# Capitalised shares in 255ths, at which a new step begins.
_SHARES = (13, 64, 128, 191, 230, 250)
_MOST_COUNT = 14

# Words that begin with a vowel's letter and not with its sound, and the other way round.
_NO_VOWEL = (
    ("uni", "eu", "one", "once", "use", "usu", "ute", "uti", "ura", "ufo", "ubiq", "ouija"),
    ("unin", "unim", "unid"),  # un- is a prefix of these: uninformed
)
_VOWEL = ("hour", "honest", "honor", "honour", "heir", "8", "11", "18")


class WordTraits(NamedTuple):
    """A word as prices see it.

    Parameters
    ----------
    text : str
        The word in lower case; several tokens are separated by spaces.
    tag : str
        The tag that it has alone; of several tokens, their tags joined by `+`.
    ending : str
        Its last two letters.
    closed : bool
        Whether it is of a closed class or punctuation.
    punctuation : bool
        Whether it has neither letters nor digits.
    listed : bool
        Whether it is a word: in the dictionary, or without letters.
    vowel : bool
        Whether it begins with the sound of a vowel, as `a` and `an` need it.
    frequency : int
        A step of how common it is in the reference, from 1.
    capital : int
        A step of how often it is capitalised inside sentences, from 1; 0 if that is not known.
    pattern : int
        How it is written: a number of `PATTERNS`.
    """

    text: str
    tag: str
    ending: str
    closed: bool
    punctuation: bool
    listed: bool
    vowel: bool
    frequency: int
    capital: int
    pattern: int

    def numbers(self) -> tuple[int, ...]:
        """The traits as the extension takes them: hashes, the tag's kinds, flags, steps."""
        flags = (
            CLOSED * self.closed
            | LISTED * self.listed
            | VOWEL * self.vowel
            | PUNCTUATION * self.punctuation
        )
        hashes = text_hash(self.text), text_hash(self.tag), text_hash(self.ending)
        return (*hashes, tag_kinds(self.tag), flags, self.frequency, self.capital, self.pattern)


class WordDescriber:
    """Describes words, each distinct one once.

    Parameters
    ----------
    model : ReferenceModel
        Says how common words are, and how they are capitalised.
    """

    def __init__(self, model: ReferenceModel) -> None:
        self._lexicon, self._fold, self.casing = model.lexicon, model.fold, model.casing
        self._language = model.language
        self._known: dict[str, WordTraits] = {}

    def __call__(self, written: str) -> WordTraits:
        """The traits of a word, or of several tokens separated by spaces."""
        found = self._known.get(written)
        if found is None:
            if len(self._known) >= _MOST_CACHED:
                self._known.clear()
            found = self._known[written] = self._described(written)
        return found

    def for_tagger(self, written: str, first: bool) -> str:
        """A token as the tagger gets it: as it is usually written, however it is written here."""
        folded = written.lower()
        if first or self.casing.is_capitalised(folded):
            return folded[:1].upper() + folded[1:]
        return folded

    def _described(self, written: str) -> WordTraits:
        tokens = written.split(" ")
        classes = [word_class(token) for token in tokens]
        folded = written.lower()
        return WordTraits(
            text=folded,
            tag="+".join(shipped_tagger().tag_alone(token.lower()) for token in tokens),
            ending=folded[-2:],
            closed=all(name in _FEW for name in classes),
            punctuation=all(name == "PUNCT" for name in classes),
            listed=all(map(self._is_listed, tokens)),
            vowel=begins_with_vowel(folded),
            frequency=min(map(self._count_step, tokens)),
            capital=self._capital_step(tokens[0]),
            pattern=written_pattern(written),
        )

    def _is_listed(self, token: str) -> bool:
        """Whether a word is in the dictionary, or a reference's in any language that has none."""
        if not any(map(str.isalpha, token)):
            return True
        number = self._lexicon.id(self._fold(token))
        if self._language != ENGLISH:
            return number != UNKNOWN
        if token.lower() in english_words():
            return True
        counts = self._lexicon.counts
        return number != UNKNOWN and (counts is None or int(counts[number]) >= WELL_KNOWN)

    def _count_step(self, token: str) -> int:
        """Half the binary logarithm of how often a word occurs in the reference."""
        counts, number = self._lexicon.counts, self._lexicon.id(self._fold(token))
        count = 0 if counts is None or number == UNKNOWN else int(counts[number])
        return min(1 + (count.bit_length() + 1) // 2, _MOST_COUNT)

    def _capital_step(self, token: str) -> int:
        shares, number = self._lexicon.capitalised, self._lexicon.id(self._fold(token))
        if shares is None or number == UNKNOWN:
            return 0
        return 1 + sum(int(shares[number]) >= least for least in _SHARES)


def begins_with_vowel(word: str) -> bool:
    """Whether a lower-case word begins with the sound of a vowel.

    Examples
    --------
    >>> [begins_with_vowel(word) for word in ("apple", "hour", "university", "uncle", "18")]
    [True, True, False, True, True]
    """
    if word.startswith(_VOWEL):
        return True
    exceptions, prefixes = _NO_VOWEL
    return word[:1] in set("aeiou") and (
        not word.startswith(exceptions) or word.startswith(prefixes)
    )


def written_pattern(word: str) -> int:
    """How a word is written, as a number of `PATTERNS`."""
    if word == word.lower():
        return PATTERNS.index("lower")
    if word[0].isupper() and word[1:] == word[1:].lower():
        return PATTERNS.index("Title")
    return PATTERNS.index("UPPER" if word == word.upper() else "other")
