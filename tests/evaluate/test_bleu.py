"""BLEU is sacrebleu's, on tokens as they are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from syntacticdiff.evaluate.bleu import Bleu
from syntacticdiff.evaluate.inputs import Rewrites
from syntacticdiff.evaluate.metric import Metric

sacrebleu = pytest.importorskip("sacrebleu")

SOURCE = ("the", "cat", "sit", "on", "a", "mat", ".")
GOLD = [
    Rewrites(SOURCE, (("the", "cat", "sits", "on", "a", "mat", "."), SOURCE)),
    Rewrites(SOURCE, (("The", "cats", "sat", "on", "the", "mat", "."),)),
]
HYPOTHESES = [
    ("the", "cat", "sits", "on", "mat", "."),
    ("The", "cats", "sat", "on", "a", "mat", "."),
]


def test_a_case_counted_by_hand() -> None:
    gold = [Rewrites((), (("a", "b", "c", "d", "e"),))]
    score = Bleu().corpus([("a", "b", "c", "d", "x")], gold)
    assert score.precisions == pytest.approx((4 / 5, 3 / 4, 2 / 3, 1 / 2))
    assert score.bleu == pytest.approx((4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)
    short = Bleu().corpus([("a", "b", "c", "d")], gold)
    assert (short.bleu, short.brevity) == (pytest.approx(math.exp(1 - 5 / 4)),) * 2


def test_the_figure_equals_that_of_sacrebleu() -> None:
    score = Bleu().corpus(HYPOTHESES, GOLD)
    references = [
        ["the cat sits on a mat .", "The cats sat on the mat ."],
        [" ".join(SOURCE), None],
    ]
    theirs = sacrebleu.metrics.BLEU(tokenize="none", smooth_method="none", force=True)
    expected = theirs.corpus_score([" ".join(tokens) for tokens in HYPOTHESES], references)
    assert score.bleu == pytest.approx(expected.score / 100)
    assert f"sacrebleu:{sacrebleu.__version__}" in score.signature


def test_case_can_be_ignored() -> None:
    gold = [Rewrites((), (("A", "b", "c", "d"),))]
    assert Bleu().corpus([("a", "b", "c", "d")], gold).bleu == 0.0
    assert Bleu(lowercase=True).corpus([("a", "b", "c", "d")], gold).bleu == 1.0


def test_sentences_are_smoothed() -> None:
    first, second = Bleu().sentences(
        [("a", "b"), ("a", "x", "c", "d")],
        [
            Rewrites((), (("a", "b"),)),
            Rewrites((), (("a", "b", "c", "d"),)),
        ],
    )
    assert first.bleu == 1.0
    assert 0 < second.bleu < 1


def test_samples_are_scored_as_their_sentences_would_be() -> None:
    samples = np.array([[0, 0], [0, 1], [1, 1]])
    fast = Bleu().resampled(HYPOTHESES, GOLD, samples)
    assert fast == pytest.approx(Metric.resampled(Bleu(), HYPOTHESES, GOLD, samples))


def test_an_empty_corpus_scores_zero() -> None:
    assert Bleu().corpus([], []).bleu == 0.0
