"""The kind of error that an edit corrects, in plain words: the one list, and the one decision.

Reports, the service and topics all file edits here. Where the sentence is known, its type in
ERRANT's terms decides (`typed`), unless the words themselves say it: capitals, apostrophes and
words that are confused because they sound alike. Where only the name of an edit is known, its
words decide. `error_kinds` has finer kinds for labels; `features.kinds` has the kinds of a feature
template, which are codes for learners of classifiers and nothing that people read.
"""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.alignment.error_types import (
    MISSING_WORDS,
    NEEDLESS_WORDS,
    WORD_CHOICE,
    error_area,
)
from syntacticdiff.edits.diff import Operation
from syntacticdiff.edits.error_kinds import error_kind
from syntacticdiff.edits.names import edit_name, parsed_name
from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.inflection import share_base_form
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.stemming import stem

KINDS = (
    "articles",
    "prepositions",
    "agreement",
    "verb forms",
    "number",
    "word forms",
    "spelling",
    "punctuation",
    "capitals",
    WORD_CHOICE,
    "word order",
    MISSING_WORDS,
    NEEDLESS_WORDS,
)

# Words of one line sound or look alike, and are written for each other.
_CONFUSED = """
    their there | then than | to too two
    were where | of off | by buy | no know | new knew | here hear | write right
    though through thought | weather whether | accept except | advice advise | passed past
    affect effect | loose lose | quite quiet | peace piece | week weak | brake break
    board bored | principal principle | lead led | desert dessert | cause because
"""
_CONFUSED_SETS = tuple(frozenset(line.split()) for line in _CONFUSED.split("|"))

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
# Determiners by their list, but no kin of articles: `more`, `what`.
_NOT_ARTICLES = frozenset(
    ["such", "many", "much", "more", "most", "few", "several", "other", "another", "what", "which"]
)
_CLOSED = ("articles", "prepositions")
_OTHER_WORDS = {"insert": MISSING_WORDS, "remove": NEEDLESS_WORDS}
_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)
_INDEFINITE = ("body", "one", "thing", "where")  # `anybody` is no misspelling of `nobody`
_LONG = 5  # letters from which words that differ in two are taken for each other


def edit_kind(error_type: str, source: str = "", target: str = "", language: str = ENGLISH) -> str:
    """The kind of error that an edit corrects, in plain words.

    Parameters
    ----------
    error_type : str
        Its type in ERRANT's terms, such as `"R:VERB:SVA"`; empty if it is not known.
    source, target : str, default ""
        The words that it removes and inserts.
    language : str, default "en"
        The language of the text, empty if it is not known. Without a type, the finer kinds are
        told in English only.

    Returns
    -------
    str
        One of `KINDS`.

    Examples
    --------
    >>> edit_kind("R:VERB:SVA"), edit_kind("M:DET"), edit_kind("R:ORTH", "alot", "a lot")
    ('agreement', 'articles', 'spelling')
    >>> edit_kind("R:DET", "there", "their"), edit_kind("", "go", "goes")
    ('spelling', 'agreement')
    """
    op: Operation = "sub" if source and target else "remove" if source else "insert"
    if not error_type:
        return kind_of(edit_name(op, source, target), language)
    if op != "sub":
        return error_area(error_type)
    of_letters = _of_letters(source, target)
    if of_letters:
        return of_letters
    area = error_area(error_type)
    if area != WORD_CHOICE:
        return area
    by_words = kind_of(edit_name(op, source, target))
    if by_words in _CLOSED:  # `a` for `the`, where tags did not see it
        return by_words
    return _other_word(source.lower(), target.lower())


@lru_cache(200_000)
def kind_of(edit: str, language: str = ENGLISH) -> str:
    """The kind of error that an edit corrects, as far as its name tells.

    Parameters
    ----------
    edit : str
        The name of the edit.
    language : str, default "en"
        The language of the text, empty if it is not known. The finer kinds are told in English
        only.

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
        return WORD_CHOICE
    op, source, target = parsed
    if not any(map(str.isalnum, source + target)):
        return "punctuation"
    if op == "sub":
        return _substitution(edit, source, target, language)
    if language != ENGLISH or (source or target) in _NOT_ARTICLES:
        return _OTHER_WORDS[op]
    _, _, of_class = error_kind(edit).partition(" ")  # `missing articles`
    return _OF_CLASS.get(of_class, _OTHER_WORDS[op])


def _of_letters(source: str, target: str) -> str | None:
    """The kind of a substitution that its words tell by themselves, whatever the sentence is."""
    letters = [("".join(filter(str.isalnum, words))).casefold() for words in (source, target)]
    if letters == ["", ""]:
        return "punctuation"
    lower = source.lower(), target.lower()
    if lower[0] == lower[1]:
        return "capitals"
    if any(words.issuperset(lower) for words in _CONFUSED_SETS):
        return "spelling"
    if letters[0] == letters[1]:
        return "punctuation" if has_apostrophe(source, target) else "spelling"
    return None


def _substitution(edit: str, source: str, target: str, language: str) -> str:
    of_letters = _of_letters(source, target)
    if of_letters:
        return of_letters
    if language != ENGLISH:
        same = language and stem(source.lower(), language) == stem(target.lower(), language)
        return "word forms" if same else WORD_CHOICE
    lower, finer = source.lower(), error_kind(edit)
    if _is_misspelled(lower):
        return "number" if finer == _PLURALS else "spelling"  # `informations`
    known = _OF_SUBSTITUTION.get(finer)
    if known == "articles" and not _NOT_ARTICLES.isdisjoint((lower, target.lower())):
        return WORD_CHOICE
    if known is not None:
        return known
    is_form = not finer.startswith("choice") and _form(lower, target.lower())
    return is_form or _other_word(lower, target.lower())


def has_apostrophe(*words: str) -> bool:
    """Whether one of the words has an apostrophe."""
    return any("'" in word or "’" in word for word in words)


def _is_misspelled(word: str) -> bool:
    from syntacticdiff.text.english import english_words  # NumPy: --help loads nothing heavy

    return word.isalpha() and word not in english_words()


def _form(source: str, target: str) -> str | None:
    """The kind if two words are forms of one."""
    if share_base_form(source, target, "verb"):
        return "verb forms"
    if share_base_form(source, target, "noun"):
        return "number"
    return "word forms" if stem(source) == stem(target) else None


def _other_word(source: str, target: str) -> str:
    """The kind of an exchange of two words that are not forms of one, by their spelling.

    Function words are not taken for misspellings of each other: most of them are alike.
    """
    from syntacticdiff.text.spelling import damerau_levenshtein

    if _is_misspelled(source):
        return "spelling"
    if not _FUNCTION_WORDS.isdisjoint((source, target)):
        return WORD_CHOICE
    if source.endswith(_INDEFINITE) and target.endswith(_INDEFINITE):
        return WORD_CHOICE
    apart = damerau_levenshtein(source, target)
    if apart == 1 or (apart == 2 and min(len(source), len(target)) >= _LONG):
        return "spelling"  # `thing` for `think`
    return "word forms" if source[:4] == target[:4] else WORD_CHOICE
