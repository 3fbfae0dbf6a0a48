"""Non-directional easy-first parsing (Goldberg & Elhadad 2010): the definition.

All tokens are pending at first. Of all attachments of two neighbours the best-scored one is made,
and its child is no longer pending; the last one that is pending is the root. Trees are projective
by construction. native/easyfirst.cpp finds the same trees and has the training, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.syntax.hashing import NOTHING, feature
from syntacticdiff.syntax.treebank import ROOT
from syntacticdiff.syntax.weights import PackedWeights

ATTACH_LEFT, ATTACH_RIGHT = 0, 1
ACTIONS = ("attach left", "attach right")

_REACH = 3  # a pair's features see the pair and two more items on either side
_FARTHEST = 6  # distances beyond are alike
_LONGEST = 8
_MOST_CHILDREN = 6
_MOST_ON_ONE_SIDE = 4


@dataclass
class Node:
    """A token and the partial tree below it; `word`, `tag` and those of children are hashes."""

    word: int
    tag: int
    position: int = 0
    first: int = 0  # positions that the partial tree covers
    last: int = 0
    head: int = ROOT
    left_tag: int = NOTHING  # of the outermost left child
    left_word: int = NOTHING
    right_tag: int = NOTHING
    right_word: int = NOTHING
    left_children: int = 0
    right_children: int = 0


_OUTSIDE = Node(NOTHING, NOTHING)


class State:
    """Partial trees, and the heads of those that are still to be attached."""

    def __init__(self, words: Sequence[int], tags: Sequence[int]) -> None:
        self.nodes = [
            Node(word, tag, place, place, place)
            for place, (word, tag) in enumerate(zip(words, tags, strict=True))
        ]
        self.pending = list(range(len(self.nodes)))
        self.text = list(self.pending)  # all tokens in order: text[node.position] is the node

    def attach(self, pair: int, action: int) -> None:
        """Make one of the neighbours `pending[pair]` and `pending[pair + 1]` the other's child."""
        left, right = self.pending[pair : pair + 2]
        if action == ATTACH_LEFT:
            parent, child = self.nodes[right], self.nodes[left]
            child.head = right
            parent.left_tag, parent.left_word = child.tag, child.word
            parent.left_children += 1
            parent.first = child.first
            del self.pending[pair]
        else:
            parent, child = self.nodes[left], self.nodes[right]
            child.head = left
            parent.right_tag, parent.right_word = child.tag, child.word
            parent.right_children += 1
            parent.last = child.last
            del self.pending[pair + 1]

    def at(self, place: int) -> Node:
        """The pending item at a place, or one that stands for nothing."""
        inside = 0 <= place < len(self.pending)
        return self.nodes[self.pending[place]] if inside else _OUTSIDE


def find_heads(weights: PackedWeights, words: Sequence[int], tags: Sequence[int]) -> list[int]:
    """The head of each token, given the hashes of words and tags.

    Of equal scores the leftmost pair's counts, and attaching left before attaching right.
    """
    state = State(words, tags)
    scores = [weights.scores(arc_features(state, pair)) for pair in range(len(words) - 1)]
    while scores:
        best = max(scores, key=max)  # the first of equal ones
        pair, action = scores.index(best), best.index(max(best))
        state.attach(pair, action)
        del scores[pair]
        # Other pairs are too far away to see the change.
        for near in range(max(0, pair - _REACH), min(len(scores), pair + _REACH)):
            scores[near] = weights.scores(arc_features(state, near))
    return [node.head for node in state.nodes]


def arc_features(state: State, pair: int) -> list[int]:
    """The features of the neighbours `pending[pair]` and `pending[pair + 1]`."""
    a, b, left, right, c, d = (state.at(pair + offset) for offset in range(-2, 4))
    return [
        *_pair_features(state, left, right),
        *_neighbour_features(b, left, right, c),
        *_distant_features(a, b, left, right, c, d),
    ]


