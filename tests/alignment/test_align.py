"""The cheapest alignment of two sentences, and the band in which it is searched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.alignment import align as alignment
from syntacticdiff.alignment.align import AlignedSpan, align

words = st.sampled_from(
    ["a", "the", "in", "of", "walk", "walks", "house", "Houses", ",", "'", "be"]
)
sentences = st.lists(words, max_size=12)


def operations(source: str, target: str) -> list[str]:
    found = align(source.split(), target.split())
    return [span.operation for span in found if span.operation != "match"]


@given(sentences, sentences)
def test_spans_are_contiguous_and_a_match_is_of_equal_tokens(
    source: list[str], target: list[str]
) -> None:
    at = (0, 0)
    for operation, start, end, target_start, target_end in align(source, target):
        assert (start, target_start) == at
        at = (end, target_end)
        same = source[start:end] == target[target_start:target_end]
        assert same == (operation == "match")
        if operation == "transpose":
            folded = (
                sorted(word.lower() for word in source[start:end]),
                sorted(word.lower() for word in target[target_start:target_end]),
            )
            assert folded[0] == folded[1]
    assert at == (len(source), len(target))


@given(sentences, sentences)
def test_the_band_excludes_nothing_that_is_cheaper(source: list[str], target: list[str]) -> None:
    whole = alignment.AlignmentTable(source, target, len(source) + len(target))
    assert align(source, target) == whole.path()


def test_a_block_that_moved_far_is_found_again() -> None:
    block, rest = ["one", "two", "three", "four", "five"], ["a", "b", "c", "d", "e", "f", "g", "h"]
    matched = [span for span in align(block + rest, rest + block) if span.operation == "match"]
    assert [span.start for span in matched] == list(range(len(block), len(block + rest)))


@given(sentences)
def test_a_sentence_matches_itself(sentence: list[str]) -> None:
    assert align(sentence, sentence) == [
        AlignedSpan("match", at, at + 1, at, at + 1) for at in range(len(sentence))
    ]


def test_of_two_equal_tokens_the_first_is_removed() -> None:
    assert align(["the", "the", "cat"], ["the", "cat"])[0] == AlignedSpan("remove", 0, 1, 0, 0)


def test_the_most_similar_word_is_the_replaced_one() -> None:
    assert operations("I likes cat .", "I like a cat .") == ["sub", "insert"]
    assert operations("We was happy", "We were so happy") == ["sub", "insert"]


def test_words_in_another_order_are_one_span_whatever_their_case() -> None:
    assert operations("What this is ?", "What is this ?") == ["transpose"]
    assert operations("red Big old", "Old red big") == ["transpose"]


def test_a_removal_beside_a_swap_stays_a_removal() -> None:
    assert operations("a b c", "b a") == ["transpose", "remove"]


def test_sentences_too_long_for_one_table_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    source = [f"w{number}" for number in range(300)]
    target = [word for word in source if word != "w150"] + ["end"] * 200
    monkeypatch.setattr(alignment, "MAX_CELLS", 20_000)
    spans = align(source, target)
    assert sum(span.end - span.start for span in spans) == len(source)
    assert sum(span.target_end - span.target_start for span in spans) == len(target)
    assert sum(span.operation == "match" for span in spans) > 50


def test_one_side_may_be_empty() -> None:
    assert align([], ["a", "b"]) == [
        AlignedSpan("insert", 0, 0, 0, 1),
        AlignedSpan("insert", 0, 0, 1, 2),
    ]
    assert align(["a"], []) == [AlignedSpan("remove", 0, 1, 0, 0)]
    assert align([], []) == []
