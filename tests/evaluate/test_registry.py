"""The registry of metrics: one module and one entry are enough for everything else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from support.commands import ENVIRONMENT

from syntacticdiff.cli.evaluate.commands import command
from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.metric import CorrectionMetric
from syntacticdiff.evaluate.registry import METRICS, MetricEntry, metric_class

# A metric as a contributor would write it: the share of sentences that equal a reference.
TOY_MODULE = """
from dataclasses import dataclass

from syntacticdiff.evaluate import CorrectionMetric, Option, Score


@dataclass(frozen=True)
class ToyScore(Score):
    exact: float

    @property
    def value(self):
        return self.exact


class Toy(CorrectionMetric):
    name = "toy"
    hypothesis_form = "tokens"
    gold_form = "rewrites"
    figure = "share of exact sentences"
    details = "No credit for anything else."
    options = (
        Option("ignore_case", False, "Ignore case."),
        Option("at_most", 1.0, "The highest score."),
        Option("kind", "plain", "Which kind.", choices=("plain", "fancy")),
    )

    def __init__(self, ignore_case=False, at_most=1.0, kind="plain"):
        self.ignore_case, self.at_most, self.kind = ignore_case, at_most, kind

    @property
    def settings(self):
        return {"case": "ignored" if self.ignore_case else "kept"}

    def corpus(self, hypotheses, gold):
        scores = self.sentences(hypotheses, gold)
        share = sum(score.exact for score in scores) / len(scores)
        return ToyScore(min(share, self.at_most), signature=self.signature)

    def sentences(self, hypotheses, gold):
        def seen(tokens):
            return " ".join(tokens).lower() if self.ignore_case else " ".join(tokens)

        return [
            ToyScore(float(seen(own) in map(seen, wanted.references)), signature=self.signature)
            for own, wanted in zip(hypotheses, gold, strict=True)
        ]
"""
# The command line with one more entry in the registry, and nothing else changed.
WITH_TOY = """
import sys
from syntacticdiff.evaluate.registry import METRICS, MetricEntry
METRICS.add(MetricEntry("toy", "Toy: sentences that equal a reference", "toy:Toy"))
from syntacticdiff.cli.main import main
main.main(sys.argv[1:])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY_MODULE)
    (tmp_path / "source.txt").write_text("He go home .\nFine .\n")
    (tmp_path / "gold.txt").write_text("He goes home .\nFine .\n")
    (tmp_path / "system.txt").write_text("he goes home .\nFine .\n")
    return tmp_path


def with_toy(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder}:{ENVIRONMENT['PYTHONPATH']}"
    return subprocess.run(
        [sys.executable, "-c", WITH_TOY, "evaluate", *args],
        cwd=folder,
        env=ENVIRONMENT | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


GOLD = ("--source", "source.txt", "--references", "gold.txt")


def test_an_added_metric_is_in_every_list(folder: Path) -> None:
    assert re.search(r"toy +Toy: sentences that equal", with_toy(folder, "--help").stdout)
    assert "toy" in with_toy(folder, "compare", "--help").stdout
    message = with_toy(folder, "compare", "a", "b", "--metric", "nothing").stderr
    assert "'bleu', 'toy'" in message
    help_text = with_toy(folder, "toy", "--help").stdout
    assert "No credit for anything else." in help_text
    for shown in ("--ignore-case", "--at-most X", "[default: 1.0]", "[plain|fancy]", "--level"):
        assert shown in help_text


def test_an_added_metric_can_be_used_like_any_other(folder: Path) -> None:
    done = with_toy(folder, "toy", "system.txt", *GOLD, "--ignore-case", "--json")
    score = json.loads(done.stdout)
    assert score.pop("signature").startswith("toy|case:ignored|")
    assert score == {"exact": 1.0}
    done = with_toy(folder, "all", "system.txt", *GOLD, "--json")
    row = json.loads(done.stdout)
    assert list(row)[-2:] == ["toy", "signatures"]
    assert row["toy"] == 0.5
    done = with_toy(folder, "compare", "system.txt", "gold.txt", *GOLD, "--metric", "toy", "--json")
    assert json.loads(done.stdout)["difference"] == -0.5


def test_an_unknown_metric_is_refused_with_all_names() -> None:
    with pytest.raises(UsageError, match=r"metric: 'elo' is not one of m2, gleu, .*, bleu"):
        metric_class("elo")


@pytest.mark.parametrize("name", METRICS)
def test_an_entry_agrees_with_its_class(name: str) -> None:
    metric = metric_class(name)
    assert metric.name == name
    assert metric.figure
    assert not METRICS[name].help.endswith(".")
    assert metric.details.endswith(".")
    made = command.get_command(click.Context(command), name)
    assert made is not None
    assert (made.help or "").splitlines()[0] == f"{METRICS[name].help}."
    parameters = set(metric.__init__.__annotations__)
    of_weights = {"encoder", "llm", "llm_model", "reference"}
    assert {option.name for option in metric.options} - of_weights <= parameters


def test_an_entry_that_names_no_metric_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match="M2Score is not a CorrectionMetric"):
        MetricEntry("x", "a score", "syntacticdiff.evaluate.m2:M2Score").load()


def test_a_metric_must_have_its_methods() -> None:
    class Unfinished(CorrectionMetric[str, str]):
        name = "unfinished"

    with pytest.raises(TypeError, match="abstract"):
        Unfinished()  # type: ignore[abstract]
