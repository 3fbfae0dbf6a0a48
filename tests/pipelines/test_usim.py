"""The study of USim by our own parser, on made-up sentences."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    usim = importlib.import_module("usim")

SOURCE = [
    ["She", "have", "visited", "her", "old", "friend", "in", "the", "big", "city", "."],
    ["We", "was", "reading", "a", "long", "book", "about", "dogs", "when", "they", "came", "."],
    ["My", "brother", "like", "to", "eat", "the", "red", "apples", "of", "our", "garden", "."],
]
REFERENCE = [
    ["She", "has", "visited", "her", "old", "friend", "in", "the", "big", "city", "."],
    ["We", "were", "reading", "a", "long", "book", "about", "dogs", "when", "they", "came", "."],
    ["My", "brother", "likes", "eating", "the", "red", "apples", "from", "our", "garden", "."],
]
PART = {"source": SOURCE} | {f"reference {number}": REFERENCE for number in range(4)}


def test_the_ceiling_is_one_and_a_reference_is_above_another_sentence() -> None:
    rows = {row.name: row.usim for row in usim.compared(PART, usim._parsed(usim.Parser.load()))}
    assert rows["the source itself"] == 1.0
    assert rows["reference 0"] > rows["reference 0 of another sentence"]


def test_random_edits_are_as_many_as_asked_for_and_the_same_every_time() -> None:
    sentences = [
        [str(number) for number in range(start, start + 50)] for start in range(0, 5000, 50)
    ]
    assert usim.damaged(sentences, 0.0) == sentences
    assert usim.damaged(sentences, 0.2) == usim.damaged(sentences, 0.2)
    changed = [
        sum(word not in after for word in before)
        for before, after in zip(sentences, usim.damaged(sentences, 0.2), strict=True)
    ]
    assert 0.07 < sum(changed) / 5000 < 0.13  # half of the edits take the word away


def test_words_that_are_exchanged_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usim, "OPERATIONS", ("exchange",))
    for number, words in enumerate(usim.damaged([list("abcde")] * 50, 0.5)):
        assert sorted(words) == list("abcde"), number


def test_the_page_and_the_data_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usim, "_development", lambda: PART)
    monkeypatch.setattr(usim, "_test", lambda: PART)
    assert usim.main(["--results", str(tmp_path)]) == 0
    page = (tmp_path / "usim.md").read_text()
    assert "| the source itself | 1.0000 | 1.0000 | 1.0000 |" in page
    assert len(json.loads((tmp_path / "usim.json").read_text())["repair"]) == 5
