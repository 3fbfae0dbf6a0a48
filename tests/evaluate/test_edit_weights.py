"""Gain weights: the bits that an edit alone saves or costs under a reference model."""

from __future__ import annotations

import pytest

from syntacticdiff import ReferenceModel
from syntacticdiff.alignment.annotate import annotated
from syntacticdiff.evaluate.chunk_verdicts import JudgedEdit, judged
from syntacticdiff.evaluate.chunks import chunked
from syntacticdiff.evaluate.cleme2 import Cleme2
from syntacticdiff.evaluate.edit_weights import GainWeights, NoWeights


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    texts = ["We go to school .", "They go to the park .", "The park is by the school ."] * 20
    return ReferenceModel.train(texts, order=3)


def edits(source: str, found: str, *wanted: str) -> list[JudgedEdit]:
    """The judged edits of a sentence by its first reference."""
    gold = annotated(source.split(), *(text.split() for text in wanted))
    return judged(chunked(annotated(source.split(), found.split()), gold), "dependent")[0]


def bits(model: ReferenceModel, text: str) -> float:
    score = model.score(text.split())
    return score.bits_per_token * (score.tokens + 1)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("We go school .", "We go to school ."),
        ("The park is by the the school .", "The park is by the school ."),
        ("They goes to the park .", "They go to the park ."),
        ("We go to school .", "We go to unseen ."),
        ("We go to school .", "Today we go to school ."),
    ],
)
def test_a_weight_is_the_difference_of_the_whole_sentence(
    model: ReferenceModel, source: str, found: str
) -> None:
    [edit] = edits(source, found, found)
    assert GainWeights(model)(edit) == pytest.approx(abs(bits(model, source) - bits(model, found)))


def test_each_edit_is_weighed_alone_in_the_source(model: ReferenceModel) -> None:
    first, second = edits("We go school . The parks", "We go to school . The park", "We go school")
    weights = GainWeights(model)
    source = bits(model, "We go school . The parks")
    assert weights(first) == pytest.approx(abs(source - bits(model, "We go to school . The parks")))
    assert weights(second) == pytest.approx(abs(source - bits(model, "We go school . The park")))


def test_a_missed_edit_weighs_what_the_reference_would_have_saved(model: ReferenceModel) -> None:
    [missed] = edits("We go school .", "We go school .", "We go to school .")
    assert missed.verdict == "fn"
    wanted = bits(model, "We go school .") - bits(model, "We go to school .")
    assert wanted > 0
    assert GainWeights(model)(missed) == pytest.approx(wanted)


def test_gain_weights_favour_the_system_with_the_edits_that_matter(
    model: ReferenceModel,
) -> None:
    source, wanted, only_to, only_the = (
        text.split()
        for text in (
            "We go school by the the park .",
            "We go to school by the park .",
            "We go to school by the the park .",
            "We go school by the park .",
        )
    )
    gold = [annotated(source, wanted)]
    to, the = map(GainWeights(model), edits(" ".join(source), " ".join(wanted), " ".join(wanted)))
    assert to != the
    found = [[annotated(source, target)] for target in (only_to, only_the)]
    with_to, with_the = (
        Cleme2(weights=GainWeights(model)).corpus(system, gold).hit for system in found
    )
    assert (with_to, with_the) == pytest.approx((to / (to + the), the / (to + the)))
    assert Cleme2().corpus(found[0], gold).hit == Cleme2().corpus(found[1], gold).hit == 0.5


def test_the_signature_names_the_model_by_its_checksum(model: ReferenceModel) -> None:
    metric = Cleme2(weights=GainWeights(model))
    assert f"|weights:gain({model.checksum[:8]})|" in metric.signature


def test_without_weights_every_edit_weighs_one() -> None:
    [edit] = edits("a b c", "a x c", "a y c")
    assert NoWeights()(edit) == 1.0


def test_gain_by_name_uses_the_default_model() -> None:
    assert isinstance(Cleme2(weights="gain").weights, GainWeights)
