"""The I-measure: its shipped example, its properties, and cases counted by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import GOLDEN, golden_path, needs_golden

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate import imeasure
from syntacticdiff.evaluate.imeasure import IMeasure
from syntacticdiff.evaluate.imeasure_gold import GoldErrors, errors_of, read_imeasure_xml
from syntacticdiff.evaluate.inputs import read_tokens
from syntacticdiff.evaluate.metric import Metric

XML = """<scripts><script id="1"><sentence id="1" numann="2">
<text> this machines works to help . </text><error-list>
<error id="1" req="yes" type="Agr">
  <alt ann="0"><c start="0" end="1">these</c><c start="2" end="3">work</c></alt>
  <alt ann="1"><c start="1" end="2">machine</c></alt>
</error>
<error id="2" req="no" type="Form"><alt ann="1"><c start="3" end="5">for helping</c></alt></error>
</error-list></sentence></script></scripts>"""


def no_report(message: str) -> None:
    raise AssertionError(message)


def gold(source: str, *edits: tuple[Any, ...]) -> GoldErrors:
    made = (M2Edit(e[0], e[1], "X", (e[2],), *e[3:]) for e in edits)
    return errors_of(M2Sentence(tuple(source.split()), tuple(made)))


def measured(hypothesis: str, sentence: GoldErrors, **settings: Any) -> float:
    return IMeasure(**settings).corpus([tuple(hypothesis.split())], [sentence]).value


@needs_golden
def test_the_shipped_example_has_the_figures_of_the_original_program() -> None:
    printed = (GOLDEN / "imeasure_example.txt").read_text().splitlines()
    sentences = read_imeasure_xml(str(golden_path("imeasure_example.gold.xml")))
    hypotheses = read_tokens(str(golden_path("imeasure_example.sys.txt")), no_report)
    score = IMeasure(mix=True).corpus(hypotheses, sentences)
    for name, aspect in (("Detection", score.detection), ("Correction", score.correction)):
        (row,) = (line for line in printed if line.startswith(name))
        tp, tn, fp, fn, fpn, *shares = (float(word) for word in re.findall(r"[-\d.]+", row))
        assert (aspect.tp, aspect.tn, aspect.fp, aspect.fn, aspect.fpn) == (tp, tn, fp, fn, fpn)
        found = (aspect.precision, aspect.recall, aspect.f1, aspect.acc, aspect.acc_source)
        found += (aspect.wacc, aspect.wacc_source, aspect.i)
        assert [round(100 * share, 2) for share in found] == shares


def test_a_case_counted_by_hand() -> None:
    sentence = gold("he go at home now", (1, 2, "goes"), (2, 3, ""))
    score = IMeasure().corpus([("he", "goes", "in", "home", "today")], [sentence])
    # goes: right. at -> in: wrong, but a change was needed. now -> today: unnecessary.
    found = score.correction
    assert (found.tp, found.tn, found.fp, found.fn, found.fpn) == (1, 2, 2, 1, 1)
    assert found.wacc == (2 * 1 + 2) / (2 * 3 + 2 + 1 - 3 * 0.5)
    assert found.wacc_source == 3 / 5
    assert found.i == pytest.approx(found.wacc / (3 / 5) - 1)
    seen = score.detection
    assert (seen.tp, seen.tn, seen.fp, seen.fn, seen.fpn) == (2, 2, 1, 0, 0)
    assert seen.i == pytest.approx((6 / 8 - 3 / 5) / (1 - 3 / 5))


words = st.lists(st.sampled_from(["a", "b", "c", "the"]), min_size=1, max_size=6).map(tuple)


@given(words, st.lists(words, min_size=1, max_size=3), st.booleans())
def test_the_source_scores_0_and_a_reference_1(
    source: tuple[str, ...], references: list[tuple[str, ...]], mix: bool
) -> None:
    edits = tuple(
        M2Edit(0, len(source), "X", (" ".join(reference),), annotator)
        for annotator, reference in enumerate(references)
        if reference != source
    )
    sentence = errors_of(M2Sentence(source, edits))
    metric = IMeasure(mix=mix)
    if edits:
        assert metric.corpus([source], [sentence]).value == 0.0
    else:
        assert metric.corpus([source], [sentence]).value == 1.0
    for edit in edits:
        assert metric.corpus([tuple(edit.correction.split())], [sentence]).value == 1.0


@given(words, words, words)
def test_it_is_between_minus_1_and_1(
    source: tuple[str, ...], hypothesis: tuple[str, ...], reference: tuple[str, ...]
) -> None:
    sentence = errors_of(M2Sentence(source, (M2Edit(0, len(source), "X", (" ".join(reference),)),)))
    assert -1 <= IMeasure().corpus([hypothesis], [sentence]).value <= 1


def test_corrections_of_different_annotators_are_mixed_or_not() -> None:
    sentence = gold("a b c d e f", (0, 1, "x", 0), (5, 6, "y", 0), (0, 1, "u", 1), (5, 6, "v", 1))
    assert measured("x b c d e v", sentence, mix=True) == 1.0
    assert measured("x b c d e v", sentence, mix=False) < 0.5
    assert measured("x b c d e y", sentence, mix=False) == 1.0


def test_an_error_that_not_everyone_marked_is_optional() -> None:
    sentence = gold("a b c d e f", (0, 1, "x", 0), (5, 6, "y", 0), (0, 1, "x", 1))
    assert [error.required for error in sentence.errors] == [True, False]
    assert measured("x b c d e f", sentence) == 1.0
    assert measured("a b c d e y", sentence) < 1.0


def test_many_errors_are_corrected_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    edits = [
        (at, at + 1, f"{word}{at}", who) for at in range(0, 6, 2) for who, word in enumerate("xyz")
    ]
    sentence = gold("a b c d e f", *edits)
    assert sentence.combinations() == 27
    hypotheses = ["x0 b y2 d z4 f", "x0 b c d z4 f", "q b y2 d y4 f"]
    every = [measured(hypothesis, sentence, mix=True) for hypothesis in hypotheses]
    monkeypatch.setattr(imeasure, "MAX_COMBINATIONS", 10)
    assert [measured(hypothesis, sentence, mix=True) for hypothesis in hypotheses] == every
    assert every[0] == 1.0


def test_a_reference_is_never_empty() -> None:
    assert gold("a b", (0, 2, "")).references() == [("a", "b")]
    assert measured("", gold("")) == 1.0


def test_xml_groups_corrections_into_errors(tmp_path: Path) -> None:
    path = tmp_path / "gold.xml"
    path.write_text(XML)
    (sentence,) = read_imeasure_xml(str(path))
    assert sentence.tokens == ("this", "machines", "works", "to", "help", ".")
    assert [error.required for error in sentence.errors] == [True, False]
    assert [" ".join(reference) for reference in sentence.references()] == [
        "these machines work to help .",
        "this machine works for helping .",
    ]
    assert {" ".join(reference) for reference in sentence.mixed_references()} == {
        "these machines work to help .",
        "these machines work for helping .",
        "this machine works to help .",
        "this machine works for helping .",
    }
    assert {edit.annotator for edit in sentence.m2.edits} == {0, 1}


def test_an_annotator_who_marked_nothing_leaves_the_source(tmp_path: Path) -> None:
    path = tmp_path / "gold.xml"
    path.write_text(
        '<s><sentence numann="2"><text>a b</text><error req="no">'
        '<alt ann="1"><c start="0" end="1">x</c></alt></error></sentence></s>'
    )
    (sentence,) = read_imeasure_xml(str(path))
    assert sentence.references() == [("a", "b"), ("x", "b")]
    assert [edit.is_noop for edit in sentence.m2.edits] == [True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<s></s>", "gold.xml: it has no sentences"),
        ("<s><sentence>", "gold.xml:1: not well-formed XML"),
        ('<!DOCTYPE s [<!ENTITY e "x">]><s>&e;</s>', "gold.xml:1: declares entities"),
        ('<s><sentence numann="x"/></s>', "gold.xml: sentence 1: numann must be a whole number"),
        (
            '<s><sentence><text>a</text><error><alt ann="0"><c start="0" end="2">b</c></alt>'
            "</error></sentence></s>",
            "gold.xml: sentence 1: no tokens 0 to 2 in a sentence of 1",
        ),
        (
            '<s><sentence><text>a</text><error><alt><c start="0"/></alt></error></sentence></s>',
            "gold.xml: sentence 1: end must be a whole number, not ''",
        ),
    ],
)
def test_bad_xml_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "gold.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(message)):
        read_imeasure_xml(str(path))


def test_samples_are_scored_as_their_sentences_would_be() -> None:
    sentences = [gold("a b c", (0, 1, "x")), gold("a b c"), gold("d e", (1, 2, "y"))]
    hypotheses = [("x", "b", "c"), ("a", "q", "c"), ("d", "e")]
    samples = np.random.default_rng(1).integers(0, 3, size=(20, 3))
    fast = IMeasure().resampled(hypotheses, sentences, samples)
    slow = Metric.resampled(IMeasure(), hypotheses, sentences, samples)
    assert fast.tolist() == slow.tolist()
    assert len(set(fast.tolist())) > 3


def test_a_bad_weight_is_refused() -> None:
    with pytest.raises(UsageError, match="weight: a number from 1 to 1,000,000 is needed"):
        IMeasure(weight=0.5)
