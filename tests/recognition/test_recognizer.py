"""Recognizer: whole sentences, by index and reference or by a network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff.recognition import (
    Near,
    RecognitionNetwork,
    Recognizer,
    SemicharacterIndex,
    WordPool,
    save_network,
)
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.text import damerau_levenshtein


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return Recognizer()


def words(recognizer: Recognizer, sentence: str) -> str:
    return " ".join(recognizer.words(sentence.split()))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Aoccdrnig to rsearch at Cmabrigde Uinervtisy , it does not mttaer .",
            "According to research at Cambridge University , it does not matter .",
        ),
        ("I recieved a leter from her .", "I received a letter from her ."),
        ("THE GOVERMENT", "THE GOVERNMENT"),
        ("He lives in engalnd .", "He lives in England ."),
        ("We met Mr. Sakaguchi .", "We met Mr. Sakaguchi ."),
        ("In 1984 mp3 x2 - ... leter.", "In 1984 mp3 x2 - ... leter."),
        ("form from there three", "form from there three"),
        ("привет мир 日本語", "привет мир 日本語"),
        ("x" * 10_000, "x" * 10_000),
        ("", ""),
    ],
)
def test_what_is_misspelled_is_recognised_and_all_else_stays(
    recognizer: Recognizer, sentence: str, expected: str
) -> None:
    assert words(recognizer, sentence) == expected


def test_neighbours_decide(recognizer: Recognizer) -> None:
    assert words(recognizer, "She is taller thna him .").split()[3] == "than"
    assert words(recognizer, "It was a hosue with a garden .").split()[3] == "house"


def test_alternatives_are_probable_and_the_first_is_meant(recognizer: Recognizer) -> None:
    [found] = recognizer.recognize(["They", "definately", "agreed", "."])
    assert (found.position, found.word, found.meant) == (1, "definately", "definitely")
    shares = [each.probability for each in found.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-9
    assert found.alternatives[0].word == found.meant


@pytest.fixture(scope="module")
def few_words() -> Recognizer:
    return Recognizer(ReferenceModel.train(["A word and the letter ."] * 30))


@settings(max_examples=40, deadline=None)
@given(
    tokens=st.lists(st.text(max_size=6) | st.sampled_from(["wrod", "lteter", "teh"]), max_size=6)
)
def test_as_many_words_come_out_as_went_in(few_words: Recognizer, tokens: list[str]) -> None:
    found = few_words.words(tokens)
    assert len(found) == len(tokens)
    assert all(" " not in new for new, old in zip(found, tokens, strict=True) if new != old)


def test_a_cased_reference_gives_its_own_spelling() -> None:
    model = ReferenceModel.train(["He lives in Paris with Maria ."] * 30, cased=True)
    assert words(Recognizer(model), "He lvies in Paris .") == "He lives in Paris ."


def test_engines_agree() -> None:
    pytest.importorskip("syntacticdiff._native")
    sentence = ["Aoccdrnig", "to", "rsearch", "the", "goverment", "definately", "chnaged"]
    assert Recognizer().recognize(sentence) == Recognizer(native=False).recognize(sentence)


def test_a_network_decides_instead(tmp_path: Path) -> None:
    network = RecognitionNetwork(
        words=("letter", "word"),
        input=np.zeros((4, 228), np.float32),
        recurrent=np.zeros((4, 1), np.float32),
        bias=np.zeros(4, np.float32),
        output=np.zeros((3, 1), np.float32),
        output_bias=np.array([1, 3, 2], np.float32),
        header={"tokenizer": "treebank", "tokenizer_version": 1, "training": {}, "signature": ""},
    )
    save_network(network, tmp_path / "a.sdrec")
    recognizer = Recognizer(network=tmp_path / "a.sdrec")
    assert words(recognizer, "a leter 1984 the") == "a letter 1984 the"
    [found] = recognizer.recognize(["leter"])
    assert [each.word for each in found.alternatives] == ["letter", "word", "leter"]


@pytest.mark.parametrize(
    "word", ["1984", "abc", "мир и", "привет", "日本語日本", "λόγος-x", "x" * 41, "x" * 10_000, ""]
)
def test_a_network_is_not_asked_about_what_cannot_be_one_of_its_words(word: str) -> None:
    network = RecognitionNetwork(
        words=("letter",),
        input=np.zeros((4, 228), np.float32),
        recurrent=np.zeros((4, 1), np.float32),
        bias=np.zeros(4, np.float32),
        output=np.zeros((2, 1), np.float32),
        output_bias=np.array([0, 3], np.float32),
    )
    recognizer = Recognizer(network=network)
    assert recognizer.words(["leter", word, "élettre"]) == ["letter", word, "letter"]


def test_what_a_network_does_not_know_stays() -> None:
    network = RecognitionNetwork(
        words=("word",),
        input=np.zeros((4, 228), np.float32),
        recurrent=np.zeros((4, 1), np.float32),
        bias=np.zeros(4, np.float32),
        output=np.zeros((2, 1), np.float32),
        output_bias=np.array([3, 0], np.float32),
    )
    assert Recognizer(network=network).words(["leter"]) == ["leter"]


@settings(max_examples=60)
@given(
    st.lists(st.text("abcd", min_size=1, max_size=6), unique=True, max_size=20),
    st.text("abcd", min_size=1, max_size=6),
)
def test_the_pool_has_every_word_within_two_faults_the_nearest_first(
    known: list[str], word: str
) -> None:
    found = WordPool(SemicharacterIndex(known)).nearest(word, 100)
    faults = {near.word: near.faults for near in found}
    assert [near.faults for near in found] == sorted(near.faults for near in found)
    for other in known:
        apart = damerau_levenshtein(word, other)
        if apart <= 2:
            assert faults[other] <= apart
        if other in SemicharacterIndex([other]).jumbled(word):
            assert faults[other] <= 1
        if other in SemicharacterIndex([other]).behind(word):
            assert faults[other] <= 2
    assert all(near.faults <= 2 for near in found)


def test_a_jumble_is_one_fault_however_far() -> None:
    pool = WordPool(SemicharacterIndex(["university", "diversity"]))
    assert pool.nearest("uitisrevny") == [Near("university", 1)]
