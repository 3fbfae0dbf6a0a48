"""Prepositions: the wrong one, missing, superfluous."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.grammar import CONFUSIONS
from syntacticdiff.noise.kinds.phrases import NOUNS
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table, words
from syntacticdiff.noise.rates import measured_rates
from syntacticdiff.syntax.forms import capitalized_like

# Of prepositions that Felice & Pulman's table does not have, written by us.
_OTHERS = Table(
    """
into: in 3, to 2
onto: on 3, to
during: in 2, for, on
since: from 2, for 2
until: to, by, till
among: between 2, in
between: among, in
through: by 2, from
without: with, no
within: in 2, during
against: with, to
towards: to 2, for
toward: to 2, for
like: as 2
as: like 2
over: on, above
despite: although, despite of 2, in spite
"""
).rows
_DAYS = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
# Verbs that take an object where other languages have a preposition.
_SUPERFLUOUS = Table(
    """
discuss: about 2
enter: into, to
reach: to, at
marry: with 2, to
contact: with, to
answer: to
emphasize: on
stress: on
lack: of
face: to, with
approach: to
visit: to 2, in
join: to, in, with
attend: to, in
ask: to
tell: to 2
call: to
phone: to
help: to
meet: with, to
mention: about
consider: about
explain: about
describe: about
affect: to, on
influence: on, to
avoid: from
leave: from
resemble: to, with
request: for
demand: for
order: for
know: about
understand: about
play: in, at
win: to
thank: to
follow: to, after
obey: to
need: of
"""
).rows
# Adverbs of place and time that take none.
_BARE = Table(
    """
home: to 3, in
here: in, to
there: to 2, in
abroad: to, in
downtown: to, in
upstairs: to
everywhere: in
somewhere: in, to
yesterday: in
tomorrow: in
today: in
"""
).rows
# How often learners write another one, for each time that it stands in native text, relative to
# `in`: the sums of the rows of [FP] divided by their frequencies. `of` is common and seldom wrong.
_CONFUSED = {
    "on": 2.2,
    "to": 1.6,
    "for": 1.1,
    "in": 1.0,
    "from": 0.85,
    "by": 0.8,
    "with": 0.7,
    "of": 0.6,
    "about": 0.5,
    "at": 0.45,
}
_GENERAL = {"to": 3.0, "of": 3.0, "for": 2.0, "in": 2.0, "with": 2.0, "on": 1.0, "at": 1.0}
_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
_OBJECT = frozenset(("DT", "PRP$", "PRP", "NN", "NNS", "NNP", "JJ"))


def prepositions(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to a preposition, or where there is none."""
    word, tag = draft.lower[place], draft.tags[place]
    is_to = word == "to" and draft.tag(place + 1) != "VB" and tag in ("IN", "TO")
    if (tag == "IN" and (word in CONFUSIONS or word in _OTHERS)) or is_to:
        if draft.tag(place + 1) in _OBJECT | {"CD", "VBG", "WP", "WDT"}:
            yield from _present(draft, place, word)
    elif place:
        yield from _absent(draft, place, word, tag, lexis)


def _present(draft: Draft, place: int, word: str) -> Iterator[Proposal]:
    counts = {
        capitalized_like(draft.words[place], wrong): count
        for wrong, count in _confused(word).items()
    }
    yield Proposal("preposition.swap", _CONFUSED.get(word, 0.3), counts)
    following = draft.words[place + 1]
    if word == "as" and draft.word(place - 1) in ("such", "well", "same"):
        yield Proposal("preposition.omit", 2.0)
    if place and following not in _DAYS and word in CONFUSIONS:
        yield Proposal("preposition.omit", 1.0 if draft.tags[place - 1] in _VERBS else 0.4)


@cache
def _confused(word: str) -> dict[str, float]:
    """What is written for a preposition: published counts, and those of ErAConD."""
    counts: dict[str, float] = {**CONFUSIONS.get(word, {}), **_OTHERS.get(word, {})}
    for wrong, count in measured_rates()["prepositions"].get(word, {}).items():
        counts[wrong] = counts.get(wrong, 0) + count
    return counts


def _absent(draft: Draft, place: int, word: str, tag: str, lexis: Lexis) -> Iterator[Proposal]:
    before = draft.tags[place - 1]
    if word in _BARE and tag in ("RB", "NN") and before in _VERBS:
        yield Proposal("preposition.add", 1.0, _BARE[word], span=0)
    elif before in _VERBS and tag in _OBJECT - {"JJ"} and before != "VBN":
        verb = draft.lower[place - 1]
        base = verb if before in ("VB", "VBP") else lexis.form(verb, before, "VB") or verb
        if base in _SUPERFLUOUS:
            yield Proposal("preposition.add", 3.0, _SUPERFLUOUS[base], span=0)
        elif base not in ("be", "have", "do"):
            yield Proposal("preposition.add", 0.25, _GENERAL, span=0)
    elif before in NOUNS and word in ("next", "last", "every") and draft.tag(place + 1) == "NN":
        yield Proposal("preposition.add", 1.0, {"in": 1.0, "on": 1.0}, span=0)
