"""The searches in plain Python: the executable definition of the method.

Written to be read. It works with anything that has the scorer interface; the native engine must
give the same answers and is tested against this one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import Scorer
from syntacticdiff.search.candidates import (
    Candidates,
    Order,
    candidates_of,
    checked_orders,
    truncated,
)
from syntacticdiff.search.expansion import Expansion
from syntacticdiff.search.found import Found, RankedFound, everything
from syntacticdiff.search.hypothesis import (
    Sentence,
    Word,
)
from syntacticdiff.search.lattice import n_best
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import ModelPrices
from syntacticdiff.search.prices.cue_table import CueTable, cue_table
from syntacticdiff.search.prices.density import Density, in_texts, leading
from syntacticdiff.search.registry import SEARCHES
from syntacticdiff.search.scoring import Objective
from syntacticdiff.search.settings import SearchSettings
from syntacticdiff.search.stopping import Stop


class PythonEngine:
    """Searches sentences with one model, one set of settings, candidate words and penalties.

    Parameters
    ----------
    scorer : Scorer
        The reference's scorer; anything with that interface.
    settings : SearchSettings
        What to search for, and how.
    insertions : sequence of Word
        V_INS.
    substitutions : callable
        V_SUB: gives the words that may replace a word.
    penalties : Penalties
        What edits cost.
    removable : callable, default everything
        Whether a word may be removed.
    """

    name = "python"
    expansion = Expansion

    def __init__(
        self,
        scorer: Scorer,
        settings: SearchSettings,
        insertions: Sequence[Word],
        substitutions: Callable[[Word], Sequence[Word]],
        penalties: Penalties,
        removable: Callable[[Word], bool] = everything,
    ) -> None:
        self.scorer, self.settings, self.penalties = scorer, settings, penalties
        self.insertions = tuple(insertions) if "insert" in settings.operations else ()
        self.substitutions, self.removable = substitutions, removable
        self.objective = Objective(settings.alpha, settings.cost, settings.aggregate)
        self._find: Callable[[Expansion], Found] = SEARCHES[settings.search].load()
        # Only a search with probabilities can say how many errors a text has.
        probable = SEARCHES[settings.search].probabilities
        self.density = penalties.density if probable else None

    def search(
        self,
        sentences: Sequence[Sentence],
        stop: Stop | None = None,
        texts: Sequence[int] | None = None,
    ) -> list[Found]:
        """The answer for each sentence, in order; `stop` can call the search off.

        `texts` says how many of them each text has, for prices that follow the density of errors
        in a text; without it, every sentence is judged as one of a middling text.
        """
        stop = stop or Stop()
        density = self.density
        if density is None or texts is None:
            return self._at_level(sentences, stop, 0)
        return [
            found
            for text in in_texts(sentences, texts)
            for found in self._at_level(text, stop, self._level(density, text, stop))
        ]

    def _level(self, density: Density, text: Sequence[Sentence], stop: Stop) -> int:
        """What edits of a text cost more, by all that is expected in it."""
        first = text[: leading(text)]
        evidence = math.fsum(found.evidence for found in self._at_level(first, stop, 0))
        return density.level(evidence, sum(map(len, first)))

    def priced(self, sentence: Sentence, stop: Stop) -> npt.NDArray[np.int64]:
        """The prices of a sentence's candidates for `search_priced`: none, which makes its own."""
        return np.empty(0, np.int64)

    def search_priced(
        self,
        sentences: Sequence[Sentence],
        prices: Sequence[npt.NDArray[np.int64]],
        level: int,
        stop: Stop,
    ) -> list[Found]:
        """The answer for each sentence in a text of this level."""
        return self._at_level(sentences, stop, level)

    def _at_level(self, sentences: Sequence[Sentence], stop: Stop, level: int) -> list[Found]:
        found = []
        for sentence in sentences:
            with stop.heard_by(_finish_the_sentence):
                found.append(self._find(self.expansion(self, sentence, level)))
        return found

    def n_best(self, sentence: Sentence, number: int) -> list[RankedFound]:
        """The best hypotheses of a sentence; for the lattice only."""
        density = self.density
        level = 0 if density is None else self._level(density, [sentence], Stop())
        return n_best(self.expansion(self, sentence, level), number)

    def candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """Every single candidate edit of each sentence, with its gains."""
        orders = checked_orders(orders, self.scorer.order)
        scorers = {order: truncated(self.scorer, order) for order in orders}
        return [
            candidates_of(
                sentence,
                self.insertions,
                list(map(self.may_remove, sentence)),
                list(map(self.replacements, sentence)),
                scorers,
            )
            for sentence in sentences
        ]

    def cue_table(self, sentences: Sequence[Sentence]) -> CueTable:
        """The cues of each sentence's candidates, for whoever learns what they are worth."""
        prices = self.penalties.pricing
        if not isinstance(prices, ModelPrices):
            raise UsageError("cues: only calibrated prices have them")
        return cue_table(prices, self.candidates(sentences, prices.orders))

    def may_remove(self, word: Word) -> bool:
        return "remove" in self.settings.operations and self.removable(word)

    def replacements(self, word: Word) -> Sequence[Word]:
        return self.substitutions(word) if "sub" in self.settings.operations else ()


def _finish_the_sentence() -> None:
    """What this engine does when it is called off: no sentence after this one is begun."""
