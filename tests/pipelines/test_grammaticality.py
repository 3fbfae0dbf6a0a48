"""The regression of grammaticality: what it is made of, on made-up sentences."""

from __future__ import annotations

import importlib
import math
from pathlib import Path

import pytest
from support.treebank import made_up_treebank

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.syntax import Tree

PROJECT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(PROJECT / "pipelines"))
    grammaticality = importlib.import_module("grammaticality")


def test_an_arc_that_occurs_has_fewer_bits_than_one_that_does_not() -> None:
    arcs = grammaticality.ArcModel(made_up_treebank())
    words, heads = ("The", "teacher", "walks"), (1, 2, -1)
    usual = arcs.bits(Tree(words, ("DT", "NN", "VBZ"), heads, ("det", "nsubj", "root")))
    strange = arcs.bits(Tree(words, ("DT", "NN", "VBZ"), heads, ("obj", "nsubj", "root")))
    assert strange[0] > usual[0] + 5
    assert strange[1:] == usual[1:]


def test_the_bits_of_the_words_are_those_of_the_sentence() -> None:
    model = ReferenceModel.train(["We go to school.", "They go to the park."] * 3, order=3)
    words = ["They", "go", "to", "school", "."]
    ids = [model.lexicon.id(model.fold(word)) for word in words]
    bits = grammaticality._bits(model, 3, ids)
    score = model.score(words)
    assert len(bits) == score.tokens + 1
    assert math.isclose(sum(bits), -score.log10 / math.log10(2))
    assert grammaticality._bits(model, 1, ids) != bits


def test_every_tag_ngram_of_up_to_three_is_a_cue() -> None:
    assert grammaticality._tag_ngrams("DT NN") == [
        *("<s>", "DT", "NN", "</s>"),
        *("<s> DT", "DT NN", "NN </s>"),
        *("<s> DT NN", "DT NN </s>"),
    ]
