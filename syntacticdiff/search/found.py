"""What a search is given and gives back, whichever engine does it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from syntacticdiff.search.hypothesis import Step, Steps, Word
from syntacticdiff.search.prices.density import counts, evidence_of

LEAST_ALTERNATIVE = 0.05
PRECISION = 1e-6  # probabilities are rounded to this before they are compared with a threshold


class Alternative(NamedTuple):
    """An edit that was not made: its probability, and the bits per token that it saves alone."""

    step: Step
    probability: float
    gain: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found in one sentence.

    Parameters
    ----------
    steps : tuple of Step
        The edits, left to right.
    gains : tuple of float
        The bits per token that each edit saves.
    before : float
        The sentence's bits per token.
    after : float or None
        Those of the changed sentence; None if the search does not rewrite.
    probabilities : tuple of float or None, default None
        The probability of each edit, if the search gives them.
    alternatives : tuple of Alternative, default ()
        Other probable edits.
    expected : mapping of Step to float, default {}
        How often each edit is expected, over all hypotheses.
    evidence : float, default 0.0
        What the edits say together about how well somebody writes; see `prices.density`.
    """

    steps: Steps
    gains: tuple[float, ...]
    before: float
    after: float | None
    probabilities: tuple[float, ...] | None = None
    alternatives: tuple[Alternative, ...] = ()
    expected: Mapping[Step, float] = field(default_factory=dict)
    evidence: float = 0.0


class Certainty(NamedTuple):
    """What a search with probabilities says of a sentence besides the edits that it makes.

    Parameters
    ----------
    probabilities : tuple of float
        The probability of each edit that is made.
    edits : mapping of Step to tuple of float
        For every edit of any hypothesis, in order: its probability, the bits per token that it
        saves alone, and how often it is expected.
    """

    probabilities: tuple[float, ...]
    edits: Mapping[Step, tuple[float, float, float]]


def with_certainty(found: Found, certainty: Certainty) -> Found:
    """What was found, with how certain it is."""
    made = frozenset(found.steps)
    return replace(
        found,
        probabilities=certainty.probabilities,
        alternatives=tuple(
            Alternative(step, probability, gain)
            for step, (probability, gain, _) in certainty.edits.items()
            if step not in made and rounded(probability) > LEAST_ALTERNATIVE
        ),
        expected={step: expected for step, (_, _, expected) in certainty.edits.items()},
        evidence=math.fsum(
            evidence_of(expected)
            for step, (_, _, expected) in certainty.edits.items()
            if counts(step.target)
        ),
    )


def rounded(probability: float) -> float:
    """A probability as thresholds see it."""
    return round(probability / PRECISION) * PRECISION


class RankedFound(NamedTuple):
    """A hypothesis of an n-best list: its edits, J' in units of 2^-20 bit, and its probability."""

    found: Found
    cost: int
    probability: float


def everything(word: Word) -> bool:
    """That any word may be removed."""
    return True
