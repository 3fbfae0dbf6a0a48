"""What the context network thinks of one sentence, asked by words.

Whoever computes it, NumPy or the extension, is asked by the network's own ids of words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError

OTHER_WORD = 0  # the output id of words that have none of their own
NOT_INSERTABLE = 0  # the gap id of words that have none


class WordIds(NamedTuple):
    """What the network calls a word.

    Parameters
    ----------
    input : int
        As one of the words that it reads.
    output : int
        As a word that stands somewhere; 0 for all that it does not tell apart.
    gap : int
        As a word that may belong into a gap; 0 if it is none of these.
    """

    input: int
    output: int
    gap: int


class Engine(Protocol):
    """What both engines give for a sentence."""

    def sub(self, position: int, source: int, target: int) -> int: ...
    def insert(self, position: int, word: int) -> int: ...
    def remove(self, position: int, word: int) -> int: ...
    def all_subs(self, position: int, source: int) -> NDArray[np.int32]: ...
    def all_inserts(self, position: int) -> NDArray[np.int32]: ...
    def all_removes(self, position: int) -> NDArray[np.int32]: ...


class Opinions:
    """What the network thinks of one sentence: log-odds in units of 2^-10 bits.

    Made by `ContextNetwork.opinions`.

    Parameters
    ----------
    ids : callable
        What the network calls a word.
    engine : object
        What computes the opinions, from the network's ids.
    size : int
        How many tokens the sentence has.
    """

    def __init__(self, ids: Callable[[str], WordIds], engine: Engine, size: int) -> None:
        self._ids, self._engine, self.size = ids, engine, size

    def sub(self, position: int, source: str, target: str) -> int | None:
        """Of `target` against `source` at a token; None if the network tells neither from others.

        Parameters
        ----------
        position : int
            Which token.
        source, target : str
            Words; those that the network does not tell apart count as one.
        """
        first, second = self._ids(source).output, self._ids(target).output
        if first == second == OTHER_WORD:
            return None
        return self._engine.sub(self._place(position, self.size), first, second)

    def insert(self, position: int, word: str) -> int | None:
        """Of a word against none in a gap; None for a word that is not insertable.

        Parameters
        ----------
        position : int
            The gap before this token; after the last one, the number of tokens.
        word : str
            The word.
        """
        gap = self._ids(word).gap
        if gap == NOT_INSERTABLE:
            return None
        return self._engine.insert(self._place(position, self.size + 1), gap)

    def remove(self, position: int, word: str) -> int | None:
        """Of none against a word where a token is taken out; None if it is not insertable.

        Parameters
        ----------
        position : int
            Which token is taken out.
        word : str
            The word, usually that token.
        """
        gap = self._ids(word).gap
        if gap == NOT_INSERTABLE:
            return None
        return self._engine.remove(self._place(position, self.size), gap)

    def all_subs(self, position: int, source: str) -> NDArray[np.int32]:
        """Of every output word against `source` at a token, by output ids.

        Parameters
        ----------
        position : int
            Which token.
        source : str
            The word that the others are compared with.
        """
        return self._engine.all_subs(self._place(position, self.size), self._ids(source).output)

    def all_inserts(self, position: int) -> NDArray[np.int32]:
        """Of every gap word against none in a gap, by gap ids.

        Parameters
        ----------
        position : int
            The gap before this token; after the last one, the number of tokens.
        """
        return self._engine.all_inserts(self._place(position, self.size + 1))

    def all_removes(self, position: int) -> NDArray[np.int32]:
        """Of none against every gap word where a token is taken out, by gap ids.

        Parameters
        ----------
        position : int
            Which token is taken out.
        """
        return self._engine.all_removes(self._place(position, self.size))

    def _place(self, position: int, places: int) -> int:
        if not 0 <= position < places:
            raise UsageError(f"position: {position} is none of the {places} places")
        return position
