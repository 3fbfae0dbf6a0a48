"""The examples in docstrings run and give what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import syntacticdiff

MODULES = [
    "syntacticdiff.alignment.align",
    "syntacticdiff.topics.topics",
    "syntacticdiff.topics.coherence",
    "syntacticdiff.compare.comparison",
    "syntacticdiff.correction.corrector",
    "syntacticdiff.features.counted",
    "syntacticdiff.differ.differ",
    "syntacticdiff.distributed.collections",
    "syntacticdiff.features.rows",
    "syntacticdiff.search.prices.cues",
    "syntacticdiff.topics.error_kinds",
    "syntacticdiff.evaluate.bootstrap",
    "syntacticdiff.evaluate.chunks",
    "syntacticdiff.evaluate.cleme",
    "syntacticdiff.evaluate.cleme2",
    "syntacticdiff.evaluate.errant",
    "syntacticdiff.evaluate.gleu",
    "syntacticdiff.evaluate.graphs",
    "syntacticdiff.evaluate.imeasure",
    "syntacticdiff.evaluate.m2",
    "syntacticdiff.evaluate.similarity_weights",
    "syntacticdiff.evaluate.three_way",
    "syntacticdiff.evaluate.usim",
    "syntacticdiff.topics.exemplars",
    "syntacticdiff.classify.feature_sets",
    "syntacticdiff.features.templates",
    "syntacticdiff.features.hashing",
    "syntacticdiff.features.information_gain",
    "syntacticdiff.search.prices.learned",
    "syntacticdiff.compare.log_odds",
    "syntacticdiff.edits.marking",
    "syntacticdiff.alignment.annotate",
    "syntacticdiff.rankings.bootstrap",
    "syntacticdiff.rankings.expected_wins",
    "syntacticdiff.rankings.judgments",
    "syntacticdiff.rankings.match_selection",
    "syntacticdiff.rankings.ranking",
    "syntacticdiff.rankings.trueskill",
    "syntacticdiff.reference.model",
    "syntacticdiff.report.summarizing",
    "syntacticdiff.report.tables",
    "syntacticdiff.report.topic_map",
    "syntacticdiff.classify.significance",
    "syntacticdiff.text.spelling",
    "syntacticdiff.topics.study_groups",
    "syntacticdiff.classify.classifier",
    "syntacticdiff.files.toml",
    "syntacticdiff.topics.labels",
    "syntacticdiff.tuning.gold_edits",
    "syntacticdiff.features.vectorizer",
    "syntacticdiff.text.visible",
    "syntacticdiff.alignment.likeness",
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    if ".distributed." in name:
        pytest.importorskip("dask.distributed")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


def test_every_module_with_examples_is_listed():
    folder = Path(syntacticdiff.__file__).parent
    found = {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if ">>> " in path.read_text("utf-8")
    }
    assert found == set(MODULES)
