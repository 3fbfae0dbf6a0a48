"""Changes of capitals alone: which words of an English sentence are written with the wrong ones.

A change of capitals is a substitution whose source and target are both as written: `sub(i->I)`. It
changes no bits of a reference that folds its words. What it costs instead is the odds by which the
reference writes the word so: a word that has a capital in 254 of 255 places inside sentences is
some eight bits cheaper with one.

Unlike other sources of substitutes this one needs the sentence: where it begins, and whether it is
a heading. So words get their other capitals where sentences are prepared, not from `capitals`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import UNKNOWN, fixed_point
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.english import english_words

NAME = "capitals"

_SENTENCE_ENDS = frozenset(".!?")
_LINKS = frozenset({"of", "the", "and", "for", "in", "to", "de"})  # inside names of several words
_BEGINNINGS = 0.99  # how often a sentence begins with a capital
_DICTIONARY = 0.95  # how often a word is written as the dictionary has it
_MOSTLY = 178  # of 255ths
_SELDOM = 100  # of 255ths
_SEEN = 25  # occurrences from which shares are believed
_MOST_CACHED = 1 << 16


class Recasing(NamedTuple):
    """A word with other capitals.

    Parameters
    ----------
    target : str
        The word as it should be written.
    units : int
        What the change costs, in units of 2^-20 bit: less than nothing.
    """

    target: str
    units: int


def capitals(known: KnownWords) -> Source:
    """`"capitals"`: nothing that depends on the word alone."""
    return lambda word: ()


class Capitals:
    """Finds words that are written with the wrong capitals.

    Parameters
    ----------
    lexicon : Lexicon
        The reference's words, with how often they are capitalised.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._usual = lru_cache(_MOST_CACHED)(self._find_usual)
        self._lowered = lru_cache(_MOST_CACHED)(self._find_lowered)

    def of(self, tokens: Sequence[str]) -> list[Recasing | None]:
        """For each token of a sentence, as written, what its capitals should be.

        None where they may stay. Sentences in capitals are left alone, and in headings nothing is
        lower-cased.
        """
        found: list[Recasing | None] = [None] * len(tokens)
        words = [token for token in tokens if token[:1].isalpha()]
        if sum(len(word) > 1 and word.isupper() for word in words) * 2 > len(words):
            return found
        heading = _is_heading(words)
        beginnings = frozenset(_beginnings(tokens))
        for place, token in enumerate(tokens):
            if not token[:1].isalpha():
                continue
            if token == token.lower():
                found[place] = self._usual(token)
                if found[place] is None and place in beginnings:
                    found[place] = _at_beginning(token)
            elif not heading and place not in beginnings and _is_lone_capital(tokens, place):
                found[place] = self._lowered(token)
        return found

    def _find_usual(self, word: str) -> Recasing | None:
        """How a word in lower case should be written wherever it stands, if not so."""
        if word == "i":
            return Recasing("I", _odds(self._share(word) or _DICTIONARY))
        written, share = english_words().case(word), self._share(word)
        if share is not None and share >= _MOSTLY / 255:
            target = _capital(word) if written is None or written == word else written
            return Recasing(target, _odds(share)) if target != word else None
        if written in (None, word) or (share is not None and share < 0.5):
            return None
        return Recasing(written, _odds(_DICTIONARY))

    def _find_lowered(self, token: str) -> Recasing | None:
        """A word with a capital without it, if it is an ordinary word."""
        word = token.lower()
        share = self._share(word)
        if english_words().case(word) != word or share is None or share > _SELDOM / 255:
            return None
        return Recasing(word, _odds(1.0 - share))

    def _share(self, word: str) -> float | None:
        """How often the reference capitalises a word inside sentences; None if it cannot say."""
        lexicon = self._lexicon
        number = lexicon.id(word)
        if number == UNKNOWN or lexicon.capitalised is None or lexicon.counts is None:
            return None
        return int(lexicon.capitalised[number]) / 255 if lexicon.counts[number] >= _SEEN else None


def _odds(share: float) -> int:
    """The bits that it costs to write a word as it is written in this share of all places."""
    kept = (share * 255 + 0.5) / 256
    return fixed_point(math.log2((1.0 - kept) / kept))


def _is_heading(words: Sequence[str]) -> bool:
    """Whether most of the longer words are capitalised."""
    longer = [word for word in words if len(word) > 3]
    return len(words) < 3 or sum(word[:1].isupper() for word in longer) * 2 > len(longer) > 0


def _beginnings(tokens: Sequence[str]) -> Iterator[int]:
    """Where sentences begin: at the first word, quotes before it aside, and behind a full stop."""
    for place, token in enumerate(tokens):
        if any(map(str.isalnum, token)):
            yield place
            break
    for place in range(1, len(tokens)):
        if tokens[place - 1] in _SENTENCE_ENDS:
            yield place


def _is_lone_capital(tokens: Sequence[str], place: int) -> bool:
    """Whether a capitalised word stands among words in lower case, and begins nothing."""
    token, before = tokens[place], tokens[place - 1]
    if len(token) < 2 or not token.isalpha() or token[1:] != token[1:].lower():
        return False
    if not (before == "," or before[:1].isalpha()):
        return False  # behind a quote, a colon, a bracket
    neighbours = [place - 1, place + 1]
    neighbours += [place - 2] if before.lower() in _LINKS else []
    after = tokens[place + 1].lower() if place + 1 < len(tokens) else ""
    neighbours += [place + 2] if after in _LINKS else []
    first = next(_beginnings(tokens))
    return not any(
        tokens[other][:1].isupper() and tokens[other] != "I" and other != first
        for other in neighbours
        if 0 <= other < len(tokens)
    )


def _at_beginning(token: str) -> Recasing | None:
    """The first word of a sentence with a capital, unless it is an address or can have none."""
    capital = _capital(token)
    if capital == token or any(mark in token for mark in "@/_.:"):
        return None
    return Recasing(capital, _odds(_BEGINNINGS))


def _capital(word: str) -> str:
    """The word with a capital, unless that would be another word: `ß` has none."""
    capital = word[:1].upper() + word[1:]
    return capital if capital.lower() == word else word
