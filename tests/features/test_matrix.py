"""The matrix, compared with a computation by dictionaries."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.features.matrix import FeatureLimits, known_matrix, learned_matrix
from syntacticdiff.features.rows import FeatureRow

BAGS = st.lists(
    st.dictionaries(st.sampled_from("cabed"), st.sampled_from([1.0, 2.0, -1.5, 0.0])), min_size=1
)


def dense(rows, names, width):
    return [[row.features.get(name, 0.0) for name in names] + [0.5] * width for row in rows]


@given(BAGS, st.integers(1, 3), st.integers(0, 2))
def test_a_matrix_holds_what_its_rows_hold(bags, least, width):
    rows = [FeatureRow(bag, (0.5,) * width) for bag in bags]
    found = [name for name in "abcde" if sum(name in bag for bag in bags) >= least]
    if (found or width) and least <= len(bags):
        matrix, vocabulary = learned_matrix(iter(rows), FeatureLimits(min_df=least), numeric=width)
        assert list(vocabulary.items()) == [(name, place) for place, name in enumerate(found)]
        assert matrix.toarray().tolist() == dense(rows, found, width)
        assert matrix.has_sorted_indices
        assert 0.0 not in matrix.data
    matrix = known_matrix(iter(rows), {"d": 1, "a": 0, "z": 2}, numeric=width)
    assert matrix.toarray().tolist() == dense(rows, "adz", width)


@given(BAGS)
def test_binary_is_one_for_every_feature_that_occurs_even_with_the_value_0(bags):
    rows = [FeatureRow(bag, ()) for bag in bags]
    matrix = known_matrix(rows, {name: place for place, name in enumerate("abcde")}, binary=True)
    assert matrix.toarray().tolist() == [[float(name in bag) for name in "abcde"] for bag in bags]


def test_the_largest_are_those_of_most_documents_if_only_presence_counts():
    rows = [FeatureRow({"often": 9.0, "widely": 1.0}, ()), FeatureRow({"widely": 1.0}, ())]
    for binary, largest in ((False, "often"), (True, "widely")):
        _, kept = learned_matrix(rows, FeatureLimits(max_features=1), binary=binary)
        assert kept == {largest: 0}


def test_memory_grows_with_numbers_not_with_objects():
    def rows():
        for number in range(5_000):
            yield FeatureRow({f"f{(number + k) % 50}": 1.0 for k in range(20)}, ())

    tracemalloc.start()
    matrix, _ = learned_matrix(rows(), FeatureLimits())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert matrix.nnz == 100_000
    assert peak < 60 * matrix.nnz  # a dictionary entry alone would take more
