"""Words and ids without Python objects."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS


@given(st.lists(st.text(min_size=1), unique=True, max_size=50))
def test_every_word_is_found_under_its_id_and_no_other_is(words):
    words = [word for word in words if word not in MARKERS]
    lexicon = Lexicon.build([*MARKERS, *words])
    assert [lexicon.id(word) for word in words] == list(range(3, len(words) + 3))
    assert list(lexicon.words()) == [*MARKERS, *words]
    assert lexicon.id("".join(words) + "never seen") == 0


@pytest.mark.parametrize("marker", MARKERS)
def test_text_spelled_like_a_marker_is_an_unknown_word(marker):
    assert Lexicon.build([*MARKERS, "a"]).id(marker) == 0


def test_a_lone_surrogate_is_a_word_like_any_other():
    lexicon = Lexicon.build([*MARKERS, "\ud800"])
    assert lexicon.word(lexicon.id("\ud800")) == "\ud800"


def test_counts_are_kept_where_they_are_known():
    assert Lexicon.build(MARKERS).counts is None
    assert list(Lexicon.build(MARKERS, np.array([0, 0, 7])).counts) == [0, 0, 7]


def test_a_damaged_slot_is_a_word_not_found():
    lexicon = Lexicon.build([*MARKERS, "a", "b"])
    slots = np.full_like(lexicon.slots, 4_000_000_000)
    damaged = Lexicon(lexicon.text, lexicon.offsets, slots, None)
    assert damaged.id("a") == 0


def test_the_markers_must_come_first():
    with pytest.raises(ValueError, match="begins with"):
        Lexicon.build(["a", *MARKERS])
