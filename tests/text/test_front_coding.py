"""Sorted words that share their beginnings in memory: written, read, and damaged."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff.text.front_coding import BLOCK, MOST_BYTES, FrontCodedWords

WORDS = tuple(sorted(f"w{number}é" for number in range(3 * BLOCK)))


def coded(text: bytes, length: int) -> FrontCodedWords:
    """One block, as a damaged file may have it."""
    blocks = np.array([0, len(text)], np.uint32)
    return FrontCodedWords(np.frombuffer(text, np.uint8), blocks, length)


def test_words_are_read_as_they_were_written() -> None:
    words = FrontCodedWords.build(WORDS)
    assert words.checked() == tuple(words) == WORDS
    assert [words.number(word) for word in WORDS] == list(range(len(WORDS)))


@pytest.mark.parametrize(
    ("text", "length", "message"),
    [
        (b"\0\1a\0\1b", 3, "its words are not as many as it says"),
        (b"\0\1a\0\1b", 1, "its words are not as many as it says"),
        (b"\0\1b\0\1a", 2, "sorted and distinct"),
        (b"\0\1a\0\1a", 2, "sorted and distinct"),
        (b"\0\1a\0\1\xff", 2, "codec can't decode"),
        (b"\0\xff" + b"a" * 255 + b"\xff\xff" + b"b" * 255, 2, f"more than {MOST_BYTES} bytes"),
    ],
)
def test_words_that_nobody_wrote_are_refused(text: bytes, length: int, message: str) -> None:
    words = coded(text, length)
    with pytest.raises(ValueError, match=message):
        words.checked()
