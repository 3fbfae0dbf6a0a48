"""The small words of verbs: be, have, do, to and modals, missing or superfluous."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.kinds.verbs import BE
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, words

_HAVE = frozenset(("have", "has", "had", "'ve"))
_DO = frozenset(("do", "does", "did"))
_MODALS = words("will would can could should must may might 'll 'd")
_AFTER_BE = frozenset(("VBG", "VBN", "JJ", "DT", "RB", "IN"))
_THIRD = frozenset(("he", "she", "it"))
# Verbs with a superfluous `be`: `I am agree`, `it was happened`.
_WITH_BE = words("agree disagree like want think know believe hope need")
_HAPPENED = words("happened occurred died arrived appeared existed disappeared fell")
_BE_AFTER = {"i": "am", "he": "is", "she": "is", "it": "is"}


def auxiliaries(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """What may happen to an auxiliary verb or to `to`, or where there is none."""
    word, tag, following = draft.lower[place], draft.tags[place], draft.tag(place + 1)
    if word == "to" and following == "VB":
        yield Proposal("verb.to", 0.3 if place == 0 else 1.0)
    elif draft.word(place + 1) in ("n't", "not"):
        return  # `n't` does not stand alone
    elif word in BE and tag.startswith("V"):
        if following in _AFTER_BE and (place or following == "PRP"):
            yield Proposal("verb.be", 1.0)
    elif word in _HAVE and following == "VBN":
        yield Proposal("verb.have", 1.0)
    elif word in _DO and following == "PRP" and place == 0:
        yield Proposal("verb.do", 1.0)
    elif word in _MODALS and tag == "MD" and following == "VB" and place:
        # `I go` is right too, `he go` is not.
        is_third = draft.word(place - 1) in _THIRD or draft.tags[place - 1] in ("NN", "NNP")
        yield Proposal("verb.modal", 0.6 if is_third else 0.1)
    elif place:
        yield from _superfluous(draft, place, word, tag)


def _superfluous(draft: Draft, place: int, word: str, tag: str) -> Iterator[Proposal]:
    before = draft.lower[place - 1]
    if tag == "VB" and draft.tags[place - 1] == "MD":
        yield Proposal("verb.to.add", 1.0, "to", span=0)
    elif tag == "VBP" and draft.tags[place - 1] == "PRP":
        written = _BE_AFTER.get(before, "are")
        yield Proposal("verb.be.add", 3.0 if word in _WITH_BE else 0.3, written, span=0)
    elif tag == "VBZ" and before in _THIRD and word not in BE:
        yield Proposal("verb.be.add", 0.3, "is", span=0)
    elif tag == "VBD" and word not in BE:
        weight = 3.0 if word in _HAPPENED else 0.1
        written = "were" if before in ("they", "we", "you") else "was"
        yield Proposal("verb.be.add", weight, written, span=0)
