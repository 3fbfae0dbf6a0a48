"""The context network's pipeline: batches of one length, and what is held out is never read."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from support.small_network import small_network

from syntacticdiff.search.prices import ContextNetwork

PROJECT = Path(__file__).resolve().parents[2]


def pipeline(name: str) -> ModuleType:
    """Pipelines are scripts that import what lies beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / "pipelines"))
        return importlib.import_module(name)


text_module, page = map(pipeline, ("context_network_text", "context_network_page"))


def made_up(sentences: int = 300) -> Any:
    rng = np.random.default_rng(1)
    lengths = rng.integers(1, 9, sentences)
    return text_module.NetworkText(
        words=["the", "cat", ","],
        ids=rng.integers(0, 12, lengths.sum()).astype(np.uint16),
        classes=np.zeros(12, np.uint8),
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        times=rng.choice([0, 1, 3], sentences).astype(np.uint8),
        text=rng.choice(2, sentences).astype(np.uint8),
    )


def test_an_epoch_reads_each_sentence_as_often_as_it_counts() -> None:
    text = made_up()
    batches = text_module.epoch_batches(text, 20, 0)
    counts = np.bincount(np.concatenate(batches), minlength=len(text.times))
    assert (counts == text.times).all()
    for batch in batches:
        assert len(set(text.lengths[batch])) == 1
        assert len(batch) * (text.lengths[batch[0]] + 1) <= 20


def test_only_held_out_sentences_are_measured_and_always_the_same() -> None:
    text = made_up()
    first, again = (
        np.concatenate(text_module.held_out_batches(text, 20, tokens=200)) for _ in range(2)
    )
    assert (first == again).all()
    assert (text.times[first] == 0).all()
    assert len(set(first)) == len(first)


def test_columns_hold_a_sentence_each() -> None:
    text = made_up()
    batch = np.flatnonzero(text.lengths == 5)[:3]
    found = text_module.columns(text, batch)
    for number, sentence in enumerate(batch):
        start = text.starts[sentence]
        assert found[:, number].tolist() == text.ids[start : start + 5].tolist()


def test_ids_of_outputs_and_gaps() -> None:
    classes = len(text_module.UNKNOWN_CLASSES)
    outputs = text_module.output_ids(text_module.OUTPUT_WORDS + 1)
    assert outputs[classes - 1 : classes + 2].tolist() == [0, 1, 2]
    assert outputs[-2:].tolist() == [text_module.OUTPUT_WORDS, 0]
    gaps = text_module.gap_ids(["the", "cat", ","])[classes:]
    assert gaps[1] == 0
    assert [text_module.GAP_WORDS[gap - 1] for gap in gaps[[0, 2]]] == ["the", ","]


@pytest.mark.parametrize(
    ("wrong", "right", "found"),
    [
        ("He go home", "He goes home", ("sub", 1, "go", "goes")),
        ("He go home", "He go to home", ("insert", 2, "", "to")),
        ("the the cat", "the cat", ("remove", 1, "the", "")),
        ("a b", "b a", None),
    ],
)
def test_a_pair_is_one_edit(wrong: str, right: str, found: tuple[Any, ...] | None) -> None:
    pair = page._pair(wrong.split(), right.split())
    assert found == (pair and (pair.operation, pair.position, pair.source, pair.target))


def test_every_operation_has_minimal_pairs_of_the_network() -> None:
    counts = page.preferred(ContextNetwork(small_network(), "", engine="python"))
    assert all(all_ >= asked >= right for all_, asked, right in counts.values())
    assert counts[page.TOLD_APART][0] + counts[page.ONE_OTHER][0] > 100


def test_bits_are_those_of_the_right_answer() -> None:
    assert page._bits(np.array([0.0, 1.0, 1.0]), 0) == pytest.approx(np.log2(5))
