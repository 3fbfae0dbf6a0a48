"""Beam search: the best hypotheses of each depth go on."""

from __future__ import annotations

from itertools import islice

from syntacticdiff.search.expansion import Expansion, Hypothesis
from syntacticdiff.search.found import Found


def beam(expansion: Expansion) -> Found:
    """The best `beam` hypotheses of each depth go on; without a beam, all of them."""
    width = expansion.settings.beam
    best = expansion.original()
    frontier = [best]
    assert expansion.settings.max_edits is not None
    for _ in range(expansion.settings.max_edits):
        if width is not None and _good_enough(best, expansion):
            break
        reached = {h.steps: h for f in frontier for h in expansion.successors(f.steps)}
        frontier = sorted(reached.values(), key=lambda hypothesis: hypothesis.key)
        if width is not None:
            frontier = list(islice(expansion.first_of_each_sentence(frontier), width))
        if frontier and frontier[0].key < best.key:
            best = frontier[0]
        elif width is not None:
            break
    return expansion.found(best.steps)


def _good_enough(best: Hypothesis, expansion: Expansion) -> bool:
    stop_at = expansion.settings.stop_at
    return stop_at is not None and best.bits <= stop_at
