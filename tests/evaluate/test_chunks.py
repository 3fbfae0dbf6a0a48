"""Chunks: all versions of a sentence cut at the same boundaries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import golden, needs_golden

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.alignment.m2 import M2Edit, M2Sentence, parsed_m2
from syntacticdiff.evaluate.chunks import chunked

words = st.sampled_from(["a", "b", "c", "the", "walk", "walks"])
sentences = st.lists(words, max_size=8).map(tuple)


def sentence(tokens: str, *edits: tuple[int, int, str, int]) -> M2Sentence:
    return M2Sentence(
        tuple(tokens.split()),
        tuple(M2Edit(start, end, "X", (words,), who) for start, end, words, who in edits),
    )


def texts(chunks: tuple[tuple[str, ...], ...]) -> list[str]:
    return [" ".join(chunk) for chunk in chunks]


@needs_golden
@pytest.mark.parametrize("case", golden("cleme_examples.json"), ids=lambda case: case["example"])
def test_chunks_are_those_of_the_original(case: dict[str, Any]) -> None:
    hypotheses, gold = (parsed_m2(case[name].splitlines(), name) for name in ("hyp_m2", "ref_m2"))
    found = [chunked(*both) for both in zip(hypotheses, gold, strict=True)]
    assert [
        {
            "source": texts(chunks.source),
            "src_intervals": list(map(list, chunks.intervals)),
            "hyp": texts(chunks.hypothesis),
            "refs": [texts(reference) for reference in chunks.references],
        }
        for chunks in found
    ] == [
        {name: chunks[name] for name in ("source", "src_intervals", "hyp", "refs")}
        for chunks in case["chunks"]
    ]


@given(sentences, sentences, sentences, sentences)
def test_the_chunks_of_a_version_add_up_to_it(
    source: tuple[str, ...],
    system: tuple[str, ...],
    first: tuple[str, ...],
    second: tuple[str, ...],
) -> None:
    gold = annotated(source, first, second)
    chunks = chunked(annotated(source, system), gold)
    assert sum(chunks.source, ()) == source
    assert sum(chunks.hypothesis, ()) == system
    wanted = [text for text in (first, second) if text] or [first]
    assert [sum(reference, ()) for reference in chunks.references] == wanted
    assert len({len(chunks.source), *map(len, (chunks.hypothesis, *chunks.references))}) == 1


def test_touching_edits_and_an_insertion_at_a_border_are_one_chunk() -> None:
    system = sentence("a b c d", (1, 2, "B", 0))
    gold = sentence("a b c d", (2, 3, "C", 0), (3, 3, "x", 1))
    chunks = chunked(system, gold)
    assert chunks.intervals == ((0, 1), (1, 3), (3, 4))
    assert texts(chunks.hypothesis) == ["a", "B c", "d"]
    assert [texts(reference)[1] for reference in chunks.references] == ["b C", "b c x"]


def test_an_insertion_alone_is_a_chunk_without_width() -> None:
    chunks = chunked(sentence("a b", (1, 1, "x", 0)), sentence("a b"))
    assert chunks.intervals == ((0, 1), (1, 1), (1, 2))
    assert texts(chunks.references[0]) == ["a", "", "b"]


def test_edits_within_the_merge_distance_are_merged() -> None:
    system, gold = sentence("a b c", (0, 1, "A", 0)), sentence("a b c", (2, 3, "C", 0))
    assert chunked(system, gold).intervals == ((0, 1), (1, 2), (2, 3))
    assert chunked(system, gold, merge_distance=1).intervals == ((0, 3),)


def test_a_reference_that_leaves_nothing_is_dropped_unless_it_is_the_only_one() -> None:
    system = sentence("a b")
    gold = sentence("a b", (0, 2, "", 0), (0, 1, "c", 1))
    assert [texts(r) for r in chunked(system, gold).references] == [["c", "b"]]
    assert len(chunked(system, sentence("a b", (0, 2, "", 0))).references) == 1


def test_an_edit_that_changes_nothing_leaves_the_chunk_as_it_was() -> None:
    chunks = chunked(sentence("a b", (0, 1, "a", 0)), sentence("a b"))
    assert chunks.hypothesis == chunks.source
