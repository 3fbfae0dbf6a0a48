"""EditVectorizer: the contract of a scikit-learn transformer, with real models."""

import inspect
import pickle
import subprocess
import sys
import warnings
from collections import Counter

import joblib
import numpy as np
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import FeatureUnion, make_pipeline, make_union
from sklearn.utils import estimator_html_repr
from sklearn.utils.estimator_checks import check_estimator
from support.commands import ENVIRONMENT
from support.plain import plain_differ

from syntacticdiff import EditVectorizer, ReferenceModel, SyntacticDiff, bag_of_edits
from syntacticdiff.differ import BELIEVABLE, DESCRIPTIVE
from syntacticdiff.errors import ModelError, SyntacticDiffError, UsageError
from syntacticdiff.features.base import checked_documents
from syntacticdiff.features.rows import NUMERIC_COLUMNS, DocumentFeatures
from syntacticdiff.features.templates import TEMPLATES

pd = pytest.importorskip("pandas")

TEXTS = [
    "We go to school.",
    "We go to the park.",
    "They walk to the school by the river.",
    "She goes to school on foot.",
    "He is interested in music.",
    "The park is by the river.",
    "He goes to the park.",
] * 6

DOCUMENTS = [
    "We go school. They walk school by river.",
    "He is interested music. He is interested on music.",
    "",
    "We go school. We go school.",
    "We go to the park.",
    "Park is by the river. She go school.",
]
LABELS = ["a", "b", "a", "a", "b", "b"]
SETTINGS = {"insertions": ["to", "the", "in"]}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "small.sdlm"
    ReferenceModel.train(TEXTS, order=3).save(path)
    return path


@pytest.fixture(scope="module")
def model(path):
    return ReferenceModel.load(path)


@pytest.fixture(scope="module")
def bags(model):
    """What the documents' rows must hold."""
    differ = plain_differ(model, search="sweep", **SETTINGS)
    return [bag_of_edits(differ.document(document)) for document in DOCUMENTS]


@pytest.fixture
def vectorizer(model):
    return EditVectorizer(model, features="edit", **SETTINGS)


def rows_of(vectorizer, matrix):
    names = vectorizer.get_feature_names_out()
    dense = matrix.toarray() if sparse.issparse(matrix) else np.asarray(matrix)
    return [{n: v for n, v in zip(names, row, strict=True) if v} for row in dense]


def same(first, second):
    return first.shape == second.shape and (first != second).nnz == 0


# Output


def test_rows_are_bags_of_edits(vectorizer, bags):
    matrix = vectorizer.fit_transform(DOCUMENTS)
    assert rows_of(vectorizer, matrix) == bags
    assert sum(map(len, bags)) >= 8
    assert bags[2] == {}


def test_by_default_edits_are_counted_alone_and_with_each_neighbour(model, bags):
    vectorizer = EditVectorizer(model, **SETTINGS)
    matrix = vectorizer.fit_transform(DOCUMENTS)
    names = vectorizer.get_feature_names_out()
    assert {edit for bag in bags for edit in bag} == {name for name in names if "|" not in name}
    for row, bag in zip(rows_of(vectorizer, matrix), bags, strict=True):
        edits = sum(bag.values())
        previous = sum(count for name, count in row.items() if "|" in name and "|+" not in name)
        following = sum(count for name, count in row.items() if "|+" in name)
        assert (sum(row.values()), previous, following) == (3 * edits, edits, edits)


def test_the_matrix_is_csr_sorted_and_without_zeros(vectorizer):
    matrix = vectorizer.fit_transform(DOCUMENTS)
    assert matrix.format == "csr"
    assert matrix.dtype == np.float64
    assert matrix.has_sorted_indices
    assert matrix.has_canonical_format
    assert (matrix.data > 0).all()


def test_columns_are_in_the_order_of_their_names_and_numeric_ones_last(vectorizer):
    vectorizer.set_params(numeric=True).fit(DOCUMENTS)
    names = vectorizer.get_feature_names_out().tolist()
    edits = names[: -len(NUMERIC_COLUMNS)]
    assert edits == sorted(edits)
    assert names[-len(NUMERIC_COLUMNS) :] == list(NUMERIC_COLUMNS)
    assert vectorizer.vocabulary_ == {name: column for column, name in enumerate(edits)}


