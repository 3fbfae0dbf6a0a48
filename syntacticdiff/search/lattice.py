"""The lattice: the best of all hypotheses, exactly, and the probability of every edit.

With bits in total and penalties summed, the objective

    J' = bits of the words of the result, `</s>` included + sum of the edits' scaled penalties

is a sum along the sentence. So hypotheses are the paths of an acyclic graph: the best one is a
shortest path, and the sum over all of them, each weighted by 2^(-J'/t), gives probabilities by
forward-backward. This module defines the graph and reads it; the native engine does the same.

A node is a place in the sentence and all that the rest of a hypothesis depends on. There are two
rows of nodes for each token: before the gap in front of it, where words may be inserted, and behind
that gap, where the token is kept, removed or replaced.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from syntacticdiff.reference.scorer import END, ONE_BIT, State, word_bits
from syntacticdiff.search.expansion import Expansion
from syntacticdiff.search.found import Certainty, Found, RankedFound, rounded, with_certainty
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB, Step, Steps, Word


class Context(NamedTuple):
    """What a scorer remembers of the words before; `key` says when two contexts are the same."""

    key: tuple[int, ...]
    state: State


class Node(NamedTuple):
    """What the rest of a hypothesis depends on, besides the place.

    Parameters
    ----------
    context : tuple of int
        The key of the scorer's context.
    inserted : tuple of str
        The words inserted in this gap; empty before it.
    removed : bool
        Whether the token before was removed: then nothing is inserted, by the normal form.
    stands : bool
        Whether the result has a word yet.
    edits : int
        How many edits were made, if their number is limited; otherwise 0.
    """

    context: tuple[int, ...]
    inserted: tuple[str, ...] = ()
    removed: bool = False
    stands: bool = False
    edits: int = 0


class Arc(NamedTuple):
    """A way from a node of one row to a node of the next, with its edits and its part of J'."""

    source: Node
    target: Node
    cost: int
    steps: Steps


@dataclass
class Path:
    """The beginning of a hypothesis: its part of J' and its edits."""

    cost: int
    steps: Steps

    @property
    def key(self) -> tuple[int, int, Steps]:
        """The order of hypotheses: J', then the number of edits, then the edits themselves."""
        return self.cost, len(self.steps), self.steps


def lattice(expansion: Expansion) -> Found:
    """The best of all hypotheses, with the probability of its edits."""
    graph = Graph(expansion)
    [best] = graph.best(1)
    posteriors = graph.posteriors(expansion.temperature)
    least = expansion.settings.min_probability
    kept = tuple(step for step in best.steps if rounded(posteriors.probability[step]) >= least)
    removed = sum(step.rank == REMOVE for step in kept)
    if kept and removed == len(expansion.sentence) == len(kept):
        # What the best hypothesis puts in is not probable enough, and a token must be left.
        least_probable = min(kept, key=lambda step: rounded(posteriors.probability[step]))
        kept = tuple(step for step in kept if step != least_probable)
    certainty = Certainty(
        tuple(posteriors.probability[step] for step in kept),
        {
            step: (probability, expansion.gain(step), posteriors.expected[step])
            for step, probability in sorted(posteriors.probability.items())
        },
    )
    return with_certainty(expansion.found(kept), certainty)


def n_best(expansion: Expansion, number: int) -> list[RankedFound]:
    """The best hypotheses in their order, each with its probability among all."""
    graph = Graph(expansion)
    temperature = expansion.temperature
    total = graph.posteriors(temperature).log_total
    return [
        RankedFound(
            expansion.found(path.steps),
            path.cost,
            math.exp2(_log_weight(path.cost, temperature) - total),
        )
        for path in graph.best(number)
    ]


def _log_weight(cost: int, temperature: float) -> float:
    """log2 of the weight of a hypothesis, 2^(-J'/t)."""
    return -cost / ONE_BIT / temperature


@dataclass
class Posteriors:
    """Probabilities and expected counts of edits, and log2 of the sum over all hypotheses."""

    log_total: float
    probability: dict[Step, float] = field(default_factory=dict)
    expected: dict[Step, float] = field(default_factory=dict)


