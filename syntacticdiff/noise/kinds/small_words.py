"""Quantifiers, demonstratives, conjunctions and other words of closed classes."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table
from syntacticdiff.syntax.forms import capitalized_like

_QUANTIFIERS = Table(
    """
much: many 3, a lot 0.3
many: much 3
few: little, less 0.3
little: few
fewer: less
less: fewer 0.5, few
this: these
these: this 2, those 0
those: that 2, these 0
any: some 0.5
some: any 0.5
every: all 0.3, each 0
each: every 0.1
both: all 0.2
enough: much 0.2
"""
).rows
_LINKS = Table(
    """
than: that, as
because: because of, for 0.5, cause
although: despite, but
though: although 0, despite 0.5
while: during, when 0
whereas: whether
so: such, that 0.3
such: so
very: much, so 0
too: very 0, so 0
also: too 0.5
still: yet 0.3
yet: already 0.3
ago: before, since 0.5
already: yet
where: which 0.5, what 0.3
when: that 0.2, while 0
how: what 0.3
what: how 0.3, which 0.3, that 0.5
or: and 0.2, nor 0.2
nor: or
if: when 0.1, whether 0
until: since 0.3
not: no
no: not
only: just 0
most: more, almost 0.7
more: most 0.5, much 0.5
almost: most
especially: specially
"""
).rows
# After a negation: `I do n't know nothing`.
_NEGATED = {
    "any": "no",
    "anything": "nothing",
    "anyone": "nobody",
    "anybody": "nobody",
    "ever": "never",
    "anywhere": "nowhere",
}
_QUANTIFIED = frozenset(("JJ", "DT", "PDT", "RB", "JJR", "RBR", "NN", "PRP"))
_CLAUSE = frozenset(("PRP", "DT", "EX", "NNP", "PRP$"))


def small_words(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to a quantifier or a conjunction."""
    word, tag = draft.lower[place], draft.tags[place]
    if word in _NEGATED and not {"n't", "not", "never"}.isdisjoint(draft.lower[:place]):
        yield Proposal("negation", 1.0, _NEGATED[word])
    if word in _QUANTIFIERS and tag in _QUANTIFIED and _counts(draft, place, word):
        yield _swap("quantifier", draft.words[place], _QUANTIFIERS[word])
    elif word in _LINKS and tag in ("IN", "RB", "CC", "WRB", "WP", "WDT", "RBR", "RBS", "DT", "JJ"):
        yield _swap("linking", draft.words[place], _LINKS[word])
    elif word in ("and", "but", "or", "so") and tag in ("CC", "IN", "RB"):
        if place and draft.tag(place + 1) in _CLAUSE and draft.word(place - 1) != ",":
            yield Proposal("conjunction.omit", 1.0)
        elif place and word in ("and", "or") and draft.tag(place - 1) == draft.tag(place + 1):
            yield Proposal("conjunction.omit", 0.3)
    elif place and draft.word(place - 1) == "," and tag in _CLAUSE:
        first = draft.lower[0]
        if first in ("although", "though"):
            yield Proposal("conjunction.add", 3.0, "but", span=0)
        elif first in ("because", "since", "if", "when"):
            yield Proposal("conjunction.add", 0.5, "so", span=0)


def _counts(draft: Draft, place: int, word: str) -> bool:
    """Whether a noun or `of` follows, so that the quantifier has to agree with something."""
    return (
        draft.tag(place + 1) in ("NN", "NNS", "JJ", "VBG", "VBN", "CD")
        or draft.word(place + 1) == "of"
        or (word in ("much", "many") and draft.word(place - 1) in ("so", "too", "how", "very"))
    )


def _swap(kind: str, written: str, row: dict[str, float]) -> Proposal:
    wrongs = {capitalized_like(written, wrong): n for wrong, n in row.items() if n}
    return Proposal(kind, min(1.0, sum(wrongs.values())), wrongs)
