"""Calibrated prices in the native engine are those of the definition, to the last bit."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace

import numpy as np
import pytest
from support.generated import Case, case
from support.prices import drawn_weights
from support.small_network import small_network

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.search import PythonEngine
from syntacticdiff.search.candidates import NEVER, SummedPricing
from syntacticdiff.search.native_engine import NativeEngine, _native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.context import ContextNetwork
from syntacticdiff.search.prices.cue_table import CueTable
from syntacticdiff.search.prices.parts import PARTS
from syntacticdiff.search.stopping import Stop

NO_GAINS = np.empty(0, np.int64)
NETWORK = ContextNetwork(small_network(), "small", engine="python")

pytestmark = pytest.mark.skipif(_native is None, reason="the native engine is not installed")

GENERATED = int(os.environ.get("SYNTACTICDIFF_CASES", "200"))
# Mistakes of many kinds, words that nobody knows, letters beyond ASCII, one word alone.
SENTENCES = [
    "She live in old hous with dogs that barks.",
    "He dont knows what the cafés are, does he?",
    "Is they happy about 3 recieved lettres from a european union?",
    "I",
    "In 1984 my brother's friend, who live here, have went to an university.",
    "the dogs which I seen is black and they eats the food of of cat",
    "NOTHING WAS Done on monday , and nobody care !",
    "Mary's old mother's house, in which we was talking, were selled",
    "Es gibt 😀 keine ﬁsh ß STRASSE …",
]
SETTINGS = {
    "search": "lattice",
    "cost": "window",
    "aggregate": "sum",
    "insertions": "function-words",
    "substitutions": [
        "confusions+spelling+porter2",
        {"dont": ["do n't"], "live": ["lives", "living"], "thats": ["that 's"]},
    ],
}


def assert_equal_tables(found: CueTable, expected: CueTable) -> None:
    for field in fields(CueTable):
        ours, theirs = getattr(found, field.name), getattr(expected, field.name)
        assert ours.dtype == theirs.dtype, field.name
        assert np.array_equal(ours, theirs), field.name


def differ(engine: str, prices: CalibratedPrices) -> SyntacticDiff:
    return SyntacticDiff(engine=engine, penalties=Penalties(pricing=prices), **SETTINGS)


def test_the_extension_has_as_many_parts() -> None:
    assert len(PARTS) == _native.PARTS


def test_real_sentences_have_the_same_cues_and_prices() -> None:
    none = CalibratedPrices(drawn_weights([]))
    expected = differ("python", none).cue_table(SENTENCES)
    assert_equal_tables(differ("native", none).cue_table(SENTENCES), expected)
    assert len(expected) > 500
    drawn = CalibratedPrices(drawn_weights(expected.cues[::3].tolist()), scale=700)
    slow, fast = differ("python", drawn), differ("native", drawn)
    prepared = [fast.prepared(sentence)[0].words for sentence in SENTENCES]
    pricing = slow.engine.penalties.pricing
    listed = slow.engine.candidates(prepared, pricing.orders)
    prices = np.concatenate([pricing.prices(candidates) for candidates in listed])
    assert np.array_equal(prices, fast.engine.prices(prepared))
    assert len(np.unique(prices)) > 300
    assert prices.max() == NEVER
    for sentence in SENTENCES[:4]:
        ours, theirs = fast(sentence), slow(sentence)
        assert [str(edit) for edit in ours.edits] == [str(edit) for edit in theirs.edits]
        assert [edit.probability for edit in ours.edits] == pytest.approx(
            [edit.probability for edit in theirs.edits], abs=1e-9
        )


@pytest.mark.parametrize("level", [0, 3 << 19])
def test_gains_that_pricing_has_found_are_those_that_a_search_would_find(level: int) -> None:
    engine = SyntacticDiff(engine="native").engine
    prepared = [SyntacticDiff().prepared(sentence)[0].words for sentence in SENTENCES]
    assert isinstance(engine, NativeEngine)
    levels = np.full(len(prepared), level)
    priced = engine._priced(prepared, Stop())
    assert len(priced.gains) == len(priced.prices)
    known = engine._search(prepared, Stop(), priced, levels)
    assert known == engine._search(prepared, Stop(), priced._replace(gains=NO_GAINS), levels)
    assert any(found.steps for found in known)
    with pytest.raises(ValueError, match="a gain for each price"):
        engine._search(prepared, Stop(), priced._replace(gains=priced.gains[1:]), levels)


def engines(generated: Case, prices: CalibratedPrices) -> tuple[PythonEngine, NativeEngine]:
    pricing = prices.for_model(generated.model, NETWORK)
    penalties = replace(generated.penalties, pricing=pricing)
    shared = (
        generated.settings,
        generated.insertions,
        generated.substitutions,
        penalties,
        generated.removable,
    )
    return (
        PythonEngine(generated.model.scorer, *shared),
        NativeEngine(generated.model, *shared),
    )


@pytest.mark.parametrize("part", range(4))
def test_generated_sentences_have_the_same_cues_and_prices(part: int) -> None:
    looked_at = 0
    for number in range(part, GENERATED, 4):
        rng = random.Random(number)
        generated = case(number)
        least = rng.choice((0.0, 1.5, 6.0, 1000.0))
        context = rng.random() < 0.5
        none = CalibratedPrices(drawn_weights([]), least_gain=least, context=context)
        slow, fast = engines(generated, none)
        table = slow.cue_table([generated.sentence])
        assert_equal_tables(fast.cue_table([generated.sentence]), table)
        looked_at += len(table)
        drawn = drawn_weights(table.cues[::2].tolist(), number)
        prices = CalibratedPrices(drawn, rng.choice((1, 1024, 3000)), least, context)
        slow, fast = engines(generated, prices)
        pricing = slow.penalties.pricing
        [candidates] = slow.candidates([generated.sentence], pricing.orders)
        found = fast.prices([generated.sentence])
        assert np.array_equal(pricing.prices(candidates), found), number
    assert looked_at > 10 * GENERATED / 4


def test_sentences_of_a_batch_and_threads_do_not_disturb_each_other() -> None:
    prices = CalibratedPrices(drawn_weights([]))
    native = differ("native", prices)
    alone = [native.cue_table([sentence]) for sentence in SENTENCES]
    together = native.cue_table(SENTENCES)
    assert np.array_equal(together.cues, np.concatenate([one.cues for one in alone]))
    fresh = differ("native", prices)
    with ThreadPoolExecutor(8) as pool:
        batches = [[sentence] for sentence in SENTENCES * 8]
        for found, expected in zip(pool.map(fresh.cue_table, batches), alone * 8, strict=True):
            assert_equal_tables(found, expected)


def test_prices_of_several_kinds_are_added() -> None:
    model = ReferenceModel.load("default")
    table = differ("native", CalibratedPrices(drawn_weights([]))).cue_table(SENTENCES[:3])
    drawn = CalibratedPrices(drawn_weights(table.cues.tolist()))
    tagged = Penalties.of({"insert(DT)": 5.0}).pricing
    assert tagged is not None

    both = SummedPricing((tagged, drawn))
    found = [
        SyntacticDiff(model, engine=engine, penalties=Penalties(pricing=both), **SETTINGS)
        for engine in ("python", "native")
    ]
    for sentence in SENTENCES[:2]:
        slow, fast = (each(sentence) for each in found)
        assert [str(edit) for edit in slow.edits] == [str(edit) for edit in fast.edits]


def test_a_second_opinion_is_asked_for_by_both() -> None:
    """Sentences of the network's own words, so that it knows most of them."""
    model = ReferenceModel.load("default")
    texts = ["The cats sat on a mat .", "cat sit on the the mat", "It is n't the mats cat ."]
    pricing = CalibratedPrices(drawn_weights([]), context=True).for_model(model, NETWORK)
    silent = CalibratedPrices(drawn_weights([])).for_model(model)
    tables = [
        SyntacticDiff(engine=engine, penalties=Penalties(pricing=prices), **SETTINGS).cue_table(
            texts
        )
        for engine, prices in (("python", pricing), ("native", pricing), ("native", silent))
    ]
    assert_equal_tables(tables[0], tables[1])
    assert len(np.setdiff1d(tables[1].cues, tables[2].cues)) > 100


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_is_not_offered_is_no_part_of_the_lattice(engine: str) -> None:
    prices = CalibratedPrices(drawn_weights([]), least_gain=0.5)
    settings = {**SETTINGS, "insertions": ["the", "a", "of"], "substitutions": None, "prune": None}
    found = SyntacticDiff(engine=engine, penalties=Penalties(pricing=prices), **settings)
    sentence = "We went to old house of friend ."
    candidates = found.candidates(sentence)
    offered = candidates.gains[None] >= -(1 << 19)
    assert 0 < offered.sum() < len(candidates)
    soft = found(sentence).soft_counts
    assert soft is not None
    names = [str(step.edit_of(found.prepared(sentence)[0].words)) for step in candidates.steps()]
    assert set(soft) == {name for name, one in zip(names, offered, strict=True) if one}


def test_no_sentence_is_too_long_for_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("syntacticdiff.differ.searching.MOST_PRICED", 3)
    found = differ("native", CalibratedPrices(drawn_weights([])))
    assert found("She live in old hous with dogs that barks .").soft_counts


def test_another_reference_does_without_what_was_learned_for_one() -> None:
    model = ReferenceModel.load("default")
    own = CalibratedPrices(drawn_weights([]), reference=model.checksum).for_model(model)
    other = CalibratedPrices(drawn_weights([]), reference="another").for_model(model)
    gone = set(own.templates) - set(other.templates)
    assert gone
    assert all(template.model_specific for template in gone)
