"""Hypotheses and gold: read in every format, and converted to every form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.errant import Errant
from syntacticdiff.evaluate.gleu import Gleu
from syntacticdiff.evaluate.imeasure import IMeasure
from syntacticdiff.evaluate.inputs import (
    GoldCorpus,
    HypothesisCorpus,
    Rewrites,
    prepared,
    read_gold,
    read_hypotheses,
)
from syntacticdiff.evaluate.m2 import M2

M2_TEXT = "S He go home .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\nS Hello !\n"
EDIT = "A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0"


def no_report(message: str) -> None:
    raise AssertionError(message)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(name: str, content: str | bytes) -> HypothesisCorpus:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return read_hypotheses(name, no_report)


def test_text_is_a_sentence_a_line(folder: Path) -> None:
    found = read("h.txt", "He goes home .\n\n  Hello\u00a0 !\r\n")
    assert found.tokens == [("He", "goes", "home", "."), (), ("Hello", "!")]
    assert len(read("h.txt", "no line end")) == 1
    assert len(read("h.txt", "")) == 0


@pytest.mark.parametrize("name", ["h.m2", "h.errant", "h.txt", "-x"])
def test_m2_is_recognised_by_its_name_or_its_edits(folder: Path, name: str) -> None:
    found = read(name, M2_TEXT)
    assert found.tokens == [("He", "goes", "home", "."), ("Hello", "!")]
    assert len(found.edits([])) == 2


@pytest.mark.parametrize(
    "line",
    [
        *("S", "A", "S a b", "A 1 2", "A 1 2|||X", EDIT, f" {EDIT}", "|||", "\x00", "\x1b[31m"),
        *("\u2028", "\ufeff", "x" * 100_000, "a " * 5000, "<s>", "\\", "null", '{"a": 1}'),
    ],
)
@pytest.mark.filterwarnings("ignore:hypotheses. .* written twice")
def test_no_line_of_plain_text_is_an_error(folder: Path, line: str) -> None:
    found = read("h.txt", f"{line}\n{line}\n{line}")
    assert len(found) == 3
    source = M2Sentence(("He", "go"), (M2Edit(1, 2, "V", ("goes",)),))
    gold = GoldCorpus("g", edits=[source] * 3)
    for metric in (M2(), Gleu(10), Errant(), IMeasure()):
        assert metric.corpus(*prepared(metric, found, gold)).value <= 1


def test_bytes_that_are_not_utf_8_are_replaced_and_reported(folder: Path) -> None:
    Path("h.txt").write_bytes(b"a \xe4\nb\n")
    reports: list[str] = []
    assert read_hypotheses("h.txt", reports.append).tokens == [("a", "\ufffd"), ("b",)]
    assert reports == ["h.txt: not UTF-8 in 1 place, first at byte 2; replaced by U+FFFD"]
    with pytest.raises(InputError, match=r"h\.txt: UTF-16, not UTF-8"):
        read("h.txt", "a".encode("utf-16"))


def test_an_invalid_line_of_an_m2_file_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match=r"bad\.m2:2: 3 fields instead of 6"):
        read("bad.m2", "S a\nA 0 1|||X|||b\n")


def test_edits_of_text_are_extracted() -> None:
    gold = GoldCorpus("g", rewrites=[Rewrites(("He", "go"), (("He", "goes"), ("He", "go")))])
    (sentence,) = gold.edits
    assert [(e.start, e.end, e.correction, e.annotator) for e in sentence.edits] == [
        *((1, 2, "goes", 0), (-1, -1, "", 1))
    ]
    (own,) = HypothesisCorpus("h", tokens=[("He", "goes")]).edits(gold.sources)
    assert [(e.start, e.end, e.correction) for e in own.edits] == [(1, 2, "goes")]
    assert [error.required for error in gold.errors[0].errors] == [False]


def test_rewrites_of_m2_are_what_each_annotator_made() -> None:
    sentence = M2Sentence(
        ("He", "go"), (M2Edit(1, 2, "V", ("goes",), 0), M2Edit(-1, -1, "noop", ("",), 1))
    )
    assert GoldCorpus("g", edits=[sentence]).rewrites == [
        Rewrites(("He", "go"), (("He", "goes"), ("He", "go")))
    ]


def test_a_system_s_first_annotator_is_the_system() -> None:
    edits = (M2Edit(0, 1, "X", ("b",), 1), M2Edit(0, 1, "X", ("a",), 0))
    assert HypothesisCorpus("h", edits=[M2Sentence(("x",), edits)]).tokens == [("a",)]


def test_gold_is_read_from_source_and_references(folder: Path) -> None:
    for name, text in (("s", "a b\nc\n"), ("r0", "a x\nc\n"), ("r1", "a b\nd\n")):
        (folder / name).write_text(text)
    gold = read_gold(None, "s", ["r0", "r1"], no_report)
    assert gold.rewrites == [
        Rewrites(("a", "b"), (("a", "x"), ("a", "b"))),
        Rewrites(("c",), (("c",), ("d",))),
    ]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        ((None, None, ()), UsageError, "gold is missing: give GOLD.m2, or --source and --refer"),
        ((None, "three.txt", ()), UsageError, "gold is missing"),
        (("g.m2", "three.txt", ()), UsageError, "gold is given twice"),
        (("no.m2", None, ()), UsageError, "no.m2: no such file"),
        ((None, "three.txt", ("one.txt",)), InputError, "one.txt: 1 sentence, but 3 in three.txt"),
        ((None, "empty.txt", ("one.txt",)), InputError, "empty.txt: it has no sentences"),
        (("empty.txt", None, ()), InputError, "empty.txt: it has no sentences"),
        (("three.txt", None, ()), InputError, "three.txt:1: neither a sentence (S) nor an edit"),
    ],
)
def test_bad_gold_is_refused(folder: Path, call: Any, error: type[Exception], message: str) -> None:
    for name, text in (("g.m2", M2_TEXT), ("one.txt", "a\n"), ("three.txt", "a\n" * 3)):
        (folder / name).write_text(text)
    (folder / "empty.txt").write_text("")
    with pytest.raises(error) as caught:
        read_gold(*call, no_report)
    assert str(caught.value).startswith(message)


def test_hypotheses_of_other_sentences_are_refused() -> None:
    gold = GoldCorpus("g.m2", edits=[M2Sentence(("a",)), M2Sentence(("b",))])
    with pytest.raises(InputError, match=r"h\.txt: 1 sentence, but 2 in g\.m2"):
        HypothesisCorpus("h.txt", tokens=[("a",)]).check(gold)
    other = HypothesisCorpus("h.m2", edits=[M2Sentence(("a",)), M2Sentence(("c",) * 99)])
    with pytest.raises(InputError) as caught:
        other.check(gold)
    assert str(caught.value).startswith('h.m2: sentence 2 differs from that of g.m2: "c c c')
    assert str(caught.value).endswith('..." and "b"')
