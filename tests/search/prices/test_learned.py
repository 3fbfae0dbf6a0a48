"""Learned penalties: plain data that price candidate edits, inside the searches."""

import pickle

import numpy as np
import pytest

from syntacticdiff import SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.learned import MOST, LearnedPenalties

SENTENCE = "In center of town there is old church."
WEIGHTS = {"insert": 1.0, "insert(the)": 2.0, "bits/1": 0.5, "bits insert(DET)": -0.25}
PENALTIES = LearnedPenalties(3.0, WEIGHTS, (1,))


def differ(penalties, **settings):
    given = {"cost": "window", "aggregate": "sum", "positions": "all", **settings}
    return SyntacticDiff(penalties=Penalties(pricing=penalties), **given)


def test_a_price_is_the_base_with_the_weights_of_the_cues_and_the_bits():
    candidates = SyntacticDiff().candidates(SENTENCE, PENALTIES.orders)
    prices = PENALTIES.prices(candidates)
    assert prices.dtype == np.int64
    row = next(
        i
        for i, step in enumerate(candidates.steps())
        if (step.position, step.op, step.target) == (1, "insert", "the")
    )
    whole, unigram = (candidates.gains[order][row] / ONE_BIT for order in (None, 1))
    wanted = 3.0 + 1.0 + 2.0 + 0.5 * unigram - 0.25 * whole
    assert prices[row] / ONE_BIT == pytest.approx(wanted, abs=1e-6)


def test_what_costs_the_reference_too_much_is_never_made():
    candidates = SyntacticDiff().candidates(SENTENCE, PENALTIES.orders)
    hopeless = candidates.gains[None] < PENALTIES.least_gain * ONE_BIT
    assert hopeless.any()
    assert (PENALTIES.prices(candidates)[hopeless] == MOST * ONE_BIT).all()


def test_an_edit_alone_is_made_if_it_saves_more_bits_than_its_price():
    chosen = differ(PENALTIES, max_edits=1)(SENTENCE)
    candidates = SyntacticDiff().candidates(SENTENCE, PENALTIES.orders)
    left = candidates.gains[None] - PENALTIES.prices(candidates)
    best = list(candidates.steps())[int(np.argmax(left))]
    assert left.max() > 0
    assert [(edit.position, edit.op, edit.target) for edit in chosen.edits] == [
        (best.position, best.op, best.target)
    ]
    dear = LearnedPenalties(3.0 + left.max() / ONE_BIT, WEIGHTS, (1,))
    assert differ(dear, max_edits=1)(SENTENCE).edits == ()


def test_both_engines_agree():
    pytest.importorskip("syntacticdiff._native")
    assert (
        differ(PENALTIES, engine="python", max_edits=2)(SENTENCE).edits
        == differ(PENALTIES, engine="native", max_edits=2)(SENTENCE).edits
    )


def test_plain_data_and_back_changes_nothing():
    again = LearnedPenalties.of(PENALTIES.to_dict())
    assert again == PENALTIES
    assert again.digest == PENALTIES.digest
    assert pickle.loads(pickle.dumps(again)) == PENALTIES
    assert LearnedPenalties(3.1, WEIGHTS, (1,)).digest != PENALTIES.digest


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"weights": {"insert": "much"}}, "insert"),
        ({"base": float("nan")}, "base"),
        ({"base": 10**400}, "base"),
        ({"weights": [1, 2]}, "weights"),
        ({"lower_orders": [0]}, "lower_orders"),
        ({"slope": 1.0}, "slope"),
    ],
)
def test_what_is_no_weight_is_refused_by_name(data, named):
    with pytest.raises(UsageError, match=named):
        LearnedPenalties.of(data)
