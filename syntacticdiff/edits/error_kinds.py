"""The kind of error that an edit indicates, in the words of a teacher.

It is decided by the edit alone: its operation, and the classes and endings of its words. So
`sub(play->plays)` always counts as a verb. Labels of topics are made in `topics.labels`.
"""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.edits.names import parsed_name
from syntacticdiff.text.function_words import CLOSED_CLASSES, POSSESSIVES
from syntacticdiff.text.word_classes import word_class

_PROBLEMS = {"insert": "missing", "remove": "needless"}
_ARTICLES = frozenset({"a", "an", "the"})
_NAMES = {
    "DET": "determiners",
    "PREP": "prepositions",
    "AUX": "auxiliary verbs",
    "PRON": "pronouns",
    "CONJ": "conjunctions",
    "PART": "particles",
    "PUNCT": "punctuation",
    "NUM": "numbers",
}
_NEGATIONS = frozenset({"not", "n't", "n’t"})
_PRONOUNS = CLOSED_CLASSES["PRON"] | CLOSED_CLASSES["DET"]
# `thats`, `whats`, `heres` lack an apostrophe. `its` and `others` are words.
_RUN_TOGETHER = frozenset(f"{word}s" for word in ("that", "what", "there", "here", "he", "she"))

# Forms that differ only in number or person.
_AGREEING = tuple(
    frozenset(pair.split("/"))
    for pair in ("is/are", "is/am", "are/am", "was/were", "has/have", "do/does", "go/goes")
)

# Common words whose form in -s is, in essays, more often a verb than a plural.
_COMMON_VERBS = """
    accept achieve add affect agree allow appear apply ask avoid be become begin believe belong
    break bring build buy call carry catch choose come compare consider contain continue cost
    create cut decide depend describe destroy develop die disappear discover discuss do draw
    dream drink drive earn eat encourage enjoy enter exist expect explain express fail fall
    feel fight find finish follow forget forgive get give go grow happen hate have hear help hope
    hurt imagine improve include increase influence inspire invite involve join keep kill know
    laugh lead learn leave let lie like listen live look lose love make mean meet miss move need
    obey offer open own pass pay perform play prefer prepare prevent produce protect prove
    provide push put reach read realize receive recognize reduce refuse remain remember
    represent require say see seem sell send serve share show sing sit sleep smile solve speak
    spend stand start stay stop study succeed suffer suggest support survive swim take talk
    teach tell thank think travel treat try turn understand use visit wait walk want waste watch
    wear win wish work worry write
"""
_VERBS = frozenset(_COMMON_VERBS.split())


@lru_cache(100_000)
def error_kind(edit: str) -> str:
    """The kind of error that an edit indicates.

    Parameters
    ----------
    edit : str
        The name of the edit.

    Returns
    -------
    str
        The kind, for instance `missing articles`.

    Examples
    --------
    >>> error_kind("insert(the)"), error_kind("sub(make->makes)"), error_kind("sub(at->in)")
    ('missing articles', 'verb agreement', 'choice of prepositions')
    >>> error_kind("sub(book->books)"), error_kind("remove(of)"), error_kind("sub(go->going)")
    ('singular and plural', 'needless prepositions', 'verb forms')
    """
    parsed = parsed_name(edit)
    if parsed is None:
        return "other edits"
    op, source, target = parsed
    if op == "sub":
        return _substitution(source, target)
    return f"{_PROBLEMS[op]} {_class_name(source or target)}"


def _class_name(word: str) -> str:
    if word in _ARTICLES:
        return "articles"
    if word in POSSESSIVES:
        return "possessives"
    if word in _NEGATIONS:
        return "negation"
    return _NAMES.get(word_class(word), "words")


def _substitution(source: str, target: str) -> str:
    if _letters(source) == _letters(target):
        return "apostrophes and hyphens"
    if frozenset((source, target)) in _AGREEING:
        return "verb agreement"
    if source in _ARTICLES and target in _ARTICLES:
        return "choice of articles"
    for name, words in CLOSED_CLASSES.items():
        if source in words and target in words:
            return "verb forms" if name == "AUX" else f"choice of {_NAMES[name]}"
    if source in _RUN_TOGETHER and target in _PRONOUNS:
        return "apostrophes and hyphens"
    if all(word in _PRONOUNS or word.removesuffix("s") in _PRONOUNS for word in (source, target)):
        return "choice of pronouns"
    return _forms(source, target)


def _forms(source: str, target: str) -> str:
    """The kind by the endings of two words that are not in one closed class."""
    short, long = sorted((source, target), key=lambda word: (len(word), word))
    plain = _singular(long)
    if plain is not None and short in plain:
        return "verb agreement" if short in _VERBS else "singular and plural"
    endings = {word_class(source), word_class(target)}
    if "LY" in endings:
        return "adjectives and adverbs"
    if endings <= {"ED", "ING", "S", "OTHER", "AUX"} and endings & {"ED", "ING"}:
        return "verb forms"
    return "word formation" if source[:2] == target[:2] else "spelling"


def _singular(word: str) -> tuple[str, ...] | None:
    """The words of which `word` may be the form in -s."""
    if not word.endswith("s"):
        return None
    return word[:-1], word[:-2], f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


def _letters(word: str) -> str:
    return "".join(filter(str.isalnum, word))