def test_fit_then_transform_is_fit_transform(model):
    for settings in ({}, {"numeric": True, "features": TEMPLATES}, {"values": "gain"}):
        together = EditVectorizer(model, **SETTINGS, **settings).fit_transform(DOCUMENTS)
        apart = EditVectorizer(model, **SETTINGS, **settings).fit(DOCUMENTS)
        assert same(together, apart.transform(DOCUMENTS))


def test_documents_are_searched_once_by_fit_transform(vectorizer):
    searched = []

    def penalty(edit, tokens):
        searched.append(edit)
        return 0.0

    vectorizer.set_params(penalties=penalty, engine="python").fit(DOCUMENTS)
    once = list(searched)
    vectorizer.fit_transform(DOCUMENTS)
    assert once
    assert searched == once * 2


def test_unseen_edits_are_left_out_and_row_order_is_kept(vectorizer, bags):
    vectorizer.fit(DOCUMENTS[:2])
    known = set(vectorizer.vocabulary_)
    backwards = vectorizer.transform(DOCUMENTS[::-1])
    expected = [{n: c for n, c in bag.items() if n in known} for bag in bags[::-1]]
    assert rows_of(vectorizer, backwards) == expected
    assert expected != bags[::-1]


def test_values_count_rate_or_gain(model):
    differ = plain_differ(model, search="sweep", **SETTINGS)
    diffs = differ.document(DOCUMENTS[0])
    words = sum(len(diff.tokens) for diff in diffs)
    gains = Counter()
    for diff in diffs:
        for edit in diff.edits:
            gains[str(edit)] += edit.gain
    rate = {name: 100 * count / words for name, count in bag_of_edits(diffs).items()}
    for values, expected in (("per_100_words", rate), ("gain", gains)):
        vectorizer = EditVectorizer(model, features="edit", values=values, **SETTINGS)
        [row] = rows_of(vectorizer, vectorizer.fit_transform(DOCUMENTS[:1]))
        assert row == pytest.approx(dict(expected))


def test_binary_is_presence_whatever_the_values(model, bags):
    for values in ("count", "per_100_words", "gain"):
        vectorizer = EditVectorizer(
            model,
            features="edit",
            binary=True,
            values=values,
            numeric=["mean_bits"],
            **SETTINGS,
        )
        rows = vectorizer.fit_transform(DOCUMENTS).toarray()
        assert set(np.unique(rows[:, :-1])) == {0.0, 1.0}
        assert rows[:, :-1].sum(axis=1).tolist() == [len(bag) for bag in bags]
        assert rows[0, -1] > 1.0


def test_templates_can_be_combined(model):
    alone = [
        rows_of(v, v.fit_transform(DOCUMENTS))
        for v in (EditVectorizer(model, features=t, **SETTINGS) for t in TEMPLATES)
    ]
    together = EditVectorizer(model, features=TEMPLATES, **SETTINGS)
    for row, *parts in zip(
        rows_of(together, together.fit_transform(DOCUMENTS)), *alone, strict=True
    ):
        merged = Counter()
        for part in parts:
            merged.update(part)
        assert row == merged
    assert "insert(to|go)" in together.vocabulary_
    assert "insert(to|+school)" in together.vocabulary_
    assert "insert(2,to)" in together.vocabulary_
    assert {"insert", "insert(PREP)", "unmodified"} <= set(together.vocabulary_)


def test_numeric_columns_alone_need_no_edits(model):
    vectorizer = EditVectorizer(model, features=(), numeric=("mean_bits", "unknown_share"))
    matrix = vectorizer.fit_transform(["We go.", "", "Xyzzy go!"]).toarray()
    assert vectorizer.get_feature_names_out().tolist() == ["mean_bits", "unknown_share"]
    assert matrix[0, 0] == pytest.approx(model.score("We go.").bits_per_token, abs=1e-5)
    assert matrix[1].tolist() == [0.0, 0.0]
    assert matrix[2, 1] == pytest.approx(2 / 3)


def test_an_empty_document_is_a_row_of_zeros(model):
    vectorizer = EditVectorizer(model, features=TEMPLATES, numeric=True, **SETTINGS)
    vectorizer.fit(DOCUMENTS)
    for empty in ("", " \n\n ", []):
        assert vectorizer.transform([empty]).nnz == 0
    assert vectorizer.transform([]).shape == (0, len(vectorizer.get_feature_names_out()))


