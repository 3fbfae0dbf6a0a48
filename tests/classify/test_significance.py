"""Approximate randomisation, compared with all possible exchanges."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score

from syntacticdiff.classify import significance
from syntacticdiff.classify.significance import approximate_randomisation
from syntacticdiff.errors import UsageError

ROUNDS = 20_000


def score(labels: Sequence[str], predictions: Sequence[str], statistic: str) -> float:
    pairs = Counter(zip(labels, predictions, strict=True))
    sizes, chosen = Counter(labels), Counter(predictions)
    if statistic == "accuracy":
        return sum(pairs[label, label] for label in sizes) / len(labels)
    return fmean(2 * pairs[label, label] / (sizes[label] + chosen[label]) for label in sizes)


def test_scores_are_scikit_learn_s() -> None:
    labels, one, _ = random_case(0, 30)
    assert score(labels, one, "accuracy") == pytest.approx(accuracy_score(labels, one))
    classes = sorted(set(labels))
    theirs = f1_score(labels, one, labels=classes, average="macro")
    assert score(labels, one, "macro_f1") == pytest.approx(theirs)


def exact_p(labels: list[str], one: list[str], two: list[str], statistic: str) -> float:
    """The share of all 2**n exchanges whose difference is at least as large as the observed."""
    observed = abs(score(labels, one, statistic) - score(labels, two, statistic))
    extreme = 0
    exchanges = list(itertools.product((False, True), repeat=len(labels)))
    for exchange in exchanges:
        pairs = [(b, a) if x else (a, b) for a, b, x in zip(one, two, exchange, strict=True)]
        first, second = zip(*pairs, strict=True)
        difference = score(labels, first, statistic) - score(labels, second, statistic)
        extreme += abs(difference) >= observed - 1e-12
    return extreme / len(exchanges)


def random_case(seed: int, size: int = 7) -> tuple[list[str], list[str], list[str]]:
    coin = random.Random(seed)
    labels = ["a", "b", *coin.choices("abc", k=size - 2)]
    one, two = (
        [label if coin.random() < right else coin.choice("abcd") for label in labels]
        for right in (0.8, 0.3)
    )
    return labels, one, two


@pytest.mark.parametrize("statistic", ["accuracy", "macro_f1"])
@pytest.mark.parametrize("seed", range(6))
def test_p_is_near_that_of_all_exchanges(seed: int, statistic: str) -> None:
    labels, one, two = random_case(seed)
    found = approximate_randomisation(labels, one, two, statistic=statistic, rounds=ROUNDS)
    assert found.p_value == pytest.approx(exact_p(labels, one, two, statistic), abs=0.015)
    difference = score(labels, one, statistic) - score(labels, two, statistic)
    assert found.difference == pytest.approx(difference, abs=1e-12)


def test_the_cases_are_not_all_alike() -> None:
    ps = {exact_p(*random_case(seed), "accuracy") for seed in range(6)}
    assert len(ps) > 2
    assert min(ps) < 0.3


def test_the_smallest_p_depends_on_the_number_of_rounds() -> None:
    found = approximate_randomisation(["a"] * 50, ["a"] * 50, ["b"] * 50, rounds=999)
    assert (found.difference, found.p_value, found.rounds) == (1.0, 0.001, 999)


def test_equal_predictions_do_not_differ() -> None:
    assert approximate_randomisation("abab", "abba", "abba", rounds=100).p_value == 1.0
    equally_good = approximate_randomisation("aabb", "aaab", "abbb", rounds=100)
    assert (equally_good.difference, equally_good.p_value) == (0.0, 1.0)


def test_exchanging_the_sides_changes_the_sign_only() -> None:
    labels, one, two = random_case(3)
    there = approximate_randomisation(labels, one, two, rounds=ROUNDS)
    back = approximate_randomisation(labels, two, one, rounds=ROUNDS)
    assert there.difference == -back.difference
    assert there.p_value == pytest.approx(back.p_value, abs=0.015)


def test_the_seed_decides() -> None:
    labels, one, two = random_case(1, 40)
    ps = [
        approximate_randomisation(labels, one, two, rounds=500, seed=seed).p_value
        for seed in (7, 7, 8, 9, 10)
    ]
    assert ps[0] == ps[1]
    assert len(set(ps)) > 1


def test_many_documents_are_done_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    labels, one, two = random_case(2, 60)
    whole = approximate_randomisation(labels, one, two, rounds=5000).p_value
    monkeypatch.setattr(significance, "_CELLS", 1000)
    in_parts = approximate_randomisation(labels, one, two, rounds=5000).p_value
    assert in_parts == pytest.approx(whole, abs=0.02)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"statistic": "kappa"}, "statistic: 'kappa' is not one of accuracy, macro_f1"),
        ({"rounds": 0}, "rounds: at least 1"),
        ({"first": "ab"}, "labels: one label and two predictions per document, not 3 labels, 2"),
        ({"labels": "", "first": "", "second": ""}, "0 labels"),
    ],
)
def test_bad_calls_are_refused(call: dict[str, object], message: str) -> None:
    good = {"labels": np.array(["a", "b", "b"]), "first": "abb", "second": "bbb"}
    with pytest.raises(UsageError, match=message):
        approximate_randomisation(**{**good, **call})
