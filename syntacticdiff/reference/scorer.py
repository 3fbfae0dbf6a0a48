"""What a search needs to know of a language model, and how its numbers become exact integers.

Anything with this small interface can judge sentences: our own n-gram arrays, a KenLM binary, a
test's toy. It is not the place for storage or training.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

UNKNOWN, BEGIN, END = 0, 1, 2
MARKERS = ("<unk>", "<s>", "</s>")

ONE_BIT = 1 << 20  # fixed point: this many units make one bit
LOG2_10 = math.log2(10.0)

# No ARPA number gets near this; a damaged file may, and must give a wrong number, not a crash.
MOST_BITS = 1 << 20

State = Any  # what a scorer remembers of the words before; opaque to everyone else


class Scorer(Protocol):
    """log10 p(word | the words before it), one word at a time."""

    @property
    def order(self) -> int:
        """The longest n-gram that a probability depends on."""
        ...

    def begin(self) -> State:
        """The state after `<s>`."""
        ...

    def advance(self, state: State, word: int) -> tuple[float, State]:
        """The word's log10 probability in this state, and the state after it."""
        ...


def fixed_point(value: float) -> int:
    """`value` in units of 2^-20, rounded half up: the integers in which bits are summed."""
    return math.floor(value * ONE_BIT + 0.5)


def bits_per_token(total: int, windows: int) -> float:
    """H: fixed-point bits over m+1 windows. Both numbers are exact, so there is one rounding."""
    return total / (ONE_BIT * windows)


def perplexity(bits: float) -> float:
    """2^H by the C library's exp2, infinite where that overflows."""
    try:
        return math.exp2(bits)
    except OverflowError:
        return math.inf


def bounded_log10(log10: float) -> float:
    """The same number, within the bounds of `word_bits`: only a damaged model has others."""
    return log10 if abs(log10) * LOG2_10 <= MOST_BITS else -MOST_BITS / LOG2_10


def word_bits(log10: float) -> int:
    """-log2 of a probability given as log10, in fixed point."""
    bits = -log10 * LOG2_10
    if not -MOST_BITS <= bits <= MOST_BITS:  # also true of NaN
        bits = float(MOST_BITS)
    return fixed_point(bits)
