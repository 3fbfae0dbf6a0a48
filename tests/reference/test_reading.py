"""Text is read as the reference's text was, or the model is refused."""

import pytest

from syntacticdiff import ReferenceModel
from syntacticdiff.errors import ModelError
from syntacticdiff.text import sentences

TEXTS = ["The cat sat. It was Dr. Smith's.", "A dog ran."]


@pytest.fixture
def saved(tmp_path):
    def save(**header):
        model = ReferenceModel.train(TEXTS, order=2)
        model.header.update(header)
        model.save(tmp_path / "m.sdlm")
        return tmp_path / "m.sdlm"

    return save


def test_a_model_names_its_tokenizer_and_splitter_with_their_versions():
    header = ReferenceModel.train(TEXTS, order=2).header
    assert (header["tokenizer"], header["tokenizer_version"]) == ("treebank", 1)
    assert header["splitter"] == "sentencex 1.0.30, rules 1"
    lines = ReferenceModel.train(["a b\nc"], order=1, tokenizer="whitespace").header
    assert lines["splitter"] == "lines, rules 1"


def test_a_tokenizer_of_another_version_is_refused(saved):
    with pytest.raises(ModelError, match=r"m\.sdlm: .*treebank has version 1, not 9; use the rel"):
        ReferenceModel.load(saved(tokenizer_version=9))


def test_a_tokenizer_of_another_name_is_refused(saved):
    with pytest.raises(ModelError, match=r"m\.sdlm: .*'bpe' is not one of treebank, whitespace"):
        ReferenceModel.load(saved(tokenizer="bpe"))


def test_another_release_of_the_splitter_is_refused(saved, monkeypatch):
    path = saved()
    monkeypatch.setattr(sentences, "_installed", lambda package: "1.0.24")
    with pytest.raises(ModelError, match=r"by sentencex 1\.0\.30, rules 1, and sentencex 1\.0\.24"):
        ReferenceModel.load(path)


def test_a_release_that_splits_alike_is_not(saved, monkeypatch):
    path = saved()
    monkeypatch.setattr(sentences, "_installed", lambda package: "1.0.31")
    assert ReferenceModel.load(path).sentences("One. Two.") == [(0, 4), (5, 9)]


def test_a_model_from_before_versions_is_read_as_the_first(saved):
    model = ReferenceModel.train(TEXTS, order=2)
    for key in ("tokenizer_version", "splitter"):
        del model.header[key]
    model.save(saved())
    assert ReferenceModel.load(saved()).score("A cat sat.").tokens == 4