def test_counts_can_be_integers_and_fractions_cannot(model):
    assert EditVectorizer(model, dtype=np.int32).fit_transform(DOCUMENTS).dtype == np.int32
    assert EditVectorizer(model, dtype="float32").fit_transform(DOCUMENTS).dtype == np.float32
    binary = EditVectorizer(model, dtype=np.int8, values="gain", binary=True)
    assert binary.fit_transform(DOCUMENTS).dtype == np.int8
    for settings in ({"values": "gain"}, {"values": "per_100_words"}, {"numeric": True}):
        with pytest.raises(UsageError, match=r"^dtype: a floating-point type .* not int64"):
            EditVectorizer(model, dtype=np.int64, **settings).fit(DOCUMENTS)


# Which features are kept, compared with CountVectorizer


def spelled(bags):
    """Documents of made-up words, whose counts are those of the bags' edits."""
    return [" ".join(name for name, n in bag.items() for _ in range(n)) for bag in bags]


@pytest.mark.parametrize(
    "limits",
    [
        {"min_df": 2},
        {"min_df": 0.3},
        {"max_df": 1},
        {"max_df": 0.4},
        {"min_df": 2, "max_df": 3},
        {"max_features": 1000},
        {"min_df": 1, "max_df": 0.5},
        {"max_features": 3},
        {"max_features": 3, "max_df": 0.4},
        {"max_features": 3, "binary": True},
    ],
    ids=str,
)
def test_the_same_features_are_kept_as_in_a_count_vectorizer(vectorizer, bags, limits):
    theirs = CountVectorizer(token_pattern=r"\S+", lowercase=False, **limits)
    expected = theirs.fit_transform(spelled(bags)).toarray()
    found = vectorizer.set_params(**limits).fit_transform(DOCUMENTS)
    if "max_features" in limits:  # of equals, scikit-learn keeps any, we keep the first
        assert sorted(found.toarray().sum(axis=0)) == sorted(expected.sum(axis=0))
    else:
        assert vectorizer.get_feature_names_out().tolist() == sorted(theirs.vocabulary_)
        assert found.toarray().tolist() == expected.tolist()


def test_of_equally_frequent_features_the_first_names_are_kept(vectorizer, bags):
    totals = sum(bags, Counter())
    ranked = sorted(totals, key=lambda name: (-totals[name], name))
    for most in range(1, len(ranked) + 1):
        vectorizer.set_params(max_features=most).fit(DOCUMENTS)
        assert sorted(vectorizer.vocabulary_) == sorted(ranked[:most])


def test_an_empty_vocabulary_is_a_value_error_that_says_why(vectorizer):
    with pytest.raises(ValueError, match=r"^empty vocabulary: no edit was found in 1 doc"):
        vectorizer.fit(["We go to the park."])
    with pytest.raises(ValueError, match=r"^empty vocabulary: no edit was found in 0 documents"):
        vectorizer.fit([])
    with pytest.raises(ValueError, match=r"^empty vocabulary: of \d+ features .* min_df"):
        vectorizer.set_params(min_df=6).fit_transform(DOCUMENTS)
    with pytest.raises(SyntacticDiffError):
        vectorizer.fit([])
    numbers = vectorizer.set_params(numeric=True, min_df=1).fit(["We go to the park."])
    assert numbers.get_feature_names_out().tolist() == list(NUMERIC_COLUMNS)


def test_a_given_vocabulary_decides_columns_and_their_order(vectorizer, bags):
    order = ["insert(to)", "sub(nothing->like)", "insert(in)"]
    for given in (order, tuple(order), {name: place for place, name in enumerate(order)}):
        vectorizer.set_params(vocabulary=given)
        matrix = vectorizer.fit_transform(DOCUMENTS)
        assert vectorizer.get_feature_names_out().tolist() == order
        assert matrix.toarray().tolist() == [[bag[name] for name in order] for bag in bags]
        assert same(matrix, clone(vectorizer).fit(DOCUMENTS).transform(DOCUMENTS))
    many = {f"insert({number})" for number in range(50)}
    vectorizer.set_params(vocabulary=many).fit(DOCUMENTS)
    assert vectorizer.get_feature_names_out().tolist() == sorted(many)
    swapped = {"insert(to)": 1, "insert(in)": 0}
    vectorizer.set_params(vocabulary=swapped).fit(DOCUMENTS)
    assert vectorizer.get_feature_names_out().tolist() == ["insert(in)", "insert(to)"]


