"""USim and DistSim: does a correction keep the meaning, judged by labelled graphs of both.

Tokens are aligned by the cheapest assignment, nodes by the tokens they cover; USim is the share of
nodes whose counterpart has a label in common. No reference is needed, but a parser or an annotator
is: graphs come from files (`graph_files`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from syntacticdiff.errors import InputError
from syntacticdiff.evaluate.graphs import Graph, Unit
from syntacticdiff.evaluate.metric import Metric, Score

# Labels that say nearly the same in UCCA: process and state, parallel scene and centre, connector
# and linker, function word and relator.
UCCA_EQUIVALENTS: Mapping[str, str] = {"S": "P", "C": "H", "L": "N", "R": "F"}

# The assignment's tables grow with the square of these. Nobody's sentence or word is as long.
MOST_TOKENS = 2000
_MOST_LETTERS = 100  # of a token that are compared


@dataclass(frozen=True)
class USimScore(Score):
    """The F of both directions, and the mean difference of each label's number per sentence.

    `forward` is the share of the first graph's units with a match in the second, `backward` the
    other way round. For several pairs, means over the pairs.
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
    """Similarity of labelled graphs of sentences and of their corrections.

    Parameters
    ----------
    equivalents : labels that count as another, by default those of UCCA that mean nearly the same

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

    name = "usim"

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
        """The score of one pair of graphs."""
        matched = self._matched(first, second)
        forward, backward = (_share(*found) for found in matched)
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
        """Matched and all units, of the first graph and of the second."""
        units = [[unit for unit in graph.units if unit.size > 1] for graph in (first, second)]
        if not units[0] and not units[1]:
            return (1, 1), (1, 1)  # nothing to compare, so nothing differs
        partners = aligned_tokens(first.tokens, second.tokens)
        # Both sides' units as sets of the second sentence's tokens, labels by their representative.
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
    """For each token of `first`, its partner's place in `second`, or -1.

    The assignment is the cheapest one, at the price of the Levenshtein distance between the tokens
    in lower case and of |i - j| / length of the longer sentence; tokens without partner cost
    nothing. A mark that ends one sentence only, after the same last word, has no partner. Of a
    token, the first hundred letters count.

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
    if size > MOST_TOKENS:
        raise InputError(
            f"a graph of {size:,} tokens; up to {MOST_TOKENS:,} can be aligned: give one graph for "
            "each sentence"
        )
    words = [
        [token.strip().lower()[:_MOST_LETTERS] for token in tokens] for tokens in (first, second)
    ]
    costs = np.zeros((size, size))
    places = np.abs(np.arange(len(first))[:, None] - np.arange(len(second)))
    costs[: len(first), : len(second)] = _distances(words[0], words[1]) + places / size
    if len(first) > len(second):
        rows, columns = linear_sum_assignment(costs)
    else:  # the longer sentence's tokens are the rows, which decides between equal assignments
        columns, rows = linear_sum_assignment(costs.T)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if row < len(first) and column < len(second):
            partners[row] = column
    return partners


def _without_odd_end(
    first: Sequence[str], second: Sequence[str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Both sentences without a final mark that the other one lacks, or has in its last word."""
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

    A row of the usual table depends on itself from left to right only through steps of 1, so that
    it is a running minimum.
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
    """The words' characters as rows of numbers, and the words' lengths."""
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
    """Whether the best counterpart, or one of the best, has a label in common."""
    covers, size, labels = unit
    best, agree = 0.0, False
    for other_covers, other_size, other_labels in others:
        common = (covers & other_covers).bit_count()
        if not common:
            continue
        # The F of both shares, by the formula of the original: its rounding decides between equals.
        ours, theirs = common / size, common / other_size
        similarity = 2 * (ours * theirs) / (ours + theirs)
        if similarity > best:
            best, agree = similarity, not labels.isdisjoint(other_labels)
        elif similarity == best and not agree:
            agree = not labels.isdisjoint(other_labels)
    return agree


def _share(matched: int, everything: int) -> float:
    return matched / everything if everything else 0.0


def _differences(first: Graph, second: Graph) -> dict[str, float]:
    counts = [Counter(unit.category for unit in graph.units) for graph in (first, second)]
    labels = sorted(counts[0].keys() | counts[1].keys())
    return {label: float(abs(counts[0][label] - counts[1][label])) for label in labels}
