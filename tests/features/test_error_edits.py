"""Which edits count as signs of an error."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import reference_sentences
from support.plain import plain_differ

from syntacticdiff import ReferenceModel, SyntacticDiff, UsageError
from syntacticdiff.edits.diff import Diff, Edit, apply_edits
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.features.error_edits import CountedEdits, is_content_word


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.train(list(reference_sentences()), order=3)


@pytest.fixture(scope="module")
def differ(model: ReferenceModel) -> SyntacticDiff:
    return plain_differ(model, search="sweep", engine="python")


def total_bits(model: ReferenceModel, tokens: tuple[str, ...]) -> float:
    return model.score(list(tokens)).bits_per_token * (len(tokens) + 1)


def test_bits_are_saved_only_if_they_are_saved_in_total_and_per_token(
    differ: SyntacticDiff, model: ReferenceModel
) -> None:
    diff = differ("The teacher walk to the the school morning.")
    assert {edit.op for edit in diff.edits} == {"insert", "remove", "sub"}
    for edit in diff.edits:
        after = apply_edits(diff.tokens, [edit])
        before_total, after_total = total_bits(model, diff.tokens), total_bits(model, after)
        per_token = before_total / (len(diff.tokens) + 1) - after_total / (len(after) + 1)
        wanted = min(before_total - after_total, per_token * (len(diff.tokens) + 1))
        assert saved_bits(edit, diff) == pytest.approx(wanted, abs=1e-4)


@given(
    op=st.sampled_from(["insert", "remove", "sub"]),
    gain=st.floats(0.01, 5),
    before=st.floats(5, 20),
    length=st.integers(2, 40),
)
def test_an_edit_never_saves_more_than_its_gain_times_the_tokens(
    op: str, gain: float, before: float, length: int
) -> None:
    edit = Edit(op, 0, "" if op == "insert" else "a", "" if op == "remove" else "b", gain)
    diff = Diff("", ("a",) * length, (edit,), before, None, None, None)
    assert saved_bits(edit, diff) <= gain * (length + 1) + 1e-9


def sentence(*edits: Edit) -> Diff:
    return Diff("x", ("x",) * 9, edits, 1.0, None, None, None)


STRONG = 3.0


@pytest.mark.parametrize(
    ("edit", "counts"),
    [
        (Edit("insert", 0, "", "the", STRONG), True),
        (Edit("insert", 0, "", "school", STRONG), False),
        (Edit("remove", 0, "the", "", STRONG), True),
        (Edit("remove", 0, ",", "", STRONG), True),
        (Edit("remove", 0, "school", "", STRONG), False),
        (Edit("remove", 0, "1984", "", STRONG), False),
        (Edit("sub", 0, "school", "schools", STRONG), True),
        (Edit("sub", 0, "school", "schools", 0.01), False),
    ],
)
def test_of_content_words_only_substitutions_count(edit: Edit, counts: bool) -> None:
    assert CountedEdits().counts(edit, sentence(edit)) is counts


def test_all_or_no_operations_may_count() -> None:
    removal, other_form = (
        Edit("remove", 0, "school", "", STRONG),
        Edit("sub", 0, "school", "schools", STRONG),
    )
    diff = sentence(removal, other_form)
    assert CountedEdits(content_operations=("remove",)).counted(diff).edits == (removal,)
    assert CountedEdits(content_operations=()).counted(diff).edits == ()


def test_rows_are_counts_of_edits_that_count_and_survive_pickling(differ: SyntacticDiff) -> None:
    diffs = differ.document("The teacher walk to school. She is in garden.")
    counted = CountedEdits(["edit", "operation"], min_bits=0.5)
    row = counted(diffs)
    assert row == pickle.loads(pickle.dumps(counted))(diffs)
    wanted = [str(e) for d in diffs for e in d.edits if counted.counts(e, d)]
    assert wanted
    assert sum(row.features[op] for op in {name.split("(")[0] for name in wanted}) == len(wanted)


def test_words_of_no_closed_class_are_content() -> None:
    assert [w for w in ("the", "School", "of", "not", ".", "is") if is_content_word(w)] == [
        "School"
    ]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"min_bits": -1}, "min_bits: a number from 0 is needed, not -1"),
        ({"min_bits": "1"}, "min_bits: a number from 0 is needed, not '1'"),
        ({"min_bits": float("nan")}, "min_bits: a number from 0 is needed, not nan"),
        ({"content_operations": "sub"}, "content_operations: a collection of insert, remove, sub"),
        ({"content_operations": ["swap"]}, "content_operations: 'swap' is not one of insert"),
        ({"templates": "words"}, "features: 'words' is not one of"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CountedEdits(**settings)  # type: ignore[arg-type]


def test_other_languages_bring_their_own_function_words() -> None:
    edits = (Edit("insert", 1, "", "dem", 2.0), Edit("remove", 2, "schule", "", 2.0))
    diff = Diff("Mit Hund Schule", ("mit", "hund", "schule"), edits, 9.0, None, None, None)
    assert CountedEdits()([diff]).features == {}  # neither is an English function word
    german = replace(diff, function_words=frozenset({"dem", "mit"}))
    assert CountedEdits()([german]).features == {"insert(dem)": 1.0}


def test_edits_with_a_probability_count_whatever_they_save() -> None:
    capital = Edit("sub", 0, "i", "I", 0.0, 0, 1, probability=0.9)
    content = Edit("remove", 1, "soup", "", 0.0, 2, 6, probability=0.9)
    tokens = ("i", "soup")
    diff = Diff("i soup", tokens, (capital, content), 9.0, 9.0, "I", ("I",))
    assert CountedEdits()([diff]).features == {"sub(i->I)": 1.0}
