"""The index of a reference: shipped, kept or built, always the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from syntacticdiff.recognition import indexed_words
from syntacticdiff.recognition.indexed_words import (
    EMBEDDED,
    IndexedWords,
    build_index,
    index_checksum,
    open_index,
    reference_index,
    write_index,
)
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS
from syntacticdiff.text import english_words


@pytest.fixture(scope="module")
def embedded() -> Lexicon:
    return ReferenceModel.load(verify=False).lexicon


def lexicon(words: list[str], counts: list[int]) -> Lexicon:
    return Lexicon.build([*MARKERS, *words], np.array([0, 0, 0, *counts]))


def test_the_shipped_index_is_that_of_the_shipped_reference_and_words(
    embedded: Lexicon, tmp_path: Path
) -> None:
    # If not, run reference_corpora/build_index.py again.
    write_index(build_index(embedded), tmp_path / "new.sdindex", index_checksum(embedded))
    assert (tmp_path / "new.sdindex").read_bytes() == EMBEDDED.read_bytes()
    assert EMBEDDED.stat().st_size < 1_000_000


def test_the_embedded_reference_has_a_full_dictionary(embedded: Lexicon) -> None:
    index = reference_index(embedded)
    assert len(index.words) > 90_000
    assert index.jumbled("cmabrigde") == ["cambridge"]
    assert index.behind("qiuxotic") == ["quixotic"]  # of the dictionary
    assert "recieve" not in index.words
    assert reference_index(embedded) is index


def test_words_are_those_of_the_dictionary_those_known_well_and_those_with_marks() -> None:
    known = lexicon(["the", "twitter", "recieve", "well-known", "1984"], [9, 30, 9, 9, 9])
    words = list(build_index(known).words)
    assert words[:3] == ["the", "twitter", "well-known"]
    assert words[3:] == [w for w in sorted(english_words().listed()) if w not in words[:3]]
    assert "recieve" not in words


def test_words_can_be_had_from_both_ends() -> None:
    words = IndexedWords(lexicon(["x", "y"], [1, 1]), np.array([3, 4]), np.array([0, 5]))
    assert len(words) == 4
    assert words[:2] == ["x", "y"] == [words[-4], words[-3]]
    assert words[2] == next(iter(english_words().words))
    for place in (4, -5):
        with pytest.raises(IndexError):
            words[place]


def test_the_index_of_a_large_reference_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(tmp_path))
    monkeypatch.setattr(indexed_words, "LEAST_KEPT", 5)
    known = lexicon(["garden", "letters"], [30, 30])
    built = reference_index(known)
    [file] = (tmp_path / "indexes").iterdir()
    opened = open_index(file, known, index_checksum(known))
    assert opened is not None
    for word in ("gadren", "lettres", "lettrs", "qiuxotic"):
        assert opened.behind(word) == built.behind(word) != []
    assert list(opened.words) == list(built.words)
    file.write_bytes(file.read_bytes()[:-1])  # what is damaged is built again
    other = lexicon(["garden", "letters"], [30, 30])
    assert reference_index(other).behind("gadren") == ["garden"]
    assert open_index(file, other, index_checksum(other)) is not None


def test_the_index_of_a_small_reference_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(tmp_path))
    reference_index(lexicon(["garden"], [30]))
    assert list(tmp_path.iterdir()) == []


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(tmp_path))
    monkeypatch.setattr(indexed_words, "LEAST_KEPT", 4)
    monkeypatch.setattr(indexed_words, "MOST_KEPT", 2)
    for word in ("haus", "baum", "wort"):
        reference_index(lexicon([word], [30]), "de")
    assert len(list((tmp_path / "indexes").iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(indexed_words, "LEAST_KEPT", 4)
    assert reference_index(lexicon(["haus"], [30]), "de").behind("huas") == ["haus"]


def test_the_index_of_other_words_is_not_taken(embedded: Lexicon) -> None:
    other = lexicon(["garden"], [30])
    assert open_index(EMBEDDED, other, index_checksum(other)) is None
    assert index_checksum(embedded) != index_checksum(embedded, "de")
