"""Which changes are one edit, by rules like ERRANT's; the examples are our own."""

from __future__ import annotations

import pytest

from syntacticdiff.alignment.align import align
from syntacticdiff.alignment.merge import MAX_CHANGES, merged


def edits(source: str, target: str) -> list[str]:
    words, others = source.split(), target.split()
    return [
        f"{' '.join(words[start:end])}>{' '.join(others[target_start:target_end])}"
        for start, end, target_start, target_end in merged(align(words, others), words, others)
    ]


@pytest.mark.parametrize(
    ("source", "target", "wanted"),
    [
        ("We go to the big big park", "We go to park", ["the big big>"]),
        ("We took the sub way home", "We took the subway home", ["sub way>subway"]),
        ("Our under standing grew", "Our understanding grew", ["under standing>understanding"]),
        ("It is well known", "It is well-known", ["well known>well-known"]),
        ("My friends car is red", "My friend 's car is red", ["friends>friend 's"]),
        ("Cat sat on it", "The cat sat on it", ["Cat>The cat"]),
        ("He left , we stayed", "He left . We stayed", [", we>. We"]),
        ("She go home", "She will go home", [">will"]),
        ("She goes home", "She will go home", ["goes>will go"]),
        ("I want eating it", "I want to eat it", ["eating>to eat"]),
        ("He walk in town", "He walked to town", ["walk>walked", "in>to"]),
        ("I have a book new", "I have a new book", ["book new>new book"]),
        ("She did good yesterday", "She did it very well yesterday", ["good>it very well"]),
        ("It was in the at noon", "It was by a at noon", ["in>by", "the>a"]),
    ],
)
def test_edits_that_belong_together(source: str, target: str, wanted: list[str]) -> None:
    assert edits(source, target) == wanted


def test_another_form_and_a_neighbouring_word_are_two_edits() -> None:
    assert edits("their own rooms are", "their room are") == ["own>", "rooms>room"]


def test_the_auxiliary_goes_with_the_verb_that_follows() -> None:
    assert edits("Prices rises fast", "Price has rised fast") == ["Prices>Price", "rises>has rised"]


def test_unrelated_sentences_of_any_length_are_split_into_edits_of_a_few_changes() -> None:
    """The rules look at every pair of changes, so without a limit this would take hours."""
    source = [f"left{number}" for number in range(400)]
    target = [f"right{number}" for number in range(300)]
    found = merged(align(source, target), source, target)
    assert found[0][0] == 0
    assert found[-1][1] == 400
    assert max(end - start for start, end, _, _ in found) <= MAX_CHANGES


def test_a_passage_of_any_length_that_was_removed_is_one_edit() -> None:
    source = [f"left{number}" for number in range(100)]
    assert merged(align(source, []), source, []) == [(0, 100, 0, 0)]
    assert merged(align([], source), [], source) == [(0, 0, 0, 100)]