def test_fitting_to_a_given_vocabulary_reads_nothing(vectorizer):
    documents = iter(DOCUMENTS)
    vectorizer.set_params(vocabulary=["insert(to)"]).fit(documents)
    assert next(documents) == DOCUMENTS[0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "it is empty"),
        ("insert(to)", "not 'insert"),
        (["a", "a"], "'a' occurs twice"),
        ([1], "must be a string, not 1"),
        ({"a": 0, "b": 2}, "columns must be 0, 1, 2"),
        ({"a": 0, "b": 0}, "columns must be 0, 1, 2"),
        ({"a": 0, "b": "1"}, "columns must be 0, 1, 2"),
        (["insert(to)", "mean_bits"], "'mean_bits' is a numeric column"),
        (7, "not 7"),
    ],
    ids=str,
)
def test_an_invalid_vocabulary_is_refused(vectorizer, given, message):
    with pytest.raises(UsageError, match=f"^vocabulary: .*{message}"):
        vectorizer.set_params(vocabulary=given, numeric=True).fit(DOCUMENTS)


# Input


@pytest.mark.parametrize(
    "wrap",
    [
        tuple,
        np.array,
        lambda texts: np.array(texts, dtype=object),
        pd.Series,
        lambda texts: pd.Series(texts, index=range(10, 10 + len(texts))),
        iter,
        lambda texts: (text for text in texts),
    ],
    ids=["tuple", "array", "objects", "series", "indexed", "iterator", "generator"],
)
def test_any_iterable_of_texts_is_accepted(vectorizer, wrap):
    expected = vectorizer.fit_transform(DOCUMENTS)
    assert same(clone(vectorizer).fit_transform(wrap(DOCUMENTS)), expected)
    assert same(vectorizer.transform(wrap(DOCUMENTS)), expected)


def test_documents_may_be_tokens_already(vectorizer):
    expected = vectorizer.fit_transform(["We go school.", ""])
    assert same(vectorizer.fit_transform([[["We", "go", "school", "."]], []]), expected)
    lines = clone(vectorizer).set_params(tokenized=True)
    assert same(lines.fit_transform(["We go school .\n", ""]), expected)


NO_TEXTS = [None, float("nan"), 5, b"We go.", ["We", "go"], [[1]], pd.NA]


@pytest.mark.parametrize(("bad", "jobs"), [*((bad, None) for bad in NO_TEXTS), (None, 2)])
def test_a_document_that_is_not_a_text_is_named_by_its_number(vectorizer, bad, jobs):
    vectorizer.set_params(n_jobs=jobs)
    with pytest.raises(UsageError, match=r"^document 2 \(counted from 0\) is "):
        vectorizer.fit(["We go.", "She.", bad, "He."])
    with pytest.raises(NotFittedError):
        vectorizer.transform(["We go."])


@pytest.mark.parametrize("method", ["fit", "fit_transform", "transform"])
@pytest.mark.parametrize("vocabulary", [None, ["insert(to)"]])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("We go school.", "string object received"),
        (b"We go school.", "string object received"),
        ({"text": ["We go."]}, "mapping received"),
        (pd.DataFrame({"text": ["We go."]}), r"'text' and not \['text'\]"),
        (np.array([["We go."]]), "choose one column"),
        (np.array("We go."), "a table of 0 dimensions"),
        (None, "not None"),
    ],
    ids=["str", "bytes", "dict", "frame", "2d", "0d", "none"],
)
def test_something_other_than_a_list_of_documents_is_refused(
    vectorizer, method, vocabulary, bad, message
):
    vectorizer.set_params(vocabulary=vocabulary)
    if method == "transform":
        vectorizer.fit(DOCUMENTS)
    with pytest.raises(
        ValueError, match=f"^Iterable over raw text documents expected, .*{message}"
    ):
        getattr(vectorizer, method)(bad)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("search", "dfs"),
        ("positions", "some"),
        ("operations", "insert"),
        ("alpha", 2),
        ("insertions", 5),
        ("substitutions", "magic"),
        ("removals", "some"),
        ("penalties", "high"),
        ("engine", "steam"),
        ("features", "words"),
        ("features", ()),
        ("numeric", "bits"),
        ("values", "tfidf"),
        ("binary", "yes"),
        ("sparse_output", None),
        ("min_df", 0),
        ("min_df", -0.1),
        ("min_df", "2"),
        ("max_df", 1.5),
        ("max_df", True),
        ("max_df", float("nan")),
        ("max_features", 0),
        ("max_features", 1.0),
        ("n_jobs", 0),
        ("n_jobs", 1.5),
        ("batch_size", 0),
        ("dtype", "words"),
        ("dtype", object),
    ],
)
def test_a_bad_parameter_is_refused_by_name_when_fitted(model, parameter, value):
    vectorizer = EditVectorizer(model).set_params(**{parameter: value})
    for method in (vectorizer.fit, vectorizer.fit_transform):
        with pytest.raises(UsageError, match=f"^{parameter}: "):
            method(DOCUMENTS)


