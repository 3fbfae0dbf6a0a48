"""Verbs: agreement, tense, form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table, words
from syntacticdiff.syntax.forms import capitalized_like

_TAGS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
BE = frozenset(("am", "is", "are", "was", "were", "be", "been", "being", "'m", "'s", "'re"))
_HAVE = frozenset(("have", "has", "had", "having", "'ve"))
_DO = frozenset(("do", "does", "did"))
_AGREEMENT = Table(
    """
is: are 3, am 0.1
are: is 3
am: is, are
was: were
were: was
has: have
have: has
does: do
do: does
"""
).rows
_PAST_OF_BE = {"is": "was", "are": "were", "was": "is", "were": "are", "has": "had", "have": "had"}
_PAST_TIME = words("yesterday ago last when then after once before")
# Feelings: `I am interesting in it`.
_FEELINGS = words(
    "interest bore excite confuse surprise tire annoy amaze frighten disappoint satisfy relax "
    "please embarrass exhaust shock worry depress fascinate"
)
# Verbs after which the other of `to go` and `going` is right.
_TAKES_GERUND = words(
    "enjoy avoid finish mind suggest consider practice keep miss imagine admit deny risk "
    "quit recommend stop without"
)
_UNSEEN = 0.08  # a change of tense that nothing in the sentence speaks against
_SUBJECT = frozenset(("PRP", "NN", "NNS", "NNP"))
_MODALS = {"would": "will", "could": "can", "might": "may"}
_PEOPLE = frozenset(("i", "you", "we", "they"))


def verbs(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to the form of a verb."""
    tag, word = draft.tags[place], draft.lower[place]
    if word in _MODALS and "VBD" in draft.tags[:place]:
        written = capitalized_like(draft.words[place], _MODALS[word])
        yield Proposal("verb.tense", 0.6, written)
    if tag not in _TAGS or not word.isalpha():
        return
    if word in _AGREEMENT:
        yield from _auxiliary(draft, place, word, tag)
        return
    if word in BE or word in _HAVE or word in _DO or len(word) < 2:
        return
    form = partial(lexis.form, draft.words[place], tag)
    if tag in ("VBZ", "VBP"):
        yield from _present(draft, place, tag, form("VBP" if tag == "VBZ" else "VBZ"))
        yield _tense(draft, place, form("VBD"), 0.6)
    elif tag == "VBD":
        if not _PAST_TIME.isdisjoint(draft.lower) and draft.tag(place - 1) in _SUBJECT:
            is_third = draft.word(place - 1) not in _PEOPLE and draft.tag(place - 1) != "NNS"
            added = "has" if is_third else "have"
            yield Proposal("verb.perfect", 1.0, form("VBN") or draft.words[place], added=added)
        yield _tense(draft, place, form("VB"), 1.0)
        yield _tense(draft, place, form("VBZ"), 0.3)
        yield _form(form("VBN"), 0.7)
        yield _regular(draft.words[place], form("VB"), lexis)
    elif tag == "VB":
        yield from _base(draft, place, form("VBD"), form("VBG"), form("VBZ"))
    elif tag == "VBG":
        yield from _ing(draft, place, form("VB"), form("VBN"))
    else:
        yield from _participle(draft, place, form("VB"), form("VBD"), form("VBG"))
        yield _regular(draft.words[place], form("VB"), lexis)


_NOTHING = Proposal("verb.form", 0.0)


def _form(written: str | None, weight: float) -> Proposal:
    return _NOTHING if written is None else Proposal("verb.form", weight, written)


def _tense(draft: Draft, place: int, written: str | None, weight: float) -> Proposal:
    if written is None:
        return _NOTHING
    return Proposal("verb.tense", weight * _tense_is_seen(draft, place), written)


def _tense_is_seen(draft: Draft, place: int) -> float:
    """How clearly the rest of the sentence says which tense it is."""
    tag = draft.tags[place]
    same = "VBD" if tag == "VBD" else "VBZ"
    others = sum(other == same for other in draft.tags) - (tag == same)
    if tag == "VBD" and not _PAST_TIME.isdisjoint(draft.lower):
        return 1.0
    if tag != "VBD":
        return 0.25 if others else _UNSEEN
    return 0.7 if others else _UNSEEN


def _auxiliary(draft: Draft, place: int, word: str, tag: str) -> Iterator[Proposal]:
    if tag == "VB":
        if word in ("have", "do"):
            yield Proposal("verb.form", 0.4, {"has": 1.0, "had": 1.0} if word == "have" else "does")
        return
    written = draft.words[place]
    weight = 0.4 if draft.word(place - 1) in _PEOPLE or word == "am" else 1.0
    wrongs = {capitalized_like(written, wrong): n for wrong, n in _AGREEMENT[word].items()}
    yield Proposal("verb.agreement", weight, wrongs)
    if word in _PAST_OF_BE:
        other = capitalized_like(written, _PAST_OF_BE[word])
        yield Proposal("verb.tense", _tense_is_seen(draft, place), other)


def _present(draft: Draft, place: int, tag: str, written: str | None) -> Iterator[Proposal]:
    if written is not None:
        is_odd = tag == "VBP" and draft.word(place - 1) in _PEOPLE
        yield Proposal("verb.agreement", 0.4 if is_odd else 1.0, written)


def _regular(word: str, base: str | None, lexis: Lexis) -> Proposal:
    """`buyed`: a regular form of an irregular verb."""
    if base is None or word.endswith("ed"):
        return _NOTHING
    regular = base + ("d" if base.endswith("e") else "ed")
    return _NOTHING if lexis.is_word(regular.lower()) else Proposal("verb.regular", 1.0, regular)


def _base(
    draft: Draft, place: int, past: str | None, ing: str | None, third: str | None
) -> Iterator[Proposal]:
    before = [draft.word(at) for at in range(max(0, place - 3), place)]
    after_did = "did" in before
    after_to = bool(before) and before[-1] == "to"
    modal = draft.tag(place - 1) == "MD" or draft.tag(place - 2) == "MD"
    if not (after_did or after_to or modal or "n't" in before or "not" in before):
        return
    plain = modal or after_to
    yield _form(past, 1.0 if after_did else 0.4 if plain else 0.1)
    yield _form(ing, 0.6 if plain else 0.2)
    yield _form(third, 0.2 if after_to else 0.4)


def _ing(draft: Draft, place: int, base: str | None, past: str | None) -> Iterator[Proposal]:
    before, tag = draft.word(place - 1), draft.tag(place - 1)
    if base is None:
        return
    after_be = before in BE
    if after_be or tag in ("IN", "TO") or tag in _TAGS:
        yield _form(base, 1.0)
    verb = before.removesuffix("s").removesuffix("ed")
    if tag == "IN" and before in ("of", "for", "by", "about", "without", "in"):
        yield Proposal("verb.form", 0.4, base, added="to")
    elif verb in _TAKES_GERUND or before in _TAKES_GERUND:
        yield Proposal("verb.form", 3.0, base, added="to")
    if base.lower() in _FEELINGS:
        yield _form(past, 3.0)


def _participle(
    draft: Draft, place: int, base: str | None, past: str | None, ing: str | None
) -> Iterator[Proposal]:
    before = {draft.word(place - 1), draft.word(place - 2)}
    after_auxiliary = bool(before & (BE | _HAVE))
    if after_auxiliary:
        yield _form(base, 1.0)
        yield _form(past, 1.0)
        yield _form(ing, 0.3)
    elif draft.tag(place + 1) in ("NN", "NNS", "IN"):
        yield _form(base, 0.5)
    if base is not None and base.lower() in _FEELINGS:
        yield _form(ing, 3.0)
