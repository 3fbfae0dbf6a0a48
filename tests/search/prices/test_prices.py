"""Prices reach every search of either engine, whole and in place, and travel to workers."""

from dataclasses import replace

import pytest
from support.generated import case, native_engine, python_engine
from support.made_up_prices import MadeUpPricing
from support.plain import plain_differ

from syntacticdiff import ReferenceModel
from syntacticdiff.search import SearchSettings
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties

ENGINES = [
    "python",
    pytest.param("native", marks=pytest.mark.skipif(_native is None, reason="no native engine")),
]
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
    return plain_differ(model, engine=engine, penalties=penalties, **words, **settings)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("search", ["beam", "sweep", "recursive"])
def test_sentences_get_the_same_alone_and_in_a_batch(model, engine, search):
    ours = differ(model, engine, search=search, max_edits=2)
    together = ours.document(SENTENCES)
    assert [diff.edits for diff in together] == [ours(sentence).edits for sentence in SENTENCES]
    plain = plain_differ(model, engine=engine, search=search, max_edits=2, insertions=["the", "to"])
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


@pytest.mark.skipif(_native is None, reason="the native engine is not installed")
def test_engines_agree_where_prices_decide_and_insertions_move_beside_removals():
    moved = 0
    for number in range(500):
        generated = case(number)
        priced = replace(
            generated,
            penalties=Penalties(pricing=MadeUpPricing(number)),
            settings=SearchSettings(
                search=("beam", "recursive")[number % 2],
                max_edits=2 if number % 2 else 4,
                positions="all",
                aggregate="sum",
                alpha=0.05,
                operations=("insert", "remove"),
            ),
            sentence=generated.sentence[: 10 if number % 2 == 0 else 4],
            removals=None,
        )
        [expected] = python_engine(priced).search([priced.sentence])
        [found] = native_engine(priced).search([priced.sentence])
        assert found == expected, priced
        removed = {step.position for step in expected.steps if step.op == "remove"}
        moved += any(step.op == "insert" and step.position in removed for step in expected.steps)
    assert moved > 20
