"""The native engine gives the same answers as the Python one, to the last edit and the last bit."""

from collections import Counter
from dataclasses import replace

import pytest
from support.generated import case, examined, native_engine
from support.real_text import JFLEG_DEV, disagreements, jfleg_sentences

from syntacticdiff.search.native_engine import _native

pytestmark = pytest.mark.skipif(_native is None, reason="the native engine is not installed")
real_text = pytest.mark.skipif(
    not JFLEG_DEV.exists(), reason="JFLEG is not there: set SYNTACTICDIFF_SHARED"
)

CASES = 4000


def test_generated_cases_get_identical_answers_and_are_worth_asking():
    kinds = Counter()
    for number in range(CASES):
        generated = case(number)
        expected = examined(generated)
        # Twice, and a part between: what the engine keeps from one sentence must not show.
        sentence = generated.sentence
        first, _, again = native_engine(generated).search([sentence, sentence[::2], sentence])
        assert first == again == expected.found, generated
        kinds["edited"] += len(expected.found.steps) >= 1
        kinds["edited twice"] += len(expected.found.steps) >= 2
        kinds["tied"] += expected.tied
        priced = generated.penalties.pricing is not None
        kinds["edited at a price"] += priced and len(expected.found.steps) >= 2
    assert kinds["edited"] >= CASES / 2
    assert kinds["edited twice"] >= CASES / 10
    assert kinds["tied"] >= CASES / 12
    assert kinds["edited at a price"] >= CASES / 20


def test_both_engines_judge_the_same_number_of_candidates():
    for number in range(300):
        generated = case(number)
        # Prices are made of gains, which are not the search's own work.
        penalties = replace(generated.penalties, pricing=None)
        generated = replace(generated, penalties=penalties)
        expected = examined(generated)
        work = native_engine(generated).work([generated.sentence])
        assert (work.candidates, work.queries) == (expected.candidates, expected.queries)


@real_text
def test_a_sweep_of_real_text_is_identical():
    assert disagreements(jfleg_sentences(), search="sweep") == []


@real_text
def test_a_beam_on_real_text_is_identical():
    # What Python takes grows with the number of words that may be inserted: all of them for some
    # sentences, and some of them for all.
    assert disagreements(jfleg_sentences()[::6], search="beam") == []
    assert disagreements(jfleg_sentences(), search="beam", insertions="frequent:15") == []


@real_text
def test_a_recursive_search_of_real_text_is_identical():
    settings = {"max_edits": 2, "positions": "worst", "insertions": "frequent:10"}
    assert disagreements(jfleg_sentences()[:100], search="recursive", **settings) == []
