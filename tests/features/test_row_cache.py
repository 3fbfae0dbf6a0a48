"""Rows are found once for each text and settings, in order, and in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC

from syntacticdiff import EditVectorizer
from syntacticdiff.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.features import row_cache
from syntacticdiff.features.row_cache import RowCache, remembered_rows
from syntacticdiff.features.rows import FeatureRow

TEXTS = ["We go school.", "They goes to park.", "She is teacher.", "He go to the school."] * 3
LABELS = ["a", "b", "a", "b"] * 3


def found(asked: list[str], documents: Iterator[DocumentInput]) -> Iterator[FeatureRow]:
    for document in documents:
        asked.append(str(document))
        yield FeatureRow({str(document): 1.0}, ())


@pytest.mark.parametrize("second", ["abc", "xax", "cbaxy", "aaaa", ""])
def test_only_unknown_documents_are_searched_and_the_order_stays(second: str) -> None:
    cache, asked = RowCache(), list[str]()
    for documents in ("abc", second):
        rows = remembered_rows(documents, "s", lambda some: found(asked, some), cache)
        assert [next(iter(row.features)) for row in rows] == list(documents)
    assert set(asked) == {*"abc", *second}
    known = [document for document in asked[3:] if document in "abc"]
    assert known == []


def test_other_settings_and_tokens_are_other_rows() -> None:
    cache, asked = RowCache(), list[str]()
    for settings in ("s", "t"):
        list(remembered_rows(["a", [["a"]]], settings, lambda some: found(asked, some), cache))
    assert len(asked) == 4


def test_what_was_not_used_for_longest_is_forgotten() -> None:
    cache = RowCache(most_cells=6)
    for key in (b"1", b"2", b"3"):
        cache.put(key, FeatureRow({"x": 1.0}, ()))
    assert cache.get(b"1") is not None
    cache.put(b"4", FeatureRow({"x": 1.0}, ()))
    assert cache.get(b"2") is None
    assert cache.get(b"1") is not None
    assert cache.cells == 6


def test_a_search_over_parameters_searches_each_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache.remembered_rows, "__defaults__", (RowCache(),))
    searched = list[str]()
    apply = SyntacticDiff.apply

    def counting(self, function, documents, *others):  # type: ignore[no-untyped-def]
        return apply(self, function, (searched.append(one) or one for one in documents), *others)

    monkeypatch.setattr(SyntacticDiff, "apply", counting)
    pipeline = Pipeline([("edits", EditVectorizer(features="edit")), ("svm", LinearSVC())])
    GridSearchCV(pipeline, {"svm__C": [0.1, 1.0], "edits__min_df": [1, 2]}, cv=2).fit(TEXTS, LABELS)
    assert len(searched) <= len(TEXTS)
    assert set(searched) == set(TEXTS)
    searched.clear()
    again = EditVectorizer(features="edit").fit_transform(TEXTS)
    assert searched == []
    fresh = EditVectorizer(features="edit", cache=False).fit_transform(TEXTS)
    assert np.array_equal(again.toarray(), fresh.toarray())
