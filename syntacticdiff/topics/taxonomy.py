"""The kinds of errors that profiles count, and how they are grouped into fewer.

The kinds are called as in `alignment.error_types`. An edit's kind is decided by its name alone, so
that it can be counted however improbable the edit is; `error_kinds` has the finer words of labels.
The groups are fixed: kinds that a teacher would treat together, those first that are rarest or
occur in the same essays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from syntacticdiff.edits.names import parsed_name
from syntacticdiff.text.english import english_words
from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.inflection import share_base_form
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.spelling import damerau_levenshtein
from syntacticdiff.text.stemming import stem
from syntacticdiff.topics.error_kinds import error_kind

# What there must be in a text for an error of a kind to be possible.
WORDS, NOUNS, VERBS = "words", "nouns", "verbs"
OPPORTUNITIES = (WORDS, NOUNS, VERBS)


@dataclass(frozen=True)
class ErrorKind:
    """A kind of errors.

    Parameters
    ----------
    name : str
        What people call it.
    help : str
        What it covers, in a phrase.
    opportunity : {"words", "nouns", "verbs"}, default "words"
        What there must be in a text for such an error to be possible.
    """

    name: str
    help: str
    opportunity: str = WORDS


_KINDS = (
    ErrorKind("articles", "articles and other determiners", NOUNS),
    ErrorKind("number", "singular and plural", NOUNS),
    ErrorKind("prepositions", "prepositions and particles"),
    ErrorKind("verb forms", "tenses, auxiliaries, infinitives and participles", VERBS),
    ErrorKind("agreement", "agreement of subject and verb", VERBS),
    ErrorKind("spelling", "misspelled and confused words"),
    ErrorKind("punctuation", "punctuation, apostrophes and hyphens"),
    ErrorKind("capitals", "capital letters"),
    ErrorKind("word forms", "adjectives, adverbs and other words of the same stem"),
    ErrorKind("word choice", "another word"),
    ErrorKind("missing words", "other words that are missing"),
    ErrorKind("needless words", "other words that are needless"),
)
KINDS = {kind.name: kind for kind in _KINDS}


@dataclass(frozen=True)
class KindGroup:
    """Kinds of errors that are one topic.

    Parameters
    ----------
    name : str
        What people call them together.
    kinds : tuple of str
        Their names.
    """

    name: str
    kinds: tuple[str, ...]


# Each step makes one group of two; the number of groups falls from that of the kinds to 1.
_MERGES = (
    ("missing words", "needless words", "missing and needless words"),
    ("missing and needless words", "word choice", "choice of words"),
    ("choice of words", "word forms", "choice and form of words"),
    ("punctuation", "capitals", "punctuation and capitals"),
    ("articles", "number", "articles and number"),
    ("verb forms", "agreement", "verbs"),
    ("choice and form of words", "prepositions", "prepositions and other words"),
    ("spelling", "punctuation and capitals", "spelling and punctuation"),
    ("articles and number", "verbs", "grammar"),
    ("grammar", "prepositions and other words", "grammar and words"),
    ("grammar and words", "spelling and punctuation", "errors"),
)
MOST_GROUPS = len(KINDS)


def kind_groups(number: int) -> tuple[KindGroup, ...]:
    """The kinds of errors in so many groups.

    Parameters
    ----------
    number : int
        How many groups, from 1 to the number of kinds.

    Returns
    -------
    tuple of KindGroup
        The groups; every kind is in one of them.

    Examples
    --------
    >>> [group.name for group in kind_groups(3)]
    ['grammar', 'prepositions and other words', 'spelling and punctuation']
    """
    groups = {name: KindGroup(name, (name,)) for name in KINDS}
    for first, second, name in _MERGES[: MOST_GROUPS - number]:
        kinds = {*groups.pop(first).kinds, *groups.pop(second).kinds}
        groups[name] = KindGroup(name, tuple(kind for kind in KINDS if kind in kinds))
    return tuple(sorted(groups.values(), key=lambda group: list(KINDS).index(group.kinds[0])))


# What `error_kinds` calls a kind, by the end of that name, and what it is called here.
_OF_CLASS = {
    "articles": "articles",
    "determiners": "articles",
    "prepositions": "prepositions",
    "particles": "prepositions",
    "auxiliary verbs": "verb forms",
    "punctuation": "punctuation",
    "possessives": "punctuation",
}
_PLURALS = "singular and plural"
_OF_SUBSTITUTION = {
    "verb agreement": "agreement",
    "verb forms": "verb forms",
    _PLURALS: "number",
    "adjectives and adverbs": "word forms",
    "choice of articles": "articles",
    "choice of determiners": "articles",
    "choice of prepositions": "prepositions",
    "choice of particles": "prepositions",
    "choice of punctuation": "punctuation",
}
_OTHER_WORDS = {"insert": "missing words", "remove": "needless words"}
_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)
_LONG = 5  # letters from which words that differ in two are taken for each other


@lru_cache(200_000)
def kind_of(edit: str, language: str = ENGLISH) -> str:
    """The kind of error that an edit corrects.

    Parameters
    ----------
    edit : str
        The name of the edit.
    language : str, default "en"
        The language of the text. The finer kinds are told in English only.

    Returns
    -------
    str
        One of `KINDS`.

    Examples
    --------
    >>> kind_of("insert(the)"), kind_of("sub(becuase->because)"), kind_of("sub(i->I)")
    ('articles', 'spelling', 'capitals')
    >>> kind_of("sub(go->went)"), kind_of("sub(quite->quiet)"), kind_of("remove(very)")
    ('verb forms', 'spelling', 'needless words')
    """
    parsed = parsed_name(edit)
    if parsed is None:
        return "word choice"
    op, source, target = parsed
    if not any(map(str.isalnum, source + target)):
        return "punctuation"
    if op == "sub":
        return _substitution(edit, source, target, language)
    if language != ENGLISH:
        return _OTHER_WORDS[op]
    _, _, of_class = error_kind(edit).partition(" ")  # `missing articles`
    return _OF_CLASS.get(of_class, _OTHER_WORDS[op])


def _substitution(edit: str, source: str, target: str, language: str) -> str:
    if source.casefold() == target.casefold():
        return "capitals"
    letters = [("".join(filter(str.isalnum, word))).casefold() for word in (source, target)]
    if letters[0] == letters[1]:
        return "punctuation" if " " not in target or _has_apostrophe(target) else "spelling"
    if language != ENGLISH:
        same = stem(source.lower(), language) == stem(target.lower(), language)
        return "word forms" if same else "word choice"
    lower, finer = source.lower(), error_kind(edit)
    if lower.isalpha() and lower not in english_words():
        return "number" if finer == _PLURALS else "spelling"  # `informations`
    known = _OF_SUBSTITUTION.get(finer)
    if known is not None:
        return known
    is_form = not finer.startswith("choice") and _form(lower, target.lower())
    return is_form or _other_word(lower, target.lower())


def _has_apostrophe(word: str) -> bool:
    return "'" in word or "’" in word


def _form(source: str, target: str) -> str | None:
    """The kind if two words are forms of one."""
    if share_base_form(source, target, "verb"):
        return "verb forms"
    if share_base_form(source, target, "noun"):
        return "number"
    return "word forms" if stem(source) == stem(target) else None


def _other_word(source: str, target: str) -> str:
    """The kind of an exchange of two words of the dictionary, by their spelling.

    Function words are not taken for misspellings of each other: most of them are alike.
    """
    if not _FUNCTION_WORDS.isdisjoint((source, target)):
        return "word choice"
    apart = damerau_levenshtein(source, target)
    if apart == 1 or (apart == 2 and min(len(source), len(target)) >= _LONG):
        return "spelling"  # `quite` for `quiet`
    return "word forms" if source[:4] == target[:4] else "word choice"
