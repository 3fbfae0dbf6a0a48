"""EditColumns: what a search found in many sentences, as columns of numbers without any strings.

For counting edits, where an object for each of them would cost more than the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class WordNumbers:
    """The spelling of tokens and of words that are put in, by their numbers; compared by identity.

    Parameters
    ----------
    tokens : sequence of str
        The tokens of sentences.
    targets : sequence of str
        The words that edits put in.
    """

    def __init__(self, tokens: Sequence[str], targets: Sequence[str]) -> None:
        self.tokens, self.targets = tokens, targets


@dataclass(frozen=True)
class EditColumns:
    """The edits of sentences, in their order.

    Parameters
    ----------
    words : WordNumbers
        What the numbers of tokens and targets stand for.
    tokens : ndarray of int
        The tokens of all sentences, one sentence after the other.
    ends : ndarray of int
        Where each sentence ends in `tokens`.
    counts : ndarray of int
        How many edits each sentence has.
    positions : ndarray of int
        For each edit the index of its token in the sentence.
    ranks : ndarray of int
        For each edit its operation, an index of `OPERATIONS`.
    targets : ndarray of int
        For each edit the word that it puts in; of removals some number.
    """

    words: WordNumbers
    tokens: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]
    positions: npt.NDArray[np.uint32]
    ranks: npt.NDArray[np.uint8]
    targets: npt.NDArray[np.uint32]
