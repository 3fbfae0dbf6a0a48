"""Which of several words each place of a sentence has, by the reference: a sum over all sentences.

Every combination of choices is a sentence, whose weight is 2^-bits of the reference and of the
choices. Sentences that go on from the same words are summed together, forward and backward, so that
the work grows with the length of the sentence, not with the number of combinations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from syntacticdiff.reference.scorer import END, LOG2_10, Scorer

MOST_CONTEXTS = 128  # that are followed at a place; of more, the likeliest


class Choice(NamedTuple):
    """A word that may stand at a place.

    Parameters
    ----------
    number : int
        Its number in the reference.
    bits : float
        What it costs, beside what the reference says.
    """

    number: int
    bits: float


@dataclass
class _Node:
    """What is known after the words of one context."""

    state: Any
    context: tuple[int, ...]
    forward: float  # log2 of the sum over all ways here
    ways: list[tuple[_Node, int, float]] = field(default_factory=list)
    backward: float = -math.inf  # log2 of the sum over all ways on from here


def probabilities(scorer: Scorer, places: Sequence[Sequence[Choice]]) -> list[list[float]]:
    """The probability of each choice at each place.

    Parameters
    ----------
    scorer : Scorer
        The reference.
    places : sequence of sequences of Choice
        At least one for each place.

    Returns
    -------
    list of lists of float
        In the order of the choices; those of a place sum to 1.
    """
    layers = [[_Node(scorer.begin(), (), 0.0)]]
    for choices in (*places, [Choice(END, 0.0)]):
        layers.append(_following(scorer, layers[-1], choices))
    for node in layers[-1]:
        node.backward = 0.0
    total = _log2_sum(node.forward for node in layers[-1])
    found: list[list[float]] = []
    for place in range(len(layers) - 1, 0, -1):
        shares: dict[int, list[float]] = {}
        onwards: dict[int, list[float]] = {}
        for node in layers[place]:
            for before, choice, bits in node.ways:
                onwards.setdefault(id(before), []).append(node.backward - bits)
                shares.setdefault(choice, []).append(before.forward - bits + node.backward)
        for node in layers[place - 1]:
            node.backward = _log2_sum(onwards.get(id(node), ()))
        if place <= len(places):
            found.append(
                [
                    2.0 ** (_log2_sum(shares.get(choice, ())) - total)
                    for choice in range(len(places[place - 1]))
                ]
            )
    return found[::-1]


def _following(scorer: Scorer, nodes: list[_Node], choices: Sequence[Choice]) -> list[_Node]:
    """The nodes after one more word."""
    following: dict[tuple[int, ...], _Node] = {}
    for node in nodes:
        for number, choice in enumerate(choices):
            log10, state = scorer.advance(node.state, choice.number)
            context = (*node.context, choice.number)[-max(1, scorer.order - 1) :]
            new = following.setdefault(context, _Node(state, context, -math.inf))
            new.ways.append((node, number, choice.bits - log10 * LOG2_10))
    for node in following.values():
        node.forward = _log2_sum(before.forward - bits for before, _, bits in node.ways)
    likeliest = sorted(following.values(), key=lambda node: (-node.forward, node.context))
    return likeliest[:MOST_CONTEXTS]


def _log2_sum(logarithms: Iterable[float]) -> float:
    values = list(logarithms)
    largest = max(values, default=-math.inf)
    if largest == -math.inf:
        return largest
    return largest + math.log2(sum(2.0 ** (value - largest) for value in values))
