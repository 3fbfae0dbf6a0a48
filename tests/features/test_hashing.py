"""HashingEditVectorizer: the bags of EditVectorizer, in hashed columns."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import SGDClassifier
from sklearn.pipeline import make_pipeline

from syntacticdiff import EditVectorizer, HashingEditVectorizer, ReferenceModel, SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.rows import NUMERIC_COLUMNS

TEXTS = ["We go school. They go school.", "Park is by school.", "", "They the go to park."]
FEW = 64


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    texts = ["We go to school.", "They go to the park.", "The park is by the school."] * 5
    return ReferenceModel.train(texts)


def test_rows_are_the_hashed_bags_of_edit_vectorizer(model: ReferenceModel) -> None:
    twin = EditVectorizer(model)
    matrix = twin.fit_transform(TEXTS)
    names = twin.get_feature_names_out()
    bags = [{names[c]: row[0, c] for c in row.indices} for row in matrix]
    wanted = FeatureHasher(FEW).transform(bags).toarray()
    found = HashingEditVectorizer(model, n_features=FEW).transform(TEXTS).toarray()
    assert found.tolist() == wanted.tolist()
    assert np.abs(found).sum() > 4


def test_the_parameters_and_their_defaults_are_those_of_edit_vectorizer() -> None:
    theirs = EditVectorizer().get_params()
    ours = HashingEditVectorizer().get_params()
    assert set(ours) - set(theirs) == {"n_features", "alternate_sign"}
    assert set(theirs) - set(ours) == {
        *("min_df", "max_df", "max_features", "vocabulary", "sparse_output"),
        *("preset", "content", "scaled", "cache"),
    }
    assert {name: ours[name] for name in theirs if name in ours} == {
        name: theirs[name] for name in theirs if name in ours
    }
    assert set(inspect.signature(SyntacticDiff).parameters) < set(ours)


def test_numeric_columns_stand_after_the_hashed_ones(model: ReferenceModel) -> None:
    settings = {"numeric": True, "values": "gain"}
    found = HashingEditVectorizer(model, n_features=FEW, **settings).transform(TEXTS)
    twin = EditVectorizer(model, **settings).fit_transform(TEXTS)
    count = len(NUMERIC_COLUMNS)
    assert found.shape == (4, FEW + count)
    assert found[:, -count:].toarray().tolist() == twin[:, -count:].toarray().tolist()


def test_binary_gives_ones_and_without_signs_nothing_is_negative(model: ReferenceModel) -> None:
    vectorizer = HashingEditVectorizer(model, binary=True, alternate_sign=False, dtype=np.uint8)
    matrix = vectorizer.transform(TEXTS)
    assert matrix.dtype == np.uint8
    assert set(matrix.data.tolist()) == {1}


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(TEXTS), max_size=6), st.integers(0, 6))
def test_a_stream_may_be_cut_anywhere(texts: list[str], cut: int) -> None:
    vectorizer = _small()
    whole = vectorizer.transform(texts).toarray()
    parts = [vectorizer.transform(part).toarray() for part in (texts[:cut], texts[cut:])]
    assert np.vstack(parts).tolist() == whole.tolist()


_kept: list[HashingEditVectorizer] = []


def _small() -> HashingEditVectorizer:
    if not _kept:
        model = ReferenceModel.train(["We go to school.", "They go to the park."] * 5)
        _kept.append(HashingEditVectorizer(model, n_features=FEW))
    return _kept[0]


def test_estimators_with_partial_fit_learn_from_it(model: ReferenceModel) -> None:
    vectorizer = HashingEditVectorizer(model, n_features=2**12)
    classifier = SGDClassifier(random_state=0)
    for _ in range(5):
        classifier.partial_fit(
            vectorizer.partial_fit().transform(TEXTS[:2]), ["a", "b"], ["a", "b"]
        )
    assert classifier.predict(vectorizer.transform(TEXTS[:2])).tolist() == ["a", "b"]
    pipeline = make_pipeline(HashingEditVectorizer(model), SGDClassifier(random_state=0))
    assert pipeline.fit(TEXTS[:2], ["a", "b"]).predict(TEXTS[:2]).tolist() == ["a", "b"]


def test_changed_parameters_take_effect_immediately(model: ReferenceModel) -> None:
    vectorizer = HashingEditVectorizer(model, n_features=FEW)
    assert vectorizer.transform(TEXTS).nnz
    assert vectorizer.set_params(min_gain=99.0).transform(TEXTS).nnz == 0
    assert vectorizer.set_params(n_features=7).transform([]).shape == (0, 7)


def test_a_pickle_and_a_clone_do_the_same(model: ReferenceModel, tmp_path: Path) -> None:
    model.save(tmp_path / "m.sdlm")
    vectorizer = HashingEditVectorizer(str(tmp_path / "m.sdlm"), n_features=FEW)
    wanted = vectorizer.transform(TEXTS).toarray().tolist()
    for other in (pickle.loads(pickle.dumps(vectorizer)), clone(vectorizer)):
        assert other.transform(TEXTS).toarray().tolist() == wanted
    [diff] = vectorizer.explain("We go school.")
    assert diff.edits


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"n_features": 0}, "n_features"),
        ({"n_features": True}, "n_features"),
        ({"alternate_sign": "yes"}, "alternate_sign"),
        ({"dtype": np.uint8}, "dtype"),
        ({"features": "words"}, "features"),
        ({"n_jobs": 0}, "n_jobs"),
        ({"binary": 2}, "binary"),
    ],
)
def test_a_bad_parameter_is_named(
    model: ReferenceModel, wrong: dict[str, object], named: str
) -> None:
    for use in (HashingEditVectorizer.fit, HashingEditVectorizer.transform):
        with pytest.raises(UsageError, match=f"^{named}: "):
            use(HashingEditVectorizer(model, **wrong), TEXTS)


def test_a_string_is_not_a_list_of_documents(model: ReferenceModel) -> None:
    with pytest.raises(UsageError, match="string object received"):
        HashingEditVectorizer(model).transform("We go school.")