class Graph:
    """All hypotheses of one sentence as the paths of an acyclic graph."""

    def __init__(self, expansion: Expansion) -> None:
        self.expansion, self.settings = expansion, expansion.settings
        self.sentence, self.scorer = expansion.sentence, expansion.engine.scorer
        self._states: dict[tuple[int, ...], State] = {}
        self._allowed = self._unpruned()
        start = Node(self._context((), self.scorer.begin()))
        self.rows: list[list[Arc]] = []  # the arcs that end in each row but the first
        nodes = [start]
        self.start = start
        for place in range(len(self.sentence) + 1):
            nodes = self._add_row([arc for node in nodes for arc in self._gap(place, node)])
            leave = self._end if place == len(self.sentence) else self._token
            nodes = self._add_row([arc for node in nodes for arc in leave(place, node)])

    def _add_row(self, arcs: list[Arc]) -> list[Node]:
        self.rows.append(arcs)
        # In the order of the arcs, so that sums are the same in every process.
        return list(dict.fromkeys(arc.target for arc in arcs))

    # The graph

    def _gap(self, place: int, node: Node) -> Iterator[Arc]:
        """The words inserted before a token: none, or up to `max_inserted`."""
        yield Arc(node, node, 0, ())
        if node.removed:
            return
        begun: list[tuple[Node, int, Steps]] = [(node, 0, ())]
        for _ in range(self.settings.max_inserted):
            longer: list[tuple[Node, int, Steps]] = []
            for before, cost, steps in begun:
                for word in self._insertions(place):
                    step = Step(place, INSERT, word.text)
                    after = self._after(before, (word,), step)
                    if after is not None:
                        found, price = after
                        inserted = found._replace(inserted=(*before.inserted, word.text))
                        longer.append((inserted, cost + price, (*steps, step)))
            for target, cost, steps in longer:
                yield Arc(node, target, cost, steps)
            begun = longer

    def _token(self, place: int, node: Node) -> Iterator[Arc]:
        """What happens to a token: it is kept, removed, or replaced."""
        token = self.sentence[place]
        kept = self._after(node, (token,), None)
        assert kept is not None
        yield Arc(node, kept[0], kept[1], ())
        for step, words in self._changes(place):
            if step.rank == REMOVE and node.inserted[-1:] == (token.text,):
                continue  # the same word put in and taken out beside each other
            changed = self._after(node, words, step)
            if changed is not None:
                target = changed[0]._replace(removed=step.rank == REMOVE)
                yield Arc(node, target, changed[1], (step,))

    def _end(self, place: int, node: Node) -> Iterator[Arc]:
        """The end of the sentence, which must have a word."""
        if node.stands:
            log10, _ = self.scorer.advance(self._states[node.context], END)
            yield Arc(node, Node(()), word_bits(log10), ())

    def _after(
        self, node: Node, words: Sequence[Word], step: Step | None
    ) -> tuple[Node, int] | None:
        """The node behind some words, and their part of J'; None if it is one edit too many."""
        edits = node.edits
        if step is not None and self.settings.max_edits is not None:
            edits += 1
            if edits > self.settings.max_edits:
                return None
        state, key, cost = self._states[node.context], node.context, 0
        for word in words:
            for number in word.ids:
                log10, state = self.scorer.advance(state, number)
                key = self._context((*key, number), state)
                cost += word_bits(log10)
        if step is not None:
            cost += self.penalty(step)
        return Node(key, stands=node.stands or bool(words), edits=edits), cost

    def _context(self, words: tuple[int, ...], state: State) -> tuple[int, ...]:
        """The key of a context: the scorer's own if it has one, else the last order - 1 words."""
        own = isinstance(state, tuple)
        key = state if own else words[max(0, len(words) - self.scorer.order + 1) :]
        self._states.setdefault(key, state)
        return key

    # Candidates

    def _insertions(self, place: int) -> list[Word]:
        return [
            word
            for word in self.expansion.engine.insertions
            if Step(place, INSERT, word.text) in self._allowed
        ]

    def _changes(self, place: int) -> Iterator[tuple[Step, tuple[Word, ...]]]:
        if Step(place, REMOVE, "") in self._allowed:
            yield Step(place, REMOVE, ""), ()
        for word in self.expansion.substitutions[place]:
            step = Step(place, SUB, word.text)
            if step in self._allowed:
                yield step, (word,)

    def _unpruned(self) -> set[Step]:
        """The candidates that prices offer and `prune` leaves: J' alone is not much worse."""
        most = self.settings.prune
        return {
            step
            for step, bits in self.expansion.singles()
            if self.expansion.offers(step)
            and (most is None or bits + self.penalty(step) <= math.floor(most * ONE_BIT + 0.5))
        }

    def penalty(self, step: Step) -> int:
        """An edit's part of J': its penalty, weighed against bits by alpha."""
        alpha = self.settings.alpha
        return math.floor(self.expansion.penalty(step) * (1.0 - alpha) / alpha + 0.5)

    # What the graph says

    def best(self, number: int) -> list[Path]:
        """The `number` best paths, in the order of hypotheses."""
        reached: dict[Node, list[Path]] = {self.start: [Path(0, ())]}
        for arcs in self.rows:
            found: dict[Node, list[Path]] = {}
            for arc in arcs:
                found.setdefault(arc.target, []).extend(
                    Path(path.cost + arc.cost, path.steps + arc.steps)
                    for path in reached[arc.source]
                )
            reached = {
                node: sorted(paths, key=lambda path: path.key)[:number]
                for node, paths in found.items()
            }
        return sorted((path for paths in reached.values() for path in paths), key=lambda p: p.key)[
            :number
        ]

    def posteriors(self, temperature: float) -> Posteriors:
        """Probabilities of the edits by forward-backward, with sums in log2."""
        forward: list[dict[Node, float]] = [{self.start: 0.0}]
        for arcs in self.rows:
            incoming: dict[Node, list[float]] = {}
            for arc in arcs:
                weight = forward[-1][arc.source] + _log_weight(arc.cost, temperature)
                incoming.setdefault(arc.target, []).append(weight)
            forward.append({node: _log_sum(weights) for node, weights in incoming.items()})
        total = _log_sum(forward[-1].values())
        result = Posteriors(total)
        backward = dict.fromkeys(forward[-1], 0.0)
        for place in range(len(self.rows) - 1, -1, -1):
            outgoing: dict[Node, list[float]] = {}
            for arc in self.rows[place]:
                behind = backward.get(arc.target)
                if behind is None:
                    continue  # a dead end: everything was removed, or there are too many edits
                weight = _log_weight(arc.cost, temperature) + behind
                outgoing.setdefault(arc.source, []).append(weight)
                if arc.steps:
                    share = math.exp2(forward[place][arc.source] + weight - total)
                    for step in dict.fromkeys(arc.steps):
                        result.probability[step] = result.probability.get(step, 0.0) + share
                    for step in arc.steps:
                        result.expected[step] = result.expected.get(step, 0.0) + share
            backward = {node: _log_sum(weights) for node, weights in outgoing.items()}
        return result


def _log_sum(logs: Collection[float]) -> float:
    """log2 of the sum of numbers given by their log2."""
    most = max(logs)
    return most + math.log2(math.fsum(math.exp2(value - most) for value in logs))
