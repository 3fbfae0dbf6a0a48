"""Easy-first parsing with repair (Sakaguchi, Post & Van Durme 2017): the definition.

Besides attachments there are eight edits of the right one of two neighbours: it is replaced,
deleted, or gets a word before it. What would be put there is decided by the reference model,
whether it is by the perceptron. native/repair.cpp finds the same, and has the training.

- An edited token is not edited again (its flag is on); an inserted one has its flag on.
- There are at most as many edits as tokens, and none while fewer than three items are pending.
- A token with children is not deleted; a word is inserted before the whole partial tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from syntacticdiff.reference import Scorer
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, ONE_BIT
from syntacticdiff.repair.lexemes import Lexeme, Lexemes, Trait
from syntacticdiff.syntax.easyfirst import ATTACH_LEFT, ATTACH_RIGHT, Node, State, arc_features
from syntacticdiff.syntax.hashing import NOTHING, feature
from syntacticdiff.syntax.treebank import ROOT
from syntacticdiff.syntax.weights import PackedWeights

ACTIONS = (
    "attach left",
    "attach right",
    "substitute noun",
    "substitute verb",
    "substitute preposition",
    "substitute determiner",
    "delete preposition",
    "delete determiner",
    "insert determiner",
    "insert preposition",
)
FIRST_EDIT = ACTIONS.index("substitute noun")
_SUBSTITUTIONS = {
    ACTIONS.index("substitute noun"): Trait.NOUN,
    ACTIONS.index("substitute verb"): Trait.VERB,
    ACTIONS.index("substitute preposition"): Trait.PREPOSITION,
    ACTIONS.index("substitute determiner"): Trait.DETERMINER,
}
_DELETIONS = {
    ACTIONS.index("delete preposition"): Trait.PREPOSITION,
    ACTIONS.index("delete determiner"): Trait.DETERMINER,
}
_INSERT_DETERMINER = ACTIONS.index("insert determiner")
_INSERT_PREPOSITION = ACTIONS.index("insert preposition")

_STEPS = (-8, -4, -2, -1, 0, 1, 2, 4, 8)  # bits; what lies between is one of ten steps
_LEAST_PENDING = 3


class Cue(NamedTuple):
    """The best candidate of an edit: the gain in fixed-point bits; None where a word goes."""

    gain: int
    lexeme: int | None


@dataclass(frozen=True)
class RepairOutcome:
    """A repaired sentence: lexemes, their places in the source (-1: inserted), and heads."""

    lexemes: tuple[int, ...]
    sources: tuple[int, ...]
    heads: tuple[int, ...]


class RepairState(State):
    """A state whose tokens can be edited."""

    def __init__(
        self,
        lexemes: Lexemes,
        scorer: Scorer,
        sentence: Sequence[int],
        *,
        edits: bool = True,
        cues: bool = True,
    ) -> None:
        found = [lexemes.all[number] for number in sentence]
        super().__init__([lexeme.word for lexeme in found], [lexeme.tag for lexeme in found])
        self.lexemes, self.scorer, self.with_cues = lexemes, scorer, cues
        self.lexeme = list(sentence)
        self.edited = [False] * len(sentence)
        self.edits_left = len(sentence) if edits else 0

    def cues(self, node: int) -> dict[int, Cue]:
        """For each edit that is possible at a token, its best candidate."""
        if self.edited[node]:
            return {}
        own, at = self._lexeme(node), self.nodes[node]
        found: dict[int, Cue] = {}
        for action, trait in _SUBSTITUTIONS.items():
            if own.traits & trait:
                candidates = self.lexemes.substitutes[self.lexeme[node]]
                self._best(found, action, at.position, 1, candidates)
        for action, trait in _DELETIONS.items():
            if own.traits & trait and not at.left_children + at.right_children:
                found[action] = Cue(self._gain(at.position, 1, ()), None)
        first = self.text[at.first]
        around = [] if first == node else [self._lexeme(first)]
        if at.first:
            around.append(self._lexeme(self.text[at.first - 1]))
        for action, takes, tagged, candidates in (
            (
                _INSERT_DETERMINER,
                Trait.TAKES_DETERMINER,
                Trait.TAGGED_DETERMINER,
                self.lexemes.determiners,
            ),
            (
                _INSERT_PREPOSITION,
                Trait.TAKES_PREPOSITION,
                Trait.TAGGED_PREPOSITION,
                self.lexemes.prepositions,
            ),
        ):
            if own.traits & takes and not any(lexeme.traits & tagged for lexeme in around):
                self._best(found, action, at.first, 0, candidates)
        return found

    def legal(self, pair: int) -> list[int]:
        """The actions that are possible at a pair, in their order."""
        attachments = [ATTACH_LEFT, ATTACH_RIGHT]
        if len(self.pending) < _LEAST_PENDING or not self.edits_left:
            return attachments
        return attachments + sorted(self.cues(self.pending[pair + 1]))

    def edit(self, pair: int, action: int) -> None:
        """Edit the right one of a pair."""
        node = self.pending[pair + 1]
        number = self.cues(node)[action].lexeme
        self.edits_left -= 1
        if number is None:
            del self.pending[pair + 1]
            del self.text[self.nodes[node].position]
            self._shift(self.nodes[node].position + 1, -1)
        elif action in _SUBSTITUTIONS:
            lexeme = self.lexemes.all[number]
            self.lexeme[node] = number
            self.nodes[node].word, self.nodes[node].tag = lexeme.word, lexeme.tag
            self.edited[node] = True
        else:
            self._insert(number, self.nodes[node].first, pair + 1)

    def _insert(self, number: int, position: int, place: int) -> None:
        self._shift(position, 1)
        lexeme = self.lexemes.all[number]
        self.text.insert(position, len(self.nodes))
        self.pending.insert(place, len(self.nodes))
        self.nodes.append(Node(lexeme.word, lexeme.tag, position, position, position))
        self.lexeme.append(number)
        self.edited.append(True)

    def _shift(self, position: int, by: int) -> None:
        """Move what stands at a position and behind it."""
        for node in self.nodes:
            node.position += by * (node.position >= position)
            node.first += by * (node.first >= position)
            node.last += by * (node.last >= position)

    def _best(
        self,
        found: dict[int, Cue],
        action: int,
        position: int,
        replaced: int,
        candidates: Iterable[int],
    ) -> None:
        """The candidate that gains most, the first of equal ones; none if there is none."""
        for number in candidates:
            gain = self._gain(position, replaced, (self.lexemes.all[number].id,))
            if action not in found or gain > found[action].gain:
                found[action] = Cue(gain, number)

    def _gain(self, position: int, replaced: int, ids: tuple[int, ...]) -> int:
        sentence = ScoredSentence(
            self.scorer, [*(self._lexeme(node).id for node in self.text), END]
        )
        return sentence.total - sentence.total_with(position, position + replaced, ids)

    def _lexeme(self, node: int) -> Lexeme:
        return self.lexemes.all[self.lexeme[node]]


def find_repair(
    weights: PackedWeights,
    lexemes: Lexemes,
    scorer: Scorer,
    sentence: Sequence[int],
    *,
    edits: bool = True,
    cues: bool = True,
) -> RepairOutcome:
    """The repaired sentence and its tree.

    Of equal scores the leftmost pair's counts, and the action that is listed first.
    """
    state = RepairState(lexemes, scorer, sentence, edits=edits, cues=cues)
    while len(state.pending) > 1:
        best: tuple[int, int, int] | None = None
        for pair in range(len(state.pending) - 1):
            scores = weights.scores([*arc_features(state, pair), *edit_features(state, pair)])
            for action in state.legal(pair):
                if best is None or scores[action] > best[0]:
                    best = scores[action], pair, action
        assert best is not None  # attachments are always legal
        _, pair, action = best
        if action < FIRST_EDIT:
            state.attach(pair, action)
        else:
            state.edit(pair, action)
    return RepairOutcome(
        tuple(state.lexeme[node] for node in state.text),
        tuple(node if node < len(sentence) else -1 for node in state.text),
        tuple(
            ROOT if head == ROOT else state.nodes[head].position
            for head in (state.nodes[node].head for node in state.text)
        ),
    )


def edit_features(state: RepairState, pair: int) -> list[int]:
    """What is asked about the right one of a pair: its flag, its neighbours in the text, cues."""
    node = state.pending[pair + 1]
    r = state.nodes[node]

    def neighbour(offset: int) -> tuple[int, int]:
        place = r.position + offset
        if not 0 <= place < len(state.text):
            return NOTHING, NOTHING
        found = state.nodes[state.text[place]]
        return found.word, found.tag

    (w2, t2), (w1, t1), (wn, tn) = neighbour(-2), neighbour(-1), neighbour(1)
    features = [
        feature(300, int(state.edited[node])),
        feature(301, w1),
        feature(302, t1),
        feature(303, wn),
        feature(304, tn),
        feature(305, w1, r.word),
        feature(306, r.word, wn),
        feature(307, t1, r.tag, tn),
        feature(308, w1, r.tag),
        feature(309, r.tag, wn),
        feature(310, t2, t1, r.tag),
        feature(311, w2, w1),
        feature(312, w1, wn),
        feature(313, t1, r.word, tn),
        feature(314, w2, w1, r.word),
    ]
    if state.with_cues:
        for action, cue in state.cues(node).items():
            step = sum(cue.gain > limit * ONE_BIT for limit in _STEPS)
            features.append(feature(320 + action - FIRST_EDIT, step))
            features.append(feature(340 + action - FIRST_EDIT, step, r.tag))
    return features
