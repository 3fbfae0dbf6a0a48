"""The types of edits that ERRANT knows, in plain words.

A type is an operation and a class: `M:DET` is a missing determiner, `R:VERB:SVA` a verb in place of
one that does not agree with its subject. `typer` decides which edit has which type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

OPERATION_NAMES: Mapping[str, str] = MappingProxyType(
    {"M": "missing", "U": "unnecessary", "R": "replaced"}
)
MISSING_WORDS, NEEDLESS_WORDS, WORD_CHOICE = "missing words", "needless words", "word choice"


@dataclass(frozen=True)
class ErrorType:
    """A class of edits.

    Parameters
    ----------
    name : str
        ERRANT's name, without the operation.
    help : str
        What it means, in a phrase.
    area : str
        What a report for people calls it; related classes share an area.
    """

    name: str
    help: str
    area: str


_TYPES = (
    ErrorType("ADJ", "adjective", WORD_CHOICE),
    ErrorType("ADJ:FORM", "comparative or superlative", "word forms"),
    ErrorType("ADV", "adverb", WORD_CHOICE),
    ErrorType("CONJ", "conjunction", WORD_CHOICE),
    ErrorType("CONTR", "contraction", "punctuation"),
    ErrorType("DET", "article or other determiner", "articles"),
    ErrorType("MORPH", "another word of the same stem", "word forms"),
    ErrorType("NOUN", "noun", WORD_CHOICE),
    ErrorType("NOUN:INFL", "plural that the noun does not have", "number"),
    ErrorType("NOUN:NUM", "singular or plural", "number"),
    ErrorType("NOUN:POSS", "possessive", "punctuation"),
    ErrorType("ORTH", "capitals or spaces", "capitals"),
    ErrorType("OTHER", "anything else, such as a paraphrase", WORD_CHOICE),
    ErrorType("PART", "particle", "prepositions"),
    ErrorType("PREP", "preposition", "prepositions"),
    ErrorType("PRON", "pronoun", WORD_CHOICE),
    ErrorType("PUNCT", "punctuation", "punctuation"),
    ErrorType("SPELL", "spelling", "spelling"),
    ErrorType("VERB", "verb", WORD_CHOICE),
    ErrorType("VERB:FORM", "infinitive, gerund or participle", "verb forms"),
    ErrorType("VERB:INFL", "form that the verb does not have", "verb forms"),
    ErrorType("VERB:SVA", "agreement of subject and verb", "agreement"),
    ErrorType("VERB:TENSE", "tense, auxiliary or modal", "verb forms"),
    ErrorType("WO", "word order", "word order"),
)

ERROR_TYPES: Mapping[str, ErrorType] = MappingProxyType({each.name: each for each in _TYPES})


def error_area(name: str) -> str:
    """What a report for people calls an edit of this type.

    Parameters
    ----------
    name : str
        A type with its operation, such as `"R:VERB:SVA"`.

    Returns
    -------
    str
        The area: articles, prepositions, agreement, ... A type that is not ERRANT's own counts as
        a choice of words.

    Examples
    --------
    >>> error_area("R:VERB:SVA"), error_area("M:DET"), error_area("M:NOUN"), error_area("U:ADV")
    ('agreement', 'articles', 'missing words', 'needless words')
    """
    operation, _, rest = name.partition(":")
    known = ERROR_TYPES.get(rest)
    area = known.area if known else WORD_CHOICE
    if area == WORD_CHOICE and operation in ("M", "U"):
        return MISSING_WORDS if operation == "M" else NEEDLESS_WORDS
    return area
