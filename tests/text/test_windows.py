"""Long paragraphs are split into sentences a window at a time, with the same result."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import reference_sentences

from syntacticdiff.text import sentences
from syntacticdiff.text.sentences import sentence_spans

PIECES = st.sampled_from(
    [
        "Dr. Who",
        "e.g. this",
        "Mr. A. B. Cee",
        "He left.",
        "Why?!",
        "No",
        "3.5",
        "...",
        "“Yes.”",
        "a",
    ]
)


def both_ways(text: str, window: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    whole = sentence_spans(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "_WINDOW", window)
        return whole, sentence_spans(text)


@pytest.mark.parametrize("window", [300, 1000, 5000])
def test_windows_change_no_sentence(window: int) -> None:
    chosen = random.Random(3).choices(list(reference_sentences()), k=2000)
    whole, in_windows = both_ways(" ".join(chosen), window)
    assert len(whole) == 2000
    assert in_windows == whole


@given(st.lists(PIECES, min_size=50, max_size=200).map(" ".join))
def test_windows_change_nothing_of_odd_text(text: str) -> None:
    whole, in_windows = both_ways(text, 400)
    assert in_windows == whole


def test_a_sentence_that_is_longer_than_a_window_stays_one() -> None:
    text = "word " * 2000 + "end. Next one."
    whole, in_windows = both_ways(text, 100)
    assert in_windows == whole
    assert len(whole) == 2


def test_too_little_memory_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "_RESERVE", 1 << 60)
    with pytest.raises(MemoryError):
        sentence_spans("A sentence. " * 200)


def test_a_panic_of_the_splitter_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):  # as in its library
        pass

    def panic(*_: object) -> None:
        raise PanicException

    monkeypatch.setattr("sentencex.get_sentence_boundaries", panic)
    with pytest.raises(MemoryError):
        sentence_spans("A sentence.")
