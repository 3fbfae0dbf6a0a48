"""USim and DistSim: whether a correction preserves the meaning, by labelled graphs of both texts.

Tokens are aligned by the cheapest assignment, and nodes by the tokens that they cover; USim is the
share of nodes whose counterpart has a label in common. No reference is needed, but graphs are:
they are read from files (`graph_files`) that a parser or an annotator made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from syntacticdiff.errors import InputError
from syntacticdiff.evaluate.graphs import Graph, Unit
from syntacticdiff.evaluate.metric import Metric, Score, ratio

# Labels with nearly the same meaning in UCCA: process and state, parallel scene and centre,
# connector and linker, function word and relator.
UCCA_EQUIVALENTS: Mapping[str, str] = {"S": "P", "C": "H", "L": "N", "R": "F"}

# The tables of the assignment grow with the square of these; sentences and words are shorter.
MAX_TOKENS = 2000
_MAX_LETTERS = 100  # of a token that are compared


@dataclass(frozen=True)
class USimScore(Score):
    """The similarity of pairs of graphs; for several pairs, means over the pairs.

    Attributes
    ----------
    usim : float
        The harmonic mean of `forward` and `backward`.
    forward, backward : float
        The share of the first graph's units that match one of the second, and the reverse.
    distsim : dict of str to float
        For each label, the difference between the numbers of units with this label.
    pairs : int
        The number of pairs.
    signature : str
        The metric, its settings and the version.
    """

    usim: float
    forward: float
    backward: float
    distsim: dict[str, float]
    pairs: int

    @property
    def value(self) -> float:
        return self.usim


class USim(Metric[Graph, Graph]):
    """Similarity of the labelled graphs of sentences and of their corrections.

    Parameters
    ----------
    equivalents : mapping of str to str, optional
        Labels that count as another label; by default those of UCCA with nearly the same meaning.

    Examples
    --------
    >>> from syntacticdiff.evaluate.graphs import Edge, graph_of
    >>> nodes = {"top": [], "he": [0], "goes home": [1, 2]}
    >>> edges = [Edge("top", "he", "A"), Edge("top", "goes home", "P")]
    >>> original = graph_of("He go home".split(), nodes, edges)
    >>> correction = graph_of("He goes home".split(), nodes, edges)
    >>> USim().corpus([correction], [original]).usim
    1.0
    """

    name: ClassVar[str] = "usim"

    def __init__(self, equivalents: Mapping[str, str] = UCCA_EQUIVALENTS) -> None:
        self.equivalents = equivalents

    @property
    def settings(self) -> dict[str, object]:
        pairs = (f"{a}={b}" for a, b in sorted(self.equivalents.items()))
        return {"equivalents": ",".join(pairs) or "none"}

    def corpus(self, hypotheses: Sequence[Graph], gold: Sequence[Graph]) -> USimScore:
        scores = self.sentences(hypotheses, gold)
        if not scores:
            raise InputError("no graphs to compare")
        number = len(scores)
        totals: Counter[str] = Counter()
        for score in scores:
            totals.update(score.distsim)
        return USimScore(
            sum(score.usim for score in scores) / number,
            sum(score.forward for score in scores) / number,
            sum(score.backward for score in scores) / number,
            {label: totals[label] / number for label in sorted(totals)},
            number,
            signature=self.signature,
        )

    def sentences(self, hypotheses: Sequence[Graph], gold: Sequence[Graph]) -> list[USimScore]:
        if len(hypotheses) != len(gold):
            raise InputError(f"{len(hypotheses)} graphs, but {len(gold)} to compare them with")
        pairs = enumerate(zip(hypotheses, gold, strict=True), 1)
        return [self._numbered_pair(number, *graphs) for number, graphs in pairs]

    def _numbered_pair(self, number: int, first: Graph, second: Graph) -> USimScore:
        try:
            return self.pair(first, second)
        except InputError as error:
            raise InputError(f"pair {number}: {error}") from None

    def pair(self, first: Graph, second: Graph) -> USimScore:
        """Score one pair of graphs."""
        matched = self._matched(first, second)
        forward, backward = (ratio(*found, empty=0.0) for found in matched)
        total = forward + backward
        return USimScore(
            2 * (forward * backward) / total if total else 0.0,
            forward,
            backward,
            _differences(first, second),
            1,
            signature=self.signature,
        )

    def _matched(self, first: Graph, second: Graph) -> tuple[tuple[int, int], tuple[int, int]]:
        """The numbers of matched and of all units, for the first graph and for the second."""
        units = [[unit for unit in graph.units if unit.size > 1] for graph in (first, second)]
        if not units[0] and not units[1]:
            return (1, 1), (1, 1)  # nothing to compare, so nothing differs
        partners = aligned_tokens(first.tokens, second.tokens)
        # The units of both graphs as sets of the second sentence's tokens, with equivalent labels
        # replaced.
        ours = [
            (_mapped(unit.covers, partners), unit.size, self._labels(unit)) for unit in units[0]
        ]
        theirs = [(unit.covers, unit.size, self._labels(unit)) for unit in units[1]]
        return (
            (sum(_matches(unit, theirs) for unit in ours), len(ours)),
            (sum(_matches(unit, ours) for unit in theirs), len(theirs)),
        )

    def _labels(self, unit: Unit) -> frozenset[str]:
        return frozenset(self.equivalents.get(label, label) for label in unit.labels)


def aligned_tokens(first: Sequence[str], second: Sequence[str]) -> list[int]:
    """For each token of `first`, the position of its partner in `second`, or -1.

    The assignment minimises the sum of the Levenshtein distances between partners, in lower case,
    and of |i - j| / length of the longer sentence; tokens without a partner cost nothing. A final
    punctuation mark that only one sentence has, after the same last word, has no partner. Only the
    first hundred letters of a token count.

    Examples
    --------
    >>> aligned_tokens("He go to to school".split(), "he goes to school".split())
    [0, 1, 2, -1, 3]
    """
    partners = [-1] * len(first)
    first, second = _without_odd_end(first, second)
    size = max(len(first), len(second))
    if not first or not second:
        return partners
    if size > MAX_TOKENS:
        raise InputError(
            f"a graph of {size:,} tokens; up to {MAX_TOKENS:,} can be aligned: give one graph for "
            "each sentence"
        )
    words = [
        [token.strip().lower()[:_MAX_LETTERS] for token in tokens] for tokens in (first, second)
    ]
    costs = np.zeros((size, size))
    places = np.abs(np.arange(len(first))[:, None] - np.arange(len(second)))
    costs[: len(first), : len(second)] = _distances(words[0], words[1]) + places / size
    if len(first) > len(second):
        rows, columns = linear_sum_assignment(costs)
    else:  # the rows are those of the longer sentence, which decides between equal assignments
        columns, rows = linear_sum_assignment(costs.T)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if row < len(first) and column < len(second):
            partners[row] = column
    return partners


def _without_odd_end(
    first: Sequence[str], second: Sequence[str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Both sentences without a final mark that the other lacks or has attached to its last word."""
    words = [[_letters(token) for token in tokens[-2:]] for tokens in (first, second)]
    if words[0][-1:] == [""] and words[1][-1:] == words[0][:-1]:
        return first[:-1], second
    if words[1][-1:] == [""] and words[0][-1:] == words[1][:-1]:
        return first, second[:-1]
    return first, second


