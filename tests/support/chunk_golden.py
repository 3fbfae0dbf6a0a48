"""The golden runs of CLEME and CLEME2.0: their input, their settings and what they printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from support.golden import golden, golden_path
from syntacticdiff.alignment.m2 import M2Sentence, parsed_m2, read_m2


class Row(NamedTuple):
    """One line of figures, and how it came about."""

    case: str
    assumption: str
    metric: str
    weigher: str
    level: str
    weighted: bool
    wanted: dict[str, float]

    def __str__(self) -> str:
        weights = self.weigher.split("(")[0] if self.weighted else "unweighted"
        return "-".join((self.case, self.metric, self.assumption, self.level, weights))


def rows(metric: str) -> list[Row]:
    """All lines of a metric, toy cases first; those that say the same again are left out."""
    toys = [
        (case["example"], run) for case in golden("cleme_examples.json") for run in case["runs"]
    ]
    real = [(run["system"], run) for run in golden("cleme_conll14.json")]
    return [row for case, run in (*toys, *real) for row in _rows(case, run, metric)]


def _rows(case: str, run: dict[str, Any], metric: str) -> Iterator[Row]:
    if run["metric"].split("-")[0] != metric:
        return
    for name, wanted in run["scores"].items():
        _, level, weights = name.split("_")
        if metric == "cleme2" and (weights == "weighted") == (run["weigher"] == "none"):
            continue  # unweighted figures are the same for every weigher
        settings = run["assumption"], run["metric"], run["weigher"]
        yield Row(case, *settings, level, weights == "weighted", wanted)


@cache
def corpus(case: str) -> tuple[list[M2Sentence], list[M2Sentence]]:
    """Hypotheses and gold of a case."""
    for toy in golden("cleme_examples.json"):
        if toy["example"] == case:
            hypotheses, gold = (
                list(parsed_m2(toy[name].splitlines(), name)) for name in ("hyp_m2", "ref_m2")
            )
            return hypotheses, gold
    hypotheses, gold = (
        read_m2(str(golden_path(f"inputs/{name}.errant")), pytest.fail)
        for name in (f"conll14-{case}", "conll14")
    )
    return hypotheses, gold


def token_f1(tokens: Sequence[str], others: Sequence[str]) -> float:
    """The stub that stood in for BERTScore: F1 of bags of tokens.

    Exact ties between references are decided by the last bit of this double, so that the formula
    must be this one and no other that is equal on paper.
    """
    common = (Counter(tokens) & Counter(others)).total()
    if not common:
        return 0.0
    precision, recall = common / len(tokens), common / len(others)
    return 2 * precision * recall / (precision + recall)
