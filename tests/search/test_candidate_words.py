"""V_INS and V_SUB, over a small lexicon made by hand."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.search.candidate_words import Substitutions, insertion_words, removable_words
from syntacticdiff.text.contractions import CONTRACTIONS
from syntacticdiff.text.function_words import CLOSED_CLASSES, CONFUSION_CLASSES, FUNCTION_WORDS
from syntacticdiff.text.tokens import tokenize

MARKERS = ["<unk>", "<s>", "</s>"]
COUNTS = {
    ",": 90, "the": 80, "of": 70, "a": 60, "is": 50, "are": 40, "in": 30, "an": 25, "to": 24,
    "walk": 20, "walks": 19, "walked": 18, "walking": 17, "feet": 16, "foot": 15, "go": 14,
    "went": 13, "goes": 12, "going": 11, "cat": 10, "cats": 9, "cat's": 9, "die": 8, "dying": 8,
    "receive": 8, "believe": 7, "relieve": 6, "1990": 5, "received": 5, "éclair": 5, "éclairs": 5,
    "walker": 4, "walkers": 2, "gone": 1,
}  # fmt: skip


def lexicon(counts: dict[str, int] | Iterable[str] = COUNTS) -> Lexicon:
    if isinstance(counts, dict):
        return Lexicon.build([*MARKERS, *counts], np.array([0, 0, 0, *counts.values()]))
    return Lexicon.build([*MARKERS, *counts])


def inserted(spec: Any, min_count: int = 5, words: Lexicon | None = None) -> tuple[str, ...]:
    return insertion_words(spec, words or lexicon(), min_count=min_count, fold=str.lower)


def replacing(spec: Any, word: str, min_count: int = 5) -> tuple[str, ...]:
    return Substitutions(spec, lexicon(), min_count=min_count, fold=str.lower).words(word)


class TestFunctionWords:
    def test_there_are_100_to_150_and_each_has_a_class(self) -> None:
        assert 100 <= len(FUNCTION_WORDS) <= 150
        assert set(FUNCTION_WORDS) == set().union(*CLOSED_CLASSES.values())
        assert list(FUNCTION_WORDS) == sorted(set(FUNCTION_WORDS))

    def test_each_is_lower_case_and_one_token(self) -> None:
        for word in FUNCTION_WORDS:
            assert word == word.lower()
            assert [token.surface for token in tokenize(word)] == [word]


class TestInsertions:
    def test_function_words_are_those_that_the_reference_knows(self) -> None:
        assert inserted("function-words") == ("a", "an", "are", "in", "is", "of", "the", "to")

    def test_marks_of_punctuation_and_quotes_are_lists_of_their_own(self) -> None:
        words = lexicon(dict.fromkeys(["the", ",", ".", "?", "!", ";", ":", "'", '"', "-"], 9))
        assert inserted("punctuation", words=words) == ("!", ",", ".", ":", ";", "?")
        assert inserted("quotes", words=words) == ('"', "'", "-")
        assert inserted("punctuation") == (",",)
        for spec in ("punctuation:5", "quotes:5"):
            with pytest.raises(UsageError, match="takes no argument"):
                inserted(spec)

    def test_frequent_words_are_the_commonest_punctuation_included(self) -> None:
        assert inserted("frequent:3") == (",", "of", "the")
        assert "1990" in inserted("frequent:1000")

    def test_frequent_words_must_be_frequent_enough_too(self) -> None:
        assert set(inserted("frequent:1000", 5)) == {w for w in COUNTS if COUNTS[w] >= 5}

    def test_names_combine_and_no_word_comes_twice(self) -> None:
        both = inserted("frequent:2+frequent:3 + function-words")
        assert both == (",", *inserted("function-words"))

    def test_a_list_is_folded_sorted_and_rid_of_unknown_and_rare_words(self) -> None:
        assert inserted(["Walk", "zebra", "éclair", "THE", "the", "gone", "<s>", "</s>"]) == (
            "the",
            "walk",
            "éclair",
        )
        assert inserted({"gone"}, min_count=1) == ("gone",)
        assert inserted(["zebra"]) == inserted([]) == inserted(None) == inserted("none") == ()

    def test_a_file_has_a_word_on_each_line(self, tmp_path: Path) -> None:
        path = tmp_path / "words+more.txt"
        path.write_text("the\n\n  Foot \nzebra\r\nin\n", encoding="utf-8-sig")
        expected = ("foot", "in", "the")
        assert inserted(path) == inserted(str(path)) == expected
        assert inserted(f"file:{path.rename(tmp_path / 'w.txt')}+frequent:1") == (",", *expected)

    @pytest.mark.parametrize(
        "spec", ["functionwords", "", "frequent", "frequent:", "frequent:0", "frequent:x",
                 "porter2", "frequent:²", "function-words+", 5, b"the", {"the": 1}, ["the", 5]]
    )  # fmt: skip
    def test_an_unknown_spec_is_named(self, spec: Any) -> None:
        with pytest.raises(UsageError, match=r"^insertions: ") as caught:
            inserted(spec)
        assert "\n" not in str(caught.value)

    def test_the_message_says_what_is_allowed_and_what_was_given(self) -> None:
        with pytest.raises(UsageError, match=r"'articles' is none of .*frequent:N.*file:PATH"):
            inserted("articles")

    def test_the_name_of_a_list_comes_before_a_file_of_that_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in ("function-words", "none"):
            Path(name).write_text("cat\n")
            assert "cat" not in inserted(name)
            assert inserted(f"file:{name}") == ("cat",)
        Path("both.txt").write_text("of\n")
        assert "of" in inserted("both.txt+none")

    def test_a_file_that_cannot_be_read_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"insertions: cannot read .*nowhere\.txt"):
            inserted(f"file:{tmp_path / 'nowhere.txt'}")
        (tmp_path / "latin1.txt").write_bytes(b"caf\xe9\n")
        with pytest.raises(InputError, match=r"latin1\.txt is not a UTF-8 text file"):
            inserted(f"file:{tmp_path / 'latin1.txt'}")

    def test_a_named_source_that_gives_nothing_is_explained(self) -> None:
        with pytest.warns(
            UserWarning, match=r'insertions: "function-words" has no word .* 99 times'
        ):
            assert inserted("function-words", min_count=99) == ()

    def test_a_list_that_gives_nothing_is_not(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert inserted(["zebra"]) == ()


class TestWithoutCounts:
    def test_it_is_said_once_that_counts_are_missing(self) -> None:
        words = lexicon(COUNTS.keys())
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert inserted("frequent:2", 99, words) == (",", "the")
            found = Substitutions("porter2", words, min_count=99, fold=str.lower)
        assert found.words("cat") == ("cat's", "cats")
        assert ["no word counts" in str(warning.message) for warning in caught] == [True]


class TestSubstitutions:
    @pytest.mark.parametrize(
        ("spec", "word", "expected"),
        [
            ("porter2", "Walks", "walk walked walking"),
            ("porter2", "dying", "die"),
            ("porter2", "strolls", ""),
            ("porter2", "cat’s", "cat cat's cats"),
            ("porter2", "1990", ""),
            ("porter2", ",", ""),
            ("porter2-light", "walks", "walk"),
            ("porter2-light", "walked", ""),
            ("porter2-light", "cat", "cat's cats"),
            ("porter2-light", "éclair", "éclairs"),
            ("inflections", "walk", "walked walking walks"),
            ("inflections", "went", "go goes going"),
            ("inflections", "foots", "feet foot"),
            ("inflections", "'s", ""),
            ("confusions", "The", "a an"),
            ("confusions", "of", "in to"),
            ("confusions", "is", "are"),
            ("confusions", "he", ""),
            ("spelling", "recieve", "believe receive received relieve"),
            ("spelling", "teh", "the"),
            ("spelling", "wolk", "walk"),
            ("spelling", "walkng", "walk walked walking walks"),
            ("spelling", "cta", "cat"),
            ("spelling", "cats", ""),
            ("spelling", "c-a-t-s", "cat's cats"),
            ("spelling", "walkers", ""),  # rare, but not unknown
            ("spelling", "1991", ""),
            ("porter2+confusions", "is", "are"),
            ("porter2-light + inflections", "cats", "cat cat's"),
            ({"IN": ["Of", "on", "in"], "in": ["to"]}, "in", "of to"),
            ({"in": ["of"]}, "to", ""),
            (lambda word: ["of", word, "gone", "<s>"], "in", "of"),
            ({"in": ["of"]}.get, "to", ""),
            (["confusions", {"in": ["go"]}, lambda word: ["foot"]], "in", "foot go of to"),
            (None, "walk", ""),
            ("none", "walk", ""),
            ("none+confusions", "a", "an the"),
            ([], "walk", ""),
        ],
    )  # fmt: skip
    def test_a_word_may_be_replaced_by(self, spec: Any, word: str, expected: str) -> None:
        assert replacing(spec, word) == tuple(expected.split())

    @pytest.mark.parametrize("spec", ["porter2", "inflections", lambda word: COUNTS])
    def test_only_words_seen_often_enough(self, spec: Any) -> None:
        for least in (1, 4, 13):
            for word in ("walk", "go", "walker"):
                assert all(COUNTS[other] >= least for other in replacing(spec, word, least))
        assert replacing("porter2", "walkers", 3) == ("walker",)
        assert replacing("porter2", "walker", 3) == ()

    def test_only_closed_classes_that_learners_confuse(self) -> None:
        every = lexicon(dict.fromkeys(FUNCTION_WORDS, 9))
        found = Substitutions("confusions", every, min_count=1, fold=str.lower)
        confused = {word for word in FUNCTION_WORDS if found.words(word)}
        assert confused == set().union(*(CLOSED_CLASSES[name] for name in CONFUSION_CLASSES))
        assert not {"he", "and", "not"} & confused

    def test_at_most_ten_spellings_the_commonest_of_the_nearest(self) -> None:
        counts = {f"ba{letter}": 30 for letter in "cdefghijk"} | {"bats": 20, "bay": 9, "baz": 8}
        words = lexicon(counts)
        found = Substitutions("spelling", words, min_count=1, fold=str.lower, language="de")
        assert found.words("bat") == tuple(sorted([*counts][:10]))

    def test_english_words_are_misspelled_if_no_dictionary_has_them(self) -> None:
        counts = {"received": 90, "recieved": 11, "gameplay": 30, "believed": 20, "reccived": 40}
        found = Substitutions("spelling", lexicon(counts), min_count=1, fold=str.lower)
        # known to the reference, but seldom; common there, although in no dictionary
        assert found.words("recieved") == ("believed", "reccived", "received")
        assert found.words("gameplay") == found.words("received") == ()
        assert found.words("gamepley") == ("gameplay",)

    def test_names_of_the_reference_are_not_misspelled(self) -> None:
        words = [*MARKERS, "frodo", "frodu", "from"]
        shares = np.array([0, 0, 0, 255, 10, 0], np.uint8)
        known = Lexicon.build(words, np.array([0, 0, 0, 9, 9, 99]), shares)
        found = Substitutions("spelling", known, min_count=5, fold=str.lower)
        assert found.words("frodo") == ()
        assert found.words("frodu") == ("frodo", "from")

    def test_words_run_together_are_split(self) -> None:
        counts = {"a": 900, "lot": 300, "in": 800, "fact": 400, "al": 9, "ot": 9, "act": 100}
        found = Substitutions("spelling", lexicon(counts), min_count=1, fold=str.lower)
        assert "a lot" in found.words("alot")
        assert "al ot" not in found.words("alot")
        assert "in fact" in found.words("infact")

    def test_contractions_are_what_the_tokenizer_makes(self) -> None:
        for written, meant in CONTRACTIONS.items():
            assert [token.surface for token in tokenize(written)] == [written]
            for tokens in meant:
                together = tokens.replace(" '", "'").replace(" n't", "n't")
                assert [token.surface for token in tokenize(together)] == tokens.split(" ")

    @pytest.mark.parametrize(
        ("word", "expected"),
        [("dont", "do n't"), ("thats", "that 's"), ("im", "i 'm"), ("cant", "ca n't"),
         ("wont", "wo n't"), ("lets", "let 's"), ("its", "it 's"), ("your", "you 're"),
         ("whose", "who 's"), ("do'nt", "do n't")],
    )  # fmt: skip
    def test_contractions_without_their_apostrophe(self, word: str, expected: str) -> None:
        words = lexicon(dict.fromkeys(expected.split(), 9))
        found = Substitutions("contractions", words, min_count=1, fold=str.lower)
        assert found.words(word) == (expected,)

    @pytest.mark.parametrize(
        ("word", "other"),
        [("then", "than"), ("lose", "loose"), ("he", "him"), ("good", "well"), ("a", "an"),
         ("quick", "quickly"), ("easy", "easily"), ("possible", "possibly"), ("much", "many"),
         ("basic", "basically")],
    )  # fmt: skip
    def test_words_that_are_often_confused(self, word: str, other: str) -> None:
        found = Substitutions("homophones", lexicon([word, other]), min_count=1, fold=str.lower)
        assert found.words(word) == (other,)
        assert found.words(other) == (word,)

    def test_a_cased_reference_keeps_case_variants_apart_but_stems_them_alike(self) -> None:
        words = lexicon({"walks": 9, "Walk": 8, "walk": 7})
        found = Substitutions("porter2", words, min_count=1, fold=str)
        assert found.words("walk") == ("Walk", "walks")

    def test_a_callable_is_asked_once_for_each_folded_word(self) -> None:
        asked = []

        def source(word: str) -> list[str]:
            asked.append(word)
            return ["of"]

        found = Substitutions(source, lexicon(), min_count=1, fold=str.lower)
        assert [found.words(word) for word in ("In", "in", "a", "IN")] == [("of",)] * 4
        assert asked == ["in", "a"]

    def test_a_compiled_stemmer_never_sees_what_it_cannot_encode(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stemmer = SimpleNamespace(stemWord=lambda word: word.encode().decode())
        monkeypatch.setattr("snowballstemmer.stemmer", lambda language: stemmer)
        assert replacing("porter2", "walk\ud800") == ()

    def test_sources_are_prepared_when_first_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        words = lexicon()
        monkeypatch.setattr(words, "word", None)  # whoever lists the lexicon now fails
        found = Substitutions("porter2+porter2-light+spelling", words, min_count=1, fold=str.lower)
        with pytest.raises(TypeError):  # and only now is it listed
            found.words("walking")

    @pytest.mark.parametrize(
        "spec", ["stems", "", "porter2+", "porter2+stems", 5, {"in": "of"}, {"in": [1]},
                 {1: ["in"]}, ["porter2", 5], lambda word: "of", lambda word: 5]
    )  # fmt: skip
    def test_an_unknown_spec_is_named(self, spec: Any) -> None:
        with pytest.raises(UsageError, match=r"^substitutions: "):
            replacing(spec, "in")

    @pytest.mark.parametrize("min_count", [-1, 2.5, "5", None])
    def test_min_count_must_be_a_count(self, min_count: Any) -> None:
        with pytest.raises(UsageError, match=r"^min_count: "):
            replacing("porter2", "in", min_count)

    def test_inflections_need_no_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "lemminflect", None)
        assert replacing("inflections", "cats") == ("cat",)

    @given(st.text() | st.text("aeinost'’y-", max_size=12) | st.sampled_from([*COUNTS]))
    def test_any_word_gets_known_other_words_in_order_and_once(self, word: str) -> None:
        found = EVERY_SOURCE.words(word)
        assert list(found) == sorted(set(found), key=lambda other: other.encode())
        assert word.lower() not in found
        assert all(COUNTS.get(other, 0) >= 5 for other in found)

    def test_a_very_long_word_is_no_trouble(self) -> None:
        start = time.process_time()
        for word in ("ay" * 200_000, "a" * 100_000, "s's" * 30_000):
            assert EVERY_SOURCE.words(word) == ()
        assert time.process_time() - start < 2  # stemming the first would take from ten seconds


EVERY_SOURCE = Substitutions(
    "porter2+porter2-light+inflections+confusions+spelling",
    lexicon(),
    min_count=5,
    fold=str.lower,
)


def test_a_cased_reference_is_offered_other_cases_of_an_unknown_word() -> None:
    words = lexicon({"USA": 9, "English": 9, "usage": 9})
    found = Substitutions("spelling", words, min_count=5, fold=str)
    assert found.words("usa") == ("USA",)
    assert found.words("ENGLISH") == ("English",)
    assert found.words("English") == ()


class TestRemovals:
    def removable(self, spec: object) -> frozenset[str] | None:
        return removable_words(spec, lexicon(COUNTS), min_count=5, fold=str.lower)

    def test_all_words_function_words_or_those_of_a_list(self, tmp_path: Path) -> None:
        assert self.removable("all") is None
        assert self.removable("none") == self.removable(None) == frozenset()
        assert {"the", "whom"} <= self.removable("function-words")
        assert self.removable(["The", "zebra"]) == {"the", "zebra"}
        (tmp_path / "words.txt").write_text("Of\nzebra\n")
        assert self.removable(f"file:{tmp_path / 'words.txt'}") == {"of", "zebra"}
        assert self.removable("function-words+frequent:3") > self.removable("function-words")

    @pytest.mark.parametrize("spec", ["some", 3, b"of", {"of": 1}])
    def test_what_names_no_words_is_refused(self, spec: object) -> None:
        with pytest.raises(UsageError, match=r'^removals: .* is none of "all"'):
            self.removable(spec)