def _letters(token: str) -> str:
    return "".join(filter(str.isalnum, token))


def _distances(first: Sequence[str], second: Sequence[str]) -> np.ndarray:
    """Levenshtein distances of all pairs at once, letter by letter of the first words.

    Within a row of the usual table, values depend on each other only through steps of 1, so a row
    is a running minimum.
    """
    ours, lengths = _codes(first, padding=-1)
    others, ends = _codes(second, padding=-2)
    steps = np.arange(others.shape[1] + 1, dtype=np.int32)
    longest = ours.shape[1]
    row = np.broadcast_to(steps, (len(first), len(second), len(steps)))
    found = np.empty((len(first), len(second)))
    columns = np.arange(len(second))
    for done in range(longest + 1):
        for place in np.flatnonzero(lengths == done):
            found[place] = row[place, columns, ends]
        if done < longest:
            changed = ours[:, done, None, None] != others
            following = np.empty(row.shape, dtype=np.int32)
            following[..., 0] = done + 1
            np.minimum(row[..., 1:] + 1, row[..., :-1] + changed, out=following[..., 1:])
            row = np.minimum.accumulate(following - steps, axis=-1) + steps
    return found


def _codes(words: Sequence[str], padding: int) -> tuple[np.ndarray, np.ndarray]:
    """The characters of the words as rows of numbers, and the lengths of the words."""
    lengths = np.array([len(word) for word in words])
    codes = np.full((len(words), lengths.max()), padding, dtype=np.int32)
    for place, word in enumerate(words):
        codes[place, : len(word)] = [*map(ord, word)]
    return codes, lengths


def _mapped(covers: int, partners: Sequence[int]) -> int:
    """A set of the first sentence's tokens as the set of their partners."""
    mapped = 0
    while covers:
        lowest = covers & -covers
        partner = partners[lowest.bit_length() - 1]
        if partner >= 0:
            mapped |= 1 << partner
        covers ^= lowest
    return mapped


_Covered = tuple[int, int, frozenset[str]]  # tokens of the second sentence, own size, labels


def _matches(unit: _Covered, others: Sequence[_Covered]) -> bool:
    """Whether the best counterpart, or one of several equally good ones, shares a label."""
    covers, size, labels = unit
    best, agree = 0.0, False
    for other_covers, other_size, other_labels in others:
        common = (covers & other_covers).bit_count()
        if not common:
            continue
        # The F of both shares, in the form of the original program: its rounding breaks ties.
        ours, theirs = common / size, common / other_size
        similarity = 2 * (ours * theirs) / (ours + theirs)
        if similarity > best:
            best, agree = similarity, not labels.isdisjoint(other_labels)
        elif similarity == best and not agree:
            agree = not labels.isdisjoint(other_labels)
    return agree


def _differences(first: Graph, second: Graph) -> dict[str, float]:
    counts = [Counter(unit.category for unit in graph.units) for graph in (first, second)]
    labels = sorted(counts[0].keys() | counts[1].keys())
    return {label: float(abs(counts[0][label] - counts[1][label])) for label in labels}
