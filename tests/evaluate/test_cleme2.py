"""CLEME2.0: the figures of the original program with all weights, and cases by hand."""

from __future__ import annotations

import pytest
from support.chunk_golden import Row, corpus, rows, token_f1
from support.golden import needs_golden

from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.cleme2 import CORPUS_FACTORS, SENTENCE_FACTORS, Cleme2
from syntacticdiff.evaluate.similarity_weights import SimilarityWeights

ROWS = rows("cleme2")


def sentence(source: str, *targets: str) -> M2Sentence:
    return annotated(source.split(), *(target.split() for target in targets))


@needs_golden
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_figures_are_those_of_the_original(row: Row) -> None:
    weights = {"n": "none", "l": "length", "s": SimilarityWeights(token_f1)}[row.weigher[0]]
    metric = Cleme2(
        assumption=row.assumption,
        level=row.level,
        weights=weights if row.weighted else "none",
        factors=SENTENCE_FACTORS if "sentencefactors" in row.metric else CORPUS_FACTORS,
    )
    score = metric.corpus(*corpus(row.case))
    found = {
        "tp": score.tp,
        "fp_ne": score.fp_necessary,
        "fp_un": score.fp_unnecessary,
        "fn": score.fn,
        "hit": score.hit,
        "err": score.error,
        "und": score.under,
        "ove": score.over,
        "com": score.score,
    }
    assert found == pytest.approx({name: row.wanted[name] for name in found}, abs=6e-7)


def test_the_four_aspects_by_hand() -> None:
    """One edit is right, one wrong, one missing and one unnecessary."""
    gold = sentence("a b c d e f g h", "a B c D e F g h")
    system = sentence("a b c d e f g h", "a B c X e f g Y")
    score = Cleme2().corpus([system], [gold])
    assert (score.tp, score.fp_necessary, score.fp_unnecessary, score.fn) == (1, 1, 1, 1)
    assert (score.hit, score.error, score.under, score.over) == pytest.approx((1 / 3,) * 4)
    wanted = 0.45 / 3 + 0.35 * 2 / 3 + 0.15 * 2 / 3 + 0.05 * 2 / 3
    assert score.score == pytest.approx(wanted)


def test_sentences_have_factors_of_their_own() -> None:
    gold = sentence("a b c d e f g h", "a B c D e F g h")
    system = sentence("a b c d e f g h", "a B c X e f g Y")
    score = Cleme2(level="sentence").corpus([system], [gold])
    assert score.score == pytest.approx(0.35 / 3 + 0.65 * 2 / 3)
    assert Cleme2(level="sentence").sentences([system], [gold])[0].score == score.score


def test_independent_chunks_may_agree_with_one_reference_each() -> None:
    gold = sentence("a b c d e", "a B c d e", "a b c D e")
    system = sentence("a b c d e", "a B c D e")
    dependent, independent = (
        Cleme2(assumption=name).corpus([system], [gold]) for name in ("dependent", "independent")
    )
    assert (dependent.tp, dependent.fp_unnecessary) == (1, 1)
    assert (independent.tp, independent.fp_unnecessary) == (2, 0)


def test_an_edit_that_one_reference_does_not_make_is_not_missed_independently() -> None:
    gold = sentence("a b c", "a B c", "a b c")
    system = sentence("a b c", "a b c")
    assert Cleme2(assumption="independent").corpus([system], [gold]).fn == 0


def test_a_correct_sentence_left_unchanged_has_no_errors() -> None:
    fine = sentence("a b", "a b")
    score = Cleme2().corpus([fine], [fine])
    assert (score.hit, score.error, score.under, score.over) == (0, 0, 0, 0)
    assert score.score == pytest.approx(0.55)


def test_the_json_has_the_documented_keys() -> None:
    assert list(Cleme2().corpus([], []).to_dict()) == [
        *("hit", "error", "under", "over", "score"),
        *("tp", "fp_necessary", "fp_unnecessary", "fn", "signature"),
    ]


def test_factors_must_add_up_to_one() -> None:
    with pytest.raises(UsageError, match="factors"):
        Cleme2(factors=(1, 1, 1, 1))


def test_resampling_is_scoring_the_sample() -> None:
    import numpy as np

    gold = [sentence("a b c", "a B c"), sentence("a b c", "a b C"), sentence("a b", "a b")]
    found = [sentence("a b c", "a B c"), sentence("a b c", "A b c"), sentence("a b", "a b x")]
    samples = np.array([[0, 0, 1], [2, 1, 2]])
    for metric in (Cleme2(), Cleme2(weights="length"), Cleme2(level="sentence")):
        wanted = [
            metric.corpus([found[i] for i in row], [gold[i] for i in row]).value for row in samples
        ]
        assert metric.resampled(found, gold, samples).tolist() == pytest.approx(wanted)
