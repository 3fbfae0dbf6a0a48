"""Pairs: read from M2 and parallel text, and filtered as in the study."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.errors import InputError
from syntacticdiff.neural import Pair, pairs_of, read_pairs
from syntacticdiff.neural.pairs import choose_vocabulary, edit_distance, is_usable, is_writable
from syntacticdiff.neural.programs import program_of, run

words = st.lists(st.sampled_from(["a", "b", "c", "the", "The"]), min_size=1, max_size=8).map(tuple)


def pair(source: str, *targets: str) -> Pair:
    return Pair(tuple(source.split()), tuple(tuple(target.split()) for target in targets))


def test_each_annotator_of_m2_is_a_version_and_the_same_one_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "a.m2"
    path.write_text(
        "S He go home\n"
        "A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
        "A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||2\n\n"
        "S Fine .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\nS\n\n"
    )
    assert read_pairs([str(path)]) == [
        pair("He go home", "He goes home", "He went home"),
        pair("Fine .", "Fine ."),
    ]


def test_a_version_that_removes_everything_is_left_out() -> None:
    removed = M2Sentence(("a",), (M2Edit(0, 1, "U:OTHER", ("",)),))
    assert pairs_of([removed, M2Sentence(("b",))]) == [pair("b", "b")]


def test_parallel_text_has_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("He go\tHe goes\tHe went\n\nFine .\tFine .\n")
    assert read_pairs([str(path)]) == [
        pair("He go", "He goes", "He went"),
        pair("Fine .", "Fine ."),
    ]
    path.write_text("He go\tHe goes\nno tab here\n")
    with pytest.raises(InputError, match=r"a\.tsv:2: no corrected version"):
        read_pairs([str(path)])


@pytest.mark.parametrize(
    ("example", "usable"),
    [
        (pair("He go home .", "He goes home ."), True),
        (pair("a b c d", "w x y z"), False),  # another sentence
        (pair("see www.a.org now please", "see www.a.org now , please"), False),
        (pair("I go to home", "I go home ( or : I went home )"), False),  # a remark
        (pair("a b c d <- e f", "a b c d <- e g"), True),  # the writer's own
        (pair(" ".join("a" * 51), " ".join("a" * 50)), False),
        (pair("He go .", "He goes .", "x y z"), False),
    ],
)
def test_the_filters_of_the_study(example: Pair, usable: bool) -> None:
    assert is_usable(example) is usable


def test_words_that_can_be_neither_written_nor_copied_are_few() -> None:
    known = {"He", "goes", "home"}
    assert is_writable(pair("He Zyx home", "He goes Zyx home"), known)  # copied
    assert not is_writable(pair("He go home", "He goes Zyx home"), known)


def test_the_vocabulary_is_the_commonest_words_of_the_versions_in_order() -> None:
    found = choose_vocabulary([pair("x x x", "b a"), pair("x", "b c"), pair("x", "a c b")], 2)
    assert found == ("a", "b")


def _distance(source: tuple[str, ...], target: tuple[str, ...]) -> int:
    if not source or not target:
        return len(source) + len(target)
    return min(
        _distance(source[1:], target) + 1,
        _distance(source, target[1:]) + 1,
        _distance(source[1:], target[1:]) + (source[0] != target[0]),
    )


@settings(max_examples=50)
@given(words.map(lambda w: w[:5]), words.map(lambda w: w[:5]))
def test_edit_distance_is_the_least_number_of_changes(
    source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    assert edit_distance(source, target) == _distance(source, target)


@settings(max_examples=200)
@given(words, words)
def test_the_program_of_a_pair_makes_its_target(
    source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    program = program_of(source, target)
    assert run(program, source) == target
    assert [step.place for step in program].count(len(source)) == 1
    assert all(step.place < 0 or not step.word for step in program)


def test_what_is_aligned_is_copied_from_its_own_place() -> None:
    program = program_of(["buy", "and", "buy", "it"], ["buy", ",", "and", "buy", "it", "."])
    assert [step.place for step in program] == [0, -1, 1, 2, 3, -1, 4]
