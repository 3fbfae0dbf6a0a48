"""Misspelled words: letters dropped, doubled, exchanged, written as they sound or mistyped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.typical import typical_misspellings
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal
from syntacticdiff.syntax.forms import capitalized_like

_SHORTEST = 3
_TRIES = 6
_VOWELS = "aeiou"
# Letters as they sound, and the endings that are confused: right, wrong.
_SOUNDS = (
    ("ie", "ei"), ("ei", "ie"), ("ee", "ea"), ("ea", "ee"), ("ea", "e"), ("ou", "o"), ("ou", "u"),
    ("ph", "f"), ("gh", ""), ("wh", "w"), ("kn", "n"), ("wr", "r"), ("ck", "k"), ("ch", "c"),
    ("sc", "s"), ("ps", "s"), ("th", "t"), ("qu", "q"), ("x", "cs"), ("cc", "c"), ("c", "s"),
    ("s", "c"), ("z", "s"), ("s", "z"), ("tion", "sion"), ("sion", "tion"), ("cial", "tial"),
    ("ance", "ence"), ("ence", "ance"), ("ant", "ent"), ("ent", "ant"), ("able", "ible"),
    ("ible", "able"), ("ful", "full"), ("ally", "aly"), ("ely", "ly"), ("ly", "lly"),
    ("ary", "ery"), ("ory", "ary"), ("or", "er"), ("er", "or"), ("er", "re"), ("le", "el"),
    ("ey", "y"), ("y", "i"), ("i", "y"), ("our", "ur"), ("ture", "cher"), ("eous", "ious"),
    ("ious", "ous"), ("dge", "ge"), ("mm", "m"), ("ui", "u"), ("ue", "u"), ("ai", "a"),
    ("ia", "a"), ("au", "o"), ("oo", "o"), ("mb", "m"), ("gu", "g"), ("xc", "x"), ("ed", "d"),
    ("ing", "ng"), ("nd", "n"), ("v", "b"), ("w", "v"), ("l", "r"), ("k", "c"), ("qu", "k"),
)  # fmt: skip
_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEIGHBOURS = {
    letter: row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    for row in _KEYBOARD
    for at, letter in enumerate(row)
}
# How often each way of misspelling is taken; most learners' misspellings are one letter off.
_WAYS = {
    "drop": 0.22,
    "sound": 0.24,
    "vowel": 0.16,
    "undouble": 0.13,
    "double": 0.10,
    "swap": 0.08,
    "key": 0.04,
    "extra": 0.03,
}


def misspelling(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """A word that may be misspelled; long words more often."""
    word = draft.words[place]
    if len(word) < _SHORTEST or not word.isalpha() or not word.isascii():
        return
    if word.isupper() or (draft.tags[place] == "NNP" and not lexis.is_common(word.lower())):
        return
    typical = typical_misspellings().get(draft.lower[place])
    if typical is not None:
        wrongs = {capitalized_like(word, wrong): n for wrong, n in typical.items()}
        yield Proposal("spelling", min(2.5, sum(wrongs.values()) / 3), wrongs)
    yield Proposal("spelling", _by_length(len(word)), partial(misspelled, word, lexis))
    if len(word) > 3:
        yield Proposal("spelling.real", 1.0, partial(misspelled_as_word, word, lexis))


def _by_length(letters: int) -> float:
    """How much likelier than a word of six letters a word is misspelled."""
    return min(2.0, max(0.05, (letters - 3) / 4))


def misspelled(word: str, lexis: Lexis, chance: random.Random) -> str | None:
    """A misspelling that is no word; None where none was found."""
    for _ in range(_TRIES):
        wrong = _once(word.lower(), chance)
        if wrong and len(wrong) > 9 and chance.random() < 0.1:
            wrong = _once(wrong, chance)
        if wrong and wrong != word.lower() and not lexis.is_word(wrong):
            return capitalized_like(word, wrong)
    return None


def misspelled_as_word(word: str, lexis: Lexis, chance: random.Random) -> str | None:
    """A misspelling that happens to be another common word; None where none was found."""
    for _ in range(_TRIES):
        wrong = _once(word.lower(), chance)
        if wrong and wrong != word.lower() and lexis.is_common(wrong) and not lexis.is_name(wrong):
            return capitalized_like(word, wrong)
    return None


def _once(word: str, chance: random.Random) -> str | None:
    way = chance.random()
    for name, share in _WAYS.items():
        way -= share
        if way < 0:
            return _CHANGES[name](word, chance)
    return None


def _drop(word: str, chance: random.Random) -> str | None:
    at = chance.randrange(1, len(word))
    # The letters that are not heard are forgotten first: vowels, e, h, n before consonants.
    if word[at] not in "aeiouhntrcl" and chance.random() < 0.6:
        return None
    return word[:at] + word[at + 1 :]


def _sound(word: str, chance: random.Random) -> str | None:
    fitting = [
        (right, wrong)
        for right, wrong in _SOUNDS
        if right in word and (len(right) > 1 or word.find(right, 1) > 0)
    ]
    if not fitting:
        return None
    right, wrong = fitting[chance.randrange(len(fitting))]
    at = word.rfind(right)
    return word[:at] + wrong + word[at + len(right) :]


def _vowel(word: str, chance: random.Random) -> str | None:
    places = [at for at, letter in enumerate(word) if letter in _VOWELS and at]
    if not places:
        return None
    at = places[chance.randrange(len(places))]
    nearest = {"a": "eeo", "e": "iia", "i": "eey", "o": "uua", "u": "oo"}[word[at]]
    return word[:at] + nearest[chance.randrange(len(nearest))] + word[at + 1 :]


def _undouble(word: str, chance: random.Random) -> str | None:
    places = [at for at in range(1, len(word)) if word[at] == word[at - 1]]
    if not places:
        return None
    at = places[chance.randrange(len(places))]
    return word[:at] + word[at + 1 :]


def _double(word: str, chance: random.Random) -> str | None:
    places = [
        at
        for at in range(1, len(word))
        if word[at] in "lsmnrtpcfeo"
        and word[at] != word[at - 1]
        and word[at] != word[at + 1 : at + 2]
        and (word[at - 1] in _VOWELS or at == len(word) - 1)
    ]
    if not places:
        return None
    at = places[chance.randrange(len(places))]
    return word[:at] + word[at] + word[at:]


def _swap(word: str, chance: random.Random) -> str | None:
    at = chance.randrange(1, len(word) - 1) if len(word) > 3 else 1
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _key(word: str, chance: random.Random) -> str | None:
    at = chance.randrange(len(word))
    near = _NEIGHBOURS.get(word[at])
    return word[:at] + near[chance.randrange(len(near))] + word[at + 1 :] if near else None


def _extra(word: str, chance: random.Random) -> str | None:
    at = chance.randrange(1, len(word) + 1)
    near = _NEIGHBOURS.get(word[at - 1])
    if at == len(word) and chance.random() < 0.5:
        return word + "e"
    return word[:at] + near[chance.randrange(len(near))] + word[at:] if near else None


_CHANGES = {
    "drop": _drop,
    "sound": _sound,
    "vowel": _vowel,
    "undouble": _undouble,
    "double": _double,
    "swap": _swap,
    "key": _key,
    "extra": _extra,
}
