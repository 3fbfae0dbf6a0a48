"""Rows: given these diffs of a document, these numbers."""

import math
import pickle
import statistics

import pytest

from syntacticdiff import Diff, Edit
from syntacticdiff.errors import UsageError
from syntacticdiff.features.rows import NUMERIC_COLUMNS, DocumentFeatures, checked_numeric


def diff_of(sentence, *edits, bits=5.0, unknown=0):
    tokens = tuple(sentence.split())
    return Diff(sentence, tokens, edits, bits, None, None, None, unknown=unknown)


THE = Edit("insert", 1, "", "the", 0.5)
OF = Edit("remove", 0, "of", "", 0.25)
DOCUMENT = [
    diff_of("of go home now", THE, OF, bits=8.0, unknown=1),
    diff_of("go home", THE, bits=6.0),
    diff_of("so it is then", bits=4.0, unknown=2),
]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("count", {"insert(the)": 2.0, "remove(of)": 1.0, "unmodified": 1.0}),
        ("per_100_words", {"insert(the)": 20.0, "remove(of)": 10.0, "unmodified": 10.0}),
        ("gain", {"insert(the)": 1.0, "remove(of)": 0.25, "unmodified": 1.0}),
    ],
)
def test_values_decide_what_is_summed(values, expected):
    row = DocumentFeatures(["edit", "unmodified"], values)(DOCUMENT)
    assert row.features == expected
    assert row.numbers == ()


def test_numbers_are_of_sentences_words_and_edits():
    row = DocumentFeatures("edit", numeric=True)(DOCUMENT)
    assert dict(zip(NUMERIC_COLUMNS, row.numbers, strict=True)) == pytest.approx(
        {
            "mean_bits": 6.0,
            "spread_bits": statistics.pstdev([8.0, 6.0, 4.0]),
            "insert_per_100_words": 20.0,
            "remove_per_100_words": 10.0,
            "sub_per_100_words": 0.0,
            "unmodified_share": 1 / 3,
            "unknown_share": 0.3,
        }
    )


def test_numbers_come_in_a_fixed_order_and_only_if_requested():
    row = DocumentFeatures((), numeric=["unknown_share", "mean_bits"])(DOCUMENT)
    assert row.features == {}
    assert row.numbers == pytest.approx((6.0, 0.3))


@pytest.mark.parametrize("document", [[], [diff_of("")], [diff_of(""), diff_of("")]])
def test_an_empty_document_has_zeros_and_no_nan(document):
    for values in ("count", "per_100_words", "gain"):
        row = DocumentFeatures(["edit", "unmodified"], values, numeric=True)(document)
        assert row == ({}, (0.0,) * len(NUMERIC_COLUMNS))


def test_blank_lines_change_nothing():
    features = DocumentFeatures(["edit", "unmodified"], "per_100_words", numeric=True)
    assert features([diff_of(""), *DOCUMENT, diff_of("")]) == features(DOCUMENT)


def test_an_edit_of_no_words_is_still_a_finite_number():
    row = DocumentFeatures("edit", "per_100_words", True)([diff_of("", Edit("insert", 0, "", "a"))])
    assert row.features == {"insert(a)": 100.0}
    assert all(map(math.isfinite, row.numbers))


def test_in_one_process_a_pickle_always_leads_to_the_same_object():
    features = DocumentFeatures(["edit", "class"], "gain", ["mean_bits"])
    first, second = (pickle.loads(pickle.dumps(features)) for _ in range(2))
    assert first is second
    assert first(DOCUMENT) == features(DOCUMENT)


def test_invalid_arguments_are_refused_by_name():
    with pytest.raises(UsageError, match=r"^values: 'tfidf' is not one of count, per_100_words, "):
        DocumentFeatures("edit", "tfidf")
    with pytest.raises(UsageError, match=r"^numeric: 'bits' is not one of mean_bits, "):
        DocumentFeatures("edit", numeric=["bits"])
    with pytest.raises(UsageError, match=r"^numeric: True, False or names .* not 3"):
        checked_numeric(3)


def test_numeric_columns_may_be_requested_in_many_ways():
    assert checked_numeric(True) == NUMERIC_COLUMNS
    assert checked_numeric(False) == checked_numeric(()) == checked_numeric(None) == ()
    assert checked_numeric("spread_bits") == ("spread_bits",)
