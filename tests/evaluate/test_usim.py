"""USim and DistSim: the figures of the original program, small graphs by hand, and properties."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.errors import InputError
from syntacticdiff.evaluate.graph_files import read_graphs
from syntacticdiff.evaluate.graphs import Edge, Graph, graph_of
from syntacticdiff.evaluate.usim import USim, aligned_tokens


def flat(sentence: str, *units: tuple[str, list[int]]) -> Graph:
    """A graph of a root and units below it."""
    nodes: dict[str, list[int]] = {"top": []}
    edges = []
    for number, (label, tokens) in enumerate(units):
        nodes[str(number)] = tokens
        edges.append(Edge("top", str(number), label))
    return graph_of(sentence.split(), nodes, edges)


def never(message: str) -> None:
    raise AssertionError(message)


def golden_pair(row: dict[str, Any]) -> tuple[Graph, Graph]:
    [first], [second] = (
        read_graphs(str(golden_path(f"ucca_sents/{row[name]}")), never) for name in ("f1", "f2")
    )
    return first, second


@needs_golden
def test_ninety_pairs_have_the_figures_of_the_original_program() -> None:
    rows = golden("usim_sentences.json", "sentences")
    assert len(rows) == 90
    for row in rows:
        score = USim().pair(*golden_pair(row))
        assert score.usim == pytest.approx(row["usim"], abs=1e-12), row["f1"]
        assert score.forward == row["count1"] / row["n1"]
        assert score.backward == row["count2"] / row["n2"]


class TestByHand:
    SOURCE = flat("He go to school by foot", ("A", [0]), ("P", [1, 2, 3]), ("D", [4, 5]))

    def test_the_same_units_with_the_same_labels_are_all_matched(self) -> None:
        correction = flat("He goes to school on foot", ("A", [0]), ("P", [1, 2, 3]), ("D", [4, 5]))
        score = USim().corpus([correction], [self.SOURCE])
        assert (score.usim, score.forward, score.backward) == (1, 1, 1)
        assert set(score.distsim.values()) == {0}

    def test_a_unit_with_another_label_is_not_matched(self) -> None:
        correction = flat("He goes to school on foot", ("A", [0]), ("P", [1, 2, 3]), ("E", [4, 5]))
        score = USim().corpus([correction], [self.SOURCE])
        assert (score.usim, score.forward, score.backward) == (0.5, 0.5, 0.5)
        assert score.distsim == {"A": 0, "D": 1, "E": 1, "P": 0}

    def test_units_of_one_token_are_not_compared_but_counted(self) -> None:
        correction = flat("He goes to school on foot", ("E", [0]), ("P", [1, 2, 3]), ("D", [4, 5]))
        score = USim().pair(correction, self.SOURCE)
        assert score.usim == 1
        assert score.distsim == {"A": 1, "D": 0, "E": 1, "P": 0}

    def test_the_directions_differ_where_one_side_has_more_units(self) -> None:
        correction = flat("He goes to school on foot", ("P", [1, 2, 3]))
        score = USim().pair(correction, self.SOURCE)
        assert (score.forward, score.backward) == (1, 0.5)
        assert score.usim == pytest.approx(2 / 3)

    @pytest.mark.parametrize("pair", ["PS", "HC", "NL", "FR"])
    def test_equivalent_labels_match(self, pair: str) -> None:
        graphs = [flat("go to school", (label, [0, 1, 2])) for label in pair]
        assert USim().pair(*graphs).usim == 1
        assert USim(equivalents={}).pair(*graphs).usim == 0

    def test_of_equally_good_counterparts_one_with_a_common_label_is_enough(self) -> None:
        twice = flat("go to school", ("X", [0, 1, 2]), ("A", [0, 1, 2]))
        once = flat("go to school", ("A", [0, 1, 2]))
        assert USim().pair(once, twice).forward == 1

    def test_graphs_without_units_are_equal_but_a_missing_unit_is_a_difference(self) -> None:
        word, phrase = flat("go home", ("P", [0])), flat("go home", ("P", [0, 1]))
        assert USim().pair(word, word).usim == 1
        assert USim().pair(word, phrase).usim == 0
        assert USim().pair(Graph((), ()), phrase).usim == 0

    def test_a_corpus_has_the_mean_of_its_pairs(self) -> None:
        word, phrase = flat("go home", ("P", [0])), flat("go home", ("P", [0, 1]))
        score = USim().corpus([word, word], [word, phrase])
        assert (score.usim, score.pairs) == (0.5, 2)

    def test_graphs_without_partner_are_refused(self) -> None:
        with pytest.raises(InputError, match="1 graphs, but 0"):
            USim().corpus([self.SOURCE], [])
        with pytest.raises(InputError, match="no graphs"):
            USim().corpus([], [])


class TestTokens:
    def test_a_mark_that_ends_one_sentence_only_has_no_partner(self) -> None:
        assert aligned_tokens(["see", "the", "big", "dog"], ["see", "the", "dog", "."]) == [
            0,
            1,
            -1,
            2,
        ]
        assert aligned_tokens(["see", "the", "dog", "."], ["see", "the", "dog!"]) == [0, 1, 2, -1]

    def test_marks_that_end_both_sentences_are_partners(self) -> None:
        assert aligned_tokens(["go", "home", "."], ["go", "home", "!"]) == [0, 1, 2]

    words = st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=5)

    @settings(deadline=None)
    @given(words, words)
    def test_no_assignment_is_cheaper(self, first: list[str], second: list[str]) -> None:
        partners = aligned_tokens(first, second)
        taken = [partner for partner in partners if partner >= 0]
        assert len(set(taken)) == len(taken) == min(len(first), len(second))
        assert _cost(first, second, partners) == pytest.approx(
            min(_cost(first, second, other) for other in _assignments(len(first), len(second)))
        )

    @settings(deadline=None)
    @given(words)
    def test_a_sentence_is_aligned_with_itself_word_by_word(self, sentence: list[str]) -> None:
        assert aligned_tokens(sentence, sentence) == list(range(len(sentence)))

    def test_of_very_long_tokens_the_beginnings_are_compared(self) -> None:
        # In full, these would take minutes.
        first, second = "x" * 5000, "y" * 5000
        assert aligned_tokens([first, "and", second], [second, first, "and"]) == [1, 2, 0]

    def test_a_graph_too_long_to_be_a_sentence_s_is_refused(self) -> None:
        long = flat("word " * 2001, ("A", [0, 1]))
        with pytest.raises(InputError, match=r"^pair 2: a graph of 2,001 tokens; up to 2,000"):
            USim().corpus([flat("a b", ("A", [0, 1])), long], [flat("a b", ("A", [0, 1])), long])


def _assignments(first: int, second: int) -> Any:
    """All assignments of the shorter side."""
    if first <= second:
        yield from permutations(range(second), first)
        return
    for places in permutations(range(first), second):
        partners = [-1] * first
        for partner, place in enumerate(places):
            partners[place] = partner
        yield partners


def _cost(first: list[str], second: list[str], partners: Any) -> float:
    longer = max(len(first), len(second))
    return sum(
        _levenshtein(first[i], second[j]) + abs(i - j) / longer
        for i, j in enumerate(partners)
        if j >= 0
    )


def _levenshtein(a: str, b: str) -> int:
    """The definition."""
    if not a or not b:
        return len(a) + len(b)
    return min(
        _levenshtein(a[1:], b) + 1,
        _levenshtein(a, b[1:]) + 1,
        _levenshtein(a[1:], b[1:]) + (a[0] != b[0]),
    )
