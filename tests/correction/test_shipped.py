"""The settings that are shipped for the embedded reference: useful at once, and careful."""

import warnings

import pytest

from syntacticdiff import Corrector
from syntacticdiff.correction import SHIPPED, SUMMARY, CorrectionSettings
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import ContextNetwork

GOOD = (
    "The children are playing in the garden.",
    "I have never been to Paris, but my sister has.",
    "If you have any questions, please let me know.",
    "She said that she would come back later in the evening.",
    "We would like to thank everyone who helped us.",
)


@pytest.fixture(scope="module")
def corrector():
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # made for another reference, say
        return Corrector(settings=SHIPPED)


def test_mistakes_are_mended(corrector):
    assert corrector("I am interested on music.") == "I am interested in music."


@pytest.mark.parametrize("sentence", GOOD)
def test_good_english_is_left_alone(corrector, sentence):
    assert corrector(sentence) == sentence


def test_the_file_says_what_its_prices_were_learned_with():
    settings = CorrectionSettings.load(SHIPPED)
    assert settings.provenance["errors"] > 0
    assert settings.provenance["sentences"] > 0
    assert settings.prices.reference == ReferenceModel.load().checksum
    assert settings.prices.network == ContextNetwork.load().digest


def test_the_summary_beside_the_file_is_the_file_s():
    assert SUMMARY.read_text("utf-8").splitlines() == CorrectionSettings.load(SHIPPED).summary()
