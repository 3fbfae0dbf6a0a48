"""ReferenceModel: text in, scores out, and how a model travels."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.reference import ReferenceModel

TEXTS = ["The cat sat on the mat. The dog did not.", "A dog ran to the cat!", "The dog sat."]


def test_text_is_split_tokenised_and_folded_as_the_model_was_told():
    model = ReferenceModel.train(TEXTS, order=2)
    assert model.header["sentences"] == 4
    assert model.score("THE CAT").log10 == model.score(["the", "cat"]).log10


def test_a_cased_model_keeps_capitals():
    model = ReferenceModel.train(TEXTS, order=2, cased=True)
    assert model.score(["the", "The"]).unknown == 0
    assert model.score(["THE"]).unknown == 1


def test_score_counts_tokens_and_unknown_words_and_includes_the_end():
    model = ReferenceModel.train(TEXTS, order=1)
    score = model.score("The zebra sat.")
    assert (score.tokens, score.unknown) == (4, 1)
    nothing = model.score("")
    assert nothing.tokens == 0
    assert nothing.log10 < 0
    assert nothing.bits_per_token == pytest.approx(-nothing.log10 / 0.30102999566)


def test_a_token_list_is_one_sentence():
    model = ReferenceModel.train([["a", "b", "."], ["c", "."]], order=2)
    assert model.header["sentences"] == 2
    assert model.header["tokens"] == 5


def test_whitespace_tokens_take_each_line_as_a_sentence():
    model = ReferenceModel.train(["it 's\nfine .\n"], order=2, tokenizer="whitespace")
    assert model.header["sentences"] == 2
    assert model.score("it's").unknown == 1


def test_a_bare_string_is_refused():
    with pytest.raises(UsageError, match="put it in a list"):
        ReferenceModel.train("The cat sat.")


def test_an_unknown_tokenizer_is_refused_by_name():
    with pytest.raises(UsageError, match="tokenizer: 'bpe' is not one of treebank, whitespace"):
        ReferenceModel.train(TEXTS, tokenizer="bpe")


def test_a_pickle_names_the_file_and_its_checksum(tmp_path):
    model = ReferenceModel.train(TEXTS)
    with pytest.raises(UsageError, match=r"model\.save\(path\)"):
        pickle.dumps(model)
    model.save(tmp_path / "a.sdlm")
    pickled = pickle.dumps(model)
    assert len(pickled) < 1000
    assert pickle.loads(pickled).score("The cat.") == model.score("The cat.")


def test_a_pickle_of_a_moved_or_changed_model_says_so(tmp_path):
    model = ReferenceModel.train(TEXTS)
    path = tmp_path / "moved.sdlm"
    model.save(path)
    pickled = pickle.dumps(model)
    path.rename(tmp_path / "elsewhere.sdlm")
    with pytest.raises(ModelError, match=r"moved\.sdlm: .* gone or has moved"):
        pickle.loads(pickled)
    ReferenceModel.train(TEXTS, order=1).save(path)
    with pytest.raises(ModelError, match="another model"):
        pickle.loads(pickled)


def test_copies_share_the_model():
    model = ReferenceModel.train(TEXTS)
    assert copy.deepcopy({"reference": model})["reference"] is model


def test_a_model_that_was_never_saved_is_stored_once_and_removed_at_exit():
    program = (
        "from syntacticdiff import ReferenceModel\n"
        "m = ReferenceModel.train(['a b c'])\n"
        "assert m.stored() == m.stored() and m.path is None\n"
        "assert ReferenceModel.load(m.stored()[0]).checksum == m.checksum\n"
        "print(m.stored()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().endswith(".sdlm")
    assert not Path(done.stdout.strip()).exists()
