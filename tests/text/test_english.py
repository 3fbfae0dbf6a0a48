"""The English words that come with the package: a dictionary, capitals, and forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import ModelError
from syntacticdiff.files.container import open_container, write_container
from syntacticdiff.text.english import (
    EMBEDDED,
    SDWORDS,
    EnglishWords,
    english_words,
    write_english_words,
)
from syntacticdiff.text.front_coding import FrontCodedWords

WRITTEN = ["cat", "cats", "May", "may", "English", "TV", "naïve", "o'clock"]
RIGHT = ("colour", "color", "organise", "organize", "organization", "travelled", "traveled")
WRONG = ("recieved", "beleive", "alot", "infact", "thats", "dont", "teh", "definately")
FORMS = {"cat": ["cats"], "cats": ["cat"], "foots": ["feet", "foot"], "go": ["went"]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "words.sdwords"
    write_english_words(path, WRITTEN, FORMS, ["made by hand"])
    return path


class TestFrontCoding:
    @given(st.sets(st.text("abcé", min_size=1, max_size=9), min_size=1, max_size=80), st.text())
    def test_every_word_is_found_at_its_place_and_no_other(self, words: set[str], other: str):
        ordered = sorted(words, key=str.encode)
        coded = FrontCodedWords.build(ordered)
        assert list(coded) == ordered
        assert [coded.number(word) for word in ordered] == list(range(len(ordered)))
        assert (coded.number(other) is None) == (other not in words)

    def test_words_must_be_sorted_and_distinct(self):
        for words in (["b", "a"], ["a", "a"], ["a" * 64]):
            with pytest.raises(ValueError, match="word"):
                FrontCodedWords.build(words)


class TestOwnFile:
    def test_capitals(self, file: Path):
        words = EnglishWords.load(file, verify=True)
        assert all(word.lower() in words for word in WRITTEN)
        assert words.listed() == {word.lower() for word in WRITTEN}
        assert "dog" not in words
        assert "foots" not in words  # it has forms, but no dictionary has it
        found = {word: words.case(word) for word in ("cat", "may", "english", "tv", "foots")}
        assert found == {
            "cat": "cat", "may": None, "english": "English", "tv": "TV", "foots": None
        }  # fmt: skip

    def test_forms(self, file: Path):
        words = EnglishWords.load(file)
        assert words.inflected("foots") == ("foot", "feet")
        assert words.inflected("go") == ("went",)
        assert words.inflected("dog") == words.inflected("may") == ()

    def test_the_same_words_give_the_same_file(self, file: Path, tmp_path: Path):
        write_english_words(tmp_path / "again", WRITTEN[::-1], FORMS, ["made by hand"])
        assert (tmp_path / "again").read_bytes() == file.read_bytes()

    def test_a_damaged_file_is_refused(self, file: Path):
        whole = file.read_bytes()
        file.write_bytes(whole[:-40])
        with pytest.raises(ModelError, match="truncated"):
            EnglishWords.load(file)
        file.write_bytes(b"x" * len(whole))
        with pytest.raises(ModelError, match="not a SyntacticDiff list of words"):
            EnglishWords.load(file)
        changed = bytearray(whole)
        changed[-50] ^= 1
        file.write_bytes(bytes(changed))
        with pytest.raises(ModelError, match="checksum"):
            EnglishWords.load(file, verify=True)

    @pytest.mark.parametrize(
        ("section", "array"),
        [
            ("words.blocks", np.array([0, 7], np.uint32)),
            ("cases", np.zeros(3, np.uint8)),
            ("forms", np.full(10, 999, np.uint16)),
            ("rules", np.frombuffer(b"\xff\n", np.uint8)),
            ("rules", np.frombuffer(b"x\n", np.uint8)),
            ("spellings", None),
        ],
    )
    def test_sections_that_do_not_fit_are_refused(self, file: Path, section: str, array):
        opened = open_container(file, SDWORDS, copy=True)
        arrays = dict(opened.arrays)
        if array is None:
            del arrays[section]
        else:
            arrays[section] = array
        write_container(file, SDWORDS, opened.header, arrays)
        with pytest.raises(ModelError, match=r"damaged: .*install it again"):
            EnglishWords.load(file)

    @given(st.binary(min_size=1, max_size=8), st.integers(0, 10_000), st.text(max_size=5))
    def test_damaged_text_gives_wrong_answers_at_worst(self, junk: bytes, at: int, word: str):
        coded = FrontCodedWords.build(sorted(["abc", "abd", "b", "bcd", "xyz"]))
        text = coded.text.copy()
        at %= len(text)
        text[at : at + len(junk)] = np.frombuffer(junk, np.uint8)[: len(text) - at]
        damaged = FrontCodedWords(text, coded.blocks, len(coded))
        assert damaged.number(word) in (None, *range(len(text)))
        assert len(list(damaged)) <= len(text)


class TestEmbedded:
    def test_it_is_whole_and_small(self):
        EnglishWords.load(verify=True)
        assert EMBEDDED.stat().st_size < 1_000_000

    def test_both_spellings_are_right_and_misspellings_are_not(self):
        words = english_words()
        for word in RIGHT:
            assert word in words
        for word in WRONG:
            assert word not in words

    def test_forms_of_irregular_words(self):
        words = english_words()
        assert {"went", "goes", "gone"} <= set(words.inflected("go"))
        assert {"foot", "feet"} <= set(words.inflected("foots"))
        assert "live" in words.inflected("lives")
        assert {"am", "is", "were"} <= set(words.inflected("be"))