def _pair_features(state: State, left: Node, right: Node) -> list[int]:
    """What looks at the two items alone."""
    ll, lr = (min(n, _MOST_ON_ONE_SIDE) for n in (left.left_children, left.right_children))
    rl, rr = (min(n, _MOST_ON_ONE_SIDE) for n in (right.left_children, right.right_children))
    # Where the two trees meet.
    last, first = state.nodes[state.text[left.last]], state.nodes[state.text[right.first]]
    return [
        *_item(0, left),
        *_item(10, right),
        *_pair(20, left, right),
        *_distant(30, left, right),
        *_prepositional(40, left, right),
        feature(50, left.word, left.tag, right.word, right.tag),
        feature(51, left.tag, ll, lr),
        feature(52, right.tag, rl, rr),
        feature(53, left.tag, right.tag, lr, rl),
        feature(54, left.tag, right.tag, ll, lr, rl, rr),
        feature(55, left.word, lr),
        feature(56, left.word, ll),
        feature(57, right.word, rl),
        feature(58, right.word, rr),
        feature(59, left.tag, left.left_word),
        feature(60, left.tag, left.right_word),
        feature(61, right.tag, right.left_word),
        feature(62, right.tag, right.right_word),
        feature(63, left.word, left.left_tag, left.right_tag),
        feature(64, right.word, right.left_tag, right.right_tag),
        feature(65, left.tag, right.tag, last.tag, first.tag),
        feature(66, left.tag, right.tag, last.word),
        feature(67, left.tag, right.tag, first.word),
    ]


def _neighbour_features(b: Node, left: Node, right: Node, c: Node) -> list[int]:
    """What looks at one more item on either side."""
    return [
        *_item(100, b),
        *_item(110, c),
        *_pair(120, left, c),
        *_pair(130, b, left),
        *_pair(140, b, c),
        *_pair(150, right, c),
        *_distant(160, b, left),
        *_distant(162, right, c),
        *_prepositional(170, b, left),
        *_prepositional(180, right, c),
        feature(190, b.tag, left.tag, right.tag),
        feature(191, left.tag, right.tag, c.tag),
        feature(192, b.tag, left.tag, right.tag, c.tag),
        feature(193, left.tag, right.tag, c.tag, _distance(left, right)),
        feature(194, left.tag, right.tag, b.word),
        feature(195, left.tag, right.tag, c.word),
        feature(196, left.word, right.tag, c.tag),
        feature(197, left.tag, right.word, c.tag),
        feature(198, b.tag, left.word, right.tag),
        feature(199, b.tag, left.tag, right.word),
        feature(200, left.tag, right.tag, c.tag, c.left_tag),
        feature(201, left.tag, right.tag, b.tag, b.right_tag),
        feature(202, left.tag, right.tag, c.tag, right.right_tag, c.left_tag),
    ]


def _distant_features(a: Node, b: Node, left: Node, right: Node, c: Node, d: Node) -> list[int]:
    """What looks at two more items on either side."""
    return [
        *_item(210, a),
        *_item(220, d),
        *_distant(230, a, b),
        *_distant(232, c, d),
        feature(234, left.tag, right.tag, c.tag, d.tag),
        feature(235, a.tag, b.tag, left.tag, right.tag),
    ]


def _item(number: int, p: Node) -> list[int]:
    return [
        feature(number, p.tag, min(p.last - p.first, _LONGEST)),
        feature(number + 1, p.tag, min(p.left_children + p.right_children, _MOST_CHILDREN)),
        feature(number + 2, p.tag),
        feature(number + 3, p.word),
        feature(number + 4, p.tag, p.left_tag),
        feature(number + 5, p.tag, p.right_tag),
        feature(number + 6, p.tag, p.left_tag, p.right_tag),
    ]


def _pair(number: int, p: Node, q: Node) -> list[int]:
    return [
        feature(number, p.tag, q.tag),
        feature(number + 1, p.word, q.word),
        feature(number + 2, p.tag, q.word),
        feature(number + 3, p.word, q.tag),
        feature(number + 4, p.tag, q.tag, p.left_tag, q.left_tag),
        feature(number + 5, p.tag, q.tag, p.left_tag, q.right_tag),
        feature(number + 6, p.tag, q.tag, p.right_tag, q.left_tag),
        feature(number + 7, p.tag, q.tag, p.right_tag, q.right_tag),
    ]


def _distant(number: int, p: Node, q: Node) -> list[int]:
    far = _distance(p, q)
    return [feature(number, far), feature(number + 1, far, p.tag, q.tag)]


def _prepositional(number: int, p: Node, q: Node) -> list[int]:
    """In Universal Dependencies a preposition is a child of its noun."""
    return [
        feature(number, p.word, q.word, q.right_word),
        feature(number + 1, p.tag, q.word, q.right_word),
        feature(number + 2, p.word, q.tag, q.left_word),
        feature(number + 3, p.tag, q.word, q.left_word),
        feature(number + 4, p.word, q.word, q.left_word),
    ]


def _distance(left: Node, right: Node) -> int:
    if NOTHING in (left.tag, right.tag):
        return 0
    return min(right.position - left.position, _FARTHEST)
