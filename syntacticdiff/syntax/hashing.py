"""Features as 64-bit numbers: the definition that native/hashing.hpp computes, too."""

from __future__ import annotations

from functools import lru_cache

_MASK = (1 << 64) - 1


@lru_cache(1 << 16)
def text_hash(text: str) -> int:
    """FNV-1a of the text's UTF-8 bytes: how words, parts of words and tags enter features."""
    value = 0xCBF29CE484222325
    for byte in text.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * 0x100000001B3 & _MASK
    return value


NOTHING = text_hash("<nothing>")  # beyond the sentence; no child


def feature(number: int, *values: int) -> int:
    """The feature that template `number` makes of its values."""
    mixed = (number + 1) * 0xD6E8FEB86659FD93 & _MASK
    for value in values:
        mixed = (mixed ^ value) * 0x9E3779B97F4A7C15 & _MASK
        mixed ^= mixed >> 32
    return mixed
