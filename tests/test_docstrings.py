"""The examples in docstrings run and give what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import syntacticdiff

MODULES = [
    "syntacticdiff.alignment",
    "syntacticdiff.cluster",
    "syntacticdiff.coherence",
    "syntacticdiff.compare",
    "syntacticdiff.correct",
    "syntacticdiff.counted_edits",
    "syntacticdiff.differ",
    "syntacticdiff.distributed.collections",
    "syntacticdiff.document_features",
    "syntacticdiff.edit_cues",
    "syntacticdiff.error_kinds",
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
    "syntacticdiff.exemplars",
    "syntacticdiff.feature_sets",
    "syntacticdiff.feature_templates",
    "syntacticdiff.hashing_vectorizer",
    "syntacticdiff.information_gain",
    "syntacticdiff.learned_penalties",
    "syntacticdiff.log_odds",
    "syntacticdiff.marking",
    "syntacticdiff.parallel_text",
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
    "syntacticdiff.significance",
    "syntacticdiff.spelling",
    "syntacticdiff.study_groups",
    "syntacticdiff.text_classifier",
    "syntacticdiff.toml_file",
    "syntacticdiff.topic_labels",
    "syntacticdiff.tuning.gold_edits",
    "syntacticdiff.vectorizer",
    "syntacticdiff.visible",
    "syntacticdiff.word_likeness",
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
