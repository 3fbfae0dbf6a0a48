"""ERRANT's comparison: the original program's counts, and small cases by hand."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence, read_m2
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.errant import Errant
from syntacticdiff.evaluate.metric import Metric

ROWS = golden("m2_gleu_errant.json", "errant_compare")


def no_report(message: str) -> None:
    raise AssertionError(message)


def edited(*edits: tuple[Any, ...], tokens: str = "a b c d e") -> M2Sentence:
    """A sentence with edits (start, end, type, correction, annotator)."""
    made = (M2Edit(e[0], e[1], e[2], (e[3],), *e[4:]) for e in edits)
    return M2Sentence(tuple(tokens.split()), tuple(made))


def counts(mode: str, found: M2Sentence, wanted: M2Sentence) -> tuple[int, int, int]:
    score = Errant(mode).corpus([found], [wanted])
    return score.tp, score.fp, score.fn


@needs_golden
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['hyp'][15:]} {row['flag']}")
def test_counts_are_those_of_the_original_program(row: dict[str, Any]) -> None:
    found, wanted = (read_m2(str(golden_path(row[name])), no_report) for name in ("hyp", "ref"))
    mode = {} if "default" in row["flag"] else {"mode": row["flag"].removeprefix("-")}
    with warnings.catch_warnings(action="error"):
        score = Errant(**mode).corpus(found, wanted)
    assert (score.tp, score.fp, score.fn) == (row["TP"], row["FP"], row["FN"])
    figures = tuple(round(figure, 4) for figure in (score.precision, score.recall, score.f))
    assert figures == (row["P"], row["R"], row["F05"])


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("cs", (1, 2, 2)), ("cse", (0, 3, 3)), ("ds", (2, 1, 1)), ("dt", (3, 1, 1))],
)
def test_what_has_to_agree(mode: str, expected: tuple[int, int, int]) -> None:
    found = edited((0, 1, "R:NOUN", "x"), (1, 3, "R:VERB", "y"), (4, 4, "M:DET", "the"))
    wanted = edited((0, 1, "R:ADJ", "x"), (1, 3, "R:VERB", "z"), (3, 3, "M:DET", "the"))
    assert counts(mode, found, wanted) == expected


def test_an_insertion_is_detected_at_the_token_on_its_right() -> None:
    assert counts("dt", edited((2, 2, "M:DET", "x")), edited((2, 3, "R:DET", "y"))) == (1, 0, 0)
    assert counts("ds", edited((2, 2, "M:DET", "x")), edited((2, 3, "R:DET", "y"))) == (0, 1, 1)


def test_an_edit_without_a_correction_counts_for_detection_only() -> None:
    wanted = edited((0, 1, "UNK", "a"), (1, 2, "R:X", "x"))
    assert counts("cs", edited((1, 2, "R:X", "x")), wanted) == (1, 0, 0)
    assert counts("ds", edited((1, 2, "R:X", "x")), wanted) == (1, 0, 1)


def test_no_edits_found_is_precision_one_and_recall_zero() -> None:
    noop = edited((-1, -1, "noop", ""))
    score = Errant().corpus([noop], [edited((0, 1, "R:X", "x"))])
    assert (score.precision, score.recall, score.f, score.fn) == (1.0, 0.0, 0.0, 1)
    both = Errant().corpus([noop], [noop])
    assert (both.precision, both.recall, both.f) == (1.0, 1.0, 1.0)


def test_the_pair_of_annotators_with_the_highest_f_counts() -> None:
    wanted = edited((0, 1, "R:X", "x", 0), (0, 1, "R:X", "y", 1), (1, 2, "R:X", "z", 1))
    assert counts("cs", edited((0, 1, "R:X", "x")), wanted) == (1, 0, 0)
    assert counts("cs", edited((0, 1, "R:X", "y"), (1, 2, "R:X", "z")), wanted) == (2, 0, 0)
    found = edited((0, 1, "R:X", "q", 0), (0, 1, "R:X", "x", 1))
    assert counts("cs", found, wanted) == (1, 0, 0)


def test_tables_by_type() -> None:
    found = edited((0, 1, "R:NOUN", "x"), (1, 2, "R:VERB:SVA", "y"), (4, 4, "M:DET", "the"))
    wanted = edited((0, 1, "R:ADJ", "x"), (1, 2, "R:VERB:SVA", "z"), (2, 3, "U:ADJ", ""))
    tables = {
        types: {
            name: (row["tp"], row["fp"], row["fn"])
            for name, row in Errant(types=types)
            .corpus([found], [wanted])
            .to_dict()["types"]
            .items()
        }
        for types in ("operation", "class", "all")
    }
    # What both have is counted under the gold's type.
    assert tables["operation"] == {"M": (0, 1, 0), "R": (1, 1, 1), "U": (0, 0, 1)}
    assert tables["class"] == {"ADJ": (1, 0, 1), "DET": (0, 1, 0), "VERB:SVA": (0, 1, 1)}
    assert tables["all"] == {
        "M:DET": (0, 1, 0),
        "R:ADJ": (1, 0, 0),
        "R:VERB:SVA": (0, 1, 1),
        "U:ADJ": (0, 0, 1),
    }


def test_the_figures_have_errant_s_names() -> None:
    score = Errant(beta=1).corpus([edited()], [edited()]).to_dict()
    assert list(score) == ["precision", "recall", "f1", "tp", "fp", "fn", "signature"]
    assert score["signature"].startswith("errant|mode:cs|beta:1|")


def test_a_repeated_edit_counts_once_with_a_warning() -> None:
    twice = edited((0, 1, "R:X", "x"), (0, 1, "R:X", "x"), (1, 2, "R:X", "y"))
    with pytest.warns(UserWarning, match="gold: 1 edit written twice, first in sentence 2; count"):
        score = Errant().corpus([edited(), edited((0, 1, "R:X", "x"))], [edited(), twice])
    assert (score.tp, score.fp, score.fn) == (1, 0, 1)
    with pytest.warns(UserWarning, match="hypotheses: 2 edits written twice, first in sentence 1"):
        score = Errant("ds").corpus([twice, twice], [edited(), edited()])
    assert (score.tp, score.fp, score.fn) == (0, 4, 0)


def test_the_first_sentence_that_differs_is_named() -> None:
    with pytest.raises(InputError, match="sentence 2: hypothesis and gold have different sources"):
        Errant().corpus([edited(), edited(tokens="a c")], [edited(), edited(tokens="a b")])


def test_sentences_are_scored_separately() -> None:
    found = [edited((0, 1, "R:X", "x")), edited()]
    scores = Errant().sentences(found, [edited((0, 1, "R:X", "x")), edited((0, 1, "R:X", "x"))])
    assert [(score.tp, score.fp, score.fn) for score in scores] == [(1, 0, 0), (0, 0, 1)]


def test_samples_are_scored_as_their_sentences_would_be() -> None:
    coin = random.Random(4)

    def some(annotators: int) -> M2Sentence:
        edits = [
            (at, at + 1, "R:X", coin.choice("xy"), who)
            for who in range(annotators)
            for at in range(5)
        ]
        return edited(*(edit for edit in edits if coin.random() < 0.5))

    found, wanted = [some(1) for _ in range(15)], [some(3) for _ in range(15)]
    samples = np.random.default_rng(1).integers(0, 15, size=(30, 15))
    fast = Errant().resampled(found, wanted, samples)
    assert fast.tolist() == Metric.resampled(Errant(), found, wanted, samples).tolist()
    assert len(set(fast.tolist())) > 5


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "xx"}, "mode: 'xx' is not one of cs, cse, ds, dt"),
        ({"types": "xx"}, "types: 'xx' is not one of none, operation, class, all"),
        ({"beta": -1}, "beta: a number above 0 is needed, up to 1,000,000, not -1"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Errant(**settings)
