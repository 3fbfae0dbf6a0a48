"""Long documents are searched in pieces, and nobody sees that.

What follows the density of errors in a text follows that of the piece; prices that do are left out
here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.commands import LEARNER, run

from syntacticdiff.cli import sentences
from syntacticdiff.correction import CorrectionSettings
from syntacticdiff.differ import preparing
from syntacticdiff.text.sentences import sentence_spans


@pytest.mark.parametrize("command", ["diff --json", "diff", "correct", "correct --m2"])
def test_pieces_give_the_same_output(
    folder: Path, model: str, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    text = "\n\n".join([LEARNER] * 5).replace("book", "book,\nand paper") + "\n \n\n"
    Path("long.txt").write_text(text)
    Path("other.txt").write_text(LEARNER)
    CorrectionSettings(penalties={"base": 1.0}).save("fixed.toml")
    fixed = ("--settings", "fixed.toml") if command.startswith("correct") else ("--describe",)
    settings = ("--reference", model, "--engine", "python", *fixed)
    call = (*command.split(), "long.txt", "other.txt", *settings)
    whole = run(*call)
    monkeypatch.setattr(sentences, "_LONG", 60)
    monkeypatch.setattr(preparing, "_PIECE", 5)
    in_pieces = run(*call)
    assert whole.code == 0
    assert in_pieces == whole


@given(st.text(st.sampled_from("Ab. \n\r\t"), max_size=80))
@example("One.\r\n\r\nTwo.\n\n  Three.\n \n\nFour.")
def test_a_cut_is_where_sentences_end_anyway(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "_LONG", 5)
        parts = list(sentences._cut_at_blank_lines(text))
    assert "".join(parts) == text
    offset, spans = 0, []
    for part in parts:
        spans += [(offset + start, offset + end) for start, end in sentence_spans(part)]
        offset += len(part)
    assert spans == sentence_spans(text)
