"""M2 files: writing and reading are inverse, and an invalid line is named."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import golden_path, needs_golden

from syntacticdiff.alignment.m2 import NOOP, M2Edit, M2Sentence, corrected, parsed_m2, read_m2
from syntacticdiff.errors import InputError

TEXT = """S He go to the school .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||ArtOrDet||||||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Hello !

S I see
A 2 2|||Prep|||it||them|||REQUIRED|||-NONE-|||0
"""
SENTENCES = [
    M2Sentence(
        ("He", "go", "to", "the", "school", "."),
        (
            M2Edit(1, 2, "SVA", ("goes",), 0),
            M2Edit(3, 4, "ArtOrDet", ("",), 0),
            M2Edit(-1, -1, NOOP, ("",), 1),
        ),
    ),
    M2Sentence(("Hello", "!")),
    M2Sentence(("I", "see"), (M2Edit(2, 2, "Prep", ("it", "them")),)),
]


def no_report(message: str) -> None:
    raise AssertionError(message)


def read(text: str) -> list[M2Sentence]:
    return list(parsed_m2(text.splitlines(keepends=True), "x.m2"))


def test_sentences_have_the_edits_below_them() -> None:
    assert read(TEXT) == SENTENCES
    assert read(TEXT.replace("\n", "\r\n")) == SENTENCES
    assert read(TEXT.replace("\n\nS", "\nS")) == SENTENCES  # blank lines may be missing
    assert read("") == []


def test_the_correction_of_a_removal_is_empty_or_none() -> None:
    removal = "S a b\nA 0 1|||X|||{}|||REQUIRED|||-NONE-|||0\n"
    assert read(removal.format("")) == read(removal.format("-NONE-"))


def test_a_removal_is_written_as_other_scorers_write_it() -> None:
    assert str(M2Edit(0, 1, "U:DET", ("",))) == "A 0 1|||U:DET||||||REQUIRED|||-NONE-|||0"
    either = M2Edit(0, 1, "DET", ("", "a"))
    assert str(either) == "A 0 1|||DET|||-NONE-||a|||REQUIRED|||-NONE-|||0"
    nothing = M2Edit(-1, -1, NOOP, ("",))
    assert str(nothing) == "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"


def test_annotators_have_their_edits_without_no_ops() -> None:
    first, second, third = SENTENCES
    assert first.annotations == {0: first.edits[:2], 1: ()}
    assert second.annotations == {0: ()}
    assert third.annotations == {0: third.edits}


def test_edits_make_the_corrected_sentence() -> None:
    first, _, third = SENTENCES
    assert " ".join(corrected(first.tokens, first.edits)) == "He goes to school ."
    assert corrected(third.tokens, third.edits) == ("I", "see", "it")
    several = [M2Edit(0, 0, "X", ("u",)), M2Edit(0, 1, "X", ("v w",)), M2Edit(0, 0, "X", ("x",))]
    assert corrected(("a", "b"), several) == ("u", "x", "v", "w", "b")


def test_overlapping_edits_do_not_repeat_tokens() -> None:
    within = [M2Edit(0, 3, "X", ("u",)), M2Edit(1, 2, "X", ("v",))]
    assert corrected(("a", "b", "c", "d"), within) == ("u", "v", "d")


token = st.text("abcÄ|'<.", min_size=1, max_size=4).filter(lambda t: "||" not in t)
words = st.lists(token.filter(lambda t: t.strip("|") == t), max_size=3).map(" ".join)


@st.composite
def sentences(draw: st.DrawFn) -> M2Sentence:
    tokens = tuple(draw(st.lists(token, max_size=5)))
    edits = []
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(tokens)))
        end = draw(st.integers(start, len(tokens)))
        corrections = tuple(draw(st.lists(words, min_size=1, max_size=2)))
        annotator = draw(st.integers(0, 2))
        edits.append(
            M2Edit(start, end, draw(st.sampled_from(["R:X", "M"])), corrections, annotator)
        )
    return M2Sentence(tokens, tuple(edits))


@given(st.lists(sentences(), max_size=4))
def test_what_is_written_is_read_back(written: list[M2Sentence]) -> None:
    assert read("\n\n".join(map(str, written))) == written


@needs_golden
def test_a_file_of_the_shared_task_is_read_and_written_back() -> None:
    path = golden_path("inputs/conll14.official-2014.combined.m2")
    found = read_m2(str(path), no_report)
    assert len(found) == 1312
    assert read("\n\n".join(map(str, found))) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S a\nA 0 1|||X|||b\n", "x.m2:2: 3 fields instead of 6"),
        ("S a\n\n  \nA b c\n", "x.m2:4: neither a sentence (S) nor an edit of one (A)"),
        ("hello\n", "x.m2:1: neither a sentence (S) nor an edit of one (A)"),
        ("S a\nA 0 x|||X|||b|||R|||-|||0\n", "x.m2:2: span and annotator must be whole numbers"),
        ("S a\nA 0|||X|||b|||R|||-|||0\n", "x.m2:2: span and annotator must be whole numbers"),
        ("S a\nA 0 1|||X|||b|||R|||-|||me\n", "x.m2:2: span and annotator must be whole num"),
        ("S a\nA 1 2|||X|||b|||R|||-|||0\n", "x.m2:2: no tokens 1 to 2 in a sentence of 1"),
        ("S a\nA 1 0|||X|||b|||R|||-|||0\n", "x.m2:2: no tokens 1 to 0 in a sentence of 1"),
    ],
)
def test_a_bad_line_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(message)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stream: Any = io.TextIOWrapper(io.BytesIO(TEXT.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert read_m2("-", no_report) == SENTENCES


def test_bytes_that_are_not_utf_8_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "x.m2"
    path.write_bytes(b"S a \xff b\n")
    reports: list[str] = []
    assert read_m2(str(path), reports.append) == [M2Sentence(("a", "\ufffd", "b"))]
    assert reports == [f"{path}: not UTF-8 in 1 place, first at byte 4; replaced by U+FFFD"]
