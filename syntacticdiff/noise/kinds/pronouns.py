"""Pronouns: case, who and which, missing and repeated subjects."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.phrases import FINITE
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table
from syntacticdiff.syntax.forms import capitalized_like

# Weights are for how clearly the sentence is wrong: he for she is hardly ever seen.
_SWAPS = Table(
    """
i: me
me: I
he: him, she 0.1
him: he, his
she: her, he 0.2
they: them, it 0.3
them: they, it, their
we: us
us: we
his: him, he 0.5, her 0.1
her: she, his 0.1
her (object): she, him 0.1
their: they, its 0.5, them
its: their 0.3, it
my: me, mine 0.3, I 0.3
our: us, we 0.3
your: you
himself: hisself, him
themselves: themself, theirselves, them
myself: me
who: which 2, whom 0.5, that 0
which: who, what
that: what, which 0
whose: who
another: other 2, others
other: another, others
others: other 2, another
everyone: everyones 0.3, every
"""
).rows
_SUBJECTS = frozenset(("i", "he", "she", "it", "they", "we", "you"))
_ALONE = 0.25  # `me learned it` is much rarer than `me and my friend learned it`
_RELATIVE = frozenset(("that", "which", "who", "whose"))
_SECOND_SUBJECT = {"NNS": "they", "NN": "it", "NNP": "he"}


def pronouns(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to a pronoun, or where a second subject may be put in."""
    word, tag = draft.lower[place], draft.tags[place]
    has_clitic = draft.word(place + 1)[:1] in ("'", "’")  # `me 've` is not what anyone writes
    if word in _SWAPS and _is_pronoun(word, tag) and not has_clitic:
        row = _SWAPS["her (object)" if word == "her" and tag == "PRP" else word]
        total = sum(row.values())
        if total:
            # `I` has its capital everywhere; others take that of the place.
            model = draft.words[place] if word != "i" or place == 0 else "x"
            wrongs = {w if w == "I" else capitalized_like(model, w): n for w, n in row.items() if n}
            weight = min(total, 1.0)
            if word in _SUBJECTS and not _is_coordinated(draft, place):
                weight *= _ALONE
            yield Proposal("pronoun.swap", weight, wrongs)
    if tag == "PRP":
        yield from _missing(draft, place, word)
    elif tag in FINITE and word.isalpha() and draft.tag(place - 2) in ("DT", "PRP$"):
        written = _SECOND_SUBJECT.get(draft.tags[place - 1])
        if written is not None:
            yield Proposal("pronoun.add", 1.0, written, span=0)


def _is_coordinated(draft: Draft, place: int) -> bool:
    """Whether the pronoun is one of two, or compared: `me and my friend`, `than me`."""
    return not {draft.word(place - 1), draft.word(place + 1)}.isdisjoint(("and", "or", "than"))


def _is_pronoun(word: str, tag: str) -> bool:
    if word in _RELATIVE:
        return tag in ("WP", "WDT", "WP$")
    return tag in ("PRP", "PRP$", "NN", "NNS", "DT", "JJ")


def _missing(draft: Draft, place: int, word: str) -> Iterator[Proposal]:
    following = draft.tag(place + 1)
    if word in _SUBJECTS and following in FINITE:
        if place + 1 < len(draft) and not draft.words[place + 1][:1].isalpha():
            return  # a contraction does not stand alone
        weight = 1.0 if word == "it" else 0.3
        yield Proposal("pronoun.omit", weight)
    elif word in ("it", "them", "me", "him") and draft.tag(place - 1) in (
        "VB",
        "VBP",
        "VBD",
        "VBZ",
    ):
        yield Proposal("pronoun.omit", 0.5)
