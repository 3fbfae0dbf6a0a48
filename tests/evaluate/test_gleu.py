"""GLEU: the original program's figures, small cases by hand, and the expectation over all draws."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate import gleu
from syntacticdiff.evaluate.gleu import Gleu
from syntacticdiff.evaluate.inputs import Rewrites, read_gold, read_tokens

ROWS = [row for row in golden("m2_gleu_errant.json", "gleu") if "formula" not in row["impl"]]


def no_report(message: str) -> None:
    raise AssertionError(message)


def rewrites(source: str, *references: str) -> Rewrites:
    return Rewrites(tuple(source.split()), tuple(tuple(each.split()) for each in references))


@needs_golden
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['impl'][:12]} {row['hyp']}")
def test_figures_are_those_of_the_original_programs(row: dict[str, Any]) -> None:
    references = [0] if "only" in row["refs"] else range(4)
    names = [str(golden_path(f"inputs/test.ref{number}")) for number in references]
    corpus = read_gold(None, str(golden_path("inputs/test.src")), names, no_report)
    draws = "python2" if "py" in row["impl"] and "3.11" not in row["impl"] else "python3"
    metric = Gleu(iterations=row.get("iter", 500), draws=draws)
    hypotheses = read_tokens(str(golden_path(row["hyp"])), no_report)
    score = metric.corpus(hypotheses, corpus.rewrites)
    assert score.gleu == pytest.approx(row["gleu"], abs=6e-7)
    if "std" in row:
        assert score.std == pytest.approx(row["std"], abs=6e-7)
        low, high = score.interval
        assert f"({low:.3f},{high:.3f})" == row["ci95"]
    # 500 draws estimate the expectation to a few standard errors.
    assert score.gleu == pytest.approx(score.expected, abs=4 * score.expected_std / math.sqrt(500))
    assert score.expected_std == pytest.approx(score.std, rel=0.12)


def test_a_case_counted_by_hand() -> None:
    # Unigrams: a, b, c match, and d, which the reference does not have, is kept from the source:
    # (3 - 1)/4. Bigrams: ab and bc match, cd is kept: (2 - 1)/3. Trigrams: abc less bcd: 0.
    gold = rewrites("a b c d", "a b c e")
    assert gleu._row(tuple("abcd"), gold.source, gold.references[0]) == [
        *(4, 4, 2, 4, 1, 3, 0, 2, 0, 1)
    ]
    assert Gleu().corpus([tuple("abcd")], [gold]).gleu == 0.0
    # Together with a sentence of eight right words: 10/12, 8/10, 6/8, 5/6, as long as wanted.
    longer = rewrites("s t u v w x y", "s t u v w x y z")
    score = Gleu().corpus([tuple("abcd"), tuple("stuvwxyz")], [gold, longer])
    expected = (10 / 12 * 8 / 10 * 6 / 8 * 5 / 6) ** 0.25
    assert score.gleu == pytest.approx(expected, abs=1e-12)
    assert (score.expected, score.method) == (pytest.approx(expected, abs=1e-12), "exact")


def test_short_hypotheses_are_penalised() -> None:
    gold = rewrites("a b c d", "a b c d e f g h")
    assert Gleu().corpus([tuple("abcd")], [gold]).gleu == pytest.approx(math.exp(1 - 8 / 4))


def test_a_reference_scores_one_and_an_empty_hypothesis_zero() -> None:
    gold = rewrites("a b c d", "a b c d e")
    assert Gleu().corpus([tuple("abcde")], [gold]).gleu == 1.0
    assert Gleu().corpus([()], [gold]).gleu == 0.0


def random_corpus(seed: int, size: int) -> tuple[list[tuple[str, ...]], list[Rewrites]]:
    coin = random.Random(seed)

    def words(count: int) -> tuple[str, ...]:
        return tuple(coin.choices("abcd", k=count))

    def near(tokens: tuple[str, ...]) -> tuple[str, ...]:
        kept = [coin.choice(token * 7 + "abc") for token in tokens]
        return tuple(kept[: len(kept) - coin.randint(0, 2)])

    sources = [words(coin.randint(5, 9)) for _ in range(size)]
    gold = [Rewrites(source, tuple(near(source) for _ in range(3))) for source in sources]
    return [near(source) for source in sources], gold


@pytest.mark.parametrize("seed", range(5))
def test_the_expectation_is_that_of_all_draws(seed: int) -> None:
    hypotheses, gold = random_corpus(seed, 6)
    statistics = gleu.reference_statistics(hypotheses, gold)
    sums = [np.sum(choice, axis=0) for choice in itertools.product(*statistics)]
    values = gleu.gleu_values(np.array(sums))
    mean, std, method = gleu.expectation(statistics)
    assert method == "exact"
    assert (mean, std) == (pytest.approx(values.mean()), pytest.approx(values.std()))


@pytest.mark.parametrize("seed", range(3))
def test_the_expansion_is_near_the_exact_expectation(seed: int) -> None:
    hypotheses, gold = random_corpus(seed, 120)
    statistics = gleu.reference_statistics(hypotheses, gold)
    expanded, std, method = gleu.expectation(statistics)
    assert method == "expansion"
    drawn = np.random.default_rng(seed).integers(0, 3, size=(20_000, 120))
    sums = sum(each[drawn[:, number]] for number, each in enumerate(statistics))
    values = gleu.gleu_values(sums)
    assert expanded == pytest.approx(values.mean(), abs=4 * values.std() / math.sqrt(len(values)))
    assert std == pytest.approx(values.std(), rel=0.03)


@pytest.mark.parametrize("seed", range(3))
def test_both_ways_to_the_expectation_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses, gold = random_corpus(seed, 9)
    # Many more sentences with one reference each, so that the sums are large.
    more, certain = random_corpus(seed + 50, 200)
    certain = [Rewrites(each.source, each.references[:1]) for each in certain]
    statistics = gleu.reference_statistics([*hypotheses, *more], [*gold, *certain])
    exact = gleu.expectation(statistics)
    monkeypatch.setattr(gleu, "MAX_SUMS", 0)
    expanded = gleu.expectation(statistics)
    assert (exact[2], expanded[2]) == ("exact", "expansion")
    assert expanded[:2] == (pytest.approx(exact[0], rel=1e-6), pytest.approx(exact[1], rel=1e-2))


def test_the_seed_determines_the_draws() -> None:
    hypotheses, gold = random_corpus(1, 20)
    first, again, other = (Gleu(20, seed).corpus(hypotheses, gold) for seed in (3, 3, 4))
    assert first.gleu == again.gleu != other.gleu
    assert first.expected == other.expected


def test_a_sentence_s_score_is_the_mean_over_its_references() -> None:
    gold = rewrites("a b c d e", "a b c d e", "x y")
    (score,) = Gleu().sentences([tuple("abcde")], [gold])
    # Against "x y" all matches are 0, replaced by 1, of 5, 4, 3 and 2 n-grams.
    other = (1 / 5 * 1 / 4 * 1 / 3 * 1 / 2) ** 0.25
    assert score.gleu == pytest.approx((1 + other) / 2)
    assert score.std == pytest.approx((1 - other) / 2)


def test_samples_are_scored_nearly_as_their_sentences_would_be() -> None:
    hypotheses, gold = random_corpus(2, 60)
    samples = np.random.default_rng(1).integers(0, 60, size=(5, 60))
    fast = Gleu().resampled(hypotheses, gold, samples)
    exact = [
        Gleu().corpus([hypotheses[i] for i in row], [gold[i] for i in row]).expected
        for row in samples
    ]
    assert fast == pytest.approx(exact, abs=0.003)
    assert max(fast) - min(fast) > 0.01


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"iterations": 0}, "iterations: a whole number from 1"),
        ({"draws": "perl"}, "draws: 'perl' is not one of python2, python3"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Gleu(**settings)
