"""Spaces and apostrophes: dont, im, alot; may be, every one."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table, words

_CLITICS = frozenset(("n't", "'m", "'s", "'re", "'ve", "'ll", "'d"))
# `it 's` is written `its`, as `he 's` is `hes`; after nouns it is a possessive as often as not.
_HOSTS = words("it he she that what there here who where how let when one everyone everything")
_RUN_TOGETHER = words(
    "a_lot in_fact each_other as_well at_least every_day in_front no_one even_though of_course "
    "thank_you high_school ice_cream a_little so_much in_order at_all a_few such_as up_to as_long "
    "in_case by_myself"
)
_APART = Table(
    """
maybe: may be 3
everyone: every one
someone: some one
anyone: any one
something: some thing
everything: every thing
anything: any thing
nothing: no thing
sometimes: some times
into: in to
without: with out
today: to day
another: an other
however: how ever
already: all ready
although: all though
weekend: week end
weekends: week ends
homework: home work
birthday: birth day
classmates: class mates
grandmother: grand mother
grandfather: grand father
myself: my self 2
himself: him self
themselves: them selves 2
yourself: your self 2
nowadays: now a days, now days
everywhere: every where
somewhere: some where
worldwide: world wide
airport: air port
background: back ground
lifestyle: life style 2
website: web site
online: on line
cannot: can not 0
throughout: through out
newspaper: news paper
network: net work
outside: out side
inside: in side
"""
).rows
_FUNCTION = words("a the to of in on it is i and at by be")


def joined(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """Where a space or an apostrophe may be missing or too many."""
    word, following = draft.lower[place], draft.word(place + 1)
    if "'" in following or "’" in following:
        clitic = following.replace("’", "'")
        if clitic in _CLITICS and word.isalpha() and draft.tag(place + 1) != "POS":
            yield from _without_apostrophe(draft, place, word, clitic)
        return
    if f"{word}_{following}" in _RUN_TOGETHER:
        yield Proposal("space.missing", 20.0, draft.words[place] + following, span=2)
    elif word in _FUNCTION and following.isalpha() and len(following) > 2:
        together = draft.words[place] + following
        if draft.words[place + 1].islower() and not lexis.is_word(together.lower()):
            yield Proposal("space.missing", 0.2, together, span=2)
    if word in _APART:
        row = _APART[word]
        if draft.words[place].islower():
            yield Proposal("space.added", 3.0, {w: n for w, n in row.items() if n})
    elif "-" in word and word.replace("-", "").isalpha() and word.count("-") == 1:
        yield Proposal("hyphen", 1.0, draft.words[place].replace("-", " "))
    elif draft.tags[place] == "NNS" and lexis.form(word, "NNS", "NN") == word[:-1]:
        yield Proposal("apostrophe.added", 1.0, f"{draft.words[place][:-1]} 's")


def _without_apostrophe(draft: Draft, place: int, word: str, clitic: str) -> Iterator[Proposal]:
    if clitic == "'s" and word not in _HOSTS:
        return
    if clitic in ("'d", "'ll", "'ve") and draft.tags[place] not in ("PRP", "WP", "EX", "MD"):
        return
    together = draft.words[place] + clitic.replace("'", "")
    yield Proposal("apostrophe.omit", 1.0, together, span=2)
