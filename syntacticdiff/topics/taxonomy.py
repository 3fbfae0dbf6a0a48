"""The kinds of errors that profiles count, and how they are grouped into fewer.

The kinds are those of `edits.kinds`, without word order, which no edit of a search is. The groups
are fixed: kinds that a teacher would treat together, those first that are rarest or occur in the
same essays.
"""

from __future__ import annotations

from dataclasses import dataclass

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
