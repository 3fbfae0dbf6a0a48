"""Weights by similarity: BERTScore over whatever encoder is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.chunk_verdicts import judged
from syntacticdiff.evaluate.chunks import chunked
from syntacticdiff.evaluate.cleme2 import Cleme2
from syntacticdiff.evaluate.similarity_weights import BertScore, SimilarityWeights

DIRECTIONS = {"a": [1.0, 0.0], "b": [0.0, 2.0], "c": [3.0, 3.0], "zero": [0.0, 0.0]}


def encoder(tokens: Sequence[str]) -> list[list[float]]:
    return [DIRECTIONS[token] for token in tokens]


def test_bertscore_is_f_of_the_cosines_with_the_nearest() -> None:
    """a-c and b-c are at 45 degrees: precision (1 + .7071)/2, recall 1."""
    root = 0.5**0.5
    precision, recall = (1 + root) / 2, 1.0
    wanted = 2 * precision * recall / (precision + recall)
    assert BertScore(encoder)(["a", "b"], ["a"]) == pytest.approx(2 * 0.5 / 1.5)
    assert BertScore(encoder)(["a", "c"], ["a"]) == pytest.approx(wanted)


def test_a_sentence_is_most_similar_to_itself_and_an_empty_one_to_nothing() -> None:
    score = BertScore(encoder)
    assert score(["a", "b", "c"], ["a", "b", "c"]) == pytest.approx(1)
    assert score([], ["a"]) == score(["a"], []) == 0.0


def test_a_zero_vector_is_similar_to_nothing() -> None:
    assert BertScore(encoder)(["zero"], ["a"]) == 0.0


def test_each_sentence_is_encoded_once() -> None:
    asked = []

    def counting(tokens: Sequence[str]) -> list[list[float]]:
        asked.append(tuple(tokens))
        return encoder(tokens)

    score = BertScore(counting)
    score(["a"], ["b"])
    score(["a"], ["c"])
    assert asked == [("a",), ("b",), ("c",)]


def test_a_weight_is_the_change_of_similarity_with_the_reference() -> None:
    source, wanted = ("a", "b", "b"), ("c", "b", "b")
    first, last = M2Edit(0, 1, "R", ("c",)), M2Edit(2, 3, "R", ("a",))
    chunks = chunked(M2Sentence(source, (first, last)), M2Sentence(source, (first,)))
    right, wrong = judged(chunks, "dependent")[0]
    similarity = BertScore(encoder)
    weights = SimilarityWeights(similarity)
    anchor = similarity(source, wanted)
    assert weights(right) == pytest.approx(abs(anchor - similarity(["c", "b", "b"], wanted)))
    assert weights(wrong) == pytest.approx(abs(anchor - similarity(["a", "b", "a"], wanted)))


def test_an_encoder_without_rows_is_refused() -> None:
    for bad in ([1.0, 2.0], [], [[float("nan")]]):
        with pytest.raises(UsageError, match="encoder"):
            BertScore(lambda tokens, bad=bad: bad)(["a"], ["b"])  # type: ignore[misc]


def test_word_vectors_are_an_encoder_also_for_unknown_words(tmp_path: Path) -> None:
    file = tmp_path / "words.vec"
    file.write_text("2 2\ncat 1 0\ndog 0.6 0.8\n")
    score = BertScore.load(file)
    assert score(["Cat"], ["dog"]) == pytest.approx(0.6)
    assert score(["unknown"], ["dog"]) == 0.0
    gold = [annotated(["a", "cat"], ["a", "dog"])]
    assert "weights:similarity(words.vec)" in Cleme2(weights=SimilarityWeights(score)).signature
    assert Cleme2(weights=SimilarityWeights(score)).corpus(gold, gold).hit == 1.0


def test_an_invalid_encoder_is_a_one_line_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such encoder"):
        BertScore.load(tmp_path / "missing")
    bad = tmp_path / "bad.vec"
    bad.write_text("no vectors here\n")
    with pytest.raises(InputError, match=r"bad\.vec: not a file of word vectors"):
        BertScore.load(bad)


def test_a_folder_without_transformer_or_extra_is_refused(tmp_path: Path) -> None:
    with pytest.raises((UsageError, InputError), match=r"encoder"):
        BertScore.load(tmp_path)


def test_arrays_are_taken_as_they_are() -> None:
    assert BertScore(lambda tokens: np.eye(len(tokens)))(["x", "y"], ["z", "w"]) == 1.0
