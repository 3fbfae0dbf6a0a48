"""Edits counted as numbers give the matrix that counting diffs gives."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff import EditVectorizer, SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE
from syntacticdiff.features import DocumentFeatures
from syntacticdiff.features.numbered import NUMBERED, NumberedCounts
from syntacticdiff.features.row_cache import RowCache
from syntacticdiff.features.rows import FeatureRow

TEXTS = [
    "She go to school. He is teacher and he have two dog!",
    "",
    "   \n\n ",
    "I’m happy... don't you “know”? Waaaa | a->b \\ ^ + tag NN {NN} 12,the",
    "x" * 150 + " the the " + "x" * 149 + "y of. " + "x" * 149 + "z the " + "x" * 149 + "y the",
    "ÉCOLE école Straße STRASSE İstanbul 😀 the .",
]
PIECES = ["the", "The", "go", "goes", "school", "on", ".", "!", "a|b", "x" * 120, "x" * 121, "é"]


@cache
def describing() -> SyntacticDiff:
    return SyntacticDiff(**DESCRIPTIVE)


@pytest.fixture
def differ() -> SyntacticDiff:
    if not describing().gives_columns:
        pytest.skip("needs the native engine")
    return describing()


def slow(
    differ: SyntacticDiff, count: DocumentFeatures, documents: Sequence[object]
) -> list[dict[str, float]]:
    return [dict(count(diffs).features) for diffs in differ.documents(documents)]


def fast(
    differ: SyntacticDiff, count: DocumentFeatures, documents: Sequence[object]
) -> list[dict[str, float]]:
    assert count.of_columns is not None
    rows = count.of_columns(len(documents), differ.columns(documents))
    assert all(isinstance(row.features, NumberedCounts) for row in rows if row.features)
    return [dict(row.features) for row in rows]


@pytest.mark.parametrize("templates", [[name] for name in NUMBERED] + [list(NUMBERED)])
def test_counts_are_those_of_diffs(differ: SyntacticDiff, templates: list[str]) -> None:
    count = DocumentFeatures(templates)
    assert fast(differ, count, TEXTS) == slow(differ, count, TEXTS)


@given(st.lists(st.lists(st.lists(st.sampled_from(PIECES), max_size=9), max_size=3), max_size=4))
@settings(max_examples=60, deadline=None)
def test_counts_of_generated_documents(documents: list[list[list[str]]]) -> None:
    differ = describing()
    if differ.gives_columns:
        count = DocumentFeatures(EditVectorizer().features)
        assert fast(differ, count, documents) == slow(differ, count, documents)


@given(st.lists(st.text("abTHE the.,'|->\\^+é \n", max_size=60), max_size=4))
@settings(max_examples=60, deadline=None)
def test_counts_of_generated_texts(documents: list[str]) -> None:
    differ = describing()
    if differ.gives_columns:
        count = DocumentFeatures(EditVectorizer().features)
        assert fast(differ, count, documents) == slow(differ, count, documents)


@pytest.mark.parametrize("jobs", [None, 2])
def test_the_matrix_is_that_of_diffs(
    differ: SyntacticDiff, monkeypatch: pytest.MonkeyPatch, jobs: int | None
) -> None:
    vectorizer = EditVectorizer(cache=False, n_jobs=jobs, batch_size=2)
    matrix = vectorizer.fit_transform(TEXTS)
    again = vectorizer.transform([*TEXTS[::-1], "Nothing like this one there."])
    monkeypatch.setattr(SyntacticDiff, "gives_columns", False)
    plain = EditVectorizer(cache=False)
    assert np.array_equal(matrix.toarray(), plain.fit_transform(TEXTS).toarray())
    assert vectorizer.vocabulary_ == plain.vocabulary_
    expected = plain.transform([*TEXTS[::-1], "Nothing like this one there."])
    assert np.array_equal(again.toarray(), expected.toarray())


def test_words_that_are_forgotten_in_between(
    differ: SyntacticDiff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("syntacticdiff.search.native_engine._MOST_WORDS", 3)
    monkeypatch.setattr("syntacticdiff.differ.preparing._PIECE", 4)
    fresh = SyntacticDiff(**DESCRIPTIVE)
    count = DocumentFeatures(EditVectorizer().features)
    rows = count.of_columns(len(TEXTS), fresh.columns(TEXTS)) if count.of_columns else []
    assert [dict(row.features) for row in rows] == slow(differ, count, TEXTS)


def test_rows_are_remembered_and_travel_as_dictionaries(differ: SyntacticDiff) -> None:
    count = DocumentFeatures(list(NUMBERED))
    assert count.of_columns is not None
    [row] = count.of_columns(1, differ.columns(TEXTS[:1]))
    cache = RowCache()
    cache.put(b"key", row)
    assert cache.cells == len(row.features) + 1
    assert cache.get(b"key") == FeatureRow(row.features, ())
    travelled = pickle.loads(pickle.dumps(row))
    assert type(travelled.features) is dict
    assert travelled.features == dict(row.features)


def test_what_numbers_cannot_say_is_counted_in_diffs() -> None:
    assert DocumentFeatures(["edit", "class"]).of_columns is None
    assert DocumentFeatures("edit", "gain").of_columns is None
    assert DocumentFeatures("edit", numeric=True).of_columns is None
    assert not SyntacticDiff().gives_columns
    assert not SyntacticDiff(**DESCRIPTIVE, engine="python").gives_columns
