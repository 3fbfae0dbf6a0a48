"""How far the tree of a repaired sentence agrees with the gold tree of another number of words.

The words of both are aligned first. An arc is right if its child is aligned with the gold child,
and its head with that child's gold head, the root with the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syntacticdiff.syntax import Tree, TreebankSentence
from syntacticdiff.syntax.treebank import ROOT

_SUBSTITUTION, _GAP = 4, 3
_PUNCTUATION = "punct"


@dataclass(frozen=True)
class ArcAgreement:
    """Counts of arcs; they add up over sentences.

    Parameters
    ----------
    right, found, gold : int, default 0
        Right arcs, arcs of the trees that are judged, and arcs of the gold trees.
    right_words, gold_words : int, default 0
        Right and gold arcs whose child is not punctuation.
    """

    right: int = 0
    found: int = 0
    gold: int = 0
    right_words: int = 0
    gold_words: int = 0

    def __add__(self, other: ArcAgreement) -> ArcAgreement:
        return ArcAgreement(
            self.right + other.right,
            self.found + other.found,
            self.gold + other.gold,
            self.right_words + other.right_words,
            self.gold_words + other.gold_words,
        )

    @property
    def precision(self) -> float:
        """Of the arcs that were found, the share that is right."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Of the gold arcs, the share that was found."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def recall_words(self) -> float:
        """Recall without punctuation."""
        return self.right_words / self.gold_words if self.gold_words else 0.0

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 0.0


def arc_agreement(tree: Tree, gold: TreebankSentence) -> ArcAgreement:
    """The agreement of a tree with a sentence of a treebank.

    Parameters
    ----------
    tree : Tree
        Of the sentence as it was read or repaired.
    gold : TreebankSentence
        The sentence without errors, and its tree.
    """
    gold_of = aligned(tree.words, gold.forms)
    right = right_words = 0
    for child, head in enumerate(tree.heads):
        place = gold_of[child]
        if place is None:
            continue
        word = gold.words[place]
        if word.head == (ROOT if head == ROOT else gold_of[head]):
            right += 1
            right_words += word.deprel != _PUNCTUATION
    words = sum(word.deprel != _PUNCTUATION for word in gold.words)
    return ArcAgreement(right, len(tree.words), len(gold.words), right_words, words)


def aligned(words: Sequence[str], gold: Sequence[str]) -> list[int | None]:
    """For each word the gold word that it is aligned with: equal 0, substitution 4, gap 3.

    Of equal costs a substitution counts before a gap in `gold`, and that before one in `words`.
    """
    costs = [[_GAP * column for column in range(len(gold) + 1)]]
    for row, word in enumerate(words, 1):
        costs.append([_GAP * row])
        for column, other in enumerate(gold, 1):
            substituted = costs[row - 1][column - 1] + _SUBSTITUTION * (word != other)
            gap = min(costs[row - 1][column], costs[row][column - 1]) + _GAP
            costs[row].append(min(substituted, gap))
    found: list[int | None] = [None] * len(words)
    row, column = len(words), len(gold)
    while row and column:
        cost = costs[row][column]
        different = words[row - 1] != gold[column - 1]
        if cost == costs[row - 1][column - 1] + _SUBSTITUTION * different:
            row, column = row - 1, column - 1
            found[row] = column
        elif cost == costs[row - 1][column] + _GAP:
            row -= 1
        else:
            column -= 1
    return found
