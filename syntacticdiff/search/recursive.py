"""The published search: every hypothesis that the position rule reaches.

Exponential in the number of edits; it serves tiny vocabularies, and as the oracle for `beam`.
"""

from __future__ import annotations

from syntacticdiff.search.expansion import Expansion, Hypothesis
from syntacticdiff.search.found import Found
from syntacticdiff.search.hypothesis import Steps


def recursive(expansion: Expansion) -> Found:
    """Every hypothesis of up to max_edits edits that the position rule reaches, none twice."""
    most = expansion.settings.max_edits
    assert most is not None
    best = expansion.original()
    seen: set[Steps] = set()

    def visit(hypothesis: Hypothesis) -> None:
        nonlocal best
        if hypothesis.key < best.key:
            best = hypothesis
        if len(hypothesis.steps) < most:
            for successor in expansion.successors(hypothesis.steps):
                if successor.steps not in seen:
                    seen.add(successor.steps)
                    visit(successor)

    visit(best)
    return expansion.found(best.steps)
