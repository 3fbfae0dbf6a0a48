"""The edits that tell classes apart: no content words by default, real examples, true ranks."""

from __future__ import annotations

import numpy as np
import pytest

from syntacticdiff import EditVectorizer
from syntacticdiff.classify import ViewCounts, count_views
from syntacticdiff.classify.telling import edit_scatter, informative_edits, telling_examples
from syntacticdiff.errors import UsageError
from syntacticdiff.features.error_edits import names_content_words

TOPICS = ["garden", "station", "market", "school", "library", "river"]
ESSAYS = [
    *(f"She walks to {place} every day. I like Tokyo." for place in TOPICS),
    *(f"She walk to the {place} every day. I like Moscow." for place in TOPICS),
]
LABELS = np.array(["no articles"] * 6 + ["no endings"] * 6)


@pytest.fixture(scope="module")
def counts() -> ViewCounts:
    return count_views(ESSAYS, ["edits"], EditVectorizer())


@pytest.fixture(scope="module")
def grammar() -> ViewCounts:
    return count_views(ESSAYS, ["grammar"], EditVectorizer())


@pytest.mark.parametrize(
    ("name", "has"),
    [
        ("insert(the)", False),
        ("insert(the|in)", False),
        ("insert(the|+^)", False),
        ("insert(the|^)", False),
        ("insert(the|+garden)", True),
        ("remove(garden)", True),
        ("sub(is->are)", False),
        ("sub(walk->walks)", True),
        ("sub({VBP}->{form >s})", False),
        ("insert(the)|IN_NN", False),
        ("insert DET per bare noun", False),
        ("unmodified", False),
        ("remove(,)", False),
    ],
)
def test_content_words_in_names(name: str, has: bool) -> None:
    assert names_content_words(name) is has


def test_content_words_are_left_out_unless_they_are_kept(counts: ViewCounts) -> None:
    masked = informative_edits(counts, LABELS, 50)
    kept = informative_edits(counts, LABELS, 50, content="keep")
    for features in masked.values():
        assert features
        assert not any(names_content_words(item.feature) for item in features)
    assert any(names_content_words(item.feature) for item in kept["no endings"])
    with pytest.raises(UsageError, match="content: "):
        informative_edits(counts, LABELS, 5, content="none")


def test_edits_are_typical_of_their_class(counts: ViewCounts) -> None:
    for features in informative_edits(counts, LABELS, 20).values():
        assert all(item.share > item.share_elsewhere for item in features)
    assert "insert(the)" in {i.feature for i in informative_edits(counts, LABELS, 9)["no articles"]}


@pytest.mark.parametrize("view", ["counts", "grammar"])
def test_examples_are_sentences_of_the_class_with_that_edit(
    view: str, request: pytest.FixtureRequest
) -> None:
    counted: ViewCounts = request.getfixturevalue(view)
    telling = informative_edits(counted, LABELS, 5)
    examples = telling_examples(counted, ESSAYS, LABELS, telling, 2)
    found = 0
    for label, features in examples.items():
        for feature, sentences in features.items():
            for place, diff in sentences:
                assert LABELS[place] == label
                assert diff.text in ESSAYS[place]
                assert counted.fitted_edits is not None
                names = counted.fitted_edits.names_of_edit(diff, diff.edits[0])
                assert feature in names
                found += 1
    assert found >= 4


def test_a_scatter_ranks_edits_by_their_frequency_in_two_classes(counts: ViewCounts) -> None:
    scatter = edit_scatter(counts, LABELS, content="keep")
    assert scatter is not None
    assert (scatter.first, scatter.second) == ("no articles", "no endings")
    points = {point.edit: point for point in scatter.points}
    for point in scatter.points:
        assert 0 <= point.first_rank <= 1
        assert 0 <= point.second_rank <= 1
    for one in scatter.points:
        for two in scatter.points:
            assert (one.first < two.first) == (one.first_rank < two.first_rank)
    article = points["insert(the)"]
    assert article.first > article.second
    leaning = [abs(point.first_rank - point.second_rank) for point in scatter.points]
    assert leaning == sorted(leaning, reverse=True)


def test_the_classes_of_a_scatter_can_be_chosen(counts: ViewCounts) -> None:
    there = edit_scatter(counts, LABELS, ("no endings", "no articles"))
    back = edit_scatter(counts, LABELS, ("no articles", "no endings"))
    assert there is not None
    assert back is not None
    assert {(p.edit, p.first) for p in there.points} == {(p.edit, p.second) for p in back.points}
    with pytest.raises(UsageError, match="pair: 'x' is not one of no articles, no endings"):
        edit_scatter(counts, LABELS, ("x", "no endings"))


def test_without_edits_there_is_no_scatter() -> None:
    words = count_views(ESSAYS, ["words"], EditVectorizer())
    assert edit_scatter(words, LABELS) is None
    assert telling_examples(words, ESSAYS, LABELS, {}) == {}