def test_min_df_above_max_df_is_refused(vectorizer):
    with pytest.raises(UsageError, match=r"^max_df: 2 is fewer documents than min_df asks for"):
        vectorizer.set_params(min_df=3, max_df=2).fit(DOCUMENTS)


# The estimator contract


def test_the_parameters_are_the_differs_with_the_defaults_of_descriptions():
    ours = inspect.signature(EditVectorizer).parameters
    for name, parameter in inspect.signature(SyntacticDiff).parameters.items():
        assert ours[name].default == DESCRIPTIVE.get(name, parameter.default), name


# Expected counts


def test_probabilities_are_the_soft_counts_of_the_diffs(model):
    settings = {**BELIEVABLE, "penalties": {"base": 1.0}, "insertions": ["to", "the"]}
    texts = ["We go school. They go school.", "He is in park.", ""]
    vectorizer = EditVectorizer(model, **settings, features="edit", values="probability")
    rows = vectorizer.fit_transform(texts).toarray()
    names = vectorizer.get_feature_names_out()
    differ = SyntacticDiff(model, **settings)
    for row, text in zip(rows, texts, strict=True):
        expected = Counter()
        for diff in differ.document(text):
            expected.update(diff.soft_counts)
        assert dict(zip(names, row, strict=True)) == pytest.approx(
            {name: expected[name] for name in names}
        )
    assert any(0 < value < 1 for value in rows.ravel())


def test_other_templates_count_edits_and_alternatives_by_their_probability(model):
    settings = {**BELIEVABLE, "penalties": {"base": 1.0}, "insertions": ["to", "the"]}
    given = {"features": ["edit|previous", "operation"], "values": "probability"}
    vectorizer = EditVectorizer(model, **settings, **given)
    [row] = vectorizer.fit_transform(["We go school."]).toarray()
    [diff] = vectorizer.explain("We go school.")
    found = dict(zip(vectorizer.get_feature_names_out(), row, strict=True))
    [edit] = [edit for edit in diff.edits if str(edit) == "insert(to)"]
    assert found["insert(to|go)"] == edit.probability
    every = [*diff.edits, *diff.alternatives]
    inserted = sum(edit.probability for edit in every if edit.op == "insert")
    assert found["insert"] == pytest.approx(inserted)


def test_probabilities_need_a_search_that_gives_them(model):
    with pytest.raises(UsageError, match="probability"):
        EditVectorizer(model, values="probability").fit(["We go."])


def test_every_setting_reaches_the_differ(path):
    given = {
        "search": "beam",
        "max_edits": 2,
        "max_inserted": 2,
        "prune": 8.0,
        "min_probability": 0.25,
        "beam": 3,
        "positions": "all",
        "operations": ["insert"],
        "insertions": ["to"],
        "substitutions": None,
        "removals": ["of"],
        "min_count": 2,
        "penalties": {"base": 0.125},
        "aggregate": "sum",
        "alpha": 0.75,
        "cost": "perplexity",
        "context": False,
        "stop_at": 1.0,
        "min_gain": 0.5,
        "engine": "python",
        "tokenized": True,
    }
    assert {"reference", *given} == set(inspect.signature(SyntacticDiff).parameters)
    vectorizer = EditVectorizer(str(path), **given, features="unmodified")
    vectorizer.fit(["We go to school ."])
    expected = plain_differ(path, **given)
    assert vectorizer.differ_.signature == expected.signature
    assert vectorizer.differ_.tokenized
    assert vectorizer.differ_.engine.name == "python"


def test_the_constructor_only_assigns():
    for name, parameter in inspect.signature(EditVectorizer).parameters.items():
        marker = object()
        vectorizer = EditVectorizer(**{name: marker})
        assert getattr(vectorizer, name) is marker
        assert set(vars(vectorizer)) == set(inspect.signature(EditVectorizer).parameters)
        assert vectorizer.set_params(**{name: parameter.default}) is vectorizer
        assert vectorizer.get_params()[name] is parameter.default


