"""The edits between two versions of a text: applied, they give the target; their types."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.real_text import SHARED

from syntacticdiff.alignment.annotate import annotated, extracted, read_parallel
from syntacticdiff.alignment.m2 import M2Sentence, corrected, parsed_m2, read_m2
from syntacticdiff.errors import InputError

ERRANT = SHARED / "data" / "ranking" / "systems-errant-m2"

words = st.sampled_from(["a", "The", "the", "in", "walk", "walks", "sub", "way", "subway", "'s"])
sentences = st.lists(words, max_size=10).map(tuple)


@given(sentences, sentences, sentences)
def test_applying_the_edits_gives_the_target(
    source: tuple[str, ...], first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    annotations = annotated(source, first, second).annotations
    assert corrected(source, annotations[0]) == first
    assert corrected(source, annotations[1]) == second


@given(sentences, sentences)
def test_edits_are_ordered_do_not_overlap_and_change_something(
    source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    edits = extracted(source, target)
    for edit, following in pairwise(edits):
        assert edit.end <= following.start
    for edit in edits:
        assert " ".join(source[edit.start : edit.end]) != edit.correction


@given(sentences, sentences)
def test_what_is_written_as_m2_is_read_back(
    source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    sentence = annotated(source, target)
    assert list(parsed_m2(str(sentence).splitlines(), "it")) == [sentence]


def test_a_target_that_is_the_source_has_a_noop_of_its_annotator() -> None:
    [noop] = annotated(("Fine",), ("Fine",)).edits
    assert str(noop) == "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"


def test_files_are_read_in_parallel_and_a_blank_line_is_a_sentence(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("He go\n\nFine\n")
    target.write_text("He goes\n\nFine")
    found = read_parallel(str(source), [str(target)], pytest.fail)
    assert [sentence.tokens for sentence in found] == [("He", "go"), (), ("Fine",)]
    assert [edit.correction for edit in found[0].edits] == ["goes"]


def test_versions_of_other_lengths_are_refused(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("He go\nFine\n")
    target.write_text("He goes\n")
    with pytest.raises(InputError, match=r"target: 1 lines, but .*source has 2"):
        read_parallel(str(source), [str(target)], pytest.fail)


@pytest.mark.skipif(not ERRANT.is_dir(), reason="the systems' M2 files are not there")
@pytest.mark.parametrize("system", ["CAMB", "UMC"])
def test_edits_are_those_of_errant(system: str) -> None:
    def places(sentence: M2Sentence) -> set[tuple[int, int, str]]:
        return {(e.start, e.end, e.correction) for e in sentence.edits if not e.is_noop}

    same = found = wanted = 0
    for sentence in read_m2(str(ERRANT / f"conll14-{system}.errant"), pytest.fail):
        own = annotated(sentence.tokens, corrected(sentence.tokens, sentence.edits))
        same += len(places(own) & places(sentence))
        found += len(places(own))
        wanted += len(places(sentence))
    assert 2 * same / (found + wanted) > 0.985
