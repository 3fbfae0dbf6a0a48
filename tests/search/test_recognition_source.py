"""The source `recognition`: which words it is asked for, and what it gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from syntacticdiff import SyntacticDiff
from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.recognition import RecognitionNetwork, save_network
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search import Substitutions


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    text = "The university research of words and letters is important , from there to three forms ."
    return ReferenceModel.train([text] * 30)


def substitutes(spec: str, word: str, model: ReferenceModel, language: str = "en") -> set[str]:
    known = Substitutions(spec, model.lexicon, min_count=1, fold=model.fold, language=language)
    return set(known.words(word))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("uinervtisy", {"university"}),
        ("Uinervtisy", {"university"}),
        ("rsearch", {"research"}),
        ("reesearch", {"research"}),
        ("lertets", {"letters"}),
        ("university", set()),
        ("xyz", set()),
        ("x" * 10_000, set()),
        ("", set()),
        ("1984", set()),
    ],
)
def test_misspelled_words_have_the_words_behind_them(
    model: ReferenceModel, word: str, expected: set[str]
) -> None:
    assert substitutes("recognition", word, model) == expected


def test_words_of_the_dictionary_alone_are_not_put_in(model: ReferenceModel) -> None:
    assert substitutes("recognition", "cmabridge", model) == set()  # the reference lacks it


def test_words_of_another_language_are_those_of_the_reference() -> None:
    model = ReferenceModel.train(["Die Universität hat viele Wörter ."] * 5, language="de")
    assert substitutes("recognition", "uinervsität", model, "de") == {"universität"}
    assert substitutes("recognition", "wörtr", model, "de") == {"wörter"}


def test_a_network_adds_its_likeliest_words(model: ReferenceModel, tmp_path: Path) -> None:
    words = ("forms", "letters", "research")
    network = RecognitionNetwork(
        words=words,
        input=np.zeros((4, 228), np.float32),
        recurrent=np.zeros((4, 1), np.float32),
        bias=np.zeros(4, np.float32),
        output=np.zeros((4, 1), np.float32),
        output_bias=np.array([3, 1, 2, 0], np.float32),
        neighbours=False,
        header={"tokenizer": "treebank", "tokenizer_version": 1, "training": {}, "signature": ""},
    )
    path = tmp_path / "words.sdrec"
    save_network(network, path)
    found = substitutes(f"recognition:{path}", "uinervtisy", model)
    assert found == {"university", *words}
    assert substitutes(f"recognition:{path}", "university", model) == set()


def test_a_file_that_is_none_is_refused(model: ReferenceModel, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        substitutes(f"recognition:{tmp_path / 'nothing.sdrec'}", "word", model)
    with pytest.raises(UsageError, match="recognition needs more, as in recognition\\[:FILE"):
        substitutes("recognition:", "word", model)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_both_engines_make_the_edit(engine: str) -> None:
    if engine == "native":
        pytest.importorskip("syntacticdiff._native")
    differ = SyntacticDiff(
        search="beam", penalties=None, substitutions="recognition", insertions="none",
        operations=("sub",), engine=engine,
    )  # fmt: skip
    diff = differ("He studies at the uinervtisy .")
    assert [(edit.source, edit.target) for edit in diff.edits] == [("uinervtisy", "university")]