def test_fitting_changes_no_parameter(model):
    settings = {"insertions": ["to"], "features": ["edit", "class"], "numeric": ["mean_bits"]}
    vectorizer = EditVectorizer(model, **settings)
    before = vectorizer.get_params()
    assert vectorizer.fit(DOCUMENTS) is vectorizer
    after = vectorizer.get_params()
    assert all(after[name] is before[name] for name in before)
    assert settings["features"] == ["edit", "class"]
    assert not hasattr(vectorizer, "n_features_in_")


def test_scikit_learn_s_own_checks_pass(vectorizer):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(vectorizer)


def test_before_fit_every_method_raises(vectorizer):
    for call in (
        lambda: vectorizer.transform(DOCUMENTS),
        vectorizer.get_feature_names_out,
        lambda: vectorizer.explain("We go."),
        lambda: vectorizer.top_edits(np.eye(2), [0, 1], 1),
    ):
        with pytest.raises(NotFittedError):
            call()


def test_a_second_fit_forgets_the_first(vectorizer):
    vectorizer.fit(DOCUMENTS[:1])
    again = vectorizer.set_params(features="operation").fit(DOCUMENTS[1:])
    fresh = clone(vectorizer).fit(DOCUMENTS[1:])
    assert again.vocabulary_ == fresh.vocabulary_
    assert same(again.transform(DOCUMENTS), fresh.transform(DOCUMENTS))


def test_a_fit_that_fails_changes_nothing(vectorizer):
    expected = vectorizer.fit_transform(DOCUMENTS)
    vectorizer.set_params(features="operation")
    with pytest.raises(UsageError):
        vectorizer.fit(["We go school.", None])
    assert same(vectorizer.transform(DOCUMENTS), expected)


def test_a_clone_is_unfitted_and_shares_the_model(vectorizer, model):
    twin = clone(vectorizer.fit(DOCUMENTS).set_output(transform="default"))
    assert not hasattr(twin, "vocabulary_")
    theirs, ours = twin.get_params(), vectorizer.get_params()
    assert theirs.pop("reference") is ours.pop("reference") is model
    assert theirs == ours
    assert theirs["insertions"] is not ours["insertions"]


def test_a_model_that_was_never_saved_can_be_cloned_and_fitted():
    unsaved = ReferenceModel.train(TEXTS, order=2)
    pipeline = make_pipeline(EditVectorizer(unsaved), LogisticRegression())
    fitted = clone(pipeline).fit(DOCUMENTS, LABELS)
    assert fitted[0].reference is unsaved
    with pytest.raises(UsageError, match=r"never saved: call model.save\(path\) before"):
        pickle.dumps(fitted)


def test_notebooks_and_terminals_show_it(vectorizer):
    assert "EditVectorizer" in estimator_html_repr(vectorizer)
    assert "EditVectorizer" in vectorizer.fit(DOCUMENTS)._repr_html_()
    assert repr(EditVectorizer(min_df=3)) == "EditVectorizer(min_df=3)"


def test_the_tags_say_that_it_takes_strings(vectorizer):
    tags = vectorizer.__sklearn_tags__()
    assert tags.input_tags.string
    assert not tags.input_tags.two_d_array


@pytest.mark.parametrize("jobs", [2, 3, -1])
def test_rows_are_the_same_for_any_number_of_processes(vectorizer, jobs):
    documents = [f"{text} No {number} here." for number in range(7) for text in DOCUMENTS]
    vectorizer.set_params(features=TEMPLATES, numeric=True, values="gain")
    expected = vectorizer.fit_transform(documents)
    other = clone(vectorizer).set_params(n_jobs=jobs, batch_size=2)
    found = other.fit_transform(iter(documents))
    assert found.data.tobytes() == expected.data.tobytes()
    assert found.indices.tobytes() == expected.indices.tobytes()
    assert list(other.vocabulary_.items()) == list(vectorizer.vocabulary_.items())
    assert same(other.transform(documents), expected)


@pytest.mark.parametrize("jobs", [None, 2])
def test_documents_are_read_as_they_are_needed(vectorizer, jobs):
    taken = []

    def documents():
        for number in range(500):
            taken.append(number)
            yield "We go school." if number % 2 else ""

    vectorizer.set_params(n_jobs=jobs, batch_size=4).fit(["We go school."])
    features = DocumentFeatures("edit")
    rows = vectorizer.differ_.apply(features, checked_documents(documents()), jobs, 4)
    assert next(rows).features == {}
    assert len(taken) <= 64 * (jobs or 1)


# Containers


