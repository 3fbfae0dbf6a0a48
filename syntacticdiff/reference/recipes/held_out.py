"""Which sentences of the cleaned texts are never trained on, so that prices can be learned there.

Whole blocks are left out, because neighbouring sentences often repeat each other. `building` also
holds out every 20th sentence, but only to measure; that is another matter.
"""

from __future__ import annotations

BLOCK = 100  # consecutive sentences
EVERY = 10  # of so many blocks, the last is held out


def is_held_out(line: int) -> bool:
    """Whether a sentence is in a block that is held out: each tenth block of 100.

    Parameters
    ----------
    line : int
        The number of the sentence in its cleaned text, counted from 0.

    Examples
    --------
    >>> [is_held_out(line) for line in (0, 899, 900, 999, 1000)]
    [False, False, True, True, False]
    """
    return line // BLOCK % EVERY == EVERY - 1
