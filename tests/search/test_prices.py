"""Prices reach every search of either engine, whole and in place, and travel to workers."""

import pytest
from support.made_up_prices import MadeUpPricing

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.penalties import Penalties
from syntacticdiff.search.native_engine import _native

ENGINES = ["python", pytest.param("native", marks=pytest.mark.skipif(_native is None, reason="-"))]
TEXTS = ["we go to school .", "we go to the park .", "they walk to the school ."] * 6
SENTENCES = [["we", "go", "school", "."], [], ["go"], ["they", "walk", "the", "the", "park"]] * 30


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("prices") / "ours.sdlm"
    ReferenceModel.train([text.split() for text in TEXTS], order=3).save(path)
    return ReferenceModel.load(path)


def differ(model, engine, **settings):
    penalties = Penalties(pricing=MadeUpPricing(5, (None, 2)))
    words = {"insertions": ["the", "to"], "substitutions": {"go": ["walk"]}}
    return SyntacticDiff(model, engine=engine, penalties=penalties, **words, **settings)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("search", ["beam", "sweep", "recursive"])
def test_sentences_get_the_same_alone_and_in_a_batch(model, engine, search):
    ours = differ(model, engine, search=search, max_edits=2)
    together = ours.document(SENTENCES)
    assert [diff.edits for diff in together] == [ours(sentence).edits for sentence in SENTENCES]
    plain = SyntacticDiff(
        model, engine=engine, search=search, max_edits=2, insertions=["the", "to"]
    )
    assert [diff.edits for diff in together] != [diff.edits for diff in plain.document(SENTENCES)]


@pytest.mark.parametrize("engine", ENGINES)
def test_workers_price_as_this_process_does(model, engine):
    ours = differ(model, engine, max_edits=2)
    documents = [SENTENCES[:4]] * 40
    assert list(ours.many(documents, n_jobs=2)) == list(ours.many(documents))


@pytest.mark.skipif(_native is None, reason="the native engine is not installed")
def test_a_batch_in_many_parts_is_one_batch(model, monkeypatch):
    whole = differ(model, "native").document(SENTENCES)
    monkeypatch.setattr("syntacticdiff.search.native_engine._PRICED", 3)
    assert differ(model, "native").document(SENTENCES) == whole
