"""A sorted list of words in few bytes that can be memory mapped: front coding.

Words stand in blocks. The first word of a block is whole; each other one is the number of bytes
that it shares with the word before it, and the rest. A look-up finds the block by bisection and
reads on from there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Any, AnyStr

import numpy as np
from numpy.typing import NDArray

BLOCK = 16  # words
MOST_BYTES = 63  # of a word; longer ones are not stored

_MOST_CACHED = 1 << 16  # words that were looked up before


class FrontCodedWords:
    """The words of a sorted list by number, and their numbers by word.

    Parameters
    ----------
    text : array of uint8
        For each word: how many bytes it shares with the one before it (0 for the first of a block),
        how many follow, and these.
    blocks : array of uint32
        Where each block begins in `text`, and the end of the last.
    length : int
        How many words there are.

    Raises
    ------
    ValueError
        If the arrays cannot belong together.
    """

    def __init__(self, text: NDArray[np.uint8], blocks: NDArray[Any], length: int) -> None:
        starts = blocks.astype(np.int64)
        fits = (
            len(starts) == -(-length // BLOCK) + 1
            and starts[0] == 0
            and starts[-1] == len(text)
            and bool(np.all(np.diff(starts) > 0))
        )
        if not fits:
            raise ValueError("the blocks of words do not fit the text")
        self.text, self.blocks, self._length = text, blocks, length
        self._bytes, self._starts = text.data, blocks.data
        self._numbers: dict[str, int | None] = {}  # of words that were looked up

    @classmethod
    def build(cls, words: Sequence[str]) -> FrontCodedWords:
        """From distinct words in the order of their UTF-8 bytes."""
        encoded = [word.encode() for word in words]
        if any(first >= second for first, second in pairwise(encoded)):
            raise ValueError("the words are not sorted, or not distinct")
        if any(len(word) > MOST_BYTES for word in encoded):
            raise ValueError(f"a word is longer than {MOST_BYTES} bytes")
        text, blocks = bytearray(), []
        before = b""
        for number, word in enumerate(encoded):
            if number % BLOCK == 0:
                blocks.append(len(text))
                before = b""
            shared = common_start(before, word)
            text += bytes((shared, len(word) - shared)) + word[shared:]
            before = word
        blocks.append(len(text))
        return cls(np.frombuffer(bytes(text), np.uint8), np.array(blocks, np.uint32), len(words))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        for block in range(len(self._starts) - 1):
            yield from (word.decode("utf-8", "replace") for word in self._block(block))

    def checked(self) -> tuple[str, ...]:
        """All of the words, which a damaged file may not have.

        Raises
        ------
        ValueError
            If they are not as many as they should be, no list that `build` takes, or not UTF-8.
        """
        words: list[str] = []
        before = b""
        for word in chain.from_iterable(map(self._block, range(len(self._starts) - 1))):
            if len(word) > MOST_BYTES:
                raise ValueError(f"it has a word of more than {MOST_BYTES} bytes")
            if len(words) == len(self) or (words and word <= before):
                raise ValueError("its words are not as many as it says, sorted and distinct")
            words.append(word.decode())
            before = word
        if len(words) < len(self):
            raise ValueError("its words are not as many as it says, sorted and distinct")
        return tuple(words)

    def word(self, number: int) -> str:
        """The word at a place in the list; in a damaged file it may be empty."""
        block, place = divmod(number, BLOCK)
        found = next(islice(self._block(block), place, None), b"")
        return found.decode("utf-8", "replace")

    def number(self, word: str) -> int | None:
        """The place of a word in the list; None if it is not there."""
        try:
            return self._numbers[word]
        except KeyError:
            if len(self._numbers) >= _MOST_CACHED:
                self._numbers.clear()
            number = self._numbers[word] = self._find(word)
            return number

    def _find(self, word: str) -> int | None:
        encoded = word.encode("utf-8", "surrogatepass")
        blocks = range(len(self._starts) - 1)
        behind = bisect_right(blocks, encoded, key=self._first)  # the first that begins behind it
        if behind == 0:
            return None
        for place, other in enumerate(self._block(behind - 1)):
            if other == encoded:
                return (behind - 1) * BLOCK + place
            if other > encoded:
                break
        return None

    def _first(self, block: int) -> bytes:
        start: int = self._starts[block]
        return bytes(self._bytes[start + 2 : start + 2 + self._bytes[start + 1]])

    def _block(self, block: int) -> Iterator[bytes]:
        """The words of a block; in a damaged file perhaps others, but never bytes beyond it."""
        at, end = self._starts[block], self._starts[block + 1]
        data = bytes(self._bytes[at:end])
        at, word = 0, b""
        while at + 2 <= len(data):
            shared, length = data[at], data[at + 1]
            word = word[:shared] + data[at + 2 : at + 2 + length]
            yield word
            at += 2 + length


def common_start(first: AnyStr, second: AnyStr) -> int:
    """How many bytes or letters two words have in common at their beginning."""
    for place, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return place
    return min(len(first), len(second))
