"""The words of a reference model and their ids, as arrays that can be memory mapped.

Ids 0, 1 and 2 are the markers `<unk>`, `<s>` and `</s>`; real words follow, the commonest first.
Look-up by spelling goes through an open-addressing table of ids, so that a lexicon of a million
words opens as fast as one of ten.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.reference.scorer import MARKERS, UNKNOWN

EMPTY_SLOT = 0  # the unknown word is never looked up, so its id can mark an empty slot

_MOST_CACHED = 1 << 16  # words that were looked up before


class Lexicon:
    """Words by id and ids by word.

    Parameters
    ----------
    text : the words' UTF-8 bytes, one after another
    offsets : where each word begins in `text`, and the end of the last
    slots : a power of two of ids; a word stands at its CRC-32 or the next free slot after it
    counts : how often each word occurs in the reference; None where that is not known
    capitalised : the share of each word's occurrences inside sentences that are capitalised, in
        255ths; None where that is not known
    """

    def __init__(
        self,
        text: NDArray[np.uint8],
        offsets: NDArray[np.uint32],
        slots: NDArray[np.unsignedinteger[Any]],
        counts: NDArray[np.uint64] | None,
        capitalised: NDArray[np.uint8] | None = None,
    ) -> None:
        self.text, self.offsets, self.slots, self.counts = text, offsets, slots, counts
        self.capitalised = capitalised
        self._text, self._offsets, self._slots = text.data, offsets.data, slots.data
        self._ids: dict[str, int] = {}  # of words that were looked up; most are asked for again

    @classmethod
    def build(
        cls,
        words: Sequence[str],
        counts: NDArray[Any] | None = None,
        capitalised: NDArray[np.uint8] | None = None,
    ) -> Lexicon:
        """From all words in the order of their ids, the three markers first."""
        if tuple(words[: len(MARKERS)]) != MARKERS:
            raise ValueError(f"a lexicon begins with {MARKERS}")
        encoded = [word.encode("utf-8", "surrogatepass") for word in words]
        offsets = np.zeros(len(encoded) + 1, np.uint32)
        offsets[1:] = np.cumsum([len(word) for word in encoded])
        slots = [EMPTY_SLOT] * (1 << (2 * len(encoded)).bit_length())
        mask = len(slots) - 1
        for number, word in enumerate(encoded[len(MARKERS) :], len(MARKERS)):
            slot = zlib.crc32(word) & mask
            while slots[slot] != EMPTY_SLOT:
                slot = (slot + 1) & mask
            slots[slot] = number
        text = np.frombuffer(b"".join(encoded), np.uint8)
        stored = None if counts is None else counts.astype(np.uint64)
        return cls(text, offsets, np.array(slots, np.uint32), stored, capitalised)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def id(self, word: str) -> int:
        """The word's id; 0 for a word that is not here, and for text spelled like a marker."""
        number = self._ids.get(word)
        if number is None:
            if len(self._ids) >= _MOST_CACHED:
                self._ids.clear()
            number = self._ids[word] = self._find(word)
        return number

    def _find(self, word: str) -> int:
        encoded = word.encode("utf-8", "surrogatepass")
        mask = len(self._slots) - 1
        slot = zlib.crc32(encoded) & mask
        for _ in range(len(self._slots)):
            number: int = self._slots[slot]
            if number == EMPTY_SLOT:
                break
            if number < len(self) and self._encoded(number) == encoded:
                return number
            slot = (slot + 1) & mask
        return UNKNOWN

    def word(self, number: int) -> str:
        """The spelling of a word id."""
        encoded = self._encoded(number)
        try:
            return encoded.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:  # only in a damaged file
            return encoded.decode("utf-8", "replace")

    def words(self) -> Iterator[str]:
        """All words in the order of their ids, markers included."""
        return map(self.word, range(len(self)))

    def _encoded(self, number: int) -> bytes:
        if number >= len(self):  # only in a damaged file
            return b""
        return bytes(self._text[self._offsets[number] : self._offsets[number + 1]])
