"""Annotated sentences as places to learn prices from, in batches that bound memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.search import Step
from syntacticdiff.tuning.gold_edits import gold_steps
from syntacticdiff.tuning.places import Places, joined, places_of

_BATCH = 512  # sentences whose candidates are held as objects at a time


def tabulated(
    differ: SyntacticDiff,
    gold: Sequence[M2Sentence],
    report: Callable[[str], None] = lambda line: None,
    steps: Callable[[M2Sentence], Collection[Step]] | None = None,
) -> Places:
    """The candidates of annotated sentences, their cues, and which of them are right.

    Parameters
    ----------
    differ : SyntacticDiff
        Says which edits are candidates, and what their cues are: its prices must be calibrated.
    gold : sequence of M2Sentence
        The sentences.
    report : callable, optional
        Called with a line now and then.
    steps : callable, optional
        Gives what annotators did to a sentence; by default all of it.
    """
    annotated = steps or partial(gold_steps, fold=differ.model.fold)
    parts = []
    for start in range(0, len(gold), _BATCH):
        batch = gold[start : start + _BATCH]
        table = differ.cue_table([list(sentence.tokens) for sentence in batch])
        parts.append(places_of(table, [annotated(sentence) for sentence in batch]))
        report(f"{min(start + _BATCH, len(gold)):,} of {len(gold):,} sentences")
    return joined(parts)
