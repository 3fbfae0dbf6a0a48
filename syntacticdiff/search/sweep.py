"""The sweep: each edit judged alone, which describes a sentence and does not rewrite it."""

from __future__ import annotations

from syntacticdiff.search.expansion import Expansion, Hypothesis
from syntacticdiff.search.found import Found
from syntacticdiff.search.hypothesis import Step


def sweep(expansion: Expansion) -> Found:
    """At every gap the best insertion, at every token the best removal and substitution."""
    original = expansion.original()
    kept: list[tuple[Step, float]] = []
    best: dict[tuple[int, int], Hypothesis] = {}
    for single in expansion.successors((), everywhere=True):
        place = single.steps[0][:2]
        if place not in best or single.key < best[place].key:
            best[place] = single
    for place in sorted(best):
        single = best[place]
        gain = original.bits - single.bits
        if single.objective < original.objective and gain > expansion.settings.min_gain:
            kept.append((single.steps[0], gain))
    steps, gains = zip(*kept, strict=True) if kept else ((), ())
    return Found(steps, gains, original.bits, None)
