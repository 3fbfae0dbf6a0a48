"""How a reference writes words inside sentences, and what that does to changed sentences."""

import numpy as np
import pytest
from support.plain import plain_differ

from syntacticdiff import ReferenceModel
from syntacticdiff.reference.casing import Casing
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS

WORDS = ("the", "european", "i", "turkey")


def lexicon(*shares):
    known = None if not shares else np.array([0, 0, 0, *shares], np.uint8)
    return Lexicon.build([*MARKERS, *WORDS], capitalised=known)


def test_shares_above_half_are_capitals():
    casing = Casing.of(lexicon(3, 250, 255, 128), "en")
    assert casing.measured
    assert [casing.is_capitalised(word) for word in WORDS] == [False, True, True, True]
    assert [casing.is_lower(word) for word in WORDS] == [True, False, False, False]


def test_nothing_is_said_of_unknown_words():
    for casing in (Casing.of(lexicon(0, 0, 0, 0), "en"), Casing.of(lexicon(), "en")):
        assert not casing.is_lower("zanzibar")
        assert not casing.is_capitalised("zanzibar")


@pytest.mark.parametrize(("language", "capital"), [("en", True), ("ca", False)])
def test_without_shares_known_words_are_lower_case_and_only_the_english_i_is_not(language, capital):
    casing = Casing.of(lexicon(), language)
    assert not casing.measured
    assert casing.is_lower("european")
    assert casing.is_capitalised("i") is capital


def test_a_model_with_shares_keeps_the_capitals_of_names(tmp_path):
    texts = ["The European Union has a plan.", "We like the European Union.", "The plan is old."]
    model = ReferenceModel.train(texts * 5, order=3)
    shares = np.zeros(len(model.lexicon), np.uint8)
    for word in ("european", "union"):
        shares[model.lexicon.id(word)] = 255
    model.lexicon.capitalised = shares
    model.save(tmp_path / "m.sdlm")
    differ = plain_differ(tmp_path / "m.sdlm", max_edits=1, insertions=["the"], removals="none")
    assert differ("European Union has a plan.").output == "The European Union has a plan."
    assert differ("Plan is old.").output == "The plan is old."