def test_set_output_needs_dense_and_says_so_before_any_work(vectorizer):
    vectorizer.set_output(transform="pandas")
    with pytest.raises(UsageError, match="sparse_output=False"):
        vectorizer.fit_transform(iter([None]))
    vectorizer.fit(DOCUMENTS)
    with pytest.raises(UsageError, match="sparse_output=False"):
        vectorizer.transform(DOCUMENTS)
    with pytest.raises(UsageError, match="sparse_output=False"):
        clone(vectorizer).fit_transform(iter([None]))  # a clone has the same container
    vectorizer.set_output(transform="default").set_output(transform=None)
    assert vectorizer.fit_transform(DOCUMENTS).shape[0] == len(DOCUMENTS)
    unset = EditVectorizer(vectorizer.reference, **SETTINGS)
    with config_context(transform_output="pandas"), pytest.raises(ValueError, match="set_output"):
        unset.fit_transform(iter([None]))


@pytest.mark.parametrize("vocabulary", [None, ["insert(to)", "insert(in)"]])
def test_frames_have_the_features_as_columns_and_the_index_of_the_series(
    vectorizer, bags, vocabulary
):
    vectorizer.set_params(sparse_output=False, vocabulary=vocabulary)
    vectorizer.set_output(transform="pandas")
    texts = pd.Series(DOCUMENTS, index=list("uvwxyz"))
    for frame in (vectorizer.fit_transform(texts), vectorizer.transform(texts)):
        assert list(frame.index) == list("uvwxyz")
        assert list(frame.columns) == vectorizer.get_feature_names_out().tolist()
        assert frame["insert(to)"].tolist() == [bag["insert(to)"] for bag in bags]


def test_polars_works_where_it_is_installed(vectorizer):
    pytest.importorskip("polars")
    vectorizer.set_params(sparse_output=False).set_output(transform="polars")
    frame = vectorizer.fit_transform(DOCUMENTS)
    assert list(frame.columns) == vectorizer.get_feature_names_out().tolist()


def test_dense_output_is_the_same_matrix(vectorizer):
    expected = vectorizer.fit_transform(DOCUMENTS).toarray()
    dense = vectorizer.set_params(sparse_output=False).fit_transform(DOCUMENTS)
    assert type(dense) is np.ndarray
    assert np.array_equal(dense, expected)


# Together with other estimators


def test_in_a_pipeline_with_weights_and_a_classifier(vectorizer):
    pipeline = make_pipeline(vectorizer, TfidfTransformer(), LogisticRegression(C=100))
    pipeline.fit(DOCUMENTS, LABELS)
    assert pipeline.predict(["We go school.", "She is interested music."]).tolist() == ["a", "b"]
    assert pipeline[:-1].get_feature_names_out().tolist() == sorted(vectorizer.vocabulary_)


def test_beside_words_in_a_feature_union(vectorizer):
    union = FeatureUnion([("edits", vectorizer), ("words", CountVectorizer())])
    matrix = union.fit_transform(DOCUMENTS)
    names = union.get_feature_names_out()
    assert matrix.shape == (len(DOCUMENTS), len(names))
    assert {"edits__insert(to)", "words__school"} <= set(names)
    twice = make_union(clone(vectorizer), clone(vectorizer).set_params(features="class"))
    assert sparse.issparse(twice.fit_transform(DOCUMENTS))


def test_on_a_column_of_a_table(vectorizer, bags):
    table = pd.DataFrame({"essay": DOCUMENTS, "age": [11, 12, 13, 14, 15, 16]})
    columns = ColumnTransformer(
        [("edits", vectorizer, "essay"), ("age", "passthrough", ["age"])], sparse_threshold=1.0
    )
    matrix = columns.fit_transform(table)
    names = columns.get_feature_names_out().tolist()
    assert names[-1] == "age__age"
    found = matrix.toarray()[:, names.index("edits__insert(to)")]
    assert found.tolist() == [bag["insert(to)"] for bag in bags]
    wrong = ColumnTransformer([("edits", clone(vectorizer), ["essay"])])
    with pytest.raises(ValueError, match=r"in a ColumnTransformer 'text' and not \['text'\]"):
        wrong.fit_transform(table)


def test_a_grid_search_finds_its_parameters(path):
    pipeline = make_pipeline(EditVectorizer(path, **SETTINGS), LogisticRegression())
    grid = {
        "editvectorizer__features": ["edit", ("edit", "class")],
        "editvectorizer__binary": [False, True],
    }
    search = GridSearchCV(pipeline, grid, cv=2, n_jobs=2, error_score="raise")
    search.fit(np.array(DOCUMENTS * 2), LABELS * 2)
    assert len(search.cv_results_["params"]) == 4
    assert search.predict(DOCUMENTS).shape == (6,)


