"""The three ways: believable by default, descriptive, published; and what each is made of."""

import pickle
import warnings
from dataclasses import dataclass

import pytest
from support.made_up_prices import MadeUpPricing
from support.prices import drawn_weights

from syntacticdiff import Corrector, EditVectorizer, HashingEditVectorizer, ReferenceModel
from syntacticdiff.differ import BELIEVABLE, DESCRIPTIVE, PUBLISHED, SyntacticDiff
from syntacticdiff.differ.settings import PARAMETERS
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.search.candidates import SummedPricing
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices import shipped
from syntacticdiff.search.prices.calibrated import CalibratedPrices

TEXTS = [
    "We go to school.",
    "We go to the park.",
    "They walk to the school by the river.",
    "He goes to the park.",
] * 8


@pytest.fixture(scope="module")
def model():
    return ReferenceModel.train(TEXTS, order=3)


def quiet(*reference, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return SyntacticDiff(*reference, **settings)


def way(differ):
    return differ.signature_fields["way"]


def test_each_way_names_every_setting_that_decides_edits():
    expected = {item.name for item in PARAMETERS} - {"engine", "tokenized"}
    assert set(BELIEVABLE) == set(DESCRIPTIVE) == set(PUBLISHED) == expected


def test_signatures_name_the_way():
    assert way(SyntacticDiff()) == way(Corrector().differ) == "believable"
    assert way(SyntacticDiff(min_probability=0.9, tokenized=True)) == "believable"
    assert way(SyntacticDiff(**DESCRIPTIVE)) == "descriptive"
    assert way(SyntacticDiff.published(k=2)) == "published"
    assert way(SyntacticDiff(alpha=0.4)) == "own"


@pytest.mark.parametrize("kind", [EditVectorizer, HashingEditVectorizer])
def test_vectorizers_describe(kind):
    parameters = kind().get_params()
    assert {name: parameters[name] for name in DESCRIPTIVE} == DESCRIPTIVE


def test_the_shipped_prices_stand_in_the_signature_by_their_values():
    shipped = SyntacticDiff().signature_fields["penalties"]
    assert shipped.startswith("default:")
    assert shipped != quiet(penalties={"base": 1.0}).signature_fields["penalties"]


def test_believable_edits_have_probabilities_and_content_words_stay():
    differ = SyntacticDiff()
    diffs = differ.document("She is interested on music. The soup in village was cold.")
    assert any(diff.edits for diff in diffs)
    assert all(edit.probability >= 0.5 for diff in diffs for edit in diff.edits)
    removable = differ.searching.removals
    assert not {"soup", "village", "church", "town"} & removable
    assert {"the", ","} <= removable


def test_another_reference_has_a_note_once():
    model = ReferenceModel.train(TEXTS, order=2)
    with pytest.warns(UserWarning, match="learned with the embedded reference.*tune"):
        differ = SyntacticDiff(model)
    assert differ.searching.penalties.pricing is shipped.shipped_prices()
    assert differ("We go to school.").output == "We go to school."
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SyntacticDiff(model, min_probability=0.9)


def test_another_language_gets_penalties_by_operation():
    model = ReferenceModel.train(["Die Frau wohnt in dem Haus."] * 9, order=2, language="de")
    with pytest.warns(UserWarning, match="shipped prices are for English"):
        differ = SyntacticDiff(model)
    assert differ.searching.penalties.pricing is None
    assert differ.searching.penalties.by_operation
    assert differ("Die Frau wohnt dem Haus.").output == "Die Frau wohnt in dem Haus."


def test_a_file_without_prices_is_one_line(monkeypatch):
    monkeypatch.setattr(shipped, "_shipped", lambda: ({}, None))
    with pytest.raises(ModelError, match="holds no prices; install the package again"):
        SyntacticDiff()


def test_calibrated_prices_are_for_any_english_reference(monkeypatch):
    prices = CalibratedPrices(drawn_weights([]), reference="ab" * 32)
    monkeypatch.setattr(shipped, "_shipped", lambda: ({}, prices))
    english = ReferenceModel.train(TEXTS, order=2)
    with pytest.warns(UserWarning, match="what they know of that model is left out; `tune`"):
        differ = SyntacticDiff(english)
    assert differ.searching.penalties.pricing is prices


@pytest.mark.parametrize("search", ["beam", "sweep", "recursive"])
def test_the_shipped_prices_are_for_the_lattice_only(search):
    differ = SyntacticDiff(search=search, max_edits=1)
    assert differ.searching.penalties == Penalties()
    assert differ.signature_fields["penalties"] == "None"


def test_a_corrector_does_not_run_without_penalties_by_accident(model):
    with pytest.raises(UsageError, match="penalties: the shipped prices are for the lattice"):
        Corrector(model, search="beam")
    assert Corrector(model, search="beam", penalties={"base": 3.0})("We go.") == "We go."


def test_the_published_way_tries_everything_at_the_least_likely_n_gram(model):
    differ = SyntacticDiff.published(model, 2, insertions=["to", "the"])
    settings = differ.settings
    assert (settings.search, settings.positions, settings.max_edits) == ("recursive", "worst", 2)
    assert (settings.cost, settings.aggregate) == ("perplexity", "mean")
    assert differ("We go school.").output == "We go to school."


@pytest.mark.parametrize("given", ["cheap", 3, ["base"]])
def test_penalties_that_are_none_are_refused(given):
    with pytest.raises(UsageError, match="penalties: a mapping, a callable, None or 'default'"):
        SyntacticDiff(penalties=given)


@pytest.mark.parametrize("given", [-0.1, 1.5, "high", None])
def test_a_probability_outside_0_to_1_is_refused(given):
    with pytest.raises(UsageError, match=r"^min_probability: a number"):
        SyntacticDiff(min_probability=given)


@dataclass(frozen=True)
class WithNetwork(MadeUpPricing):
    """Prices that can ask a context network."""

    context: bool = True


def test_context_false_keeps_prices_from_asking_the_network(model):
    given = Penalties(pricing=WithNetwork(1))
    asking = SyntacticDiff(model, penalties=given)
    silent = SyntacticDiff(model, penalties=given, context=False)
    both = Penalties(pricing=SummedPricing((MadeUpPricing(2), WithNetwork(1))))
    [_, part] = SyntacticDiff(
        model, penalties=both, context=False
    ).searching.penalties.pricing.parts
    assert not part.context
    assert asking.searching.penalties.pricing.context
    assert not silent.searching.penalties.pricing.context
    assert asking.signature != silent.signature
    with pytest.raises(UsageError, match="context: True or False"):
        SyntacticDiff(model, penalties=given, context="no")


def test_a_believable_differ_is_the_same_in_a_pickle_and_in_workers():
    differ = SyntacticDiff()
    texts = ["In center of town there is old church.", "They went home."] * 6
    assert pickle.loads(pickle.dumps(differ)).signature == differ.signature
    assert list(differ.many(texts, n_jobs=2, batch_size=2)) == list(differ.many(texts))
