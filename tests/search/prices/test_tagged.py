"""Penalties by tag: which edits pay, and that both engines agree."""

from __future__ import annotations

import pytest
from support.plain import plain_differ
from support.prices import drawn_weights
from support.real_text import JFLEG_DEV, jfleg_sentences

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import UsageError
from syntacticdiff.search.candidates import SummedPricing
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.tagged import TagPenalties, tagged_edits

ONE = 2**20
TEXT = "The old dog sleeps in the house , and a cat walks to the park . They like the dogs ."


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.train([TEXT] * 5)


def prices(model: ReferenceModel, penalties: dict[str, float], sentence: str) -> dict[str, float]:
    """The price of each candidate edit of a sentence, in bits."""
    pricing = Penalties.of(penalties).pricing
    assert pricing is not None
    differ = plain_differ(model, insertions=["the", "in"], substitutions={"dog": ["dogs"]})
    [candidates] = differ.engine.candidates([differ._preparation.sentence(sentence).words], ())
    operations = ("insert", "remove", "sub")
    return {
        f"{operations[op]} {position} {target}".strip(): price / ONE
        for (position, op, target), price in zip(
            candidates.steps(), pricing.prices(candidates).tolist(), strict=True
        )
    }


def test_an_edit_pays_for_the_tags_of_its_words(model: ReferenceModel) -> None:
    found = prices(
        model,
        {"insert(DT)": 0.5, "remove(VB*)": 3.0, "sub(NN->NNS)": -1.0},
        "The dog is old .",
    )
    assert found["insert 0 the"] == 0.5
    assert found["insert 0 in"] == 0.0
    assert found["remove 2"] == 3.0  # is
    assert found["remove 1"] == 0.0
    assert found["sub 1 dogs"] == -1.0


def test_an_edit_pays_for_each_name_that_describes_it(model: ReferenceModel) -> None:
    found = prices(model, {"remove(VB*)": 3.0, "remove(VBZ)": 1.0}, "The dog is old .")
    assert found["remove 2"] == 4.0


def test_the_tag_of_a_token_depends_on_its_sentence(model: ReferenceModel) -> None:
    penalties = {"remove(VB*)": 1.0}
    assert prices(model, penalties, "They want to walk .")["remove 3"] == 1.0
    assert prices(model, penalties, "It was a long walk .")["remove 4"] == 0.0


def test_words_are_no_tags_and_tags_of_punctuation_are_words() -> None:
    for name in ("insert(the)", "remove(.)", "sub(a->an)", "sub(NN->dogs)", "insert(dt)"):
        assert not list(tagged_edits(name)), name
    penalties = Penalties.of({"remove(.)": 1.0, "insert(IN)": 1.0}, str.lower)
    assert dict(penalties.by_edit) == {"remove(.)": ONE}
    assert penalties.pricing == TagPenalties({"insert(IN)": ONE})


def test_a_name_that_is_neither_is_refused() -> None:
    with pytest.raises(UsageError, match=r"insert\(DT\)"):
        Penalties.of({"insert DT": 1.0})


def test_learned_prices_are_added(model: ReferenceModel) -> None:
    learned = CalibratedPrices(drawn_weights([]))  # each edit as probable as none
    settings = CorrectionSettings(penalties={"insert(DT)": 9.0}, prices=learned)
    pricing = settings.of_penalties().pricing
    assert isinstance(pricing, SummedPricing)
    assert len(pricing.parts) == 2

    def expected(penalties: Penalties) -> float:
        words = {"insertions": ["the"], "substitutions": None, "removals": "none", "min_count": 1}
        differ = SyntacticDiff(model, **words, penalties=penalties)
        return differ("They like dogs .").soft_counts.get("insert(the)", 0.0)

    assert expected(Penalties(pricing=learned)) > 0.3
    assert expected(settings.of_penalties()) < 0.1


@pytest.mark.skipif(not JFLEG_DEV.exists(), reason="JFLEG is not there")
@pytest.mark.skipif(_native is None, reason="the native engine is not installed")
def test_both_engines_find_the_same() -> None:
    penalties = {"insert(DT)": 1.5, "remove(VB*)": 9.0, "sub(NN->NNS)": 0.5, "base": 0.5}
    settings = {"penalties": penalties, "cost": "window", "aggregate": "sum", "max_edits": 2}
    sentences = jfleg_sentences()[:6]
    native, python = (
        plain_differ(engine=engine, **settings).document(sentences)
        for engine in ("native", "python")
    )
    assert native == python
    assert any(diff.edits for diff in native)


def test_the_signature_tells_penalties_apart(model: ReferenceModel) -> None:
    one, two = (
        plain_differ(model, penalties={"insert(DT)": bits}).signature for bits in (1.0, 2.0)
    )
    assert one != two


def test_tags_are_refused_for_other_languages() -> None:
    with pytest.raises(UsageError, match=r"penalties: insert\(DT\): for English only"):
        Penalties.of({"insert(DT)": 1.0}, language="de")
