"""Where a search may edit: the position rules."""

from __future__ import annotations

from collections.abc import Sequence


def positions(rule: str, bits: Sequence[int], order: int) -> range:
    """The 0-based positions that `rule` allows, given the bits of the window ending at each word.

    The window with the most bits is the least likely n-gram, the leftmost if several are equal.
    `"worst"` is its last word, `"window"` all of its words, `"all"` every word and the end.
    """
    if rule == "all":
        return range(len(bits))
    worst = max(range(len(bits)), key=bits.__getitem__)
    return range(worst if rule == "worst" else max(0, worst - order + 1), worst + 1)
