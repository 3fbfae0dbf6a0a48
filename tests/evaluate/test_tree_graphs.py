"""Trees as graphs: what belongs to a unit, which role it has, and what USim makes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.evaluate.graphs import Graph
from syntacticdiff.evaluate.tree_graphs import repaired_graph, tree_graph
from syntacticdiff.evaluate.usim import USim
from syntacticdiff.repair.repairer import Repair
from syntacticdiff.syntax import Parser, Tree


def tree(sentence: str, heads: list[int], labels: str) -> Tree:
    words = tuple(sentence.split())
    return Tree(words, ("X",) * len(words), tuple(heads), tuple(labels.split()))


def units(graph: Graph) -> list[tuple[str, str]]:
    """Each unit's role and words."""
    return [
        (
            unit.category,
            " ".join(word for at, word in enumerate(graph.tokens) if unit.covers >> at & 1),
        )
        for unit in graph.units
    ]


def test_function_words_belong_to_their_heads() -> None:
    found = tree("The dog has slept in the house .", [1, 3, 3, -1, 6, 6, 3, 3], LABELS)
    assert units(tree_graph(found)) == [
        ("A", "The dog"),
        ("H", "The dog has slept in the house ."),
        ("A", "in the house"),
    ]


LABELS = "det nsubj aux root case det obl punct"


def test_a_function_word_of_a_function_word_belongs_to_their_common_head() -> None:
    found = tree("all of the dogs", [3, 0, 3, -1], "det fixed det root")
    assert units(tree_graph(found)) == [("H", "all of the dogs")]


def test_clauses_that_are_coordinated_stand_beside_each_other() -> None:
    found = tree("He came and she left", [1, -1, 4, 4, 1], "nsubj root cc nsubj conj")
    assert units(tree_graph(found)) == [
        ("A", "He"),
        ("H", "He came"),
        ("L", "and"),
        ("A", "she"),
        ("H", "and she left"),
    ]


def test_nouns_that_are_coordinated_stay_within_their_unit() -> None:
    found = tree("He likes cats and dogs", [1, -1, 1, 4, 2], "nsubj root obj cc conj")
    assert ("A", "cats and dogs") in units(tree_graph(found))


def test_subtypes_have_the_role_of_their_type() -> None:
    found = tree("dogs were seen", [2, 2, -1], "nsubj:pass aux:pass root")
    assert units(tree_graph(found)) == [("A", "dogs"), ("H", "dogs were seen")]


def test_a_repaired_sentence_keeps_its_own_words() -> None:
    mended = tree("The dog sleeps", [1, 2, -1], "det nsubj root")
    repair = Repair(("dog", "of", "sleep"), ("NN", "IN", "VB"), mended, (None, 0, 2))
    graph = repaired_graph(repair)
    assert graph.tokens == ("dog", "of", "sleep")
    assert units(graph) == [("A", "dog"), ("H", "dog sleep")]


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.load()


words = st.sampled_from(["the", "dog", "saw", "a", "cat", "and", "slept", "in", ",", "."])


@given(st.lists(words, max_size=12))
def test_a_sentence_has_the_meaning_of_itself(parser: Parser, sentence: list[str]) -> None:
    graph = tree_graph(parser.parse(sentence))
    assert graph.tokens == tuple(sentence)
    assert USim().pair(graph, graph).usim == 1.0
    covered = 0
    for unit in graph.units:
        covered |= unit.covers
    assert covered == (1 << len(sentence)) - 1


def test_a_correction_keeps_more_of_the_meaning_than_another_sentence(parser: Parser) -> None:
    source, corrected, other = (
        tree_graph(parser.parse(text.split()))
        for text in (
            "She have visited her old friend in the big city .",
            "She has visited her old friend in the big city .",
            "In the city , big friends of hers never came .",
        )
    )
    assert USim().pair(source, corrected).usim > USim().pair(source, other).usim
