"""Which errors sound right to those who make them.

Nobody writes what sounds wrong to them. Where a learner chooses a form or a word, those errors are
commoner that fit what stands around them, as far as an n-gram model sees it; slips of the pen,
missing words and spelling do not ask. Otherwise injected errors would be easier to find than those
of learners; results/injected.md has what the corrections of both save.
"""

from __future__ import annotations

from collections.abc import Sequence

from syntacticdiff.noise.draft import Draft
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, ONE_BIT

# Kinds in which a learner chooses, and the bits at which every second such error is made: set so
# that corrections save about as many bits as those of ErAConD do (quartiles by type).
CHOSEN = {
    "article.add": 2.0,
    "article.swap": 2.0,
    "choice": 4.0,
    "comma.add": 2.0,
    "comparison": 2.0,
    "conjunction.add": 2.0,
    "derivation": 2.0,
    "linking": 2.0,
    "noun.plural": 3.0,
    "noun.singular": 5.0,
    "preposition.add": 2.0,
    "preposition.swap": 6.0,
    "pronoun.swap": 3.0,
    "quantifier": 2.0,
    "verb.agreement": 4.0,
    "verb.form": 2.0,
    "verb.perfect": 2.0,
}
_LEAST = 0.4  # of errors are made whatever they cost: beginners do not hear what is wrong
_MORE = 3.0  # bits that every word more may cost besides
_SLOPE = 2.0  # bits in which the odds fall by half


class Plausibility:
    """How likely an error is made that a learner has thought of.

    Parameters
    ----------
    model : ReferenceModel
        Judges what fits; it should not have seen the text.
    """

    def __init__(self, model: ReferenceModel) -> None:
        self._model = model
        self._latest: tuple[Draft, ScoredSentence] | None = None

    def chance(
        self, kind: str, draft: Draft, place: int, written: Sequence[str], span: int
    ) -> float:
        """The chance of what is written for `span` tokens, by the bits that it costs.

        Parameters
        ----------
        kind : str
            The kind of the error; those that are not in `CHOSEN` are always made.
        draft : Draft
            The clean sentence; other errors are not looked at.
        place : int
            The first token that is replaced.
        written : sequence of str
            What stands there.
        span : int
            How many tokens it replaces; 0 if it comes before the place.
        """
        if kind not in CHOSEN:
            return 1.0
        if self._latest is None or self._latest[0] is not draft:
            ids = [*(self._id(word) for word in draft.words), END]
            self._latest = draft, ScoredSentence(self._model.scorer, ids)
        scored = self._latest[1]
        replacement = tuple(self._id(word) for word in written)
        cost = (scored.total_with(place, place + span, replacement) - scored.total) / ONE_BIT
        cost -= _MORE * (len(written) - span)
        return _LEAST + (1 - _LEAST) / (1 + 2 ** min(64.0, (cost - CHOSEN[kind]) / _SLOPE))

    def _id(self, word: str) -> int:
        return self._model.lexicon.id(self._model.fold(word))
