"""Information gain, compared with the textbook formula."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.features.information_gain import most_informative


def entropy(labels):
    shares = [labels.count(label) / len(labels) for label in set(labels)]
    return -sum(share * math.log2(share) for share in shares)


def slow_information_gain(present, labels):
    """H(C) - P(t) H(C|t) - P(not t) H(C|not t)."""
    left = 0.0
    for side in (True, False):
        chosen = [label for label, has in zip(labels, present, strict=True) if has is side]
        if chosen:
            left += len(chosen) / len(labels) * entropy(chosen)
    return entropy(labels) - left


@given(st.data(), st.integers(2, 12), st.integers(1, 5))
def test_gains_and_shares_are_those_of_the_formula(data, documents, features):
    cell = st.sampled_from([0.0, 0.0, 1.0, 3.0, -0.5])
    row = st.lists(cell, min_size=features, max_size=features)
    matrix = np.array(data.draw(st.lists(row, min_size=documents, max_size=documents)))
    label = st.sampled_from(["de", "fr", "ja"])
    labels = data.draw(st.lists(label, min_size=documents, max_size=documents))
    if len(set(labels)) < 2:
        return
    names = np.array([f"f{number}" for number in range(features)])
    for given_matrix in (matrix, sparse.csr_matrix(matrix), sparse.coo_array(matrix)):
        top = most_informative(given_matrix, labels, names, features)
        assert list(top) == sorted(set(labels))
        for chosen, ranked in top.items():
            inside = [label == chosen for label in labels]
            assert {entry.feature for entry in ranked} == set(names)
            for entry in ranked:
                present = [bool(value) for value in matrix[:, int(entry.feature[1:])]]
                expected = slow_information_gain(present, inside)
                assert entry.information_gain == pytest.approx(expected, abs=1e-12)
                having = [has for has, member in zip(present, inside, strict=True) if member]
                others = [has for has, member in zip(present, inside, strict=True) if not member]
                assert entry.share == pytest.approx(sum(having) / len(having))
                assert entry.share_elsewhere == pytest.approx(sum(others) / len(others))
            gains = [entry.information_gain for entry in ranked]
            assert gains == sorted(gains, reverse=True)


def test_the_best_k_come_first_and_equals_in_the_order_of_names():
    matrix = np.array([[1, 0, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [0, 1, 1, 1]])
    names = np.array(["a", "b", "c", "d"])
    top = most_informative(matrix, [1, 1, 2, 2], names, 3)
    assert [entry.feature for entry in top[1]] == ["a", "b", "c"]
    assert [entry.information_gain for entry in top[1][:2]] == [1.0, 1.0]
    assert (top[1][1].share, top[1][1].share_elsewhere) == (0.0, 1.0)
    assert (top[2][1].share, top[2][1].share_elsewhere) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("labels", "k", "message"),
    [
        (["a", "b"], 3, "^y: 2 labels for 3 documents"),
        (["a", "a", "a"], 3, "^y: at least two classes"),
        (["a", "b", "a"], 0, "^k: a whole number from 1"),
        (["a", "b", "a"], 1.5, "^k: a whole number from 1"),
    ],
)
def test_invalid_arguments_are_refused_by_name(labels, k, message):
    with pytest.raises(UsageError, match=message):
        most_informative(np.eye(3), labels, np.array(["a", "b", "c"]), k)