# Pickling


def test_a_fitted_vectorizer_can_be_pickled_and_dumped_by_joblib(path, tmp_path):
    vectorizer = EditVectorizer(path, features=TEMPLATES, numeric=True, **SETTINGS)
    expected = vectorizer.fit_transform(DOCUMENTS)
    kept = pickle.dumps(vectorizer)
    assert path.name.encode() in kept
    assert (
        ReferenceModel.load(path).lexicon.text.tobytes() not in kept
    )  # the model stays where it is
    joblib.dump(vectorizer, tmp_path / "vectorizer.joblib")
    for again in (pickle.loads(kept), joblib.load(tmp_path / "vectorizer.joblib")):
        assert same(again.transform(DOCUMENTS), expected)
        assert again.vocabulary_ == vectorizer.vocabulary_
        assert again.differ_.signature == vectorizer.differ_.signature
        assert same(again.fit_transform(DOCUMENTS), expected)


def test_a_pickle_works_in_another_process_until_the_model_is_moved(tmp_path):
    home = tmp_path / "home.sdlm"
    ReferenceModel.train(TEXTS, order=2).save(home)
    kept = tmp_path / "kept.pickle"
    vectorizer = EditVectorizer(home, **SETTINGS)
    expected = vectorizer.fit_transform(DOCUMENTS).sum()
    kept.write_bytes(pickle.dumps(vectorizer))
    program = (
        "import pickle, sys; v = pickle.load(open(sys.argv[1], 'rb'))\n"
        f"print(v.transform({DOCUMENTS!r}).sum())"
    )

    def elsewhere():
        command = [sys.executable, "-c", program, str(kept)]
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)

    assert elsewhere().stdout == f"{expected}\n"
    home.rename(tmp_path / "away.sdlm")
    last_line = elsewhere().stderr.rstrip("\n").splitlines()[-1]
    assert "ModelError" in last_line
    assert f"{home}: the reference model that was used here is gone or has moved" in last_line


def test_a_model_that_was_replaced_is_noticed(tmp_path):
    home = tmp_path / "home.sdlm"
    ReferenceModel.train(TEXTS, order=2).save(home)
    kept = pickle.dumps(EditVectorizer(home, **SETTINGS).fit(DOCUMENTS))
    ReferenceModel.train(TEXTS, order=3).save(home)
    with pytest.raises(ModelError, match="another model than the one used before"):
        pickle.loads(kept)


# Explanations


def test_explain_gives_the_diffs_behind_a_row(vectorizer, bags):
    vectorizer.fit(DOCUMENTS)
    diffs = vectorizer.explain(DOCUMENTS[0])
    assert [diff.text for diff in diffs] == ["We go school.", "They walk school by river."]
    assert bag_of_edits(diffs) == bags[0]
    with pytest.raises(UsageError, match="a text is needed"):
        vectorizer.explain(None)


@pytest.mark.parametrize("output", ["sparse", "dense", "pandas"])
def test_top_edits_distinguish_the_classes(model, output):
    vectorizer = EditVectorizer(model, sparse_output=output == "sparse", numeric=True, **SETTINGS)
    if output == "pandas":
        vectorizer.set_output(transform="pandas")
    documents = ["We go school.", "We go school. The park is.", "The park is.", "We go to school."]
    matrix = vectorizer.fit_transform(documents)
    top = vectorizer.top_edits(matrix, pd.Series(["x", "x", "y", "y"], index=[5, 6, 7, 8]), 2)
    assert list(top) == ["x", "y"]
    assert all(len(entries) == 2 for entries in top.values())
    best = top["x"][0]
    assert (best.feature, best.share, best.share_elsewhere) == ("insert(to)", 1.0, 0.0)
    assert best.information_gain == pytest.approx(1.0)
    assert not {entry.feature for entry in top["x"]} & set(NUMERIC_COLUMNS)


def test_top_edits_needs_the_matrix_not_the_documents(vectorizer):
    matrix = vectorizer.fit_transform(DOCUMENTS)
    for wrong in (DOCUMENTS, np.array(DOCUMENTS), matrix[:, :1]):
        with pytest.raises(UsageError, match=r"^X: the matrix that transform returned is needed"):
            vectorizer.top_edits(wrong, LABELS, 3)
