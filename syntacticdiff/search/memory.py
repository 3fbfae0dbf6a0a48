"""Remembering what was found of sentences: for text that is searched again with few changes.

What takes time is to price a sentence's candidates, and that depends on the sentence alone. Its
edits may also depend on the text, by the density of errors in it (`prices.density`): one number,
the level. So prices are remembered for each sentence, and so is the evidence of errors at
level 0, from which the level is computed; what was found is remembered for one level only, and
found again from the known prices where the level is another. All answers are those of the engine.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from syntacticdiff.search.candidates import NEVER, Candidates, Order
from syntacticdiff.search.found import Found, RankedFound
from syntacticdiff.search.hypothesis import Sentence, Word
from syntacticdiff.search.prices.cue_table import CueTable
from syntacticdiff.search.prices.density import Density, in_texts, leading
from syntacticdiff.search.stopping import Stop

if TYPE_CHECKING:
    from syntacticdiff.search.engine import Engine

Key = tuple[Word, ...]
Prices = npt.NDArray[np.int64]

# About what an item takes: a token of the key, a price that is kept, and an edit that is expected.
_TOKEN_BYTES, _PRICE_BYTES, _EDIT_BYTES, _ENTRY_BYTES = 150, 12, 250, 2_000


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a sentence; `places` are those of the prices of what is offered."""

    size: int
    places: npt.NDArray[np.uint32]
    offered: Prices
    evidence: float | None = None
    level: int | None = None
    found: Found | None = None

    @classmethod
    def of(cls, prices: Prices) -> _Known:
        places = np.flatnonzero(prices != NEVER).astype(np.uint32)
        return cls(len(prices), places, prices[places])

    def prices(self) -> Prices:
        prices = np.full(self.size, NEVER, np.int64)
        prices[self.places] = self.offered
        return prices

    def with_found(self, found: Found, level: int) -> _Known:
        # A dictionary of its own, for `expected` may hold on to what was found of a whole batch.
        found = replace(found, expected=dict(found.expected))
        return replace(
            self, level=level, found=found, evidence=found.evidence if level == 0 else self.evidence
        )

    def bytes(self, tokens: int) -> int:
        edits = 0 if self.found is None else len(self.found.expected) + len(self.found.steps)
        return (
            _ENTRY_BYTES
            + _TOKEN_BYTES * tokens
            + _PRICE_BYTES * len(self.places)
            + _EDIT_BYTES * edits
        )


class RememberingEngine:
    """An engine with a memory; threads may share one.

    Parameters
    ----------
    engine : Engine
        What searches.
    most_bytes : int
        About how much memory may be taken; what was not asked for the longest is forgotten first.
    """

    def __init__(self, engine: Engine, most_bytes: int) -> None:
        self.engine, self.most_bytes = engine, most_bytes
        self.searched = 0  # sentences that were priced, because they were not remembered
        self._known: OrderedDict[Key, _Known] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self.engine.name

    def search(
        self,
        sentences: Sequence[Sentence],
        stop: Stop | None = None,
        texts: Sequence[int] | None = None,
    ) -> list[Found]:
        """What the engine finds in each sentence."""
        stop = stop or Stop()
        if texts is None:
            return self._at(sentences, 0, stop)
        return [
            found
            for text in in_texts(sentences, texts)
            for found in self._at(text, self._level(text, stop), stop)
        ]

    def _level(self, text: Sequence[Sentence], stop: Stop) -> int:
        """What edits of a text cost more, by all that is expected in it."""
        density = self.engine.density
        if density is None:
            return 0
        first = text[: leading(text)]
        keys = list(map(tuple, first))
        known = self._recalled(keys, stop)
        unknown = [key for key in dict.fromkeys(keys) if known[key].evidence is None]
        self._find(unknown, 0, known, stop)
        evidence = math.fsum(known[key].evidence or 0.0 for key in keys)
        return density.level(evidence, sum(map(len, first)))

    def _at(self, text: Sequence[Sentence], level: int, stop: Stop) -> list[Found]:
        keys = list(map(tuple, text))
        known = self._recalled(keys, stop)
        self._find([key for key in known if known[key].level != level], level, known, stop)
        found = [known[key].found for key in keys]
        return [each for each in found if each is not None]

    def _find(self, keys: Sequence[Key], level: int, known: dict[Key, _Known], stop: Stop) -> None:
        """Search sentences at a level, with the prices that are known."""
        if not keys:
            return
        prices = [known[key].prices() for key in keys]
        for key, found in zip(
            keys, self.engine.search_priced(keys, prices, level, stop), strict=True
        ):
            known[key] = known[key].with_found(found, level)
        self._remember({key: known[key] for key in keys})

    def _recalled(self, keys: Sequence[Key], stop: Stop) -> dict[Key, _Known]:
        """What is known of sentences; those of which nothing is known are priced."""
        recalled: dict[Key, _Known] = {}
        with self._lock:
            for key in keys:
                if key in self._known and key not in recalled:
                    self._known.move_to_end(key)
                    recalled[key] = self._known[key]
        fresh = {
            key: _Known.of(self.engine.priced(key, stop))
            for key in dict.fromkeys(keys)
            if key not in recalled
        }
        with self._lock:
            self.searched += len(fresh)
        self._remember(fresh)
        return recalled | fresh

    def _remember(self, known: dict[Key, _Known]) -> None:
        with self._lock:
            for key, item in known.items():
                before = self._known.pop(key, None)
                if before is not None:
                    self._bytes -= before.bytes(len(key))
                self._known[key] = item
                self._bytes += item.bytes(len(key))
            while self._bytes > self.most_bytes:
                key, item = self._known.popitem(last=False)
                self._bytes -= item.bytes(len(key))

    # What is not remembered.

    @property
    def density(self) -> Density | None:
        """As the engine's."""
        return self.engine.density

    def priced(self, sentence: Sentence, stop: Stop) -> Prices:
        """As the engine's."""
        return self.engine.priced(sentence, stop)

    def search_priced(
        self, sentences: Sequence[Sentence], prices: Sequence[Prices], level: int, stop: Stop
    ) -> list[Found]:
        """As the engine's."""
        return self.engine.search_priced(sentences, prices, level, stop)

    def n_best(self, sentence: Sentence, number: int) -> list[RankedFound]:
        """As the engine's."""
        return self.engine.n_best(sentence, number)

    def candidates(
        self, sentences: Sequence[Sentence], orders: Sequence[Order] = (None,)
    ) -> list[Candidates]:
        """As the engine's."""
        return self.engine.candidates(sentences, orders)

    def cue_table(self, sentences: Sequence[Sentence]) -> CueTable:
        """As the engine's."""
        return self.engine.cue_table(sentences)
