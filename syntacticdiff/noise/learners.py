"""Learners' errors in text by native speakers: each sentence with the edits that undo them.

A writer is drawn for every few sentences: a style (essay or chat), a level (from no errors at all
to many), weaknesses and habits. So a text has errors of one kind throughout, as learners' texts
have, and its level can be seen. `kinds` has what may go wrong, `rates` how often.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syntacticdiff.errors import UsageError
from syntacticdiff.noise.draft import FOLLOWS, Draft, LearnerSentence
from syntacticdiff.noise.kinds.capitals import capitals, is_first, is_headline
from syntacticdiff.noise.kinds.registry import PROPOSERS
from syntacticdiff.noise.lexis import default_lexis
from syntacticdiff.noise.plausibility import CHOSEN, Plausibility
from syntacticdiff.noise.proposal import Proposal, drawn
from syntacticdiff.noise.rates import HABITS, LearnerRates
from syntacticdiff.reference.model import ReferenceModel

_HIGHEST = 0.9  # nobody makes an error at every opportunity
_SENTENCES = 20
_SPREAD = 2.0  # shape of the gamma distribution of weaknesses: mean 1, deviation 0.7
# Sentences that are left alone: a table or a list of names is not what learners write.
_LONGEST = 120


@dataclass(frozen=True)
class Writer:
    """Who writes the next sentences: the chance of each kind of error.

    Parameters
    ----------
    style, level : str
        As `LearnerRates` names them.
    chances : mapping of str to float
        For each kind, the chance of an error at an opportunity; empty if there are none.
    """

    style: str
    level: str
    chances: Mapping[str, float]


class LearnerNoise:
    """Puts learners' errors into clean sentences.

    Parameters
    ----------
    rates : LearnerRates, optional
        How often each kind of error is made; by default those of the package.
    seed : int, default 1
        Of everything that is drawn.
    styles : mapping of str to float, optional
        The share of each style; by default all alike.
    sentences : int, default 20
        After so many sentences another writer goes on.
    reference : ReferenceModel, optional
        Judges which errors sound right; by default the embedded one. It should not have seen the
        text.

    Examples
    --------
    >>> noise = LearnerNoise(LearnerRates({"essay": {"article.omit": 1.0}}))
    >>> noise(["I", "have", "a", "dog", "."], ["PRP", "VBP", "DT", "NN", "."]).words
    ('I', 'have', 'dog', '.')
    """

    def __init__(
        self,
        rates: LearnerRates | None = None,
        seed: int = 1,
        *,
        styles: Mapping[str, float] | None = None,
        sentences: int = _SENTENCES,
        reference: ReferenceModel | None = None,
    ) -> None:
        self.rates = rates or LearnerRates.default()
        self.styles = dict(styles or dict.fromkeys(self.rates.styles, 1.0))
        unknown = sorted(set(self.styles) - set(self.rates.styles))
        if unknown:
            known = ", ".join(self.rates.styles)
            raise UsageError(f"styles: {unknown[0]!r} has no rates; there are {known}")
        if sentences < 1:
            raise UsageError(f"sentences: 1 or more are needed, not {sentences}")
        self._lexis = default_lexis()
        self._plausibility = Plausibility(reference or ReferenceModel.load("default"))
        self._random = random.Random(seed)
        self._sentences, self._left = sentences, 0
        self.writer = Writer("", "", {})

    def __call__(self, words: Sequence[str], tags: Sequence[str]) -> LearnerSentence:
        """The sentence with errors, and the edits that undo them.

        Parameters
        ----------
        words, tags : sequence of str
            A clean sentence, its words as they are written.
        """
        if isinstance(words, str) or len(words) != len(tags):
            raise UsageError("words: a list of words and a tag for each are needed")
        if self._left == 0:
            self.writer, self._left = self._new_writer(), self._sentences
        self._left -= 1
        if not self.writer.chances or len(words) > _LONGEST:
            return LearnerSentence(tuple(words), ())
        draft = Draft(words, tags)
        for place in range(len(draft)):
            if draft.free[place]:
                self._try(draft, place)
        if not is_headline(draft):
            self._capitals(draft)
        return draft.result()

    def _new_writer(self) -> Writer:
        chance = self._random
        style = _drawn_name(self.styles, chance)
        levels = self.rates.levels
        level = _drawn_name({name: found.share for name, found in levels.items()}, chance)
        factor = levels[level].factor
        if factor == 0:
            return Writer(style, level, {})
        families: dict[str, float] = {}
        habit = self.rates.habits.get(style, 1.0)
        chances = {}
        for kind, rate in self.rates.styles[style].items():
            if kind in HABITS and habit < 1:
                # Whoever has a habit has it whatever the level.
                scale = chance.random() < habit
                scaled = rate / habit if scale else 0.0
            else:
                family = kind.partition(".")[0]
                if family not in families:
                    families[family] = self._weakness()
                scaled = rate * factor * families[family]
            chances[kind] = rate if rate == 1 else min(_HIGHEST, scaled)
        return Writer(style, level, chances)

    def _weakness(self) -> float:
        """How much more or less often than others this writer makes errors of a family."""
        return self._random.gammavariate(_SPREAD, 1 / _SPREAD)

    def _try(self, draft: Draft, place: int) -> None:
        """At most one error at a place."""
        chances, left = self.writer.chances, self._random.random()
        for proposer in PROPOSERS:
            for proposal in proposer.proposals(draft, place, self._lexis):
                left -= chances.get(proposal.kind, 0.0) * proposal.weight
                if left < 0:
                    self._make(draft, place, proposal)
                    return

    def _make(self, draft: Draft, place: int, proposal: Proposal) -> None:
        written = drawn(proposal.written, self._random)
        if written is None:
            return
        kind = proposal.kind
        if kind in CHOSEN and self.writer.chances[kind] < 1:
            words = f"{proposal.added} {written}".split()
            likely = self._plausibility.chance(kind, draft, place, words, proposal.span)
            if self._random.random() >= likely:
                return
        if proposal.span == 0:
            draft.add(place, written, kind)
        elif proposal.added:
            if place and draft.add(place, proposal.added, kind):
                draft.write(place, tuple(written.split()), kind)
        elif written or len(draft) > 1:
            draft.write(place, tuple(written.split()), kind, proposal.span)

    def _capitals(self, draft: Draft) -> None:
        """Capitals come last: they concern what is written, not what was meant."""
        chances, chance = self.writer.chances, self._random
        for place in range(len(draft)):
            word = draft.written(place)
            if word is None:
                if not draft.free[place] and draft.words[place][:1].isupper():
                    self._capital_moves(draft, place)
                continue
            for proposal in capitals(draft, place, self._lexis):
                if chance.random() < chances.get(proposal.kind, 0.0) * proposal.weight:
                    if draft.free[place]:
                        draft.recase(place, str(proposal.written), proposal.kind)
                    elif proposal.kind == "capitals.first":
                        draft.recase(place, word[:1].lower() + word[1:], proposal.kind)
                    break

    def _capital_moves(self, draft: Draft, place: int) -> None:
        """Where the first word is missing, the second usually gets its capital."""
        following = place + 1
        if not is_first(draft, place) or following >= len(draft) or not draft.is_omitted(place):
            return
        word = draft.words[following]
        forgets = self._random.random() < self.writer.chances.get("capitals.first", 0.0)
        if word[:1].islower() and draft.free[following] and not forgets:
            draft.recase(following, word[:1].upper() + word[1:], FOLLOWS)


def _drawn_name(shares: Mapping[str, float], chance: random.Random) -> str:
    left = chance.random() * sum(shares.values())
    for name, share in shares.items():
        left -= share
        if left < 0:
            return name
    return next(reversed(list(shares)))
