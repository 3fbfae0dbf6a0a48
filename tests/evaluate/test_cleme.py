"""CLEME: the figures of the original program, its errors on request, and cases by hand."""

from __future__ import annotations

import math

import pytest
from support.chunk_golden import Row, corpus, rows
from support.golden import needs_golden

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.cleme import Cleme
from syntacticdiff.evaluate.edit_weights import LengthWeights

ROWS = rows("cleme")


def sentence(source: str, *targets: str) -> M2Sentence:
    return annotated(source.split(), *(target.split() for target in targets))


@needs_golden
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_figures_are_those_of_the_original(row: Row) -> None:
    metric = Cleme(
        assumption=row.assumption,
        level=row.level,
        weights="length" if row.weighted else "none",
        compat=True,
    )
    score = metric.corpus(*corpus(row.case))
    found = {
        "tp": score.tp,
        "fp": score.fp_necessary + score.fp_unnecessary,
        "fn": score.fn,
        "tn": score.tn,
        "p": score.precision,
        "r": score.recall,
        "f": score.f,
    }
    wanted = {name: row.wanted[name] for name in found}
    assert found == pytest.approx(wanted, abs=6e-7, nan_ok=True)


def test_two_true_positives_one_false_positive_and_one_miss() -> None:
    gold = sentence("He go to school by foot yesterday .", "He went to school on foot .")
    system = sentence(
        "He go to school by foot yesterday .", "He went to a school on foot yesterday ."
    )
    score = Cleme(weights="none").corpus([system], [gold])
    assert (score.tp, score.fp_unnecessary, score.fn) == (2, 1, 1)
    assert (score.precision, score.recall, score.f) == (0.6667, 0.6667, 0.6667)


def test_long_edits_weigh_more_if_right_and_less_if_wrong() -> None:
    weights = LengthWeights(bias=1.0)
    gold = sentence("a b c", "a x y z c")
    right = Cleme(weights=weights).corpus([gold], [gold])
    assert right.tp == 1.0  # the mean length is that of this very edit
    both = [gold, sentence("a b c", "a q c")]
    assert Cleme().corpus(both, both).tp == pytest.approx(1.25 + 0.75)  # 3 and 1, mean 2: clipped


def test_length_weights_follow_the_formula() -> None:
    gold = [sentence("a b c d", "a x c d"), sentence("a b c d", "a x y c d")]
    found = [sentence("a b c d", "a x c d"), sentence("a b c d", "a b c d")]
    score = Cleme(weights=LengthWeights(alpha=3, minimum=0, maximum=3)).corpus(found, gold)
    assert score.tp == pytest.approx(3 / (1 + 2 * math.exp(1.5 - 1)))
    assert score.fn == pytest.approx(3 / (1 + 2 * math.exp(1.5 - 1)))


def test_an_edit_of_a_correct_sentence_is_a_false_positive() -> None:
    gold, system = sentence("It is fine .", "It is fine ."), sentence("It is fine .", "Is fine .")
    score = Cleme().corpus([system], [gold])
    assert (score.precision, score.recall, score.f) == (0.0, 1.0, 0.0)
    assert score.fp_unnecessary == 1.0


def test_compat_reproduces_the_errors_of_the_original() -> None:
    gold, system = sentence("It is fine .", "It is fine ."), sentence("It is fine .", "Is fine .")
    assert Cleme(compat=True).corpus([system], [gold]).f == 1.0
    assert math.isnan(Cleme(compat=True, level="sentence").corpus([system], [gold]).f)
    set_otherwise = LengthWeights(alpha=9, minimum=0, maximum=9, compat=True)
    assert (set_otherwise.alpha, set_otherwise.minimum, set_otherwise.maximum) == (2, 0.75, 1.25)


def test_the_best_matching_reference_counts() -> None:
    gold = sentence("a b c d e", "a x c d e", "a b c y e")
    score = Cleme(weights="none").corpus([sentence("a b c d e", "a b c y e")], [gold])
    assert (score.tp, score.fn, score.f) == (1, 0, 1.0)


def test_the_mean_of_sentences_is_that_of_their_scores() -> None:
    gold = [sentence("a b c", "a x c"), sentence("a b c", "a x c"), sentence("a b", "a b")]
    found = [sentence("a b c", "a x c"), sentence("a b c", "a y c"), sentence("a b", "a b")]
    each = [score.f for score in Cleme(weights="none").sentences(found, gold)]
    assert each == [1.0, 0.0, 1.0]
    mean = Cleme(weights="none", level="sentence").corpus(found, gold)
    assert mean.f == pytest.approx(2 / 3)


def test_an_empty_corpus_has_a_score() -> None:
    for level in ("corpus", "sentence"):
        assert Cleme(level=level).corpus([], []).tp == 0


def test_the_key_of_f_names_beta_and_the_signature_every_setting() -> None:
    score = Cleme(beta=1, assumption="independent").corpus([], []).to_dict()
    assert list(score)[:3] == ["precision", "recall", "f1"]
    assert (
        "|beta:1|assumption:independent|level:corpus|weights:length(2,0.75,1.25)|"
        in score["signature"]
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"assumption": "both"},
        {"level": "word"},
        {"weights": "heavy"},
        {"weights": "llm"},
        {"beta": 0},
        {"beta": float("inf")},
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=next(iter(settings))):
        Cleme(**settings)  # type: ignore[arg-type]


def test_unequal_corpora_are_refused() -> None:
    with pytest.raises(InputError, match="1 hypotheses, but 0"):
        Cleme().corpus([sentence("a", "b")], [])


def test_edits_of_another_source_are_refused() -> None:
    with pytest.raises(InputError, match="sentence 1: hypothesis and gold have different sources"):
        Cleme().corpus([sentence("a b", "b")], [sentence("a c", "c")])
