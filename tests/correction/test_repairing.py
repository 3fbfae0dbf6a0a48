"""RepairCorrector: repairs of the shipped parser as diffs, documents and M2."""

from __future__ import annotations

import pytest

from syntacticdiff.alignment import corrected
from syntacticdiff.correction import RepairCorrector
from syntacticdiff.errors import UsageError
from syntacticdiff.reference import ReferenceModel

TEXT = "“She is interested  at music.”\n\nThe children eat bread."
MENDED = "“She is interested  in music.”\n\nThe children eat bread."


@pytest.fixture(scope="module")
def corrector() -> RepairCorrector:
    return RepairCorrector()


def test_only_what_is_repaired_changes(corrector: RepairCorrector) -> None:
    correction = corrector.document(TEXT)
    assert (correction.text, correction.output) == (TEXT, MENDED)
    assert corrector("The children eat bread.") == "The children eat bread."
    assert [c.output for c in corrector.many([TEXT, "", TEXT])] == [MENDED, "", MENDED]


def test_an_edit_has_its_place_its_gain_and_a_signature(corrector: RepairCorrector) -> None:
    [diff, *_] = corrector.document(TEXT).diffs
    [edit] = diff.edits
    assert str(edit) == "sub(at->in)"
    assert diff.text[edit.start : edit.end] == "at"
    assert edit.gain == pytest.approx(diff.before - (diff.after or 0.0))
    assert "|system:eref|" in diff.signature
    assert corrector.differ.repairer.checksum[:16] in diff.signature


def test_m2_makes_the_same_sentence(corrector: RepairCorrector) -> None:
    diff = corrector.differ(["She", "is", "interested", "at", "music", "."])
    sentence = corrector.m2(diff)
    assert " ".join(corrected(sentence.tokens, sentence.edits)) == diff.output
    assert [edit.type for edit in sentence.edits] == ["R:PREP"]


def test_what_cannot_be_meant_is_refused(corrector: RepairCorrector) -> None:
    with pytest.raises(UsageError, match="not one string"):
        list(corrector.many("one text"))
    with pytest.raises(UsageError, match="n_jobs: the system eref has one worker"):
        list(corrector.many([TEXT], n_jobs=2))
    with pytest.raises(UsageError, match="for English only, and the reference is German"):
        RepairCorrector(ReferenceModel.train(["Der Hund schläft."], language="de"))
