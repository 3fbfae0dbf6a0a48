"""Kinds of edits, what each has the opportunity to occur at, and masks of content words.

A kind is the operation with the class of its function word, or with the part of speech of its
content word and what changes in it. It knows tags only; `features.grammar` counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from syntacticdiff.edits.diff import Edit
from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.inflection import PartOfSpeech, share_base_form
from syntacticdiff.text.word_classes import word_class

_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)
_PARTS: tuple[PartOfSpeech, ...] = ("noun", "verb", "adjective")
_ENDINGS = ("ing", "ed", "s", "est", "er", "ly", "en")
_SIGNS = str.maketrans("", "", "'’- ")

# Tags that may stand between a determiner and its noun.
_INSIDE = frozenset(("JJ", "JJR", "JJS", "NN", "NNS", "NNP", "CD", "VBN", "VBG"))
_DETERMINERS = frozenset(("DT", "PRP$", "POS", "WP$", "PDT"))

_CHANCES = {
    "insert DET": "bare noun",
    "remove DET": "determiner",
    "sub DET": "determiner",
    "remove PREP": "preposition",
    "sub PREP": "preposition",
    "insert AUX": "verb",
    "remove AUX": "verb",
    "sub AUX": "verb",
    "insert PRON": "verb",
    "remove PRON": "pronoun",
    "sub PRON": "pronoun",
    "insert PUNCT": "sentence",
    "remove PUNCT": "punctuation",
    "sub PUNCT": "punctuation",
}
_TAG_CHANCES = (
    ("NN", "noun"),
    ("VB", "verb"),
    ("MD", "verb"),
    ("JJ", "adjective"),
    ("RB", "adverb"),
    ("DT", "determiner"),
    ("IN", "preposition"),
    ("TO", "preposition"),
    ("PRP", "pronoun"),
)


@lru_cache(200_000)
def is_function_word(word: str) -> bool:
    """Whether a word, or each of several, is an English function word or has no letter or digit."""
    parts = word.lower().split() or [""]
    return all(part in _FUNCTION_WORDS or not any(map(str.isalnum, part)) for part in parts)


def mask(word: str, tag: str) -> str | None:
    """What stands for a content word: its tag in braces; None for a function word."""
    return None if not word or is_function_word(word) else f"{{{tag}}}"


@lru_cache(200_000)
def masked_change(source: str, target: str) -> str | None:
    """What a substitution changes, without the words; None if both are function words.

    Examples
    --------
    >>> masked_change("dogs", "dog"), masked_change("recieve", "receive"), masked_change("a", "an")
    ('form s>', 'spelling', None)
    """
    if is_function_word(source) and is_function_word(target):
        return None
    first, second = source.lower(), target.lower()
    if first == second:
        return "capital" if target[:1].isupper() else "small letter"
    if first.translate(_SIGNS) == second.translate(_SIGNS):
        return "joining"
    for part in _PARTS:
        if share_base_form(first, second, part):
            return f"form {_ending(first)}>{_ending(second)}"
    return "spelling"


def _ending(word: str) -> str:
    return next((end for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 1), "")


def tagged_kind(edit: Edit, tag: str) -> str:
    """The kind of an edit, given the tag of the token that it changes.

    Examples
    --------
    >>> tagged_kind(Edit("sub", 0, "dogs", "dog"), "NNS")
    'sub NN form s>'
    """
    if edit.op == "insert":
        return f"insert {_class(edit.target, 'word')}"
    if edit.op == "remove":
        return f"remove {_class(edit.source, tag)}"
    change = masked_change(edit.source, edit.target)
    return f"sub {word_class(edit.source)}" if change is None else f"sub {tag[:2]} {change}"


def _class(word: str, tag: str) -> str:
    return word_class(word) if is_function_word(word) else tag


@lru_cache(10_000)
def opportunity_of(kind: str) -> str:
    """What a kind of edit is counted per: a key of `opportunities`.

    Examples
    --------
    >>> [opportunity_of(kind) for kind in ("insert DET", "sub VB form s>", "insert PREP")]
    ['bare noun', 'verb', 'token']
    """
    if kind in _CHANCES:
        return _CHANCES[kind]
    operation, _, rest = kind.partition(" ")
    if operation == "insert":
        return "token"
    return next((chance for tag, chance in _TAG_CHANCES if rest.startswith(tag)), "token")


def opportunities(tags: Sequence[str]) -> Counter[str]:
    """How many opportunities for errors a sentence has, given the tags of its tokens.

    Examples
    --------
    >>> opportunities(("PRP", "VBP", "JJ", "NN"))["bare noun"]
    1
    """
    found = Counter({"token": len(tags), "sentence": 1})
    bare = True  # no determiner since the noun phrase began
    for tag in tags:
        for start, chance in _TAG_CHANCES:
            if tag.startswith(start):
                found[chance] += 1
                break
        if not tag[:1].isalpha():
            found["punctuation"] += 1
        if tag in ("NN", "NNS") and bare:
            found["bare noun"] += 1
        if tag in _DETERMINERS:
            bare = False
        elif tag not in _INSIDE:
            bare = True
    return found
